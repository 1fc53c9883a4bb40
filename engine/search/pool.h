/* pool: the search threads. They search while the protocol's thread reads commands.
 *
 * Parallel search: all threads search the same root and share a SearchShared; the leader decides
 * when the search is over. The thread that owns the pool calls all functions except pool_search and
 * pool_sleep_while_pondering, which only a task calls, on the leader's thread. */
#ifndef MISERE_SEARCH_POOL_H
#define MISERE_SEARCH_POOL_H

#include "search/search.h"

typedef struct Pool Pool;

/* Work for the leader. It should end soon after signals->stop is set. */
typedef void PoolTask(void *context, Pool *pool, const Signals *signals);

enum { POOL_THREADS_MAX = 256 };

/* Creates a pool with one sleeping thread and a transposition table of `megabytes`. NULL if out of
 * memory, or if the thread cannot be started. */
Pool *pool_new(int megabytes);

/* Stops a running task, waits for it, and frees everything. NULL is allowed. */
void pool_free(Pool *pool);

/* Replaces the table with an empty one. If out of memory, keeps the old table and returns false.
 * Not while a task runs. */
bool pool_set_table_size(Pool *pool, int megabytes);

/* Sets the number of threads, 1 to POOL_THREADS_MAX, but to no more than threads_limit allows. If
 * out of memory, or if a thread cannot be started, leaves the number unchanged and returns false.
 * Not while a task runs. */
bool pool_set_threads(Pool *pool, int count);

/* Clears the table and the histories. Not while a task runs. */
void pool_clear(Pool *pool);

/* Starts a task, pondering or not, and returns without waiting. Not while a task runs. */
void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering);

/* Ends pondering: from now on the clock limits the task. */
void pool_ponderhit(Pool *pool);

/* Ends pondering, asks the task to end, and returns without waiting. */
void pool_stop(Pool *pool);

bool pool_is_pondering(const Pool *pool);

bool pool_is_busy(const Pool *pool);

/* Sleeps until no task is running. */
void pool_wait(Pool *pool);

/* For a task: runs search_run on all threads. Reports count the nodes of all threads together. A
 * node limit is divided equally among the threads; it is exact only with a single thread. */
const SearchInfo *pool_search(Pool *pool, const SearchParams *params, const Reports *reports);

/* For a task that is done but must not answer yet: sleeps until pondering ends. */
void pool_sleep_while_pondering(Pool *pool);

#endif
