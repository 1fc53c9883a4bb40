/* temporary_folder: files that a test writes, and the temporary folder that holds them. */
#ifndef MISERE_UNIT_TEMPORARY_FOLDER_H
#define MISERE_UNIT_TEMPORARY_FOLDER_H

#include "unit/testing.h"

#include "base/os/atomic_file.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static inline void write_file(const char *path, const char *text) {
    assert_true(atomic_file_write(path, text, strlen(text), NULL));
}

/* Asserts that the file has this content. */
static inline void check_file(const char *path, const char *expected) {
    char *bytes;
    size_t size;
    assert_true(regular_file_read(path, 1000, &bytes, &size, NULL));
    assert_string_equal(bytes, expected);
    free(bytes);
}

/* Removes the folder with all that it holds. */
static inline void remove_folder(const char *folder) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* The working directory of the tests that begin with enter_folder, and the one before. */
static char test_folder[128], folder_before[PATH_MAX];

/* For cmocka, before and after a test or all tests: enters an empty temporary folder, in RAM if
 * that can be, where nothing waits for the disk; goes back and removes it. leave_empty_folder fails
 * if it still holds something. */
static inline int enter_folder(void **state) {
    bool has_ram = access("/dev/shm", W_OK) == 0;
    snprintf(test_folder, sizeof test_folder, "%s/misere-XXXXXX", has_ram ? "/dev/shm" : "/tmp");
    bool entered = getcwd(folder_before, sizeof folder_before) && mkdtemp(test_folder) &&
                   chdir(test_folder) == 0;
    return entered ? 0 : -1;
}

static inline int leave_folder(void **state) {
    assert_int_equal(chdir(folder_before), 0);
    remove_folder(test_folder);
    return 0;
}

static inline int leave_empty_folder(void **state) {
    return chdir(folder_before) == 0 && path_remove_folder(test_folder) ? 0 : -1;
}

/* Like test_run, in a temporary folder. */
#define test_run_in_folder(name, tests)                                                            \
    (cmocka_set_message_output(CM_OUTPUT_TAP),                                                     \
     cmocka_run_group_tests_name(name, tests, enter_folder, leave_folder))

#endif
