/* threads: a leader and its helpers, which sleep until there is a job. They know nothing of search.
 *
 * The leader runs one job at a time, and a job of the leader may set all helpers to work on a job
 * of theirs. The thread that owns the Threads calls the functions of the first part; the leader's
 * job calls those of the second. */
#ifndef MISERE_SEARCH_SMP_THREADS_H
#define MISERE_SEARCH_SMP_THREADS_H

#include "search/smp/signals.h"

enum { THREADS_MAX = 256 };

typedef struct Threads Threads;

/* A job should end soon after signals->stop is set. */
typedef void LeaderJob(void *context, const Signals *signals);

/* The same, for helper `index`, counted from 0. */
typedef void HelperJob(void *context, int index, const Signals *signals);

/* --- for the owner --- */

/* A sleeping leader without helpers; NULL if out of memory or threads. */
Threads *threads_new(void);

/* Stops the job that runs, waits for it, and ends all threads. May be NULL. */
void threads_free(Threads *threads);

/* How many threads to run if `wanted`, 1 or more, are asked for: no more than there are processors,
 * but up to 4 are always allowed, and 1 where threads take turns. With more threads than processors
 * the leader might not be running when its time is up.
 */
int threads_limit(int wanted);

/* Sets the number of helpers, 0 to THREADS_MAX - 1. False, with as many as before, if there is not
 * enough memory or a thread cannot be started. Not while a job runs. */
bool threads_set_helpers(Threads *threads, int count);

/* Starts the leader's job and returns. Not while a job runs. */
void threads_start(Threads *threads, LeaderJob *job, void *context, bool pondering);

/* Ends pondering: the job becomes one under the clock. */
void threads_ponderhit(Threads *threads);

/* Ends pondering, asks the job to end, and returns without waiting. */
void threads_stop(Threads *threads);

bool threads_is_pondering(const Threads *threads);

/* Does the leader's job run? */
bool threads_is_busy(Threads *threads);

/* Sleeps until no job runs. */
void threads_wait(Threads *threads);

/* --- for the leader's job --- */

/* Starts a job on all helpers and returns. */
void threads_start_helpers(Threads *threads, HelperJob *job, void *context);

/* Asks the helpers' job to end, and sleeps until it has on all of them. */
void threads_stop_helpers(Threads *threads);

/* Sleeps until pondering ends: for a job that is done but must not answer yet. */
void threads_sleep_while_pondering(Threads *threads);

#endif
