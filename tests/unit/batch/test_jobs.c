/* Jobs: each is done once, by any number of threads; after a failure no other begins. */
/* tags: threads */
#include "unit/errors.h"
#include "unit/failing_calls.h"

#include "base/os/path.h"
#include "batch/jobs.h"

#include <unistd.h>

enum { JOBS = 500, DONE_EVERY = 7, THREADS = 4 };

typedef struct {
    int run[JOBS], reported;
    uint64_t bad_run;        /* this job fails; JOBS: none */
    int good_adds;           /* so many results can be added; -1: all */
    bool is_short_of_memory; /* no worker can be made */
} Work;

typedef struct {
    Work *work;
    uint64_t number;
} JobWorker;

static bool begin_worker(void *context, void *work) {
    JobWorker *worker = context;
    assert_null(worker->work);
    worker->work = work;
    return !worker->work->is_short_of_memory;
}

static void end_worker(void *context) {
    JobWorker *worker = context;
    assert_non_null(worker->work);
}

static bool run(void *context, uint64_t number, JobItems *result, Error *error) {
    JobWorker *worker = context;
    Work *work = worker->work;
    work->run[number]++;
    worker->number = number;
    *result = (JobItems){&worker->number, 1};
    return number != work->bad_run || error_set(error, "job %d", (int)number);
}

static void report(void *work) {
    ((Work *)work)->reported++;
}

FAILING(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size), -1);

/* Does the jobs but those that an earlier run has done, and checks the results. */
static bool do_jobs(Work *work, int threads, Error *error) {
    Jobs jobs = {.context = work,
                 .threads = threads,
                 .worker_size = sizeof(JobWorker),
                 .begin_worker = begin_worker,
                 .end_worker = end_worker,
                 .run = run,
                 .report = report};
    char folder[PATH_MAX], path[PATH_MAX + 8];
    JobFile file;
    assert_true(path_make_temporary(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/work", folder);
    assert_done(job_file_open_for(&file, path, 1, sizeof(uint64_t), JOBS, error), error);
    for (uint64_t i = 0; i < JOBS; i += DONE_EVERY)
        assert_done(job_file_add(&file, i, &i, 1, error), error);
    *fault = (FailingCall){"write", work->good_adds, ENOSPC};
    bool done = jobs_run(&jobs, &file, error);
    *fault = (FailingCall){.name = NULL};
    for (uint64_t i = 0, number; i < JOBS; i++)
        if (done || job_file_has(&file, i)) {
            assert_done(job_file_read(&file, i, &number, error), error);
            assert_int_equal(number, i);
        }
    job_file_remove(&file);
    job_file_close(&file);
    assert_true(path_remove_folder(folder));
    return done;
}

static void test_each_once(void **state) {
    for (int threads = 1; threads <= THREADS; threads++) {
        Work work = {.bad_run = JOBS, .good_adds = -1};
        Error error;
        assert_done(do_jobs(&work, threads, &error), &error);
        for (int i = 0; i < JOBS; i++)
            assert_int_equal(work.run[i], i % DONE_EVERY != 0);
        assert_int_equal(work.reported, JOBS - (JOBS + DONE_EVERY - 1) / DONE_EVERY);
    }
}

static void test_failures(void **state) {
    Work work = {.bad_run = 100, .good_adds = -1};
    Error error;
    assert_false(do_jobs(&work, 1, &error));
    assert_says(&error, "job 100");
    assert_int_equal(work.run[100], 1);
    assert_int_equal(work.run[101], 0);
    work = (Work){.bad_run = JOBS, .good_adds = 50};
    assert_false(do_jobs(&work, THREADS, &error));
    assert_says(&error, "work.part: No space left on device");
    assert_in_range(work.reported, 50, 50 + THREADS - 1); /* what others were doing is kept, too */
    work = (Work){.bad_run = JOBS, .good_adds = -1, .is_short_of_memory = true};
    assert_false(do_jobs(&work, THREADS, &error));
    assert_says(&error, "out of memory");
    assert_int_equal(work.reported, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_once),
        cmocka_unit_test(test_failures),
    };
    return share_fault() ? test_run("jobs", tests) : 1;
}
