/* Perft: the known counts of many positions. */
#include "unit/positions.h"

#include "search/perft.h"
#include "unit/rules/status.h"

#include <stdlib.h>
#include <string.h>

/* One line of positions.txt: ruleset, FEN, status and perft counts, separated by tabs. */
static void check_position(char *line) {
    char *ruleset = strtok(line, "\t"), *fen = strtok(NULL, "\t");
    char *wanted = strtok(NULL, "\t"), *counts = strtok(NULL, "\t");
    char status[64];
    assert_non_null(counts);
    Position pos = position_of(ruleset, fen);
    write_status(&pos, status, sizeof status);
    if (strcmp(status, wanted) != 0)
        fail_msg("%s %s: status %s, not %s", ruleset, fen, status, wanted);
    int depth = 1;
    for (char *count = strtok(counts, " "); count; count = strtok(NULL, " "), depth++) {
        uint64_t nodes = perft(&pos, depth, NULL);
        if (nodes != strtoull(count, NULL, 10))
            fail_msg("%s %s: perft %d is %llu, not %s", ruleset, fen, depth,
                     (unsigned long long)nodes, count);
    }
}

static void test_known_positions(void **state) {
    FILE *file = fopen("tests/data/positions.txt", "r");
    char line[512];
    int checked = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        check_position(line);
        checked++;
    }
    fclose(file);
    print_message("# %d positions\n", checked);
    assert_int_equal(checked, 1565);
}

static void test_perft_from_the_start(void **state) {
    static const struct {
        const char *ruleset;
        int depth;
        uint64_t nodes;
    } KNOWN[] = {
        {"6170-spring-1994", 6, 4800771},
        {"6170-fall-2003", 5, 2727649},
        {"6170-fall-2003-mindcontrol", 5, 2727649},
        {"6170-spring-2006", 5, 2723795},
        {"6170-spring-2006-antiking", 5, 3408579},
        {"6170-spring-2007", 6, 46157327},
        {"6170-spring-2007-encastle", 5, 2723795},
        {"6170-fall-2007", 6, 46038682},
        {"losers", 5, 2723795},
        {"antichess", 6, 46264162},
        {"giveaway", 5, 2732672},
        {"suicide", 5, 2732672},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        if (is_sanitized() && KNOWN[i].depth > 5)
            continue;
        Position pos;
        position_start(&pos, ruleset_find(KNOWN[i].ruleset));
        assert_true(perft(&pos, KNOWN[i].depth, NULL) == KNOWN[i].nodes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft_from_the_start),
        cmocka_unit_test(test_known_positions),
    };
    return test_run("perft", tests);
}
