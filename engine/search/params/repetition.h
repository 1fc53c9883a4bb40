/* repetition: games that go in circles, as a search sees them. Pure. */
#ifndef MISERE_SEARCH_PARAMS_REPETITION_H
#define MISERE_SEARCH_PARAMS_REPETITION_H

#include "search/params/search_params.h"

/* Does the search take the position, `ply` half-moves from the root, for a draw? It does
 * if by tournament rules fifty moves have passed, or if the same position with a turn to begin has
 * been on the board since the last irreversible half-move: coming back brings nobody further, so
 * once is enough. `path` holds the keys (movegen_repetition_key) of the positions from the root up
 * to this one. */
bool repetition_is_draw(const SearchParams *params, const Position *pos, const uint64_t *path,
                        int ply);

#endif
