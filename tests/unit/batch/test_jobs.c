/* Jobs: each is done once, by any number of threads; after a failure no other begins. */
/* tags: threads */
#include "unit/errors.h"

#include "batch/jobs.h"

#include <stdlib.h>

enum { JOBS = 500, DONE_EVERY = 7, THREADS = 4 };

typedef struct {
    int run[JOBS], entered;
    uint64_t bad_run, bad_entry; /* these jobs fail; JOBS: none */
    bool is_short_of_memory;     /* no worker can be made */
} Work;

typedef struct {
    Work *work;
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

static bool is_done(const void *context, uint64_t number) {
    return number % DONE_EVERY == 0;
}

static bool run(void *worker, uint64_t number, Error *error) {
    Work *work = ((JobWorker *)worker)->work;
    work->run[number]++;
    return number != work->bad_run || error_set(error, "job %d", (int)number);
}

static bool enter(void *worker, uint64_t number, Error *error) {
    Work *work = ((JobWorker *)worker)->work;
    work->entered++;
    return number != work->bad_entry || error_set(error, "entry %d", (int)number);
}

static bool do_jobs(Work *work, int threads, Error *error) {
    Jobs jobs = {.context = work,
                 .count = JOBS,
                 .threads = threads,
                 .worker_size = sizeof(JobWorker),
                 .begin_worker = begin_worker,
                 .end_worker = end_worker,
                 .is_done = is_done,
                 .run = run,
                 .enter = enter};
    return jobs_run(&jobs, error);
}

static void test_each_once(void **state) {
    for (int threads = 1; threads <= THREADS; threads++) {
        Work work = {.bad_run = JOBS, .bad_entry = JOBS};
        Error error;
        assert_done(do_jobs(&work, threads, &error), &error);
        for (int i = 0; i < JOBS; i++)
            assert_int_equal(work.run[i], i % DONE_EVERY != 0);
        assert_int_equal(work.entered, JOBS - (JOBS + DONE_EVERY - 1) / DONE_EVERY);
    }
}

static void test_failures(void **state) {
    Work work = {.bad_run = 100, .bad_entry = JOBS};
    Error error;
    assert_false(do_jobs(&work, 1, &error));
    assert_says(&error, "job 100");
    assert_int_equal(work.run[100], 1);
    assert_int_equal(work.run[101], 0);
    work = (Work){.bad_run = JOBS, .bad_entry = 50};
    assert_false(do_jobs(&work, THREADS, &error));
    assert_says(&error, "entry 50");
    work = (Work){.bad_run = JOBS, .bad_entry = JOBS, .is_short_of_memory = true};
    assert_false(do_jobs(&work, THREADS, &error));
    assert_says(&error, "out of memory");
    assert_int_equal(work.entered, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_once),
        cmocka_unit_test(test_failures),
    };
    return test_run("jobs", tests);
}
