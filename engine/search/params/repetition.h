/* repetition: draws by repetition and the other tournament draws, in a search. Pure functions,
 * hence thread-safe. */
#ifndef MISERE_SEARCH_PARAMS_REPETITION_H
#define MISERE_SEARCH_PARAMS_REPETITION_H

#include "search/params/search_params.h"

/* Does the search score the position, `ply` half-moves from the root, as a draw? Yes if a turn
 * begins there and one of two conditions holds: the position has occurred before, in the search or
 * the game, since the last irreversible half-move (one repetition is enough, as the players can
 * repeat it); or tournament draws are in force, and the fifty-move rule or insufficient material
 * applies. `path` holds the keys (movegen_repetition_key) of the positions from the root to this
 * one. */
bool repetition_is_draw(const SearchParams *params, const Position *pos, const uint64_t *path,
                        int ply);

#endif
