/* Puzzles as JSON. */
#include "unit/testing.h"

#include "files/log/puzzle_entry.h"

#include <stdlib.h>

static void test_entry(void **state) {
    PuzzleEntry entry = {.ruleset = "losers",
                         .fen = "8/8 w - - 0 1",
                         .solution = "e2e4,e7e5 0000 e4e5,gameover",
                         .reason = "checkmate",
                         .length = 2,
                         .difficulty = 3,
                         .is_proven = true,
                         .log = "a \"log\"/\xc3\xa9.jsonl",
                         .line = 12,
                         .turn = 34};
    char *text = puzzle_entry_write(&entry);
    assert_non_null(text);
    assert_string_equal(
        text, "{\"ruleset\":\"losers\",\"fen\":\"8/8 w - - 0 1\",\"length\":2,"
              "\"solution\":[\"e2e4,e7e5\",\"0000\",\"e4e5,gameover\"],\"reason\":\"checkmate\","
              "\"difficulty\":3,\"proven\":true,"
              "\"game\":{\"log\":\"a \\\"log\\\"/\xc3\xa9.jsonl\",\"line\":12,\"turn\":34}}");
    free(text);
    entry.log = "\xff";
    assert_null(puzzle_entry_write(&entry));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entry),
    };
    return test_run("puzzle entry", tests);
}
