/* shared: what all threads of one search share: the transposition table, the histories, the prover,
 * the table of busy half-moves, and the deepest finished iteration (iteration sharing: the first
 * thread to finish an iteration has finished it for all). */
#ifndef MISERE_SEARCH_SHARED_H
#define MISERE_SEARCH_SHARED_H

#include "search/move_ordering.h"
#include "search/proof/prover.h"
#include "search/pv.h"
#include "search/smp/abdada.h"
#include "search/table.h"

typedef struct SearchShared SearchShared;

/* --- while nothing is searched, by one thread --- */

/* For one thread, with an empty table of TABLE_MIN_MB to TABLE_MAX_MB; NULL if out of memory. */
SearchShared *shared_new(int megabytes);

/* May be NULL. */
void shared_free(SearchShared *shared);

/* Replaces the table by an empty one. False, with the old one kept, if out of memory. */
bool shared_set_table_size(SearchShared *shared, int megabytes);

/* Adds `by` to the number of threads; it may be negative. */
void shared_add_threads(SearchShared *shared, int by);

/* Forgets what was learned: table, histories, busy half-moves. */
void shared_clear(SearchShared *shared);

/* Call before each search: older table entries are then replaced first, and no iteration counts as
 * finished. */
void shared_begin_search(SearchShared *shared);

/* --- by any thread, at any time --- */

/* The number of threads that search. */
int shared_threads(const SearchShared *shared);

/* Its parts, valid as long as it is; the table until its size is set. */
Table *shared_table(SearchShared *shared);
History *shared_history(SearchShared *shared);
Prover *shared_prover(SearchShared *shared);
BusyTable *shared_busy(SearchShared *shared);

/* The depth of the deepest finished iteration; 0: none is finished. */
int shared_depth(const SearchShared *shared);

/* Reports a finished iteration and its best line. Ignored unless it is the deepest so far. */
void shared_report_iteration(SearchShared *shared, int depth, const Pv *line);

/* Copies the line of the deepest finished iteration and returns the iteration's depth; 0, with
 * *line unchanged, if none is finished. */
int shared_iteration(SearchShared *shared, Pv *line);

/* Takes back the iteration of that depth, if it is the deepest: its line has been refuted. */
void shared_withdraw_iteration(SearchShared *shared, int depth);

#endif
