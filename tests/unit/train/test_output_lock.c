/* The lock on an output: who is refused, and what is left. */
#include "unit/errors.h"
#include "unit/temporary_folder.h"

#include "train/output_lock.h"

#include <string.h>
#include <unistd.h>

static int tear_down(void **state) {
    unlink("out");
    return leave_empty_folder(state);
}

static void assert_refused(const char *path, const char *reason) {
    OutputLock lock;
    Error error;
    assert_false(output_lock_take(&lock, path, &error));
    assert_says(&error, reason);
}

/* The file itself may be replaced while it is locked. */
static void test_one_at_a_time(void **state) {
    OutputLock lock;
    Error error;
    for (int i = 0; i < 2; i++) {
        assert_true(output_lock_take(&lock, "out", &error));
        assert_refused("out", "out: another misere-train is writing it");
        unlink("out");
        assert_true(path_create("out"));
        assert_refused("out", "out: another misere-train is writing it");
        output_lock_release(&lock);
        assert_false(path_exists("out.lock"));
    }
}

static void test_paths(void **state) {
    char path[PATH_MAX];
    memset(path, 'x', sizeof path);
    path[sizeof path - strlen(".lock")] = '\0';
    assert_refused(path, "x: the path is too long");
    assert_refused("/nowhere/out", "/nowhere/out.lock: No such file or directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_at_a_time, enter_folder, tear_down),
        cmocka_unit_test_setup_teardown(test_paths, enter_folder, tear_down),
    };
    return test_run("output lock", tests);
}
