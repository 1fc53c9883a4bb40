/* Of a thousand tables of openings with one byte changed, none makes misere-prove believe what it
 * has no proof of: the table is refused, or says afterwards what it said before. */
#include "unit/prove/openings_quietly.h"
#include "unit/temporary_folder.h"

enum { MUTANTS = 1000, NODES = 1000, TABLE_SIZE = 1 << 20 };

#define NAME "6170-fall-2003-mindcontrol"

/* What the table says about each opening: the first five columns. The caller frees it. */
static char *read_claims(void) {
    char *bytes, *to;
    size_t size;
    int column = 0;
    assert_true(regular_file_read(NAME ".tsv", TABLE_SIZE, &bytes, &size, NULL));
    to = bytes;
    for (const char *at = bytes; *at; at++) {
        column = *at == '\n' ? 0 : column + (*at == '\t');
        if (column < 5)
            *to++ = *at;
    }
    *to = '\0';
    return bytes;
}

/* Changes one byte, leaves it out, or puts one in before it. */
static void mutate(char *text, size_t length, uint64_t *seed) {
    static const char BYTES[] = "0123456789abcdefghwhiteblack-\t\n";
    size_t at = random_next(seed) % length;
    char byte = BYTES[random_next(seed) % (sizeof BYTES - 1)];
    uint64_t kind = random_next(seed) % 3;
    if (kind == 1)
        memmove(text + at, text + at + 1, length - at);
    else if (kind == 2)
        memmove(text + at + 1, text + at, length - at + 1);
    if (kind != 1)
        text[at] = byte;
}

/* The line of `text` from which on it differs. */
static const char *first_difference(const char *text, const char *expected) {
    const char *line = text;
    for (size_t i = 0; text[i] && text[i] == expected[i]; i++)
        if (text[i] == '\n')
            line = text + i + 1;
    return line;
}

/* Decides until nothing more is found with the proofs that there are. Returns the claims; the
 * caller frees them. */
static char *decide_all(void) {
    Error error;
    char *claims = NULL, *before;
    bool is_new = true;
    for (; is_new; free(before)) {
        before = claims;
        unlink(NAME ".tsv");
        if (!solve_openings_quietly(NAME, ".", NODES, &error))
            fail_msg("%s", error.text);
        claims = read_claims();
        is_new = !before || strcmp(before, claims) != 0;
    }
    return claims;
}

static void test_mutants(void **state) {
    char *table, *claims = decide_all();
    size_t size;
    uint64_t seed = 45;
    int refused = 0;
    Error error;
    assert_true(regular_file_read(NAME ".tsv", TABLE_SIZE, &table, &size, NULL));
    char *mutant = malloc(size + 2);
    assert_non_null(mutant);
    for (int i = 0; i < fewer_if_sanitized(MUTANTS); i++) {
        memcpy(mutant, table, size + 1);
        mutate(mutant, size, &seed);
        write_file(NAME ".tsv", mutant);
        if (!solve_openings_quietly(NAME, ".", NODES, &error)) {
            refused++;
            continue;
        }
        char *now = read_claims();
        if (strcmp(now, claims) != 0)
            fail_msg("mutant %d is believed: %.30s; %.30s", i, first_difference(mutant, table),
                     first_difference(now, claims));
        free(now);
    }
    assert_true(refused > fewer_if_sanitized(MUTANTS) / 2);
    free(mutant);
    free(table);
    free(claims);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutants)};
    return test_run_in_folder("forged tables", tests);
}
