/* shared: what the threads of a search share besides the table: what they have learned, the deepest
 * iteration that one of them has finished, so that the others need not, and which half-moves they
 * are looking at just now, so that others look at something else first (simplified ABDADA; T.
 * Kerrigan, 2017, after J.-C. Weill, 1996). */
#ifndef MISERE_SEARCH_SHARED_H
#define MISERE_SEARCH_SHARED_H

#include "search/move_ordering.h"
#include "search/pv.h"
#include "search/smp/abdada.h"

typedef struct SharedState SharedState;

/* A team of one thread that knows nothing; NULL without memory. */
SharedState *shared_new(void);

void shared_free(SharedState *shared);

/* One thread more or, if negative, less. Not while there is a search. */
void shared_add_threads(SharedState *shared, int by);

int shared_threads(const SharedState *shared);

/* It belongs to the team. */
History *shared_history(SharedState *shared);

/* The half-moves that its threads are searching. */
BusyTable *shared_busy(SharedState *shared);

/* Forgets everything. Not while there is a search. */
void shared_clear(SharedState *shared);

/* Before a search: no iteration is finished. */
void shared_begin_search(SharedState *shared);

/* What follows may be called by any thread of a search. */

/* How deep the deepest iteration is that is finished; 0: none is. */
int shared_depth(const SharedState *shared);

/* An iteration is finished, and this is the best line. What is less deep than others is ignored. */
void shared_report_iteration(SharedState *shared, int depth, const Pv *line);

/* The line of the deepest iteration. Returns how deep that was; 0: there is none. */
int shared_iteration(SharedState *shared, Pv *line);

/* That line is worth nothing: the iteration is not finished. */
void shared_withdraw_iteration(SharedState *shared, int depth);

#endif
