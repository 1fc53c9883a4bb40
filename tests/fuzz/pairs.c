/* misere-prove's tables of pairs of first half-moves. Input: a byte for the ruleset, and the file.
 *
 * What is read is the same after it was written and read again; what is refused changes nothing,
 * and the error names the file and the line. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "prove/pairs.h"

#include <ctype.h>
#include <unistd.h>

static void check_same(const PairTable *a, const PairTable *b) {
    for (int i = 0; i < a->count; i++) {
        const Pair *x = &a->pairs[i], *y = &b->pairs[i];
        FUZZ_CHECK(x->result == y->result && x->positions == y->positions &&
                       x->length == y->length && x->nodes == y->nodes && x->budget == y->budget,
                   "%s %s differs", x->first, x->reply);
    }
}

/* A table without any result, with which every input begins. */
static const PairTable *fresh_table(const Ruleset *rules) {
    static PairTable tables[64];
    int i = 0;
    while (ruleset_at(i) != rules)
        i++;
    if (!tables[i].pairs)
        FUZZ_CHECK(pairs_init(&tables[i], rules), "out of memory");
    return &tables[i];
}

static PairTable copy_table(const PairTable *table) {
    PairTable copy = *table;
    size_t size = (size_t)table->count * sizeof *table->pairs;
    copy.pairs = malloc(size + 1);
    FUZZ_CHECK(copy.pairs, "out of memory");
    memcpy(copy.pairs, table->pairs, size);
    return copy;
}

static void check_written(const PairTable *table) {
    char path[FUZZ_PATH_SIZE];
    PairTable again = copy_table(fresh_table(table->rules));
    Error error;
    fuzz_path(path, ".tsv");
    FUZZ_CHECK(pairs_save(table, path, &error), "%s", error.text);
    FUZZ_CHECK(pairs_load(&again, path, &error), "written, but refused: %s", error.text);
    check_same(table, &again);
    unlink(path);
    free(again.pairs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    const PairTable *fresh = fresh_table(fuzz_ruleset(&input));
    PairTable table = copy_table(fresh);
    const char *path = fuzz_file(input.bytes, input.size);
    Error error;
    if (pairs_load(&table, path, &error)) {
        check_written(&table);
    } else {
        fuzz_check_error(&error, path);
        FUZZ_CHECK(error.text[strlen(path)] == ':' &&
                       isdigit((unsigned char)error.text[strlen(path) + 1]),
                   "no line: %s", error.text);
        check_same(&table, fresh);
    }
    free(table.pairs);
    return 0;
}
