/* probe: what the tablebase says about positions in a search. It may become ready during a search
 * with a time limit, and the answers change. Thread-safe. */
#ifndef MISERE_TABLEBASE_PROBE_H
#define MISERE_TABLEBASE_PROBE_H

#include "eval/score.h"
#include "tablebase/tablebase.h"

/* Finds the result of a position, `ply` half-moves from the root, in which the game is not over.
 * Returns false if it is not in the tablebase, which may be NULL, if the fifty-move rule is in
 * force
 * (`tournament_draws`) and might change it, or if the end is MAX_PLY half-moves or more from the
 * root. */
bool probe_result(const Tablebase *tablebase, bool tournament_draws, const Position *pos, int ply,
                  TablebaseResult *result);

/* Appends half-moves to a line from the position *root, which has `count` of them, as long as the
 * tablebase knows a winner. Returns the new number. */
int probe_complete_line(const Tablebase *tablebase, bool tournament_draws, const Position *root,
                        Move line[MAX_PLY], int count);

#endif
