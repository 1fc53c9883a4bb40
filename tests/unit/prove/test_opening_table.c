/* The table of openings and its file: what is refused, and what happens when memory runs out. */
#include "unit/errors.h"
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "proofs/decider.h"
#include "prove/opening_table.h"
#include "prove/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define COLUMN_NAMES "first\treply\twinner\tpositions\tlength\tnodes\tbudget\tknown\n"

static const char path[] = "openings", picture[] = "picture";

/* Decides two openings and saves the table. */
static bool save_table(ScenarioResult *result, Error *error) {
    OpeningTable table;
    if (!opening_table_init(&table, ruleset_find("antichess")))
        return error_set(error, "out of memory");
    table.list[0].result = OPENING_WHITE_WINS;
    table.list[0].budget = 10;
    table.list[table.count - 1].result = OPENING_BLACK_WINS;
    table.list[table.count - 1].budget = 20;
    table.list[table.count - 1].positions = 7;
    bool done = opening_table_save(&table, path, error) && picture_save(&table, picture, error);
    free(table.list);
    if (done) {
        scenario_note_file(result, path);
        scenario_note_file(result, picture);
    }
    return done;
}

/* What is known. */
static void note_table(ScenarioResult *result, const OpeningTable *table) {
    for (int i = 0; i < table->count; i++) {
        const Opening *opening = &table->list[i];
        if (opening->budget > 0)
            scenario_note(result, "%s %s %d %d", opening->first, opening->reply, opening->result,
                          opening->positions);
    }
}

/* The table that save_table() has saved. */
static bool load_table(ScenarioResult *result, Error *error) {
    OpeningTable table;
    if (!opening_table_init(&table, ruleset_find("antichess")))
        return error_set(error, "out of memory");
    bool done = opening_table_load(&table, path, error);
    if (done)
        note_table(result, &table);
    free(table.list);
    return done;
}

static void test_memory_of_tables(void **state) {
    static ScenarioResult saved, loaded;
    Error error;
    each_allocation_fails(save_table, NULL);
    assert_true(save_table(&saved, &error));
    assert_true(load_table(&loaded, &error));
    assert_string_equal(loaded.text, "- - 1 0\nh2h4 h7h6 2 7\n");
    each_allocation_fails(load_table, NULL);
}

static bool decide(ScenarioResult *result, Error *error) {
    Position pos;
    assert_true(position_from_fen(&pos, ruleset_find("6170-spring-2007"),
                                  "k7/p7/P7/8/8/8/8/2R4K w - - 98 90", NULL));
    Decider *decider = decider_new(1000);
    Decision decision = {.result = DECISION_NO_MEMORY};
    if (decider)
        decision = decider_run(decider, &pos);
    decider_free(decider);
    scenario_note(result, "result %d, %" PRIu64 " nodes", decision.result, decision.nodes);
    return decision.result != DECISION_NO_MEMORY || error_set(error, "out of memory");
}

static void test_memory_of_decider(void **state) {
    each_allocation_fails(decide, NULL);
}

static void assert_refused(const char *reason) {
    OpeningTable table;
    Error error;
    assert_true(opening_table_init(&table, ruleset_find("antichess")));
    assert_false(opening_table_load(&table, path, &error));
    assert_says(&error, reason);
    assert_int_equal(opening_table_count(&table, OPENING_UNKNOWN), table.count);
    free(table.list);
}

static void test_bad_tables(void **state) {
    static const struct {
        const char *text, *reason;
    } BAD[] = {
        {"text\n", ":1: not a table of openings"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\n", ":2: 8 columns, separated by tabs, are needed"},
        {COLUMN_NAMES "a2a3\ta7a8\twhite\t1\t1\t1\t1\t1\n",
         ":2: ruleset antichess has no first half-moves 'a2a3' 'a7a8'"},
        {COLUMN_NAMES "a2a3\ta7a6\tred\t1\t1\t1\t1\t1\n",
         "the winner is white, black or -, not 'red'"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\tx\t1\n", "the last 5 columns are whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t-1\t1\t1\t1\t1\n", "whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t2147483648\t1\t1\t1\t1\n", "whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\t1\t1\t1\n", "whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\t0\t1\n", ":2: the budget is 0"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\t1\t1\na2a3\n", ":3: 8 columns"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        write_file(path, BAD[i].text);
        assert_refused(BAD[i].reason);
    }
}

/* A table with one more line, of `size` bytes. */
static void save_line(char byte, size_t size) {
    AtomicFile file;
    assert_true(atomic_file_open(&file, path, NULL));
    fputs(COLUMN_NAMES, file.file);
    for (size_t i = 0; i < size; i++)
        putc(byte, file.file);
    assert_true(atomic_file_commit(&file, NULL));
}

/* However long the line is, it takes no memory. */
static void test_huge_and_binary_lines(void **state) {
    save_line('a', 1 << 20);
    assert_refused("openings:2: the line is longer than 256 bytes");
    save_line('\0', 8);
    assert_refused("openings:2: the line contains a NUL byte");
}

/* Opening a FIFO would wait for a writer. */
static void test_fifo(void **state) {
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused("openings: not a regular file");
    unlink(path);
}

static void test_no_folder(void **state) {
    OpeningTable table;
    Error error;
    assert_true(opening_table_init(&table, ruleset_find("antichess")));
    assert_false(opening_table_load(&table, "/nowhere/openings", &error));
    assert_non_null(strstr(error.text, "No such file"));
    assert_false(opening_table_save(&table, "/nowhere/openings", &error));
    assert_false(picture_save(&table, "/nowhere/picture", &error));
    free(table.list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_of_tables),
        cmocka_unit_test(test_memory_of_decider),
        cmocka_unit_test(test_bad_tables),
        cmocka_unit_test(test_huge_and_binary_lines),
        cmocka_unit_test(test_fifo),
        cmocka_unit_test(test_no_folder),
    };
    return test_run_in_folder("opening table", tests);
}
