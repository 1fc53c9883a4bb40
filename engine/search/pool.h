/* pool: the search threads. They search while the protocol's thread reads commands.
 *
 * Parallel search: all threads search the same root and share a SearchShared; the leader decides
 * when the search is over. The thread that owns the pool calls all functions, except that only a
 * task, on the leader's thread, calls pool_search and pool_sleep_while_pondering. */
#ifndef MISERE_SEARCH_POOL_H
#define MISERE_SEARCH_POOL_H

#include "search/search.h"

typedef struct Pool Pool;

/* Work for the leader. It should end soon after signals->stop is set. */
typedef void PoolTask(void *context, Pool *pool, const Signals *signals);

enum { POOL_THREADS_MAX = 256 };

/* One sleeping thread and a transposition table of that size; NULL if out of memory or threads. */
Pool *pool_new(int megabytes);

/* Stops the task that runs, waits for it, and frees everything. May be NULL. */
void pool_free(Pool *pool);

/* Replaces the table by an empty one. False, with the old one kept, if out of memory. Not while a
 * task runs. */
bool pool_set_table_size(Pool *pool, int megabytes);

/* Sets the number of threads, 1 to POOL_THREADS_MAX, but to no more than threads_limit allows.
 * False, with as many as before, if out of memory or threads. Not while a task runs. */
bool pool_set_threads(Pool *pool, int count);

/* Clears the table and the histories. Not while a task runs. */
void pool_clear(Pool *pool);

/* Starts a task and returns without waiting. Not while a task runs. */
void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering);

/* Ends pondering: the task continues under the clock. */
void pool_ponderhit(Pool *pool);

/* Ends pondering, asks the task to end, and returns without waiting. */
void pool_stop(Pool *pool);

bool pool_is_pondering(const Pool *pool);

bool pool_is_busy(const Pool *pool);

/* Sleeps until no task runs. */
void pool_wait(Pool *pool);

/* For a task: search_run with all threads. The nodes reported are those of all threads together.
 * Each thread gets an equal share of a limit of nodes; only one thread alone keeps it exactly. */
const SearchInfo *pool_search(Pool *pool, const SearchParams *params, const Reports *reports);

/* For a task that is done but must not answer yet: sleeps until pondering ends. */
void pool_sleep_while_pondering(Pool *pool);

#endif
