/* The files to convert: adding files and folders, and finding out whether a file is among them. */
#include "unit/errors.h"
#include "unit/temporary_folder.h"

#include "convert/inputs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each test has a folder with files. */
static int set_up(void **state) {
    if (enter_folder(state))
        return -1;
    assert_int_equal(mkdir("games", 0700), 0);
    assert_int_equal(mkdir("games/old", 0700), 0);
    assert_int_equal(mkdir("games/.cache", 0700), 0);
    assert_int_equal(mkdir("none", 0700), 0);
    write_file("games/b.xml", "12345");
    write_file("games/a.pgn", "1");
    write_file("games/old/c.xml", "");
    write_file("games/z.txt", "123");
    write_file("games/.hidden", "secret");
    write_file("games/.cache/d.xml", "secret");
    write_file("other.xml", "1234567");
    return 0;
}

static void add(ConvertInputs *inputs, const char *path) {
    Error error;
    assert_done(convert_inputs_add(inputs, path, &error), &error);
}

static void assert_input(const ConvertInputs *inputs, size_t i, const char *path, const char *name,
                         bool from_folder, uint64_t bytes) {
    assert_in_range(i, 0, inputs->count - 1);
    const ConvertInput *file = &inputs->files[i];
    assert_string_equal(file->path, path);
    assert_string_equal(file->path + file->name, name);
    assert_int_equal(file->from_folder, from_folder);
    assert_int_equal(file->bytes, bytes);
}

static void test_files(void **state) {
    ConvertInputs inputs = {0};
    add(&inputs, "other.xml");
    add(&inputs, "games/old/c.xml");
    add(&inputs, "games/.hidden"); /* added, because it is named explicitly */
    assert_int_equal(inputs.count, 3);
    assert_input(&inputs, 0, "other.xml", "other.xml", false, 7);
    assert_input(&inputs, 1, "games/old/c.xml", "c.xml", false, 0);
    assert_input(&inputs, 2, "games/.hidden", ".hidden", false, 6);
    assert_int_equal(inputs.bytes, 13);
    assert_int_equal(inputs.unreadable, 0);
    convert_inputs_free(&inputs);
}

static void test_folders(void **state) {
    /* With and without a separator, names are relative to the folder. */
    static const char *const GIVEN[] = {"games", "games/"};
    for (int i = 0; i < 2; i++) {
        ConvertInputs inputs = {0};
        add(&inputs, GIVEN[i]);
        assert_int_equal(inputs.count, 4);
        assert_input(&inputs, 0, "games/a.pgn", "a.pgn", true, 1);
        assert_input(&inputs, 1, "games/b.xml", "b.xml", true, 5);
        assert_input(&inputs, 2, "games/old/c.xml", "old/c.xml", true, 0);
        assert_input(&inputs, 3, "games/z.txt", "z.txt", true, 3);
        assert_int_equal(inputs.bytes, 9);
        assert_int_equal(inputs.unreadable, 0);
        convert_inputs_free(&inputs);
    }
    ConvertInputs inputs = {0};
    add(&inputs, "none");
    assert_int_equal(inputs.count, 0);
    convert_inputs_free(&inputs);
}

static void test_standard_input(void **state) {
    ConvertInputs inputs = {0};
    add(&inputs, "-");
    assert_int_equal(inputs.count, 1);
    assert_input(&inputs, 0, "-", "-", false, 0);
    assert_true(convert_inputs_complete(&inputs));
    assert_false(convert_inputs_has(&inputs, "other.xml"));
    convert_inputs_free(&inputs);
}

static void test_missing(void **state) {
    ConvertInputs inputs = {0};
    Error error = {.text = ""};
    add(&inputs, "other.xml");
    assert_false(convert_inputs_add(&inputs, "nowhere/a.xml", &error));
    assert_string_equal(error.text, "nowhere/a.xml: No such file or directory");
    assert_false(convert_inputs_add(&inputs, "", &error));
    assert_false(convert_inputs_add(&inputs, "other.xml/a.xml", &error));
    assert_int_equal(inputs.count, 1);
    assert_int_equal(inputs.bytes, 7);
    convert_inputs_free(&inputs);
}

/* Adds a folder as a user who is not root, because root can read everything. The messages go to the
 * file stderr.txt. */
static void add_as_user(ConvertInputs *inputs, const char *path) {
    enum { NOBODY = 65534 };
    uid_t user = geteuid();
    int kept = dup(STDERR_FILENO), file = creat("stderr.txt", 0600);
    assert_true(kept >= 0 && file >= 0);
    assert_int_equal(chmod(".", 0755), 0);
    assert_int_equal(chmod("games", 0755), 0);
    fflush(stderr);
    dup2(file, STDERR_FILENO);
    bool changed = user != 0 || seteuid(NOBODY) == 0, added = false;
    if (changed)
        added = convert_inputs_add(inputs, path, NULL);
    fflush(stderr);
    bool changed_back = user != 0 || seteuid(user) == 0;
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(file);
    assert_true(changed && changed_back);
    assert_true(added);
}

/* An unreadable subfolder is reported, and the other files are still found. */
static void test_unreadable_folder(void **state) {
    ConvertInputs inputs = {0};
    char report[256] = "";
    assert_int_equal(chmod("games/old", 0), 0);
    add_as_user(&inputs, "games");
    assert_int_equal(inputs.count, 3);
    assert_input(&inputs, 2, "games/z.txt", "z.txt", true, 3);
    assert_int_equal(inputs.unreadable, 1);
    FILE *file = fopen("stderr.txt", "r");
    assert_non_null(file);
    assert_non_null(fgets(report, sizeof report, file));
    assert_string_equal(report, "test_inputs: games/old: Permission denied\n");
    assert_null(fgets(report, sizeof report, file));
    fclose(file);
    convert_inputs_free(&inputs);
}

/* A file is recognised by any of its paths. */
static void test_has(void **state) {
    char whole[256];
    ConvertInputs inputs = {0};
    snprintf(whole, sizeof whole, "%s/games/b.xml", test_folder);
    assert_int_equal(symlink("games/b.xml", "link.xml"), 0);
    add(&inputs, "games");
    assert_true(convert_inputs_complete(&inputs));
    assert_true(convert_inputs_has(&inputs, "games/b.xml"));
    assert_true(convert_inputs_has(&inputs, "./games/../games/old/c.xml"));
    assert_true(convert_inputs_has(&inputs, "link.xml"));
    assert_true(convert_inputs_has(&inputs, whole));
    assert_false(convert_inputs_has(&inputs, "other.xml"));
    assert_false(convert_inputs_has(&inputs, "games/.hidden"));
    assert_false(convert_inputs_has(&inputs, "games"));
    assert_false(convert_inputs_has(&inputs, "nowhere.xml"));
    convert_inputs_free(&inputs);
}

static void test_nothing(void **state) {
    ConvertInputs inputs = {0};
    assert_true(convert_inputs_complete(&inputs));
    assert_false(convert_inputs_has(&inputs, "other.xml"));
    convert_inputs_free(&inputs);
    convert_inputs_free(&(ConvertInputs){0});
}

static void test_many_files(void **state) {
    enum { FILES = 300 };
    char path[64];
    ConvertInputs inputs = {0};
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "none/%03d", i);
        write_file(path, "12");
    }
    add(&inputs, "none");
    assert_int_equal(inputs.count, FILES);
    assert_int_equal(inputs.bytes, 2 * FILES);
    assert_true(convert_inputs_complete(&inputs));
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "none/%03d", i);
        assert_input(&inputs, (size_t)i, path, path + strlen("none/"), true, 2);
        assert_true(convert_inputs_has(&inputs, path));
    }
    convert_inputs_free(&inputs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_files, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_folders, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_standard_input, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_missing, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_unreadable_folder, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_has, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_nothing, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_many_files, set_up, leave_folder),
    };
    return test_run("inputs", tests);
}
