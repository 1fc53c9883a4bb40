/* Job files: what is kept, and which files are refused. tests/unit/train/data/test_shard.c breaks
 * them off at each byte. */
#include "unit/errors.h"
#include "unit/temporary_folder.h"

#include "batch/job_file.h"

#include <stdio.h>

enum { JOBS = 9 };

static const char path[] = "work";

static bool open_file(JobFile *file, uint64_t input, Error *error) {
    return job_file_open_for(file, path, input, sizeof(int), JOBS, error);
}

static void test_results(void **state) {
    static const int ITEMS[] = {7, 8, 9};
    JobFile file, other;
    Error error;
    int items[3];
    assert_done(open_file(&file, 1, &error), &error);
    assert_done(job_file_add(&file, 5, ITEMS, 3, &error), &error);
    assert_done(job_file_add(&file, 0, NULL, 0, &error), &error);
    assert_false(open_file(&other, 1, &error));
    assert_says(&error, "work.part: another process is writing it");
    job_file_close(&file);
    assert_done(open_file(&file, 1, &error), &error);
    for (int i = 0; i < JOBS + 1; i++)
        assert_int_equal(job_file_has(&file, (uint64_t)i), i == 0 || i == 5);
    assert_int_equal(file.done, 2);
    assert_int_equal(file.items, 3);
    assert_done(job_file_read(&file, 5, items, &error), &error);
    assert_memory_equal(items, ITEMS, sizeof ITEMS);
    job_file_remove(&file);
    job_file_close(&file);
    assert_false(path_exists(file.path));
}

static void test_refused(void **state) {
    JobFile file;
    Error error;
    assert_done(open_file(&file, 1, &error), &error);
    job_file_close(&file);
    assert_false(open_file(&file, 2, &error));
    assert_says(&error, "work.part: belongs to other input, other options or another version");
    assert_done(open_file(&file, 1, &error), &error);
    job_file_remove(&file);
    job_file_close(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_results, enter_folder, leave_empty_folder),
        cmocka_unit_test_setup_teardown(test_refused, enter_folder, leave_empty_folder),
    };
    return test_run("job_file", tests);
}
