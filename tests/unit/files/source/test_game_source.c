/* Games of logs and of other files reach whoever takes them; what cannot be read is said. */
#include "unit/errors.h"

#include "files/gamefile.h"
#include "files/source/game_source.h"

#include <stdio.h>
#include <unistd.h>

#define HEADER "{\"log\":\"misere-referee 1\",\"arguments\":[\"--ruleset\",\"losers\"]}\n"
#define GAME(turns)                                                                                \
    "{\"game\":1,\"result\":\"1-0\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq " \
    "- 0 1\",\"opening\":1,\"turns\":\"" turns "\"}\n"

static char path[] = "/tmp/misere-source-XXXXXX";

typedef struct {
    int games, turns, opening_turns;
    int accepted; /* so many games are taken */
} Taken;

static char said[4096];

static void say(const char *text) {
    strcat(strcat(said, text), "\n");
}

static bool take(void *context, const StoredGame *stored, Error *error) {
    Taken *taken = context;
    if (taken->games == taken->accepted)
        return error_set(error, "that is enough");
    taken->games++;
    taken->turns += stored->game.count;
    taken->opening_turns += stored->opening_turns;
    return true;
}

static bool read_text(Taken *taken, const char *text, Error *error) {
    GameTaker taker = {
        .context = taken, .take = take, .say = say, .chosen = ruleset_find("losers")};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    *said = '\0';
    return game_source_read(path, &taker, error);
}

static void test_logs(void **state) {
    Taken taken = {.accepted = 9};
    Error error;
    assert_done(read_text(&taken, HEADER GAME("e2e3 b7b5") GAME("d2d3"), &error), &error);
    assert_int_equal(taken.games, 2);
    assert_int_equal(taken.turns, 3);
    assert_int_equal(taken.opening_turns, 2);
    assert_false(read_text(&taken, HEADER GAME("d2d3") GAME("e2e5") GAME("d2d3"), &error));
    assert_says(&error, path);
    assert_says(&error, "e2e5");
    assert_int_equal(taken.games, 3);
    assert_string_equal(said, "");
}

static void test_other_files(void **state) {
    Taken taken = {.accepted = 9};
    Error error;
    assert_done(read_text(&taken, "1. e3 b5 *\n\n1. e3 b5 2. a3 *\n\n1. d9 d3 *\n", &error),
                &error);
    assert_int_equal(taken.games, 3);
    assert_int_equal(taken.turns, 2 + 2 + 1);
    assert_non_null(strstr(said, ":3: 'a3' is not legal"));
    assert_non_null(strstr(said, ":5: ignored: words that are no turns (1)\n"));
}

static void test_failures(void **state) {
    Taken taken = {.accepted = 1};
    GameTaker taker = {.context = &taken, .take = take, .say = say};
    Error error;
    assert_false(read_text(&taken, HEADER GAME("d2d3") GAME("e2e3"), &error));
    assert_string_equal(error.text, "that is enough");
    assert_false(read_text(&taken, "1. e3 *\n", &error));
    assert_string_equal(error.text, "that is enough");
    assert_int_equal(taken.games, 1);
    assert_false(game_source_read("/nonexistent", &taker, &error));
    assert_says(&error, "/nonexistent: No such file");
    assert_done(read_text(&taken, HEADER, &error), &error);
    assert_non_null(freopen(path, "r", stdin));
    assert_false(game_source_read("-", &taker, &error));
    assert_string_equal(error.text, "standard input: a log must be a file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logs),
        cmocka_unit_test(test_other_files),
        cmocka_unit_test(test_failures),
    };
    int file = mkstemp(path);
    if (file < 0 || close(file) != 0 || !gamefile_init())
        return 1;
    int failed = test_run("game_source", tests);
    gamefile_quit();
    unlink(path);
    return failed;
}
