/* retrograde: solves the endings of one or two pieces against one in rulesets without a royal king,
 * backwards from the ends of games. Endings in which a pawn can be captured en passant are left
 * out.
 *
 * While nobody has to capture, no enemy is in a slider's way. So the solver treats all squares of
 * the black piece at once, as a Bitboard.
 *
 * Source: Thompson, "Retrograde analysis of certain endgames", ICCA Journal, 1986. */
#ifndef MISERE_TABLEBASE_RETROGRADE_H
#define MISERE_TABLEBASE_RETROGRADE_H

#include "rules/ruleset.h"
#include "tablebase/ending_set.h"

#include <stdatomic.h>

/* The squares of the black piece with which White wins, and those with which Black wins. */
typedef struct {
    Bitboard white, black;
} Winners;

/* Called with the endings of a canonical set that are won in `distance` half-moves, by the side to
 * move. */
typedef void RetrogradeReport(void *context, const EndingSet *set, Colour side,
                              const Winners *winners, int distance);

/* Solves all these endings. It needs 25 MB while it runs. Returns false if out of memory, or soon
 * after another thread has set *must_stop. */
bool retrograde_solve(const Ruleset *rules, const CanonicalSets *canonical,
                      RetrogradeReport *report, void *context, const atomic_bool *must_stop);

#endif
