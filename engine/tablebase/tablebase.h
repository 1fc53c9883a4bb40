/* tablebase: the result, with best play, of every ending of up to three pieces, in rulesets
 * without a royal king. Half-moves to the end are counted, so that following the table wins.
 *
 * Source: Thompson, "Retrograde analysis of certain endgames", ICCA Journal, 1986. */
#ifndef MISERE_TABLEBASE_TABLEBASE_H
#define MISERE_TABLEBASE_TABLEBASE_H

#include "rules/movegen.h"

#include <stdatomic.h>

typedef struct Tablebase Tablebase;

/* How a game ends if the winner takes the shortest way and the loser the longest. */
typedef struct {
    bool drawn;
    Colour winner; /* valid if not drawn */
    int distance;  /* half-moves to the end of the game, at most 126; valid if not drawn */
} TablebaseResult;

/* Creates the ruleset's tablebase, still empty, in *tablebase; NULL if these rules have none. The
 * caller frees it. Returns false if out of memory. */
bool tablebase_new(const Ruleset *rules, Tablebase **tablebase);

/* Stops a computation, and frees the tablebase. NULL is allowed. */
void tablebase_free(Tablebase *tablebase);

/* Starts to compute the tablebase in a thread of its own, unless that has been started before. It
 * takes about half a second and 14 MB, and 25 MB more meanwhile. If no thread can be started, the
 * next call tries again; without enough memory the tablebase stays empty. One thread at a time may
 * call this. NULL is allowed. */
void tablebase_compute(Tablebase *tablebase);

/* Waits until the computation ends, or until tablebase_wake is called after another thread has set
 * *must_stop, which may be NULL. Returns whether the tablebase is computed; true if `tablebase` is
 * NULL, as there is nothing to compute. Thread-safe. */
bool tablebase_wait(Tablebase *tablebase, const atomic_bool *must_stop);

/* Wakes waiting threads, so that they look at their must_stop. NULL is allowed. Thread-safe. */
void tablebase_wake(Tablebase *tablebase);

/* Looks up a position in which the game is not over; it must be of the tablebase's ruleset. Returns
 * false if it is not in the tablebase, if that is not computed yet, or if `tablebase` is NULL. The
 * fifty-move rule is not considered. Thread-safe. */
bool tablebase_probe(const Tablebase *tablebase, const Position *pos, TablebaseResult *result);

/* The best half-move in a position of the tablebase: the winner's shortest way, or the loser's
 * longest. MOVE_NONE if the position is drawn or not in the tablebase. Thread-safe. */
Move tablebase_best_move(const Tablebase *tablebase, const Position *pos);

#endif
