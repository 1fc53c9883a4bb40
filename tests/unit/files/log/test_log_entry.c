/* Game log entries: their exact bytes, and reading them back. */
#include "unit/errors.h"

#include "files/log/log_entry.h"

#include <stdlib.h>
#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void play(StoredGame *stored, const char *turn, int64_t clock_ms) {
    Error error;
    assert_done(game_play_text(&stored->game, turn, clock_ms, &error), &error);
}

/* A game of the ruleset losers with one opening turn, an evaluation of each kind, and a
 * resignation. */
static StoredGame make_game(void) {
    static const TurnEvaluation score = {
        .has_score = true, .score = -35, .depth = 12, .nodes = 4000, .elapsed_us = 13500};
    static const TurnEvaluation mate = {
        .has_score = true, .is_mate = true, .score = 3, .depth = 9, .nodes = 77, .elapsed_us = 1};
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("losers"));
    stored_game_set_name(&stored, WHITE, "Zo\xc3\xab");
    stored_game_set_name(&stored, BLACK, "b");
    stored.opening_turns = 1;
    play(&stored, "g1f3", GAME_NO_CLOCK);
    play(&stored, "g8f6", 9900);
    play(&stored, "f3g1", GAME_NO_CLOCK);
    play(&stored, "f6g8", 9800);
    assert_true(stored_game_set_evaluation(&stored, 1, &score));
    assert_true(stored_game_set_evaluation(&stored, 3, &mate));
    stored_game_terminate(&stored, TERMINATION_RESIGNATION, WHITE, "had \"enough\"");
    return stored;
}

static void test_bytes(void **state) {
    StoredGame stored = make_game();
    LogPosition position = {.number = 41, .round = 2};
    char *line = log_entry_write(&stored, &position, true);
    assert_string_equal(line, "{\"game\":42,\"round\":3,\"white\":\"Zo\xc3\xab\",\"black\":\"b\","
                              "\"result\":\"0-1\",\"reason\":\"resignation\","
                              "\"detail\":\"had \\\"enough\\\"\",\"fen\":\"" START "\","
                              "\"opening\":1,\"turns\":\"g1f3 g8f6 f3g1 f6g8\","
                              "\"scores\":[-35,null,\"#3\"],\"depths\":[12,0,9],"
                              "\"nodes\":[4000,0,77],\"us\":[13500,0,1],"
                              "\"clocks\":[9900,null,9800]}");
    free(line);
    stored.termination.detail[0] = '\xff'; /* not UTF-8 */
    line = log_entry_write(&stored, &position, false);
    assert_non_null(strstr(line, "\"detail\":\"?\""));
    assert_null(strstr(line, "\"us\""));
    free(line);
    stored_game_free(&stored);
}

static void test_round_trip(void **state) {
    StoredGame stored = make_game(), again;
    LogPosition position = {.number = 0, .round = 0};
    char *line = log_entry_write(&stored, &position, true);
    Error error;
    stored_game_init(&again, ruleset_find("losers"));
    assert_done(log_entry_read(line, &again, &error), &error);
    assert_string_equal(stored_game_name(&again, WHITE), stored_game_name(&stored, WHITE));
    assert_string_equal(again.result, "0-1");
    assert_string_equal(stored_game_result(&again), "0-1");
    assert_int_equal(again.opening_turns, 1);
    assert_int_equal(again.game.count, 4);
    assert_int_equal(again.current_ms[BLACK], 9800);
    assert_int_equal(again.current_ms[WHITE], GAME_NO_CLOCK);
    assert_int_equal(again.termination.kind, TERMINATION_RESIGNATION);
    assert_int_equal(again.termination.loser, WHITE);
    assert_string_equal(again.termination.detail, "had \"enough\"");
    assert_string_equal(again.forfeit.reason, "resignation");
    for (int i = 0; i < 5; i++) {
        TurnEvaluation a = stored_game_evaluation(&stored, i),
                       b = stored_game_evaluation(&again, i);
        assert_int_equal(b.has_score, a.has_score);
        assert_int_equal(b.is_mate, a.is_mate);
        assert_int_equal(b.score, a.score);
        assert_int_equal(b.depth, a.depth);
        assert_int_equal(b.nodes, a.nodes);
        assert_int_equal(b.elapsed_us, a.elapsed_us);
    }
    char *twice = log_entry_write(&again, &position, true);
    assert_string_equal(twice, line);
    free(twice);
    free(line);
    stored_game_free(&again);
    stored_game_free(&stored);
}

static void test_result_only(void **state) {
    static const char DRAWN[] =
        "{\"game\":7,\"white\":\"a\",\"black\":\"b\",\"result\":\"1/2-1/2\","
        "\"reason\":\"tooLong\",\"fen\":\"not read\"}";
    StoredGame stored;
    Error error;
    int64_t number = 0;
    stored_game_init(&stored, ruleset_default());
    assert_true(log_entry_read_result(DRAWN, &stored, &error));
    assert_string_equal(stored_game_name(&stored, BLACK), "b");
    assert_string_equal(stored_game_result(&stored), "1/2-1/2");
    assert_int_equal(stored.termination.kind, TERMINATION_MAX_TURNS);
    assert_false(log_entry_read(DRAWN, &stored, &error));
    assert_non_null(strstr(error.text, "FEN"));
    assert_true(log_entry_read_number(DRAWN, strlen(DRAWN), &number, &error));
    assert_int_equal(number, 7);
    assert_true(log_entry_read_number("{}", 2, &number, &error));
    assert_int_equal(number, 0);
    assert_false(log_entry_read_number("{", 1, &number, &error));
    assert_false(log_entry_read_number("{\"game\":1\0,\"round\":1}", 21, &number, &error));
    assert_string_equal(error.text, "contains a NUL byte");
    stored_game_free(&stored);
}

/* A flag that falls in a draw: it is the flag of the player to move. */
static void test_a_drawn_flag(void **state) {
    StoredGame stored, read;
    LogPosition position = {0};
    Position start;
    Error error;
    const Ruleset *rules = ruleset_find("antichess");
    assert_true(position_from_fen(&start, rules, "8/8/4n3/8/8/3N4/8/8 w - - 0 1", &error));
    stored_game_init(&stored, rules);
    game_init_from(&stored.game, &start);
    stored.game.tournament_draws = true;
    stored_game_terminate(&stored, TERMINATION_TIME_FORFEIT, WHITE, "");
    assert_string_equal(stored_game_result(&stored), "1/2-1/2");
    char *line = log_entry_write(&stored, &position, false);
    assert_non_null(line);
    for (int draws = 0; draws <= 1; draws++) {
        stored_game_init(&read, rules);
        read.game.tournament_draws = draws == 1;
        if (!log_entry_read(line, &read, &error))
            fail_msg("%s", error.text);
        assert_int_equal(read.game.expired, WHITE);
        assert_int_equal(game_outcome(&read.game).drawn, draws);
        assert_string_equal(stored_game_result(&read), "1/2-1/2");
        stored_game_free(&read);
    }
    free(line);
    stored_game_free(&stored);
}

/* Evaluations of an unexpected type are left out; turns may be missing. */
static void test_odd_values(void **state) {
    static const char ODD[] =
        "{\"result\":\"1-0\",\"reason\":\"checkmate\",\"fen\":\"" START
        "\",\"turns\":\" e2e4  e7e5\","
        "\"scores\":[\"3\",{}],\"depths\":[\"4\"],\"nodes\":{},\"clocks\":[\"9\",1.5]}";
    StoredGame stored;
    Error error;
    stored_game_init(&stored, ruleset_find("losers"));
    assert_done(log_entry_read(ODD, &stored, &error), &error);
    assert_int_equal(stored.game.count, 2);
    for (int i = 0; i < 2; i++) {
        TurnEvaluation evaluation = stored_game_evaluation(&stored, i);
        assert_false(evaluation.has_score);
        assert_int_equal(evaluation.depth, 0);
        assert_int_equal(evaluation.nodes, 0);
        assert_int_equal(stored.game.turns[i].clock_ms, GAME_NO_CLOCK);
    }
    stored_game_free(&stored);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),       cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_result_only), cmocka_unit_test(test_a_drawn_flag),
        cmocka_unit_test(test_odd_values),
    };
    return test_run("log_entry", tests);
}
