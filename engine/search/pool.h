/* pool: the thread that thinks while the protocol listens.
 *
 * One thread, the pool's owner, calls everything here; but pool_sleep_until_stopped and
 * pool_announce_end are the task's, and pool_clear and pool_table are, too, while it runs. */
#ifndef MISERE_POOL_H
#define MISERE_POOL_H

#include "search.h"

typedef struct Pool Pool;

/* Work for the thread: it should end soon after *stop becomes true. */
typedef void PoolTask(void *context, Pool *pool, Searcher *searcher, const atomic_bool *stop);

/* A sleeping thread with a table of that size; NULL without memory or threads. */
Pool *pool_new(int megabytes);

/* Stops what runs, and gives everything back. */
void pool_free(Pool *pool);

/* Replaces the table by an empty one; false, the old one kept, without memory. Not while busy. */
bool pool_set_table_size(Pool *pool, int megabytes);

/* Forgets everything learned. Not while another is busy. */
void pool_clear(Pool *pool);

Table *pool_table(Pool *pool);

/* Hands the thread a task and returns at once. Not while busy. */
void pool_start(Pool *pool, PoolTask *task, void *context);

/* Tells the task to end, and returns at once. */
void pool_stop(Pool *pool);

/* Sleeps until the thread is idle. */
void pool_wait(Pool *pool);

/* Is a task at work? If it was told to stop, or has announced its end, this waits the moment until
 * it is over. */
bool pool_is_busy(Pool *pool);

/* For a task that is done but must not answer yet: sleeps until pool_stop is called. */
void pool_sleep_until_stopped(Pool *pool);

/* For a task that is about to answer: whoever has read the answer may start the next one. */
void pool_announce_end(Pool *pool);

#endif
