/* shared: what all threads of one search share: the transposition table, the histories, the prover,
 * the table of busy half-moves, and the deepest finished iteration (iteration sharing: the first
 * thread to finish an iteration finishes it for all). */
#ifndef MISERE_SEARCH_SHARED_H
#define MISERE_SEARCH_SHARED_H

#include "base/os/thread.h"
#include "search/abdada.h"
#include "search/correction.h"
#include "search/move_ordering.h"
#include "search/proof/prover.h"
#include "search/pv.h"
#include "search/table.h"

enum { THREADS_MAX = 256 };

typedef struct SearchThread SearchThread; /* see search.h */

typedef struct {
    BusyTable busy;
    SearchThread *helpers[THREADS_MAX - 1]; /* all threads but the leader */
    int helper_count;
    Table *table;
    bool table_is_full_width; /* is no entry from a search that prunes? */
    Prover *prover;
    History history;
    Correction correction;
    Mutex mutex;      /* guards `line`, and writes to `depth` */
    atomic_int depth; /* of the deepest finished iteration; 0: none */
    Pv line;          /* the best line of the iteration of that depth */
} SearchShared;

/* --- for one thread, while no search is running --- */

/* Creates the shared state of a search, without helpers. The table is empty; its size is
 * `megabytes`, from TABLE_MIN_MB to TABLE_MAX_MB. NULL if out of memory. */
SearchShared *shared_new(int megabytes);

/* NULL is allowed. */
void shared_free(SearchShared *shared);

/* Replaces the table with an empty one. If out of memory, keeps the old table and returns false. */
bool shared_set_table_size(SearchShared *shared, int megabytes);

/* Forgets what was learned: table, histories, busy half-moves. */
void shared_clear(SearchShared *shared);

/* Call before each search. From then on, table entries of older searches are replaced first, and no
 * iteration counts as finished. Before a full-width search, which prunes nothing, the table is
 * cleared if a search that prunes may have left entries. */
void shared_begin_search(SearchShared *shared, bool full_width);

/* --- for any thread, at any time --- */

/* Reports a finished iteration and its best line. Ignored unless it is the deepest so far. */
void shared_report_iteration(SearchShared *shared, int depth, const Pv *line);

/* Copies the line of the deepest finished iteration and returns the iteration's depth; 0, with
 * *line unchanged, if none is finished. */
int shared_iteration(SearchShared *shared, Pv *line);

/* Withdraws the deepest finished iteration if its depth is still `depth`: its line has been
 * refuted. */
void shared_withdraw_iteration(SearchShared *shared, int depth);

#endif
