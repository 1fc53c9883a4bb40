/* pool: the thread that thinks while the protocol listens.
 *
 * One thread, the pool's owner, calls everything here; but pool_sleep_while_pondering is the
 * task's, and pool_table is, too, while it runs. */
#ifndef MISERE_POOL_H
#define MISERE_POOL_H

#include "search.h"

typedef struct Pool Pool;

/* Work for the thread: it should end soon after it is told to stop. */
typedef void PoolTask(void *context, Pool *pool, Searcher *searcher, const Signals *signals);

/* A sleeping thread with a table of that size; NULL without memory or threads. */
Pool *pool_new(int megabytes);

/* Stops what runs, and gives everything back. */
void pool_free(Pool *pool);

/* Replaces the table by an empty one; false, the old one kept, without memory. Not while busy. */
bool pool_set_table_size(Pool *pool, int megabytes);

/* Forgets everything learned. Not while busy. */
void pool_clear(Pool *pool);

Table *pool_table(Pool *pool);

/* Hands the thread a task and returns at once. Not while busy. */
void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering);

/* Tells the task to ponder no longer. */
void pool_ponderhit(Pool *pool);

/* Tells the task to ponder no longer and to end, and returns at once. */
void pool_stop(Pool *pool);

bool pool_is_pondering(Pool *pool);

/* Sleeps until the thread is idle. */
void pool_wait(Pool *pool);

/* For a task that is done but must not answer yet. */
void pool_sleep_while_pondering(Pool *pool);

#endif
