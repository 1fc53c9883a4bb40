/* repetition: draws by repetition and the other tournament draws, in a search. Pure functions,
 * hence thread-safe. */
#ifndef MISERE_RULES_REPETITION_H
#define MISERE_RULES_REPETITION_H

#include "rules/movegen.h"

/* The root of a search tree, and what of the game before it counts in the tree. */
typedef struct {
    Position pos;            /* a turn begins here, and the game is not over */
    const uint64_t *history; /* repetition keys (movegen_repetition_key) of the game's earlier
                                turns, oldest first; borrowed */
    int history_count;
    bool tournament_draws; /* are threefold repetition and the fifty-move rule in force? */
} Root;

/* Does a search score the position, `ply` half-moves from the root, as a draw? Yes if a turn begins
 * there and one of two conditions holds: since the last irreversible half-move the position has
 * occurred once in the search, as the players can repeat what followed, or twice in the game before
 * it; or tournament draws are in force, and the fifty-move rule or insufficient material applies.
 * A single earlier occurrence in the game does not count: the winning line may lead through it.
 * `path` holds the keys (movegen_repetition_key) of the positions from the root to this one. */
bool repetition_is_draw(const Root *root, const Position *pos, const uint64_t *path, int ply);

#endif
