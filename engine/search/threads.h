/* threads: the search threads. They sleep until there is a task, and search while the protocol's
 * thread reads commands.
 *
 * Parallel search: all threads search the same root and share a SearchShared. The first one, the
 * leader, runs the tasks and decides when a search is over; the others help it. The thread that
 * owns the Threads calls all functions except threads_search and threads_sleep_while_pondering,
 * which only a task calls, on the leader's thread. */
#ifndef MISERE_SEARCH_THREADS_H
#define MISERE_SEARCH_THREADS_H

#include "search/search.h"

typedef struct Threads Threads;

/* Work for the leader. It should end soon after signals->stop is set. */
typedef void ThreadsTask(void *context, Threads *threads, const Signals *signals);

/* Creates a sleeping leader without helpers, and a transposition table of `megabytes`. NULL if out
 * of memory, or if the thread cannot be started. */
Threads *threads_new(int megabytes);

/* Stops a running task, waits for it, ends all threads, and frees everything. NULL is allowed. */
void threads_free(Threads *threads);

/* The number of threads to run when `wanted` (1 or more) are requested: at most the number of
 * processors or 4, whichever is greater; 1 if threads do not run in parallel (see
 * thread_is_parallel). With more threads, the leader might not be running when its time is up. */
int threads_limit(int wanted);

/* Sets the number of threads, 1 to THREADS_MAX, but to no more than threads_limit allows. If out of
 * memory, or if a thread cannot be started, leaves the number unchanged and returns false. Not
 * while a task runs. */
bool threads_set_count(Threads *threads, int count);

/* Replaces the table with an empty one. If out of memory, keeps the old table and returns false.
 * Not while a task runs. */
bool threads_set_table_size(Threads *threads, int megabytes);

/* Clears the table and the histories. Not while a task runs. */
void threads_clear(Threads *threads);

/* Starts a task, pondering or not, and returns without waiting. Not while a task runs. */
void threads_start(Threads *threads, ThreadsTask *task, void *context, bool pondering);

/* Ends pondering, and returns without waiting. From now on the clock limits the task; with
 * `must_stop` it is also asked to end. */
void threads_end_pondering(Threads *threads, bool must_stop);

bool threads_is_pondering(const Threads *threads);

/* Is a task running? */
bool threads_is_busy(Threads *threads);

/* Sleeps until no task is running. */
void threads_wait(Threads *threads);

/* For a task: runs search_run on all threads. */
const SearchInfo *threads_search(Threads *threads, const SearchParams *params,
                                 const Reports *reports);

/* For a task that is done but must not answer yet: sleeps until pondering ends. */
void threads_sleep_while_pondering(Threads *threads);

#endif
