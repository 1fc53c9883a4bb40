/* The transposition table's memory on a system that cannot take memory back, where discarding it
 * means writing to it: a table as large as much of the free memory must take up memory only as it
 * fills. The functions of base/os/memory.h are defined here. */
#include "unit/testing.h"

#include "base/os/memory.h"
#include "search/table.h"

#include <string.h>

enum { MEGABYTES = 4 };

static int64_t available; /* the machine's free memory in bytes */
static size_t discarded;  /* bytes */

void *memory_reserve(size_t size) {
    void *block = aligned_alloc(64, size);
    return block ? memset(block, 0, size) : NULL;
}

void memory_release(void *block, size_t size) {
    free(block);
}

void memory_discard(void *block, size_t size) {
    memset(block, 0, size);
    discarded += size;
}

int64_t memory_available(void) {
    return available;
}

/* Creates a table, and clears it when it has an entry. Sets *created and *cleared to the number of
 * bytes that each of these steps discards. Clearing an empty table must discard nothing. */
static void new_and_clear(size_t *by_new, size_t *by_clear) {
    TableEntry entry = {.move = 1, .score = 2, .depth = 3, .bound = BOUND_EXACT};
    discarded = 0;
    Table *table = table_new(MEGABYTES);
    assert_non_null(table);
    table_clear(table);
    *by_new = discarded;
    assert_false(table_probe(table, 6170, 0, &entry));
    table_store(table, 6170, 0, &entry);
    assert_true(table_probe(table, 6170, 0, &entry));
    table_clear(table);
    assert_false(table_probe(table, 6170, 0, &entry));
    *by_clear = discarded - *by_new;
    table_clear(table);
    assert_int_equal(discarded, *by_new + *by_clear);
    table_free(table);
}

static void test_table_of_much_of_the_memory(void **state) {
    size_t by_new, by_clear;
    available = 2 * (MEGABYTES << 20);
    new_and_clear(&by_new, &by_clear);
    assert_int_equal(by_new, 0);
    assert_int_equal(by_clear, MEGABYTES << 20);
}

static void test_table_of_little_of_the_memory(void **state) {
    size_t by_new, by_clear;
    available = 2 * (MEGABYTES << 20) + 2;
    new_and_clear(&by_new, &by_clear);
    assert_int_equal(by_new, 0);
    assert_int_equal(by_clear, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_of_much_of_the_memory),
        cmocka_unit_test(test_table_of_little_of_the_memory),
    };
    return test_run("table", tests);
}
