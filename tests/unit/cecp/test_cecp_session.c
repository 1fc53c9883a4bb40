/* CECP's session: moves, searches, pondering, analysis, and claims of results. */
/* tags: threads */
#include "unit/capture.h"
#include "unit/errors.h"

#include "cecp/cecp_session.h"

#include <inttypes.h>
#include <unistd.h>

#define PONDER_FEN "4k3/p7/8/8/8/8/7P/3QK3 w - - 0 1"

typedef struct {
    Cecp cecp;
    Capture *capture;
    FILE *in; /* nothing is written to it */
    int in_end;
} SessionFixture;

/* Sets up a session in force mode, with a fixed depth of 3. */
static int set_up(void **state) {
    SessionFixture *fixture = calloc(1, sizeof *fixture);
    Cecp *cecp = &fixture->cecp;
    int ends[2];
    assert_non_null(fixture);
    assert_int_equal(pipe(ends), 0);
    fixture->in = fdopen(ends[0], "r");
    fixture->in_end = ends[1];
    fixture->capture = capture_new();
    cecp->out = transcript_new(fixture->capture->stream);
    cecp->engine = engine_new((FileAccess){.only = NULL});
    cecp->event_queue = event_queue_new(fixture->in, 64);
    assert_true(cecp->engine && cecp->event_queue);
    mutex_init(&cecp->lock);
    cecp_clock_init(&cecp->clock);
    cecp->clock.depth = 3;
    *state = fixture;
    return 0;
}

static int tear_down(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    char *line;
    LineKind kind;
    cecp_abort_search(cecp);
    close(fixture->in_end);
    while (event_queue_wait(cecp->event_queue, &line, &kind) != EVENT_END_OF_INPUT)
        continue;
    engine_free(cecp->engine);
    event_queue_free(cecp->event_queue);
    transcript_free(cecp->out);
    mutex_destroy(&cecp->lock);
    capture_free(fixture->capture);
    fclose(fixture->in);
    free(fixture);
    return 0;
}

static void set_fen(Cecp *cecp, const char *fen) {
    Position start;
    Game game;
    Error error;
    assert_done(position_from_fen(&start, engine_options(cecp->engine)->ruleset, fen, &error),
                &error);
    game_init_from(&game, &start);
    engine_set_game(cecp->engine, &game);
}

static void play(Cecp *cecp, const char *move) {
    Error error;
    assert_done(cecp_play(cecp, move, &error), &error);
}

static int count_turns(const Cecp *cecp) {
    return engine_game(cecp->engine)->count;
}

/* Waits for the search's notification, as the server does, and plays the best move. */
static void finish_move(Cecp *cecp) {
    char *line;
    LineKind kind;
    assert_int_equal(cecp->purpose, PURPOSE_MOVE);
    assert_int_equal(event_queue_wait(cecp->event_queue, &line, &kind), EVENT_NOTIFICATION);
    cecp_play_bestmove(cecp);
}

static void play_as(Cecp *cecp, Colour side) {
    cecp->mode = MODE_PLAY;
    cecp->side = side;
}

/* --- moves --- */

static void test_force_mode_only_records(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    play(cecp, "e2e4");
    play(cecp, "d7d5");
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 2);
    assert_printed(fixture->capture, "");
}

static void test_engine_answers_for_its_side(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    cecp->clock.left_ms = 300000;
    cecp->clock.increment_ms = 1000000;
    play_as(cecp, BLACK);
    cecp_resume(cecp); /* nothing to search: it is White's turn */
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    play(cecp, "e2e4");
    finish_move(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 2);
    assert_true(cecp->clock.left_ms > 1000000); /* the clock was charged and got the increment */
    char *printed = capture_take(fixture->capture);
    assert_int_equal(strncmp(printed, "move ", 5), 0);
    assert_int_equal(count_parts(printed, "\n"), 1);
    free(printed);
}

static void test_illegal_moves_change_nothing(void **state) {
    static const char *const MOVES[] = {"e2e5", "e7e5", "@@@@", "0000", "Nf3", ""};
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    play_as(cecp, BLACK);
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++) {
        Error error = {.text = ""};
        assert_false(cecp_play(cecp, MOVES[i], &error));
        assert_non_null(strstr(error.text, MOVES[i]));
        assert_int_not_equal(error.text[0], '\0');
        assert_int_equal(count_turns(cecp), 0);
        assert_int_equal(cecp->purpose, PURPOSE_NONE);
    }
    assert_printed(fixture->capture, "");
}

static void test_no_position_no_play(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    Error error;
    cecp->is_position_illegal = true;
    play_as(cecp, WHITE);
    cecp_resume(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    cecp->mode = MODE_ANALYZE;
    cecp_resume(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_false(cecp_play(cecp, "e2e4", &error));
    assert_string_equal(error.text, "the last setboard was refused");
    assert_true(cecp_begin_game(cecp, ruleset_find("losers"), NULL));
    assert_false(cecp->is_position_illegal);
    play(cecp, "e2e4");
}

/* During the engine's own search a move of the other side is illegal, and the search continues. */
static void test_move_during_a_search(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    play_as(cecp, WHITE);
    cecp->clock.depth = 0;
    cecp->clock.movetime_ms = 3600000;
    cecp_resume(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_MOVE);
    assert_false(cecp_play(cecp, "e7e5", NULL));
    assert_int_equal(cecp->purpose, PURPOSE_MOVE);
    play(cecp, "e2e4"); /* the user plays for the engine, whose search is aborted */
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 1);
    assert_printed(fixture->capture, "");
}

static void test_passes(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    char text[TURN_TEXT_SIZE];
    cecp_write_move(cecp_board(cecp), turn_single(MOVE_PASS), text);
    assert_string_equal(text, "@@@@");
    set_fen(cecp, "k7/8/8/8/8/p7/P6Q/7K w - - 0 1");
    play_as(cecp, BLACK);
    play(cecp, "h2c7");
    finish_move(cecp); /* Black is stalemated */
    assert_printed(fixture->capture, "move @@@@\n");
    for (int computer = 0; computer < 2; computer++) {
        set_fen(cecp, "k7/2p5/8/8/8/p7/P6Q/7K w - - 0 1");
        cecp->opponent_is_computer = computer;
        play_as(cecp, WHITE);
        cecp_resume(cecp);
        finish_move(cecp);
        assert_printed(fixture->capture,
                       computer ? "move h2c7\n"
                                : "move h2c7\n"
                                  "tellopponent You have no move and must pass: type @@@@\n");
        play(cecp, "@@@@");
        assert_int_equal(cecp->purpose, PURPOSE_MOVE);
        cecp_abort_search(cecp);
    }
}

/* --- the end of a game --- */

static void test_claims(void **state) {
    static const struct {
        const char *ruleset, *fen, *move, *claim;
    } CASES[] = {
        {"6170-spring-2007", "7k/8/8/8/8/8/1r5P/K7 w - - 0 1", "a1b2",
         "0-1 {Black wins: Black has only its king left}\n"},
        {"6170-spring-2007", "k7/1R5p/8/8/8/8/8/7K b - - 0 1", "a8b7",
         "1-0 {White wins: White has only its king left}\n"},
        {"6170-spring-1994", "7k/6pp/8/8/8/8/8/KR6 w - - 0 1", "b1b8",
         "0-1 {Black wins: Black is checkmated}\n"},
        {"6170-spring-2007", "7k/6pp/8/8/8/8/P7/KR6 w - - 0 1", "b1b8",
         "1-0 {White wins: Black is checkmated}\n"},
        {"losers", "k7/8/8/8/8/p7/P6Q/7K w - - 0 1", "h2c7",
         "0-1 {Black wins: Black is stalemated}\n"},
        {"6170-spring-1994", "k7/8/8/8/8/p7/P6Q/7K w - - 0 1", "h2c7",
         "1/2-1/2 {Draw: Black is stalemated}\n"},
    };
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_true(cecp_begin_game(cecp, ruleset_find(CASES[i].ruleset), NULL));
        set_fen(cecp, CASES[i].fen);
        play_as(cecp, other((Colour)cecp_board(cecp)->player));
        play(cecp, CASES[i].move);
        assert_true(cecp_is_over(cecp));
        assert_int_equal(cecp->purpose, PURPOSE_NONE);
        assert_printed(fixture->capture, CASES[i].claim);
    }
}

static void test_tournament_draws(void **state) {
    static const char *const MOVES[] = {"g1f3", "g8f6", "f3g1", "f6g8",
                                        "g1f3", "g8f6", "f3g1", "f6g8"};
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    Error error;
    assert_true(engine_set_option(cecp->engine, "Tournament Draws", "true", &error));
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        play(cecp, MOVES[i]);
    assert_printed(fixture->capture, ""); /* force mode claims nothing */
    play_as(cecp, BLACK);
    cecp_resume(cecp);
    assert_printed(fixture->capture, "1/2-1/2 {Draw: threefold repetition}\n");
    set_fen(cecp, "4k3/p7/8/8/8/8/7P/4K3 w - - 99 80");
    play(cecp, "e1e2");
    assert_printed(fixture->capture,
                   "1/2-1/2 {Draw: fifty moves by each side without a capture or a pawn move}\n");
}

/* If the engine's move ends the game, the result is claimed after the move and before the pongs. */
static void test_claim_after_own_move(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    set_fen(cecp, "7k/8/8/8/8/8/1r5P/K7 w - - 0 1");
    cecp->ponders = true;
    play_as(cecp, WHITE);
    cecp_resume(cecp);
    cecp->pongs[cecp->pong_count++] = 7;
    cecp->pongs[cecp->pong_count++] = -8;
    finish_move(cecp);
    assert_printed(fixture->capture, "move a1b2\n0-1 {Black wins: Black has only its king left}\n"
                                     "pong 7\npong -8\n");
    assert_int_equal(cecp->pong_count, 0);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
}

/* --- ending searches --- */

static void start_long_search(Cecp *cecp) {
    play_as(cecp, WHITE);
    cecp->clock.depth = 0;
    cecp->clock.movetime_ms = 3600000;
    cecp_resume(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_MOVE);
}

static void test_abort(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    start_long_search(cecp);
    cecp->pongs[cecp->pong_count++] = 7;
    cecp_abort_search(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 0);
    assert_printed(fixture->capture, "pong 7\n");
    cecp_abort_search(cecp);
    assert_printed(fixture->capture, "");
}

static void test_move_now(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    start_long_search(cecp);
    engine_stop(cecp->engine);
    finish_move(cecp);
    assert_int_equal(count_turns(cecp), 1);
    assert_printed_prefix(fixture->capture, "move ");
    assert_true(cecp_begin_game(cecp, ruleset_default(), NULL));
    start_long_search(cecp);
    cecp_move_now(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 1);
    assert_printed_prefix(fixture->capture, "move ");
    cecp_move_now(cecp); /* no search is running */
    assert_int_equal(count_turns(cecp), 1);
    assert_printed(fixture->capture, "");
}

static void await_info(Cecp *cecp) {
    for (int waits = 0; cecp_last_info(cecp).depth == 0; waits++) {
        assert_true(waits < CAPTURE_WAITS);
        clock_sleep_ms(1);
    }
}

static void test_new_game(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    start_long_search(cecp);
    await_info(cecp);
    assert_true(cecp_begin_game(cecp, ruleset_find("losers"), NULL));
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 0);
    assert_string_equal(cecp_board(cecp)->rules->name, "losers");
    assert_int_equal(cecp_last_info(cecp).depth, 0);
}

/* --- thinking output, analysis, hints --- */

static void test_thinking_output(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    atomic_store(&cecp->posts, true);
    play_as(cecp, WHITE);
    cecp_resume(cecp);
    finish_move(cecp);
    char *printed = capture_take(fixture->capture), *rest = printed, *line;
    int depth, lines = 0, ply = 0;
    while ((line = strsep(&rest, "\n")) && strncmp(line, "move ", 5) != 0) {
        int64_t score, centiseconds;
        uint64_t nodes;
        char turn[8];
        int read = sscanf(line, "%d %" SCNd64 " %" SCNd64 " %" SCNu64 " %7s", &depth, &score,
                          &centiseconds, &nodes, turn);
        assert_int_equal(read, 5);
        assert_true(depth >= ply);
        ply = depth;
        lines++;
    }
    assert_int_equal(ply, 3);
    assert_true(lines >= 3);
    LastInfo last = cecp_last_info(cecp);
    assert_int_equal(last.depth, 3);
    assert_true(last.nodes > 0);
    free(printed);
    /* A win in one is 100001, a loss -100001. */
    set_fen(cecp, "7k/8/8/8/8/8/1r5P/K7 w - - 0 1");
    cecp_resume(cecp);
    finish_move(cecp);
    printed = capture_take(fixture->capture);
    assert_non_null(strstr(printed, " -100001 "));
    free(printed);
    atomic_store(&cecp->posts, false);
    assert_true(cecp_begin_game(cecp, ruleset_default(), NULL));
    cecp_resume(cecp);
    finish_move(cecp);
    printed = capture_take(fixture->capture);
    assert_int_equal(count_parts(printed, "\n"), 1);
    free(printed);
}

static void test_analysis(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    cecp->mode = MODE_ANALYZE;
    cecp_resume(cecp);
    assert_int_equal(cecp->purpose, PURPOSE_ANALYSIS);
    await_info(cecp);
    play(cecp, "e2e4"); /* the new position is analysed */
    assert_int_equal(cecp->purpose, PURPOSE_ANALYSIS);
    await_info(cecp);
    assert_false(engine_wait(cecp->engine));
    assert_false(cecp_play(cecp, "e4e5", NULL));
    assert_int_equal(cecp->purpose, PURPOSE_ANALYSIS);
    cecp_abort_search(cecp);
    set_fen(cecp, "7k/8/8/8/8/8/1r5P/K7 w - - 0 1");
    play(cecp, "a1b2"); /* the game is over */
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_printed(fixture->capture, ""); /* no result is claimed */
}

static void test_hint(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    atomic_store(&cecp->posts, true);
    Turn hint = cecp_find_hint(cecp);
    assert_true(turn_is_legal(cecp_board(cecp), hint));
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_int_equal(count_turns(cecp), 0);
    assert_int_equal(cecp_last_info(cecp).depth, 0);
    assert_printed(fixture->capture, "");
}

/* --- pondering --- */

/* Lets the engine play a move for White and begin to ponder; `reply` is the expected turn. */
static void start_pondering(SessionFixture *fixture, char reply[8]) {
    Cecp *cecp = &fixture->cecp;
    set_fen(cecp, PONDER_FEN);
    cecp->ponders = true;
    cecp->clock.depth = 4;
    play_as(cecp, WHITE);
    cecp_resume(cecp);
    finish_move(cecp);
    char *printed = capture_take(fixture->capture), move[8];
    assert_int_equal(sscanf(printed, "move %7s\nHint: %7s\n", move, reply), 2);
    free(printed);
    assert_int_equal(cecp->purpose, PURPOSE_PONDERING);
    assert_int_equal(count_turns(cecp), 2);
    assert_int_equal(cecp_board(cecp)->player, BLACK); /* the GUI's board lacks the reply */
}

static void test_ponderhit(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    char reply[8];
    start_pondering(fixture, reply);
    assert_false(cecp_play(cecp, "h1h8", NULL)); /* illegal: pondering continues */
    assert_int_equal(cecp->purpose, PURPOSE_PONDERING);
    play(cecp, reply);
    assert_int_equal(count_turns(cecp), 2);
    finish_move(cecp);
    assert_int_equal(count_turns(cecp), 3 + (cecp->purpose == PURPOSE_PONDERING));
    assert_printed_prefix(fixture->capture, "move ");
}

/* An unexpected move, or a lack of time, starts a new search. */
static void test_ponder_miss(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    char reply[8];
    start_pondering(fixture, reply);
    MoveList list;
    outcome_find(cecp_board(cecp), &list);
    assert_true(list.count > 1);
    for (int i = 0; i < list.count; i++) {
        char text[TURN_TEXT_SIZE];
        cecp_write_move(cecp_board(cecp), turn_single(list.moves[i]), text);
        if (strcmp(text, reply) == 0)
            continue;
        play(cecp, text);
        assert_true(cecp->purpose == PURPOSE_MOVE || cecp_is_over(cecp));
        assert_int_equal(count_turns(cecp), 2);
        break;
    }
    cecp_abort_search(cecp);
    free(capture_take(fixture->capture));
    start_pondering(fixture, reply);
    cecp->clock.left_ms = 100; /* what the command `time 10` does */
    play(cecp, reply);
    assert_int_equal(cecp->purpose, PURPOSE_MOVE);
    assert_false(engine_ponderhit(cecp->engine)); /* a new search, not the ponder search */
    finish_move(cecp);
}

static void test_abort_takes_the_pondered_turn_back(void **state) {
    SessionFixture *fixture = *state;
    Cecp *cecp = &fixture->cecp;
    char reply[8];
    start_pondering(fixture, reply);
    cecp_abort_search(cecp);
    assert_int_equal(count_turns(cecp), 1);
    assert_int_equal(cecp_board(cecp)->player, BLACK);
    start_pondering(fixture, reply);
    cecp_move_now(cecp); /* a ponder search has no move to play */
    assert_int_equal(count_turns(cecp), 1);
    assert_int_equal(cecp->purpose, PURPOSE_NONE);
    assert_printed(fixture->capture, "");
}

#define session_test(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        session_test(test_force_mode_only_records),
        session_test(test_engine_answers_for_its_side),
        session_test(test_illegal_moves_change_nothing),
        session_test(test_no_position_no_play),
        session_test(test_move_during_a_search),
        session_test(test_passes),
        session_test(test_claims),
        session_test(test_tournament_draws),
        session_test(test_claim_after_own_move),
        session_test(test_abort),
        session_test(test_move_now),
        session_test(test_new_game),
        session_test(test_thinking_output),
        session_test(test_analysis),
        session_test(test_hint),
        session_test(test_ponderhit),
        session_test(test_ponder_miss),
        session_test(test_abort_takes_the_pondered_turn_back),
    };
    return test_run("cecp_session", tests);
}
