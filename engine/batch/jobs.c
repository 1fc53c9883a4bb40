#include "batch/jobs.h"

#include "base/os/thread.h"

#include <stdlib.h>

typedef struct {
    const Jobs *jobs;
    Mutex mutex; /* protects the members below */
    JobFile *file;
    uint64_t next; /* number of the next job */
    bool failed;
    Error *error;
} JobsShared;

/* Sets *number to that of the next job. Returns false if none is left, or after a failure. */
static bool next_job(JobsShared *shared, uint64_t *number) {
    mutex_lock(&shared->mutex);
    while (job_file_has(shared->file, shared->next))
        shared->next++;
    bool found = !shared->failed && shared->next < shared->file->jobs;
    if (found)
        *number = shared->next++;
    mutex_unlock(&shared->mutex);
    return found;
}

/* Adds the result of a job to the file, or notes the first error. */
static bool end_job(JobsShared *shared, uint64_t number, const JobItems *result, bool good,
                    Error *error) {
    mutex_lock(&shared->mutex);
    good = good && job_file_add(shared->file, number, result->items, result->count, error);
    if (good)
        shared->jobs->report(shared->jobs->context);
    else if (!shared->failed && shared->error)
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
    JobItems result;
    bool good =
        (worker && jobs->begin_worker(worker, jobs->context)) || error_set(&error, "out of memory");
    if (!good)
        end_job(shared, 0, NULL, false, &error);
    while (good && next_job(shared, &number)) {
        good = jobs->run(worker, number, &result, &error);
        good = end_job(shared, number, &result, good, &error);
    }
    if (worker)
        jobs->end_worker(worker);
    free(worker);
}

bool jobs_run(const Jobs *jobs, JobFile *file, Error *error) {
    JobsShared shared = {.jobs = jobs, .file = file, .error = error};
    Team *team = team_new(jobs->threads);
    if (!team)
        return error_set(error, "out of memory, or cannot start a thread");
    mutex_init(&shared.mutex);
    team_run(team, work, &shared);
    mutex_destroy(&shared.mutex);
    team_free(team);
    return !shared.failed;
}
