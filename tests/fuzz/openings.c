/* misere-prove's tables of openings. Input: a byte for the ruleset, and the file.
 *
 * What is read is the same after it was written and read again; what is refused changes nothing,
 * and the error names the file and the line. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "prove/opening_table.h"

#include <ctype.h>
#include <unistd.h>

static void check_same(const OpeningTable *a, const OpeningTable *b) {
    for (int i = 0; i < a->count; i++) {
        const Opening *x = &a->list[i], *y = &b->list[i];
        FUZZ_CHECK(x->result == y->result && x->positions == y->positions &&
                       x->length == y->length && x->nodes == y->nodes && x->budget == y->budget &&
                       x->known == y->known,
                   "%s %s differs", x->first, x->reply);
    }
}

/* A table without any result, with which every input begins. */
static const OpeningTable *fresh_table(const Ruleset *rules) {
    static OpeningTable tables[64];
    int i = 0;
    while (ruleset_at(i) != rules)
        i++;
    if (!tables[i].list)
        FUZZ_CHECK(opening_table_init(&tables[i], rules), "out of memory");
    return &tables[i];
}

static OpeningTable copy_table(const OpeningTable *table) {
    OpeningTable copy = *table;
    size_t size = (size_t)table->count * sizeof *table->list;
    copy.list = malloc(size + 1);
    FUZZ_CHECK(copy.list, "out of memory");
    memcpy(copy.list, table->list, size);
    return copy;
}

static void check_written(const OpeningTable *table) {
    char path[FUZZ_PATH_SIZE];
    OpeningTable again = copy_table(fresh_table(table->rules));
    Error error;
    fuzz_path(path, ".tsv");
    FUZZ_CHECK(opening_table_save(table, path, &error), "%s", error.text);
    FUZZ_CHECK(opening_table_load(&again, path, &error), "written, but refused: %s", error.text);
    check_same(table, &again);
    unlink(path);
    free(again.list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    const OpeningTable *fresh = fresh_table(fuzz_ruleset(&input));
    OpeningTable table = copy_table(fresh);
    const char *path = fuzz_file(input.bytes, input.size);
    Error error;
    if (opening_table_load(&table, path, &error)) {
        check_written(&table);
    } else {
        fuzz_check_error(&error, path);
        FUZZ_CHECK(error.text[strlen(path)] == ':' &&
                       isdigit((unsigned char)error.text[strlen(path) + 1]),
                   "no line: %s", error.text);
        check_same(&table, fresh);
    }
    free(table.list);
    return 0;
}
