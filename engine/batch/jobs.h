/* jobs: numbered jobs that several threads share. */
#ifndef MISERE_BATCH_JOBS_H
#define MISERE_BATCH_JOBS_H

#include "base/error.h"
#include "batch/team.h"

#include <stddef.h>
#include <stdint.h>

/* The jobs, and what does them. The functions fail with an error. */
typedef struct {
    void *context;  /* for the functions */
    uint64_t count; /* the jobs are numbered from 0 */
    int threads;    /* 1 to TEAM_THREADS_MAX */
    /* What each thread has for itself is called a worker: so many bytes, which are 0 at first.
     * begin_worker returns false if out of memory; end_worker is called in any case. */
    size_t worker_size;
    bool (*begin_worker)(void *worker, void *context);
    void (*end_worker)(void *worker);
    /* Is the job done already, by an earlier run? */
    bool (*is_done)(const void *context, uint64_t number);
    /* Does a job. Several threads call this at the same time, each with its own worker. */
    bool (*run)(void *worker, uint64_t number, Error *error);
    /* Takes the result of the job that the worker has done. This and is_done are called by one
     * thread at a time. */
    bool (*enter)(void *worker, uint64_t number, Error *error);
} Jobs;

/* Does all jobs that are not done, begun in the order of their numbers. Stops early after a
 * failure, and sets *error to the first one. */
bool jobs_run(const Jobs *jobs, Error *error);

#endif
