/* Deciding openings: what is written while each allocation in turn fails, and what is reported if
 * files cannot be written. */
#include "unit/errors.h"
#include "unit/failing_allocations.h"
#include "unit/prove/openings_quietly.h"

#include "base/os/atomic_file.h"
#include "base/os/path.h"
#include "prove/opening_table.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NODES = 1000 };

static const char *const NAME = "6170-fall-2003-mindcontrol";

/* An opening that can be decided with this number of nodes. */
#define FIRST "a2a3"
#define REPLY "d7d5"

static char folder[128], proofs[192], table_path[200], picture[200], proof[224];
static char *table_text; /* the table with one opening left to decide */
static size_t table_size;

static bool exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

/* Allocates nothing, since allocations are counted. */
static void restore_table(void) {
    int fd = open(table_path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_int_equal(write(fd, table_text, table_size), (ssize_t)table_size);
    close(fd);
    unlink(proof);
    unlink(picture);
}

/* Is the opening decided in the table? Like restore_table, allocates nothing. */
static bool is_decided(void) {
    static char text[1 << 16];
    int fd = open(table_path, O_RDONLY);
    ssize_t size = read(fd, text, sizeof text - 1);
    close(fd);
    assert_in_range(size, 1, sizeof text - 2);
    text[size] = '\0';
    return strstr(text, FIRST "\t" REPLY "\tblack");
}

static bool decide_opening(ScenarioResult *result, Error *error) {
    restore_table();
    bool done = solve_openings_quietly(NAME, folder, NODES, error);
    if (done) {
        scenario_note_file(result, table_path);
        scenario_note_file(result, picture);
        scenario_note_file(result, proof);
    }
    assert_true(exists(proof) || !is_decided());
    assert_true(is_decided() || !done);
    return done;
}

static void test_memory(void **state) {
    each_allocation_fails(decide_opening, NULL);
}

static void assert_fails(const char *where, const char *reason) {
    Error error;
    assert_false(solve_openings_quietly(NAME, where, NODES, &error));
    assert_says(&error, reason);
}

/* Nothing is searched, so the opening stays undecided in the table. */
static void test_files_that_cannot_be_written(void **state) {
    PathInfo info;
    restore_table();
    assert_int_equal(mkdir(proof, 0700), 0);
    assert_fails(folder, ".mpf: not a regular file");
    assert_true(path_info(table_path, &info));
    assert_int_equal(info.size, table_size);
    assert_int_equal(rmdir(proof), 0);
    assert_int_equal(mkdir(picture, 0700), 0);
    assert_fails(folder, ".svg: not a regular file");
    assert_false(path_exists(proof));
    assert_int_equal(rmdir(picture), 0);
    assert_int_equal(unlink(table_path), 0);
    assert_int_equal(mkdir(table_path, 0700), 0);
    assert_fails(folder, ".tsv: not a regular file");
    assert_int_equal(rmdir(table_path), 0);
    assert_int_equal(mkfifo(table_path, 0600), 0); /* nobody will write to it */
    assert_fails(folder, ".tsv: not a regular file");
    assert_int_equal(unlink(table_path), 0);
}

static void test_paths(void **state) {
    char path[PATH_MAX];
    restore_table();
    assert_fails(table_path, "Not a directory");
    memset(path, 'x', sizeof path);
    path[sizeof path - strlen(NAME) - 1] = '\0';
    assert_fails(path, "the path is too long");
}

/* The table of a run that lacks only one opening. */
static bool make_table(void) {
    OpeningTable table;
    Error error;
    if (!opening_table_init(&table, ruleset_find(NAME)))
        return false;
    for (int i = 0; i < table.count; i++) {
        Opening *opening = &table.list[i];
        bool is_left = strcmp(opening->first, FIRST) == 0 && strcmp(opening->reply, REPLY) == 0;
        opening->budget = is_left ? 0 : NODES;
    }
    bool done = mkdir(proofs, 0700) == 0 && opening_table_save(&table, table_path, &error);
    free(table.list);
    PathInfo info;
    FILE *file = fopen(table_path, "rb");
    if (!done || !file || !path_info(table_path, &info))
        return false;
    table_size = info.size;
    table_text = malloc(table_size);
    done = table_text && fread(table_text, 1, table_size, file) == table_size;
    fclose(file);
    return done;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_files_that_cannot_be_written),
        cmocka_unit_test(test_paths),
    };
    if (!path_make_temporary(folder, sizeof folder))
        return 1;
    snprintf(proofs, sizeof proofs, "%s/%s", folder, NAME);
    snprintf(table_path, sizeof table_path, "%s.tsv", proofs);
    snprintf(proof, sizeof proof, "%s/" FIRST "-" REPLY ".mpf", proofs);
    snprintf(picture, sizeof picture, "%s.svg", proofs);
    int failed = make_table() ? test_run("openings", tests) : 1;
    unlink(table_path);
    unlink(picture);
    unlink(proof);
    rmdir(proofs);
    rmdir(folder);
    free(table_text);
    return failed;
}
