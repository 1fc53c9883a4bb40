/* tablebase: the result, with best play, of every ending of up to three pieces, in rulesets
 * without a royal king. Half-moves to the end are counted, so that following the table wins.
 *
 * Source: Thompson, "Retrograde analysis of certain endgames", ICCA Journal, 1986. */
#ifndef MISERE_KNOWLEDGE_TABLEBASE_H
#define MISERE_KNOWLEDGE_TABLEBASE_H

#include "rules/movegen.h"

typedef struct Tablebase Tablebase;

/* How a game ends if the winner takes the shortest way and the loser the longest. */
typedef struct {
    bool drawn;
    Colour winner; /* valid if not drawn */
    int distance;  /* half-moves to the end of the game, at most 126; valid if not drawn */
} Ending;

/* Creates the ruleset's tablebase, still empty, in *tablebase; NULL if these rules have none. The
 * caller frees it. Returns false if out of memory. */
bool tablebase_new(const Ruleset *rules, Tablebase **tablebase);

/* Starts to compute the tablebase in a thread of its own, unless that has been done. It takes about
 * half a second and 14 MB, and 25 MB more meanwhile. NULL is allowed. One thread may call this. */
void tablebase_compute(Tablebase *tablebase);

/* Waits until the tablebase, which tablebase_compute must have been called for, is computed.
 * Returns false if memory or a thread is lacking; it then stays empty. NULL is allowed.
 * Thread-safe.
 */
bool tablebase_wait(Tablebase *tablebase);

/* Ends a computation. NULL is allowed. */
void tablebase_free(Tablebase *tablebase);

/* Looks up a position in which the game is not over; it must be of the tablebase's ruleset. Returns
 * false if it is not in the tablebase, if that is not computed yet, or if `tablebase` is NULL. The
 * fifty-move rule is not considered. Thread-safe. */
bool tablebase_probe(const Tablebase *tablebase, const Position *pos, Ending *ending);

/* The best half-move in a position of the tablebase: the winner's shortest way, or the loser's
 * longest. MOVE_NONE if the position is drawn. Thread-safe. */
Move tablebase_best_move(const Tablebase *tablebase, const Position *pos);

#endif
