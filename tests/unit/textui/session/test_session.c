/* The TextUI's game session without its commands: clocks, undo, forced passes, files, players. The
 * tests choose the time. The files are in tests/data/textui. */
#include "unit/errors.h"

#include "textui/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DATA "tests/data/textui/"

static const int64_t NO_CLOCK = GAME_NO_CLOCK;

/* --- helpers --- */

static Session start_with(const Setup *setup, bool real_time, int64_t now) {
    Session session;
    session_init(&session);
    session.real_time = real_time;
    assert_true(session_start(&session, setup, now));
    return session;
}

static Session start_timed(int64_t white_ms, int64_t black_ms) {
    Setup setup = {.rules = ruleset_default(), .clocks = {{white_ms, black_ms}}};
    return start_with(&setup, false, 0);
}

static void load(Session *session, const char *path) {
    Error error = {.text = ""};
    assert_done(session_load(session, path, true, 0, &error), &error);
}

static void play_at(Session *session, const char *text, int64_t now) {
    Turn turn;
    if (!notation_read_turn(&session->stored.game.now, text, &turn, NULL))
        fail_msg("%s is refused", text);
    assert_true(session_play(session, turn, now));
}

/* Plays as MakeMove does: charges the time first, then makes the turn. */
static void play(Session *session, const char *text, int64_t spent_ms) {
    session_charge(session, spent_ms);
    play_at(session, text, 0);
}

static bool is_legal(const Session *session, const char *text) {
    Turn turn;
    return notation_read_turn(&session->stored.game.now, text, &turn, NULL);
}

static bool is_over(const Session *session) {
    return outcome_is_over(game_outcome(&session->stored.game));
}

static void assert_clocks(const Session *session, int64_t white_ms, int64_t black_ms) {
    if (session_clock(session, WHITE) != white_ms || session_clock(session, BLACK) != black_ms)
        fail_msg("clocks %lld and %lld, not %lld and %lld",
                 (long long)session_clock(session, WHITE), (long long)session_clock(session, BLACK),
                 (long long)white_ms, (long long)black_ms);
}

static void assert_lost_on_time(const Session *session, Colour loser) {
    Outcome outcome = game_outcome(&session->stored.game);
    assert_true(outcome_is_over(outcome));
    assert_false(outcome.drawn);
    assert_int_equal(outcome.winner, other(loser));
    assert_int_equal(session_clock(session, loser), 0);
}

/* --- clocks that are charged --- */

static void test_only_the_player_to_move_is_charged(void **state) {
    Session session = start_timed(1000, 2000);
    assert_true(session.stored.timed);
    assert_int_equal(session.stored.initial_ms[WHITE], 1000);
    assert_int_equal(session.stored.initial_ms[BLACK], 2000);
    play(&session, "e2e4", 100);
    assert_clocks(&session, 900, 2000);
    play(&session, "a7a6", 300);
    assert_clocks(&session, 900, 1700);
    assert_int_equal(session.stored.game.turns[0].clock_ms, 900);
    assert_int_equal(session.stored.game.turns[1].clock_ms, 1700);
    session_free(&session);
}

static void test_clock_runs_out_at_zero(void **state) {
    Session session = start_timed(1000, 1000);
    session_charge(&session, 999);
    assert_clocks(&session, 1, 1000);
    assert_false(is_over(&session));
    session_charge(&session, 0);
    assert_false(is_over(&session));
    session_charge(&session, 1);
    assert_lost_on_time(&session, WHITE);
    session_free(&session);

    session = start_timed(1000, 500);
    play(&session, "e2e4", 0);
    session_charge(&session, INT64_MAX); /* must not overflow */
    assert_lost_on_time(&session, BLACK);
    session_free(&session);
}

static void test_unlimited_clocks(void **state) {
    Session session = start_timed(NO_CLOCK, NO_CLOCK);
    assert_false(session.stored.timed);
    session_charge(&session, INT64_MAX);
    assert_clocks(&session, NO_CLOCK, NO_CLOCK);
    assert_false(is_over(&session));
    session_free(&session);

    session = start_timed(NO_CLOCK, 1000);
    assert_true(session.stored.timed);
    play(&session, "e2e4", 5000);
    play(&session, "a7a6", 10);
    assert_clocks(&session, NO_CLOCK, 990);
    session_free(&session);
}

static void test_clocks_are_set(void **state) {
    Session session = start_timed(NO_CLOCK, NO_CLOCK);
    session_set_clock(&session, BLACK, 700);
    assert_true(session.stored.timed);
    assert_clocks(&session, NO_CLOCK, 700);
    session_set_clock(&session, WHITE, 500);
    session_set_clock(&session, BLACK, NO_CLOCK);
    assert_clocks(&session, 500, NO_CLOCK);
    play(&session, "e2e4", 1);
    play(&session, "a7a6", 1);
    assert_int_equal(session_undo(&session, 0), 2);
    assert_clocks(&session, 500, NO_CLOCK);
    session_set_clock(&session, WHITE, NO_CLOCK);
    assert_false(session.stored.timed);
    session_free(&session);
}

/* --- clocks in real time --- */

static void test_real_time(void **state) {
    Setup setup = {.rules = ruleset_default(), .clocks = {{1000, 1000}}};
    Session session = start_with(&setup, true, 5000);
    session_run_clock(&session, 5100);
    assert_clocks(&session, 900, 1000);
    session_run_clock(&session, 5100);
    assert_clocks(&session, 900, 1000);
    session_run_clock(&session, 5250);
    play_at(&session, "e2e4", 5250);
    assert_clocks(&session, 750, 1000);
    session_run_clock(&session, 6249);
    assert_clocks(&session, 750, 1);
    assert_false(is_over(&session));
    session_run_clock(&session, 6250);
    assert_lost_on_time(&session, BLACK);
    session_finish(&session);
    session_run_clock(&session, 99999);
    assert_clocks(&session, 750, 0);
    session_free(&session);
}

static void test_time_left(void **state) {
    Setup setup = {.rules = ruleset_default(), .clocks = {{1000, NO_CLOCK}}};
    Session session = start_with(&setup, true, 5000);
    assert_int_equal(session_time_left(&session, 5400), 600);
    assert_int_equal(session_time_left(&session, 6001), 0);
    play_at(&session, "e2e4", 5000);
    assert_int_equal(session_time_left(&session, 5400), -1); /* Black has no clock */
    play_at(&session, "d7d5", 5000);
    assert_int_equal(session_time_left(&session, 5000), 1000);
    session_finish(&session);
    assert_int_equal(session_time_left(&session, 5000), -1);
    session_free(&session);
    session = start_timed(1000, 1000);
    assert_int_equal(session_time_left(&session, 5400), -1);
    session_free(&session);
}

static void test_no_real_time_unless_asked_for(void **state) {
    Session session = start_timed(1000, 1000);
    session_run_clock(&session, 999999);
    assert_clocks(&session, 1000, 1000);
    session_free(&session);
}

/* In real time, a new game and an undo restart the measurement. */
static void test_real_time_begins_anew(void **state) {
    Setup setup = {.rules = ruleset_default(), .clocks = {{1000, 1000}}};
    Session session = start_with(&setup, true, 0);
    session_run_clock(&session, 100);
    play_at(&session, "e2e4", 100);
    session_run_clock(&session, 300);
    assert_int_equal(session_undo(&session, 900), 1);
    assert_clocks(&session, 1000, 1000);
    session_run_clock(&session, 910);
    assert_clocks(&session, 990, 1000);
    assert_true(session_start(&session, &setup, 5000));
    session_run_clock(&session, 5001);
    assert_clocks(&session, 999, 1000);
    session_free(&session);
}

/* --- undo --- */

static void test_undo_takes_back_a_pair(void **state) {
    Session session = start_timed(1000, 2000);
    assert_int_equal(session_undo(&session, 0), 0);
    play(&session, "e2e4", 100);
    play(&session, "d7d5", 200);
    play(&session, "e4d5", 300);
    assert_clocks(&session, 600, 1800);
    assert_int_equal(session_undo(&session, 0), 2);
    assert_int_equal(session_player(&session), BLACK);
    assert_clocks(&session, 900, 2000);
    assert_int_equal(session_undo(&session, 0), 1); /* only one turn is left */
    assert_int_equal(session_player(&session), WHITE);
    assert_clocks(&session, 1000, 2000);
    assert_int_equal(session_undo(&session, 0), 0);
    assert_true(is_legal(&session, "e2e4"));
    session_free(&session);
}

static void test_undo_in_a_long_game(void **state) {
    static const char *const TURNS[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    enum { PAIRS = 200 };
    Session session = start_timed(1000000, 1000000);
    for (int i = 0; i < 2 * PAIRS; i++)
        play(&session, TURNS[i % 4], 10);
    assert_clocks(&session, 1000000 - 10 * PAIRS, 1000000 - 10 * PAIRS);
    for (int left = PAIRS - 1; left >= 0; left--) {
        assert_int_equal(session_undo(&session, 0), 2);
        assert_clocks(&session, 1000000 - 10 * left, 1000000 - 10 * left);
    }
    assert_int_equal(session_undo(&session, 0), 0);
    session_free(&session);
}

static void test_undo_forgets_a_chosen_turn(void **state) {
    Session session = start_timed(1000, 1000);
    play(&session, "e2e4", 1);
    session.has_chosen_turn = true;
    assert_int_equal(session_undo(&session, 0), 1);
    assert_false(session.has_chosen_turn);
    session_free(&session);
}

static void test_increment(void **state) {
    Setup setup = {
        .rules = ruleset_default(), .clocks = {{1000, GAME_NO_CLOCK}}, .increment_ms = 300};
    Session session = start_with(&setup, false, 0);
    play(&session, "e2e4", 400);
    assert_clocks(&session, 900, GAME_NO_CLOCK);
    assert_int_equal(session.stored.game.turns[0].clock_ms, 900);
    play(&session, "e7e5", 50);
    assert_clocks(&session, 900, GAME_NO_CLOCK);
    assert_int_equal(session_undo(&session, 0), 2);
    assert_clocks(&session, 1000, GAME_NO_CLOCK);
    session_charge(&session, 1000); /* no increment without a turn */
    assert_lost_on_time(&session, WHITE);
    session_free(&session);
    setup.clocks = (SessionClocks){{INT64_MAX - 100, INT64_MAX}};
    session = start_with(&setup, false, 0);
    play(&session, "e2e4", 0);
    play(&session, "e7e5", 1);
    assert_clocks(&session, INT64_MAX, INT64_MAX);
    session_free(&session);
}

/* --- passes --- */

static void test_forced_pass(void **state) {
    Session session;
    session_init(&session);
    load(&session, DATA "stalemate.xml");
    play(&session, "c1c7", 0);
    assert_int_equal(session.stored.game.count, 2);
    assert_true(game_turn_is_forced_pass(&session.stored.game, 1));
    assert_int_equal(session_player(&session), WHITE);
    play(&session, "c7c1", 0);
    assert_int_equal(session_player(&session), BLACK);
    session_free(&session);
}

/* Each call takes back one turn. Taking back the last turn of a finished game continues the game.
 */
static void test_take_back(void **state) {
    Session session = start_timed(1000, 1000);
    play(&session, "f2f3", 10);
    play(&session, "e7e5", 20);
    play(&session, "g2g4", 30);
    play(&session, "d8h4", 40);
    assert_true(is_over(&session));
    session_finish(&session);
    assert_true(session_take_back(&session, 0));
    assert_true(session.in_progress && !is_over(&session));
    assert_clocks(&session, 960, 980);
    assert_int_equal(session.stored.game.count, 3);
    session_charge(&session, 980);
    assert_lost_on_time(&session, BLACK);
    session_finish(&session);
    assert_true(session_take_back(&session, 0)); /* only the loss on time */
    assert_true(session.in_progress && !is_over(&session));
    assert_clocks(&session, 960, 980);
    assert_int_equal(session.stored.game.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(session_take_back(&session, 0));
    assert_clocks(&session, 1000, 1000);
    session_finish(&session);
    assert_false(session_take_back(&session, 0));
    assert_false(session.in_progress);
    session_free(&session);

    session_init(&session);
    load(&session, DATA "stalemate.xml");
    play(&session, "c1c7", 0); /* Black is stalemated and passes */
    assert_int_equal(session.stored.game.count, 2);
    assert_true(session_take_back(&session, 0));
    assert_int_equal(session.stored.game.count, 0);
    session_free(&session);
}

/* A person gives up, on the computer's turn, too; that can be taken back, alone. */
static void test_resignation(void **state) {
    Session session = start_timed(1000, 1000);
    play(&session, "f2f3", 10);
    session_resign(&session);
    assert_string_equal(stored_game_result(&session.stored), "1-0");
    session_finish(&session);
    assert_true(session_take_back(&session, 0));
    assert_true(session.in_progress);
    assert_string_equal(stored_game_result(&session.stored), "*");
    assert_int_equal(session.stored.game.count, 1);
    session_set_players(&session, false, true);
    session_resign(&session);
    assert_string_equal(stored_game_result(&session.stored), "0-1");
    session_free(&session);
}

static void test_undo_of_forced_passes(void **state) {
    Session session;
    session_init(&session);
    load(&session, DATA "stalemate.xml");
    play(&session, "c1c7", 0);
    assert_int_equal(session_undo(&session, 0), 1); /* the pass is not counted */
    assert_int_equal(session.stored.game.count, 0);
    play(&session, "c1c7", 0);
    play(&session, "c7c1", 0);
    play(&session, "a8a7", 0);
    assert_int_equal(session_player(&session), WHITE);
    assert_int_equal(session_undo(&session, 0), 2);
    assert_int_equal(session_player(&session), WHITE);
    assert_true(is_legal(&session, "c7c1"));
    session_free(&session);
}

static void test_pass_that_is_forced_when_loaded(void **state) {
    Session session;
    session_init(&session);
    load(&session, DATA "must-pass.xml");
    assert_int_equal(session.stored.game.count, 1);
    assert_true(is_legal(&session, "c2c1"));
    assert_int_equal(session_undo(&session, 0), 0);
    assert_true(is_legal(&session, "c2c1"));
    session_free(&session);
}

/* --- files --- */

static void test_loaded_clocks(void **state) {
    Session session;
    session_init(&session);
    load(&session, DATA "timed.xml");
    assert_true(session.in_progress);
    assert_clocks(&session, 59000, 49000);
    play(&session, "d2d4", 9000);
    assert_clocks(&session, 50000, 49000);
    assert_int_equal(session_undo(&session, 0), 2);
    assert_clocks(&session, 59000, 50000);
    assert_int_equal(session_undo(&session, 0), 1);
    assert_clocks(&session, 60000, 50000);
    session_free(&session);
}

static void test_load_replaces_the_game(void **state) {
    Session session = start_timed(1000, 1000);
    session_set_players(&session, false, true);
    play(&session, "e2e4", 1);
    session.has_chosen_turn = true;
    load(&session, DATA "timed.xml");
    assert_false(session.has_chosen_turn);
    assert_clocks(&session, 59000, 49000);
    assert_false(session.computer[WHITE]); /* as before */
    assert_true(session.computer[BLACK]);
    session_finish(&session);
    load(&session, DATA "timed.xml");
    assert_false(session.computer[WHITE]); /* once the game has ended, both players are human */
    assert_false(session.computer[BLACK]);
    session_free(&session);
}

static void test_bad_files_change_nothing(void **state) {
    static const char *const BAD[] = {"garbage.xml",         "invalid.xml",    "malformed.xml",
                                      "unknown-ruleset.xml", "unplayable.xml", "nothing.xml"};
    Session session = start_timed(1000, 1000);
    session_set_players(&session, true, true);
    play(&session, "e2e4", 1);
    session.has_chosen_turn = true;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char path[128];
        Error error = {.text = ""};
        snprintf(path, sizeof path, DATA "%s", BAD[i]);
        assert_false(session_load(&session, path, true, 0, &error));
        assert_true(*error.text);
        assert_int_equal(session.stored.game.count, 1);
        assert_true(session.in_progress && session.has_chosen_turn);
        assert_true(session.computer[WHITE] && session.computer[BLACK]);
        assert_clocks(&session, 999, 1000);
    }
    session_free(&session);
}

static void test_saved_and_loaded(void **state) {
    char path[] = "/tmp/misere-test-XXXXXX";
    Error error = {.text = ""};
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    Session session = start_timed(60000, NO_CLOCK);
    play(&session, "e2e4", 1000);
    play(&session, "a7a6", 1000);
    stored_game_set_name(&session.stored, WHITE, "Anna");
    assert_true(gamefile_save(path, &session.stored, &error));
    play(&session, "f1a6", 1000);
    load(&session, path);
    assert_int_equal(session.stored.game.count, 2);
    assert_int_equal(session_player(&session), WHITE);
    assert_clocks(&session, 59000, NO_CLOCK);
    assert_string_equal(stored_game_name(&session.stored, WHITE), "Anna");
    assert_int_equal(session_undo(&session, 0), 2);
    assert_clocks(&session, 60000, NO_CLOCK);
    session_free(&session);
    remove(path);
}

/* --- players --- */

static void test_computers(void **state) {
    Setup setup = {
        .rules = ruleset_default(), .computer = {true, false}, .clocks = {{NO_CLOCK, NO_CLOCK}}};
    Session session;
    session_init(&session);
    assert_false(session_awaits_computer(&session));
    session_free(&session);
    session = start_with(&setup, false, 0);
    assert_true(session_awaits_computer(&session));
    play(&session, "e2e4", 0);
    assert_false(session_awaits_computer(&session));
    session.has_chosen_turn = true;
    session_set_players(&session, false, true);
    assert_false(session.has_chosen_turn);
    assert_true(session_awaits_computer(&session));
    session_finish(&session);
    assert_false(session_awaits_computer(&session));
    session_free(&session);
}

static void test_no_computer_plays_on_after_the_end(void **state) {
    Setup setup = {.rules = ruleset_default(), .computer = {true, true}, .clocks = {{1000, 1000}}};
    Session session = start_with(&setup, false, 0);
    session_charge(&session, 1000);
    assert_true(session.in_progress); /* until session_finish() */
    assert_false(session_awaits_computer(&session));
    session_free(&session);
}

/* In mind control one player makes both half-moves of a turn. */
static void test_mind_control(void **state) {
    Setup setup = {.rules = ruleset_find("6170-fall-2003-mindcontrol"), .clocks = {{1000, 2000}}};
    Session session = start_with(&setup, false, 0);
    assert_int_equal(session_player(&session), WHITE);
    play(&session, "e2e4,e7e5", 10);
    assert_int_equal(session_player(&session), BLACK);
    play(&session, "h2h3,h7h6", 20);
    assert_clocks(&session, 990, 1980);
    assert_int_equal(session_undo(&session, 0), 2);
    assert_clocks(&session, 1000, 2000);
    session_free(&session);
}

/* --- chips --- */

static void test_chips(void **state) {
    Setup setup = {
        .rules = ruleset_find("6170-fall-2003"), .clocks = {{NO_CLOCK, NO_CLOCK}}, .chips = {2, 1}};
    Session session = start_with(&setup, false, 0);
    const Game *game = &session.stored.game;
    assert_int_equal(game->now.chips[WHITE], 2);
    assert_int_equal(game->now.chips[BLACK], 1);
    play(&session, "Ipass", 0);
    assert_int_equal(game->now.chips[WHITE], 1);
    assert_false(game_turn_is_forced_pass(game, 0));
    play(&session, "Ipass", 0);
    assert_int_equal(game->now.chips[BLACK], 0);
    play(&session, "Ipass", 0);
    assert_false(is_legal(&session, "Ipass")); /* Black has no chip left */
    assert_int_equal(session_undo(&session, 0), 2);
    assert_int_equal(game->now.chips[WHITE], 1);
    assert_int_equal(game->now.chips[BLACK], 1);
    setup.chips[WHITE] = setup.chips[BLACK] = 0;
    assert_true(session_start(&session, &setup, 0));
    assert_false(is_legal(&session, "Ipass"));
    session_free(&session);
}

static void test_most_chips(void **state) {
    Setup setup = {.rules = ruleset_find("6170-fall-2003"),
                   .clocks = {{NO_CLOCK, NO_CLOCK}},
                   .chips = {CHIPS_MAX, 0}};
    Session session = start_with(&setup, false, 0);
    assert_int_equal(session.stored.game.start.chips[WHITE], CHIPS_MAX);
    assert_int_equal(session.stored.game.start.chips[BLACK], 0);
    session_free(&session);
}

/* --- results --- */

static void test_result_lines(void **state) {
    assert_string_equal(session_result((Outcome){.reason = CHECKMATE, .winner = WHITE}),
                        "White Player has won");
    assert_string_equal(session_result((Outcome){.reason = CHECKMATE, .winner = BLACK}),
                        "Black Player has won");
    assert_string_equal(session_result((Outcome){.reason = STALEMATE, .drawn = true}),
                        "Game drawn");
}

static void test_ends_of_games(void **state) {
    static const struct {
        const char *file, *turn, *result;
    } CASES[] = {{"locked.xml", "c5c6", "Game drawn"},
                 {"stalemate-2003.xml", "c1c7", "Game drawn"},
                 {"must-pass-2003.xml", NULL, "Game drawn"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char path[128];
        Session session;
        session_init(&session);
        snprintf(path, sizeof path, DATA "%s", CASES[i].file);
        load(&session, path);
        if (CASES[i].turn)
            play(&session, CASES[i].turn, 0);
        assert_true(is_over(&session));
        assert_true(session.in_progress);
        assert_string_equal(session_result(game_outcome(&session.stored.game)), CASES[i].result);
        session_finish(&session);
        assert_false(session.in_progress);
        assert_true(is_over(&session)); /* how it ended can still be seen */
        session_free(&session);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_the_player_to_move_is_charged),
        cmocka_unit_test(test_clock_runs_out_at_zero),
        cmocka_unit_test(test_unlimited_clocks),
        cmocka_unit_test(test_clocks_are_set),
        cmocka_unit_test(test_real_time),
        cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_no_real_time_unless_asked_for),
        cmocka_unit_test(test_real_time_begins_anew),
        cmocka_unit_test(test_undo_takes_back_a_pair),
        cmocka_unit_test(test_undo_in_a_long_game),
        cmocka_unit_test(test_undo_forgets_a_chosen_turn),
        cmocka_unit_test(test_increment),
        cmocka_unit_test(test_forced_pass),
        cmocka_unit_test(test_take_back),
        cmocka_unit_test(test_resignation),
        cmocka_unit_test(test_undo_of_forced_passes),
        cmocka_unit_test(test_pass_that_is_forced_when_loaded),
        cmocka_unit_test(test_loaded_clocks),
        cmocka_unit_test(test_load_replaces_the_game),
        cmocka_unit_test(test_bad_files_change_nothing),
        cmocka_unit_test(test_saved_and_loaded),
        cmocka_unit_test(test_computers),
        cmocka_unit_test(test_no_computer_plays_on_after_the_end),
        cmocka_unit_test(test_mind_control),
        cmocka_unit_test(test_chips),
        cmocka_unit_test(test_most_chips),
        cmocka_unit_test(test_result_lines),
        cmocka_unit_test(test_ends_of_games),
    };
    gamefile_init();
    int failed = test_run("session", tests);
    gamefile_quit();
    return failed;
}
