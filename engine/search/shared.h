/* shared: what all threads of one search share: the transposition table, the histories, the prover,
 * the table of busy half-moves, and the deepest finished iteration (iteration sharing: the first
 * thread to finish an iteration finishes it for all). */
#ifndef MISERE_SEARCH_SHARED_H
#define MISERE_SEARCH_SHARED_H

#include "search/correction.h"
#include "search/move_ordering.h"
#include "search/proof/prover.h"
#include "search/pv.h"
#include "search/smp/abdada.h"
#include "search/table.h"

typedef struct SearchShared SearchShared;

/* --- for one thread, while no search is running --- */

/* Creates the shared state of a search with one thread. The table is empty; its size is
 * `megabytes`, from TABLE_MIN_MB to TABLE_MAX_MB. NULL if out of memory. */
SearchShared *shared_new(int megabytes);

/* NULL is allowed. */
void shared_free(SearchShared *shared);

/* Replaces the table with an empty one. If out of memory, keeps the old table and returns false. */
bool shared_set_table_size(SearchShared *shared, int megabytes);

/* Adds `by`, which may be negative, to the number of threads. */
void shared_add_threads(SearchShared *shared, int by);

/* Forgets what was learned: table, histories, busy half-moves. */
void shared_clear(SearchShared *shared);

/* Call before each search. From then on, table entries of older searches are replaced first, and no
 * iteration counts as finished. Before a full-width search, which prunes nothing, the table is
 * cleared if a search that prunes may have left entries. */
void shared_begin_search(SearchShared *shared, bool full_width);

/* --- for any thread, at any time --- */

/* The number of threads that search. */
int shared_threads(const SearchShared *shared);

/* The parts of `shared`. They are valid until shared_free, the table only until
 * shared_set_table_size. */
Table *shared_table(SearchShared *shared);
History *shared_history(SearchShared *shared);
Correction *shared_correction(SearchShared *shared);
Prover *shared_prover(SearchShared *shared);
BusyTable *shared_busy(SearchShared *shared);

/* The depth of the deepest finished iteration; 0 if none is finished. */
int shared_depth(const SearchShared *shared);

/* Reports a finished iteration and its best line. Ignored unless it is the deepest so far. */
void shared_report_iteration(SearchShared *shared, int depth, const Pv *line);

/* Copies the line of the deepest finished iteration and returns the iteration's depth; 0, with
 * *line unchanged, if none is finished. */
int shared_iteration(SearchShared *shared, Pv *line);

/* Withdraws the deepest finished iteration if its depth is still `depth`: its line has been
 * refuted. */
void shared_withdraw_iteration(SearchShared *shared, int depth);

#endif
