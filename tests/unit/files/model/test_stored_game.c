/* Stored games: clocks, results and verdicts, evaluations, comments, and result texts. */
#include "unit/errors.h"
#include "unit/files/notes_testing.h"

#include "files/model/result.h"
#include "files/model/stored_game.h"

#include <string.h>

/* A back-rank mate in one, in a ruleset where the mated side loses. */
#define MATE_IN_ONE "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

static StoredGame stored_at(const char *fen) {
    StoredGame stored;
    Position start;
    Error error;
    stored_game_init(&stored, ruleset_find("6170-spring-2007"));
    game_free(&stored.game);
    if (!position_from_fen(&start, ruleset_find("6170-spring-2007"), fen, &error))
        fail_msg("%s: %s", fen, error.text);
    game_init_from(&stored.game, &start);
    return stored;
}

static void play(StoredGame *stored, const char *turn) {
    Error error;
    assert_done(game_play_text(&stored->game, turn, GAME_NO_CLOCK, &error), &error);
}

/* --- a new game --- */

static void test_init(void **state) {
    for (int i = 0; i < ruleset_count(); i++) {
        StoredGame stored;
        memset(&stored, 0xaa, sizeof stored);
        stored_game_init(&stored, ruleset_at(i));
        assert_ptr_equal(stored.game.now.rules, ruleset_at(i));
        assert_true(game_starts_at_initial_position(&stored.game));
        assert_int_equal(stored.game.count, 0);
        assert_false(stored.timed);
        for (Colour c = WHITE; c <= BLACK; c++) {
            assert_true(stored.initial_ms[c] == GAME_NO_CLOCK);
            assert_true(stored.current_ms[c] == GAME_NO_CLOCK);
            assert_string_equal(stored_game_name(&stored, c), "");
        }
        assert_string_equal(stored_game_tag(&stored, "Event"), "");
        assert_string_equal(stored_game_tag(&stored, "TimeControl"), "");
        assert_false(has_skipped(&stored));
        assert_int_equal(stored.line, 0);
        assert_null(stored.extensions);
        assert_false(stored_game_is_decided(&stored));
        assert_false(stored_game_is_forfeited(&stored));
        assert_string_equal(stored_game_result(&stored), "*");
        stored_game_free(&stored);
    }
}

static int freed;

static void count_freed(XmlExtensions *extensions) {
    assert_non_null(extensions);
    freed++;
}

static void test_freeing(void **state) {
    int anything;
    StoredGame stored = {0};
    stored_game_free(&stored);
    stored_game_init(&stored, ruleset_default());
    assert_true(stored_game_set_comment(&stored, 3, "a comment"));
    stored.extensions = (XmlExtensions *)&anything;
    stored.free_extensions = count_freed;
    freed = 0;
    stored_game_free(&stored);
    assert_int_equal(freed, 1);
    assert_null(stored.extensions);
    assert_null(only_comment(&stored, 3));
    stored_game_free(&stored); /* nothing is freed twice */
    assert_int_equal(freed, 1);
}

/* --- clocks --- */

static void test_out_of_time(void **state) {
    static const struct {
        int64_t white, black;
        bool found;
        Colour white_to_move, black_to_move; /* the player found to be out of time */
    } CASES[] = {
        {GAME_NO_CLOCK, GAME_NO_CLOCK, false, WHITE, WHITE},
        {1, 1, false, WHITE, WHITE},
        {0, 1, true, WHITE, WHITE},
        {1, 0, true, BLACK, BLACK},
        {-1, GAME_NO_CLOCK, true, WHITE, WHITE},
        {GAME_NO_CLOCK, -50000, true, BLACK, BLACK},
        {0, -7, true, WHITE, BLACK},
        {-7, 0, true, WHITE, BLACK},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        StoredGame stored;
        Colour player;
        stored_game_init(&stored, ruleset_default());
        stored.current_ms[WHITE] = CASES[i].white;
        stored.current_ms[BLACK] = CASES[i].black;
        assert_int_equal(stored_game_out_of_time(&stored, &player), CASES[i].found);
        if (CASES[i].found)
            assert_int_equal(player, CASES[i].white_to_move);
        play(&stored, "e2e4");
        assert_int_equal(stored_game_out_of_time(&stored, &player), CASES[i].found);
        if (CASES[i].found)
            assert_int_equal(player, CASES[i].black_to_move);
        stored_game_free(&stored);
    }
}

/* --- results --- */

static void test_result_of_the_source(void **state) {
    StoredGame stored = stored_at(MATE_IN_ONE);
    strcpy(stored.result, "0-1");
    assert_string_equal(stored_game_result(&stored), "0-1");
    assert_false(stored_game_is_decided(&stored));
    assert_null(stored_game_contradiction(&stored));
    /* It stands even if the board shows another one. */
    play(&stored, "a1a8");
    assert_string_equal(stored_game_result(&stored), "0-1");
    assert_string_equal(stored_game_contradiction(&stored), "1-0");
    /* "*" says nothing. */
    strcpy(stored.result, "*");
    assert_string_equal(stored_game_result(&stored), "1-0");
    assert_null(stored_game_contradiction(&stored));
    stored.result[0] = '\0';
    assert_string_equal(stored_game_result(&stored), "1-0");
    assert_string_equal(stored_game_reason(&stored), outcome_reason_name(CHECKMATE));
    assert_true(stored_game_is_decided(&stored));
    stored_game_free(&stored);
}

static void test_result_by_the_clock(void **state) {
    StoredGame stored = stored_at(MATE_IN_ONE);
    strcpy(stored.result, "1-0");
    game_expire(&stored.game, WHITE);
    assert_string_equal(stored_game_result(&stored), "1-0");
    assert_string_equal(stored_game_contradiction(&stored), "0-1");
    assert_string_equal(stored_game_reason(&stored), outcome_reason_name(TIME_EXPIRED));
    stored.result[0] = '\0';
    assert_string_equal(stored_game_result(&stored), "0-1");
    assert_true(stored_game_is_decided(&stored));
    assert_false(stored_game_is_forfeited(&stored));
    stored_game_free(&stored);
}

static void test_forfeits(void **state) {
    for (Colour loser = WHITE; loser <= BLACK; loser++) {
        StoredGame stored = stored_at(MATE_IN_ONE);
        stored.forfeit.loser = loser;
        assert_false(stored_game_is_forfeited(&stored));
        strcpy(stored.forfeit.reason, "left the room");
        assert_true(stored_game_is_forfeited(&stored));
        assert_true(stored_game_is_decided(&stored));
        assert_string_equal(stored_game_result(&stored), loser == WHITE ? "0-1" : "1-0");
        /* A game that the rules have decided no longer counts as forfeited. */
        play(&stored, "a1a8");
        assert_false(stored_game_is_forfeited(&stored));
        assert_true(stored_game_is_decided(&stored));
        assert_string_equal(stored_game_result(&stored), "1-0");
        stored_game_free(&stored);
    }
}

/* --- the referee's verdict --- */

static void test_terminate_drawn(void **state) {
    static const struct {
        TerminationKind kind;
        const char *reason;
    } DRAWS[] = {{TERMINATION_MAX_TURNS, "tooLong"},
                 {TERMINATION_ADJUDICATED_DRAW, "adjudicatedDraw"}};
    for (size_t i = 0; i < sizeof DRAWS / sizeof *DRAWS; i++) {
        StoredGame stored = stored_at(MATE_IN_ONE);
        stored_game_terminate(&stored, DRAWS[i].kind, WHITE, "400 turns");
        assert_string_equal(stored_game_result(&stored), "1/2-1/2");
        assert_string_equal(stored_game_reason(&stored), DRAWS[i].reason);
        assert_string_equal(stored.termination.detail, "400 turns");
        assert_string_equal(stored.forfeit.reason, "");
        assert_false(stored.game.time_expired);
        stored_game_free(&stored);
    }
}

static void test_terminate_on_time(void **state) {
    StoredGame stored = stored_at(MATE_IN_ONE);
    stored.initial_ms[BLACK] = stored.current_ms[BLACK] = 5000;
    stored.initial_ms[WHITE] = stored.current_ms[WHITE] = 7000;
    stored_game_terminate(&stored, TERMINATION_TIME_FORFEIT, BLACK, "");
    assert_string_equal(stored_game_result(&stored), "1-0");
    assert_string_equal(stored_game_reason(&stored), "timeExpired");
    assert_int_equal(stored.current_ms[BLACK], 0);
    assert_int_equal(stored.current_ms[WHITE], 7000);
    assert_true(stored.game.time_expired);
    assert_int_equal(stored.game.expired, BLACK);
    assert_string_equal(stored.forfeit.reason, "");
    stored_game_free(&stored);
    /* Without a clock nothing is set to zero. */
    stored = stored_at(MATE_IN_ONE);
    stored_game_terminate(&stored, TERMINATION_TIME_FORFEIT, WHITE, "");
    assert_true(stored.current_ms[WHITE] == GAME_NO_CLOCK);
    assert_string_equal(stored_game_result(&stored), "0-1");
    stored_game_free(&stored);
}

static void test_terminate_with_a_forfeit(void **state) {
    for (int kind = TERMINATION_TIME_FORFEIT + 1; kind < TERMINATION_KINDS; kind++)
        for (Colour loser = WHITE; loser <= BLACK; loser++) {
            StoredGame stored = stored_at(MATE_IN_ONE);
            stored_game_terminate(&stored, (TerminationKind)kind, loser, "because");
            assert_int_equal(stored.forfeit.loser, loser);
            assert_string_equal(stored.forfeit.reason, termination_words((TerminationKind)kind));
            assert_true(stored_game_is_forfeited(&stored));
            assert_string_equal(stored_game_result(&stored), loser == WHITE ? "0-1" : "1-0");
            assert_string_equal(stored_game_reason(&stored),
                                termination_name((TerminationKind)kind));
            stored_game_free(&stored);
        }
}

static void test_long_details_are_cut(void **state) {
    char detail[2 * ERROR_TEXT_SIZE];
    StoredGame stored = stored_at(MATE_IN_ONE);
    memset(detail, 'x', sizeof detail - 1);
    detail[sizeof detail - 1] = '\0';
    stored_game_terminate(&stored, TERMINATION_CRASH, WHITE, detail);
    assert_int_equal(strlen(stored.termination.detail), ERROR_TEXT_SIZE - 1);
    assert_int_equal(stored.termination.kind, TERMINATION_CRASH);
    stored_game_free(&stored);
}

/* --- taking back --- */

static void test_reopening(void **state) {
    StoredGame stored = stored_at(MATE_IN_ONE);
    strcpy(stored.result, "1-0");
    tags_set(&stored.tags, "Termination", "abandoned");
    tags_set(&stored.tags, "Event", "a match");
    stored_game_terminate(&stored, TERMINATION_RESIGNATION, BLACK, "");
    stored_game_reopen(&stored);
    assert_false(stored_game_is_decided(&stored));
    assert_string_equal(stored_game_result(&stored), "*");
    assert_string_equal(stored_game_tag(&stored, "Termination"), "");
    assert_string_equal(stored_game_tag(&stored, "Event"), "a match");
    stored_game_free(&stored);
}

static void test_undo(void **state) {
    StoredGame stored = stored_at(MATE_IN_ONE);
    strcpy(stored.result, "1-0");
    assert_false(stored_game_undo(&stored));
    assert_string_equal(stored_game_result(&stored), "1-0");
    play(&stored, "a1b1");
    play(&stored, "h7h6");
    assert_true(stored_game_set_comment(&stored, 0, "slow"));
    assert_true(stored_game_set_comment(&stored, 1, "forced"));
    assert_true(stored_game_set_evaluation(&stored, 1, &(TurnEvaluation){.depth = 4}));
    stored_game_terminate(&stored, TERMINATION_RESIGNATION, WHITE, "");
    assert_true(stored_game_undo(&stored)); /* the resignation */
    assert_int_equal(stored.game.count, 2);
    assert_string_equal(stored_game_result(&stored), "*");
    game_expire(&stored.game, WHITE);
    assert_true(stored_game_undo(&stored)); /* the loss on time */
    assert_int_equal(stored.game.count, 2);
    assert_string_equal(only_comment(&stored, 1), "forced");
    assert_true(stored_game_undo(&stored)); /* the turn, with what is known about it */
    assert_int_equal(stored.game.count, 1);
    assert_string_equal(only_comment(&stored, 0), "slow");
    play(&stored, "h7h5");
    assert_null(only_comment(&stored, 1));
    assert_int_equal(stored_game_evaluation(&stored, 1).depth, 0);
    stored_game_free(&stored);
}

/* --- evaluations and comments --- */

static void test_evaluations(void **state) {
    static const TurnEvaluation NONE = {0};
    TurnEvaluation first = {.has_score = true, .score = -35, .depth = 9, .nodes = 1000},
                   mate = {.has_score = true, .is_mate = true, .score = 3, .elapsed_us = 7}, found;
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    found = stored_game_evaluation(&stored, 0);
    assert_memory_equal(&found, &NONE, sizeof found);
    assert_true(stored_game_set_evaluation(&stored, 0, &first));
    assert_true(stored_game_set_evaluation(&stored, 5000, &mate));
    found = stored_game_evaluation(&stored, 0);
    assert_true(found.has_score && !found.is_mate);
    assert_int_equal(found.score, -35);
    assert_int_equal(found.depth, 9);
    assert_int_equal(found.nodes, 1000);
    found = stored_game_evaluation(&stored, 5000);
    assert_true(found.has_score && found.is_mate);
    assert_int_equal(found.score, 3);
    assert_int_equal(found.elapsed_us, 7);
    for (int turn = 1; turn < 20000; turn++)
        if (turn != 5000)
            assert_false(stored_game_evaluation(&stored, turn).has_score);
    assert_true(stored_game_set_evaluation(&stored, 0, &NONE));
    assert_false(stored_game_evaluation(&stored, 0).has_score);
    stored_game_free(&stored);
}

static void test_comments(void **state) {
    char text[] = "h\xc3\xbc"
                  "bsch";
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    assert_null(only_comment(&stored, 0));
    assert_true(stored_game_set_comment(&stored, 2, text));
    text[0] = 'X'; /* the game has a copy */
    assert_string_equal(only_comment(&stored, 2), "h\xc3\xbc"
                                                  "bsch");
    assert_null(only_comment(&stored, 1));
    assert_null(only_comment(&stored, 3));
    assert_true(stored_game_set_comment(&stored, 900, "much later"));
    assert_string_equal(only_comment(&stored, 900), "much later");
    assert_true(stored_game_set_comment(&stored, 2, "better"));
    assert_string_equal(only_comment(&stored, 2), "better");
    /* A comment can be replaced by itself, and setting an evaluation leaves it alone. */
    assert_true(stored_game_set_comment(&stored, 2, only_comment(&stored, 2)));
    assert_true(stored_game_set_evaluation(&stored, 2, &(TurnEvaluation){.depth = 4}));
    assert_string_equal(only_comment(&stored, 2), "better");
    assert_int_equal(stored_game_evaluation(&stored, 2).depth, 4);
    assert_null(only_comment(&stored, 100000));
    assert_true(stored_game_set_comment(&stored, 2, ""));
    assert_null(only_comment(&stored, 2));
    assert_int_equal(stored_game_evaluation(&stored, 2).depth, 4);
    stored_game_free(&stored);
}

/* --- texts --- */

static void test_result_texts(void **state) {
    static const char *const NONE[] = {"*", "", "1", "1-", "1-0 ", " 1-0", "2-0", "1/2", "0-0"};
    assert_string_equal(result_text(2), "1-0");
    assert_string_equal(result_text(1), "1/2-1/2");
    assert_string_equal(result_text(0), "0-1");
    for (int points = 0; points <= 2; points++)
        assert_int_equal(result_white_points(result_text(points)), points);
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_int_equal(result_white_points(NONE[i]), RESULT_UNDECIDED);
}

static void test_termination_names(void **state) {
    static const char *const OTHERS[] = {"", "checkmate", "IllegalMove", "crash ", "illegal move"};
    for (int kind = TERMINATION_MAX_TURNS; kind < TERMINATION_KINDS; kind++) {
        const char *name = termination_name((TerminationKind)kind);
        assert_true(*name && *termination_words((TerminationKind)kind));
        assert_null(strchr(name, ' '));
        assert_int_equal(termination_find(name), kind);
    }
    assert_string_equal(termination_name(TERMINATION_ILLEGAL_MOVE), "illegalMove");
    assert_string_equal(termination_words(TERMINATION_ILLEGAL_MOVE), "illegal move");
    assert_string_equal(termination_name(TERMINATION_BY_RULES), "");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_int_equal(termination_find(OTHERS[i]), TERMINATION_BY_RULES);
    /* A loss on time has the same name, whether the referee or the rules ended the game. */
    assert_string_equal(termination_name(TERMINATION_TIME_FORFEIT),
                        outcome_reason_name(TIME_EXPIRED));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),
        cmocka_unit_test(test_freeing),
        cmocka_unit_test(test_out_of_time),
        cmocka_unit_test(test_result_of_the_source),
        cmocka_unit_test(test_result_by_the_clock),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_terminate_drawn),
        cmocka_unit_test(test_terminate_on_time),
        cmocka_unit_test(test_terminate_with_a_forfeit),
        cmocka_unit_test(test_long_details_are_cut),
        cmocka_unit_test(test_reopening),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_evaluations),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_result_texts),
        cmocka_unit_test(test_termination_names),
    };
    return test_run("stored_game", tests);
}
