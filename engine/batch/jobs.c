#include "batch/jobs.h"

#include "base/os/thread.h"

#include <stdlib.h>

typedef struct {
    const Jobs *jobs;
    Mutex mutex;   /* protects the members below */
    uint64_t next; /* number of the next job */
    bool failed;
    Error *error;
} JobsShared;

/* Sets *number to that of the next job. Returns false if none is left, or after a failure. */
static bool next_job(JobsShared *shared, uint64_t *number) {
    const Jobs *jobs = shared->jobs;
    mutex_lock(&shared->mutex);
    while (shared->next < jobs->count && jobs->is_done(jobs->context, shared->next))
        shared->next++;
    bool found = !shared->failed && shared->next < jobs->count;
    if (found)
        *number = shared->next++;
    mutex_unlock(&shared->mutex);
    return found;
}

/* Enters the result of a job, or notes the first error. */
static bool end_job(JobsShared *shared, void *worker, uint64_t number, bool good, Error *error) {
    mutex_lock(&shared->mutex);
    good = good && shared->jobs->enter(worker, number, error);
    if (!good && !shared->failed && shared->error)
        *shared->error = *error;
    shared->failed = shared->failed || !good;
    mutex_unlock(&shared->mutex);
    return good;
}

static void work(void *context, int index) {
    (void)index;
    JobsShared *shared = context;
    const Jobs *jobs = shared->jobs;
    Error error;
    uint64_t number;
    void *worker = calloc(1, jobs->worker_size);
    bool good =
        (worker && jobs->begin_worker(worker, jobs->context)) || error_set(&error, "out of memory");
    if (!good)
        end_job(shared, worker, 0, false, &error);
    while (good && next_job(shared, &number))
        good = end_job(shared, worker, number, jobs->run(worker, number, &error), &error);
    if (worker)
        jobs->end_worker(worker);
    free(worker);
}

bool jobs_run(const Jobs *jobs, Error *error) {
    JobsShared shared = {.jobs = jobs, .error = error};
    Team *team = team_new(jobs->threads);
    if (!team)
        return error_set(error, "out of memory, or cannot start a thread");
    mutex_init(&shared.mutex);
    team_run(team, work, &shared);
    mutex_destroy(&shared.mutex);
    team_free(team);
    return !shared.failed;
}
