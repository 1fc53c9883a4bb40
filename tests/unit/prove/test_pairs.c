/* The table of pairs and its file: what is refused, and what happens when memory runs out. */
#include "unit/errors.h"
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "proofs/decider.h"
#include "prove/pairs.h"
#include "prove/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define COLUMN_NAMES "first\treply\twinner\tpositions\tlength\tnodes\tbudget\n"

static const char path[] = "pairs", picture[] = "picture";

/* Decides two pairs and saves the table. */
static bool save_table(ScenarioResult *result, Error *error) {
    PairTable table;
    if (!pairs_init(&table, ruleset_find("antichess")))
        return error_set(error, "out of memory");
    table.pairs[0].result = PAIR_WHITE_WINS;
    table.pairs[0].budget = 10;
    table.pairs[table.count - 1].result = PAIR_BLACK_WINS;
    table.pairs[table.count - 1].budget = 20;
    table.pairs[table.count - 1].positions = 7;
    bool done = pairs_save(&table, path, error) && picture_save(&table, picture, error);
    free(table.pairs);
    if (done) {
        scenario_note_file(result, path);
        scenario_note_file(result, picture);
    }
    return done;
}

/* What is known. */
static void note_table(ScenarioResult *result, const PairTable *table) {
    for (int i = 0; i < table->count; i++) {
        const Pair *pair = &table->pairs[i];
        if (pair->budget > 0)
            scenario_note(result, "%s %s %d %d", pair->first, pair->reply, pair->result,
                          pair->positions);
    }
}

/* The table that save_table() has saved. */
static bool load_table(ScenarioResult *result, Error *error) {
    PairTable table;
    if (!pairs_init(&table, ruleset_find("antichess")))
        return error_set(error, "out of memory");
    bool done = pairs_load(&table, path, error);
    if (done)
        note_table(result, &table);
    free(table.pairs);
    return done;
}

static void test_memory_of_tables(void **state) {
    static ScenarioResult saved, loaded;
    Error error;
    each_allocation_fails(save_table, NULL);
    assert_true(save_table(&saved, &error));
    assert_true(load_table(&loaded, &error));
    assert_string_equal(loaded.text, "a2a3 a7a5 1 0\nh2h4 h7h6 2 7\n");
    each_allocation_fails(load_table, NULL);
}

static bool decide(ScenarioResult *result, Error *error) {
    Position pos;
    assert_true(position_from_fen(&pos, ruleset_find("6170-spring-2007"),
                                  "k7/p7/P7/8/8/8/8/2R4K w - - 98 90", NULL));
    Decider *decider = decider_new(1000);
    Decision decision = {.result = DECISION_NO_MEMORY};
    if (decider)
        decision = decider_run(decider, &pos, NULL, NULL);
    decider_free(decider);
    scenario_note(result, "result %d, %" PRIu64 " nodes", decision.result, decision.nodes);
    return decision.result != DECISION_NO_MEMORY || error_set(error, "out of memory");
}

static void test_memory_of_decider(void **state) {
    each_allocation_fails(decide, NULL);
}

static void assert_refused(const char *reason) {
    PairTable table;
    Error error;
    assert_true(pairs_init(&table, ruleset_find("antichess")));
    assert_false(pairs_load(&table, path, &error));
    assert_says(&error, reason);
    assert_int_equal(pairs_count(&table, PAIR_UNKNOWN), table.count);
    free(table.pairs);
}

static void test_bad_tables(void **state) {
    static const struct {
        const char *text, *reason;
    } BAD[] = {
        {"text\n", ":1: not a table of pairs"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\n", ":2: 7 columns, separated by tabs, are needed"},
        {COLUMN_NAMES "a2a3\ta7a8\twhite\t1\t1\t1\t1\n",
         ":2: ruleset antichess has no first half-moves 'a2a3' 'a7a8'"},
        {COLUMN_NAMES "a2a3\ta7a6\tred\t1\t1\t1\t1\n",
         "the winner is white, black or -, not 'red'"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\tx\n", "the last four columns are whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t-1\t1\t1\t1\n", "whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t2147483648\t1\t1\t1\n", "whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\t1\t1\n", "whole numbers"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\t0\n", ":2: the budget is 0"},
        {COLUMN_NAMES "a2a3\ta7a6\twhite\t1\t1\t1\t1\na2a3\n", ":3: 7 columns"},
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
    assert_refused("pairs:2: the line is longer than 256 bytes");
    save_line('\0', 8);
    assert_refused("pairs:2: the line contains a NUL byte");
}

/* Opening a FIFO would wait for a writer. */
static void test_fifo(void **state) {
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused("pairs: not a regular file");
    unlink(path);
}

static void test_no_folder(void **state) {
    PairTable table;
    Error error;
    assert_true(pairs_init(&table, ruleset_find("antichess")));
    assert_false(pairs_load(&table, "/nowhere/pairs", &error));
    assert_non_null(strstr(error.text, "No such file"));
    assert_false(pairs_save(&table, "/nowhere/pairs", &error));
    assert_false(picture_save(&table, "/nowhere/picture", &error));
    free(table.pairs);
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
    return test_run_in_folder("pairs", tests);
}
