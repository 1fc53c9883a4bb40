/* The solver's table: what it keeps, and what it writes and reads. */
#include "unit/testing.h"

#include "prove/solver/proof_table.h"

#include <unistd.h>

static ProofEntry probe(const ProofTable *table, uint64_t key) {
    ProofEntry entry = {.kind = ENTRY_NONE};
    proof_table_probe(table, key, &entry);
    return entry;
}

static void test_entries(void **state) {
    ProofTable *table = proof_table_new(1);
    assert_non_null(table);
    assert_int_equal(probe(table, 1).kind, ENTRY_NONE);
    ProofEntry open = {.kind = ENTRY_OPEN, .work = 5, .proof = NUMBER_MAX, .disproof = 1};
    proof_table_store(table, 1, &open);
    ProofEntry found = probe(table, 1);
    assert_int_equal(found.kind, ENTRY_OPEN);
    assert_int_equal(found.proof, NUMBER_MAX);
    assert_int_equal(found.disproof, 1);
    assert_int_equal(found.work, 5);
    assert_false(found.has_disproofs_on_a_path);
    open.has_disproofs_on_a_path = true;
    proof_table_store(table, 1, &open);
    assert_true(probe(table, 1).has_disproofs_on_a_path);
    assert_int_equal(probe(table, 1).work, 10);

    ProofEntry proven = {.kind = ENTRY_PROVEN,
                         .work = 1,
                         .move = MOVE_PASS,
                         .height = HEIGHT_MAX,
                         .quiet = QUIET_MAX};
    proof_table_store(table, 1, &proven);
    proof_table_store(table, 1, &open); /* does not replace a proof */
    found = probe(table, 1);
    assert_int_equal(found.kind, ENTRY_PROVEN);
    assert_int_equal(found.move, MOVE_PASS);
    assert_int_equal(found.height, HEIGHT_MAX);
    assert_int_equal(found.quiet, QUIET_MAX);
    proven.height = 7;
    proof_table_store(table, 1, &proven);
    proven.height = 9;
    proof_table_store(table, 1, &proven);
    assert_int_equal(probe(table, 1).height, 7);

    proof_table_store(table, 2, &(ProofEntry){.kind = ENTRY_DISPROVEN, .work = 1});
    proof_table_store(table, 2, &open);
    assert_int_equal(probe(table, 2).kind, ENTRY_DISPROVEN);
    proof_table_clear(table);
    assert_int_equal(probe(table, 2).kind, ENTRY_NONE);
    proof_table_free(table);
}

/* A large amount of work grows by small steps, too, although it is rounded. */
static void test_rounded_work(void **state) {
    enum { STEPS = 10000, STEP = 1000, SUM = STEPS * STEP };
    ProofTable *table = proof_table_new(1);
    ProofEntry entry = {.kind = ENTRY_OPEN, .work = STEP, .disproof = 1};
    for (uint32_t i = 1; i <= STEPS; i++) {
        entry.proof = i;
        proof_table_store(table, 1, &entry);
    }
    assert_in_range(probe(table, 1).work, SUM / 2, 2 * SUM);
    proof_table_free(table);
}

/* In a table that is too small, what took much work stays. */
static void test_replacement(void **state) {
    enum { LARGE = 1000, SMALL = 1000000 };
    ProofTable *table = proof_table_new(1); /* 65536 entries */
    ProofEntry entry = {.kind = ENTRY_OPEN, .proof = 1, .disproof = 1};
    uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    int found = 0;
    assert_true(proof_table_fill(table) == 0);
    for (uint64_t i = 1; i <= LARGE; i++) {
        entry.work = 1000;
        proof_table_store(table, i * step, &entry);
    }
    for (uint64_t i = LARGE + 1; i <= SMALL; i++) {
        entry.work = 1 + i % 100;
        proof_table_store(table, i * step, &entry);
    }
    for (uint64_t i = 1; i <= LARGE; i++)
        found += probe(table, i * step).kind == ENTRY_OPEN;
    assert_int_equal(found, LARGE);
    assert_true(proof_table_fill(table) > 0.99);
    /* A full table does not store a position without work. */
    entry.work = 0;
    proof_table_store(table, (SMALL + 1) * step, &entry);
    assert_int_equal(probe(table, (SMALL + 1) * step).kind, ENTRY_NONE);
    proof_table_free(table);
}

static void check_damaged(ProofTable *table, uint64_t sum, FILE *file) {
    proof_table_clear(table);
    rewind(file);
    assert_false(proof_table_read(table, sum, file));
}

/* A table that was written and read replaces the same entries as the first one. */
static void test_files(void **state) {
    enum { FIRST = 50000, ALL = 100000 };
    ProofTable *table = proof_table_new(1), *copy = proof_table_new(1);
    ProofEntry entry = {.kind = ENTRY_OPEN, .proof = 3, .disproof = 4};
    uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    FILE *file = tmpfile();
    for (uint64_t i = 1; i <= FIRST; i++) {
        entry.work = 1 + i % 10;
        proof_table_store(table, i * step, &entry);
    }
    proof_table_write(table, 1, file);
    rewind(file);
    assert_true(proof_table_read(copy, 1, file));
    for (uint64_t i = FIRST + 1; i <= ALL; i++) {
        entry.work = 1 + i % 10;
        proof_table_store(table, i * step, &entry);
        proof_table_store(copy, i * step, &entry);
    }
    for (uint64_t i = 1; i <= ALL; i++)
        assert_int_equal(probe(table, i * step).work, probe(copy, i * step).work);
    check_damaged(copy, 2, file); /* another sum */
    fputc(0, file);
    check_damaged(copy, 1, file); /* a byte too many */
    assert_int_equal(ftruncate(fileno(file), 1000), 0);
    check_damaged(copy, 1, file);
    fclose(file);
    proof_table_free(table);
    proof_table_free(copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_rounded_work),
        cmocka_unit_test(test_replacement),
        cmocka_unit_test(test_files),
    };
    return test_run("prove_proof_table", tests);
}
