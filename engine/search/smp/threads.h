/* threads: a leader and its helpers, which sleep until there is a job. This module knows nothing
 * about search.
 *
 * The leader runs one job at a time. The leader's job may start another job on all helpers. The
 * thread that owns the Threads calls the functions of the first part; the leader's job calls those
 * of the second. */
#ifndef MISERE_SEARCH_SMP_THREADS_H
#define MISERE_SEARCH_SMP_THREADS_H

#include "search/smp/signals.h"

enum { THREADS_MAX = 256 };

typedef struct Threads Threads;

/* A job should end soon after signals->stop is set. */
typedef void LeaderJob(void *context, const Signals *signals);

/* A job for helper `index`, counted from 0. */
typedef void HelperJob(void *context, int index, const Signals *signals);

/* --- for the owner --- */

/* Creates a sleeping leader without helpers. NULL if out of memory, or if the thread cannot be
 * started. */
Threads *threads_new(void);

/* Stops a running job, waits for it, and ends all threads. NULL is allowed. */
void threads_free(Threads *threads);

/* The number of threads to run when `wanted` (1 or more) are requested: at most the number of
 * processors or 4, whichever is greater; 1 if threads do not run in parallel (see
 * thread_is_parallel). With more threads, the leader might not be running when its time is up. */
int threads_limit(int wanted);

/* Sets the number of helpers, 0 to THREADS_MAX - 1. If out of memory, or if a thread cannot be
 * started, leaves the number unchanged and returns false. Not while a job runs. */
bool threads_set_helpers(Threads *threads, int count);

/* Starts the leader's job, pondering or not, and returns. Not while a job runs. */
void threads_start(Threads *threads, LeaderJob *job, void *context, bool pondering);

/* Ends pondering: from now on the clock limits the job. */
void threads_ponderhit(Threads *threads);

/* Ends pondering, asks the job to end, and returns without waiting. */
void threads_stop(Threads *threads);

bool threads_is_pondering(const Threads *threads);

/* Is the leader's job running? */
bool threads_is_busy(Threads *threads);

/* Sleeps until no job is running. */
void threads_wait(Threads *threads);

/* --- for the leader's job --- */

/* Starts a job on all helpers and returns. */
void threads_start_helpers(Threads *threads, HelperJob *job, void *context);

/* Asks the helpers' job to end, and sleeps until all helpers have finished it. */
void threads_stop_helpers(Threads *threads);

/* Sleeps until pondering ends: for a job that is done but must not answer yet. */
void threads_sleep_while_pondering(Threads *threads);

#endif
