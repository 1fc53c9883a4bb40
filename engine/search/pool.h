/* pool: the threads that think while the protocol listens.
 *
 * The first one does the tasks it is given; in a search the others help it: all search the same
 * root, share the table, and keep out of each other's way (see team). One thread, the pool's owner,
 * calls everything here; but pool_search and pool_sleep_while_pondering are the task's. */
#ifndef MISERE_SEARCH_POOL_H
#define MISERE_SEARCH_POOL_H

#include "search/search.h"

typedef struct Pool Pool;

/* Work for the first thread: it should end soon after it is told to stop. */
typedef void PoolTask(void *context, Pool *pool, const Signals *signals);

enum { POOL_THREADS_MAX = 256 };

/* One sleeping thread with a table of that size; NULL without memory or threads. */
Pool *pool_new(int megabytes);

/* Stops what runs, and gives everything back. */
void pool_free(Pool *pool);

/* Replaces the table by an empty one; false, the old one kept, without memory. Not while busy. */
bool pool_set_table_size(Pool *pool, int megabytes);

/* So many threads, 1 to POOL_THREADS_MAX, but not more than there are processors, or than 4 where
 * there are fewer; false, there being as many as before, if they, or the memory for them, cannot be
 * had. Not while busy. */
bool pool_set_threads(Pool *pool, int count);

/* Forgets everything learned. Not while busy. */
void pool_clear(Pool *pool);

/* Hands the first thread a task and returns at once. Not while busy. */
void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering);

/* Tells the task to ponder no longer. */
void pool_ponderhit(Pool *pool);

/* Tells the task to ponder no longer and to end, and returns at once. */
void pool_stop(Pool *pool);

bool pool_is_pondering(const Pool *pool);

/* Sleeps until the threads are idle. */
void pool_wait(Pool *pool);

/* For a task: searches with all threads, like search_run. Nodes are those of all of them; a limit
 * of nodes is shared out, and kept exactly by one thread. Valid until the next search. */
const SearchInfo *pool_search(Pool *pool, const SearchParams *params, const Reports *reports);

/* For a task that is done but must not answer yet. */
void pool_sleep_while_pondering(Pool *pool);

#endif
