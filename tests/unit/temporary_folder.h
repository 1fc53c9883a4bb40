/* temporary_folder: files that a test writes, and the temporary folder that holds them. */
#ifndef MISERE_UNIT_TEMPORARY_FOLDER_H
#define MISERE_UNIT_TEMPORARY_FOLDER_H

#include "unit/testing.h"

#include "base/os/atomic_file.h"
#include "base/os/regular_file.h"

#include <stdio.h>
#include <string.h>

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

#endif
