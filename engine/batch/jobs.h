/* jobs: numbered jobs that several threads share. Their results are kept in a job file, so an
 * interrupted run continues. */
#ifndef MISERE_BATCH_JOBS_H
#define MISERE_BATCH_JOBS_H

#include "batch/job_file.h"
#include "batch/team.h"

/* The items of a result. */
typedef struct {
    const void *items;
    size_t count; /* up to JOB_ITEMS_MAX */
} JobItems;

/* What does the jobs. */
typedef struct {
    void *context; /* for the functions */
    int threads;   /* 1 to TEAM_THREADS_MAX */
    /* What each thread has for itself is called a worker: so many bytes, which are 0 at first.
     * begin_worker returns false if out of memory; end_worker is called in any case. */
    size_t worker_size;
    bool (*begin_worker)(void *worker, void *context);
    void (*end_worker)(void *worker);
    /* Does a job. Its result must stay as it is until the worker's next job. Several threads call
     * this at the same time, each with its own worker. On failure sets *error and returns false. */
    bool (*run)(void *worker, uint64_t number, JobItems *result, Error *error);
    /* The file has another result. Called by one thread at a time. */
    void (*report)(void *context);
} Jobs;

/* Does all jobs of which the file has no result, begun in the order of their numbers. Stops early
 * after a failure, and sets *error to the first one. */
bool jobs_run(const Jobs *jobs, JobFile *file, Error *error);

#endif
