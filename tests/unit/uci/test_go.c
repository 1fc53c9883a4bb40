/* The words after `go`, and the lines `info` and `bestmove`. */
#include "unit/capture.h"

#include "uci/go.h"
#include "uci/info.h"

#include <stdlib.h>
#include <string.h>

/* --- go --- */

static Game game_of(const char *ruleset, const char *turn) {
    Game game;
    game_init(&game, ruleset_find(ruleset));
    if (turn)
        assert_true(game_play_text(&game, turn, GAME_NO_CLOCK, NULL));
    return game;
}

typedef struct {
    GoParams params;
    int perft_depth;
} GoCommand;

static bool parse(const Game *game, const char *words, GoCommand *go, Error *error) {
    char *copy = strdup(words);
    bool is_parsed = uci_parse_go(game, copy, &go->params, &go->perft_depth, error);
    free(copy);
    return is_parsed;
}

typedef struct {
    const char *words;
    Limits limits;
    bool infinite, ponder;
    int perft_depth;
} GoCase;

static void check_go(const Game *game, const GoCase *expected) {
    GoCommand go;
    Error error;
    if (!parse(game, expected->words, &go, &error))
        fail_msg("go %s: %s", expected->words, error.text);
    const Limits *limits = &go.params.limits;
    const TimeLimits *time = &limits->time, *expected_time = &expected->limits.time;
    bool is_same =
        limits->depth == expected->limits.depth && limits->nodes == expected->limits.nodes &&
        limits->mate == expected->limits.mate && time->has_clock == expected_time->has_clock &&
        time->clock == expected_time->clock && time->increment == expected_time->increment &&
        time->moves_to_go == expected_time->moves_to_go &&
        time->movetime == expected_time->movetime && go.params.infinite == expected->infinite &&
        go.params.ponder == expected->ponder && go.perft_depth == expected->perft_depth &&
        go.params.searchmove_count == 0;
    if (!is_same)
        fail_msg("go %s", expected->words);
}

static void test_words(void **state) {
    static const GoCase CASES[] = {
        {"", .infinite = true, .perft_depth = -1},
        {"infinite", .infinite = true, .perft_depth = -1},
        {" \t depth \t 7 ", {.depth = 7}, .perft_depth = -1},
        {"depth 1000000", {.depth = 1000000}, .perft_depth = -1},
        {"nodes 9223372036854775807", {.nodes = INT64_MAX}, .perft_depth = -1},
        {"mate 3", {.mate = 3}, .perft_depth = -1},
        {"movetime 250", {.time.movetime = 250}, .perft_depth = -1},
        {"depth 2 nodes 3 mate 4 movetime 5 infinite",
         {.depth = 2, .nodes = 3, .mate = 4, .time.movetime = 5},
         .infinite = true,
         .perft_depth = -1},
        {"depth 2 depth 3", {.depth = 3}, .perft_depth = -1},
        {"ponder", .infinite = true, .ponder = true, .perft_depth = -1},
        {"ponder movetime 9", {.time.movetime = 9}, .ponder = true, .perft_depth = -1},
        {"perft 0", .infinite = true, .perft_depth = 0},
        {"perft 4", .infinite = true, .perft_depth = 4},
        {"wtime 100 btime 200 winc 3 binc 4 movestogo 5",
         {.time = {.has_clock = true, .clock = 100, .increment = 3, .moves_to_go = 5}},
         .perft_depth = -1},
        {"wtime -100", {.time = {.has_clock = true, .clock = -100}}, .perft_depth = -1},
        {"wtime 100 depth 3",
         {.depth = 3, .time = {.has_clock = true, .clock = 100}},
         .perft_depth = -1},
        /* Clock words without the clock of the player to move: that clock counts as 0. */
        {"btime 200", {.time.has_clock = true}, .perft_depth = -1},
        {"winc 3", {.time = {.has_clock = true, .increment = 3}}, .perft_depth = -1},
        {"binc 3", {.time.has_clock = true}, .perft_depth = -1},
        {"movestogo 5", {.time = {.has_clock = true, .moves_to_go = 5}}, .perft_depth = -1},
        {"btime 200 depth 3", {.depth = 3}, .perft_depth = -1},
        {"winc 3 movetime 9", {.time = {.increment = 3, .movetime = 9}}, .perft_depth = -1},
    };
    Game game = game_of("6170-spring-2007", NULL);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_go(&game, &CASES[i]);
    game_free(&game);
}

/* Black's clock is btime; in mind control each clock belongs to a player, whichever colour moves.
 */
static void test_clock_of_the_player(void **state) {
    static const GoCase BLACK_TO_MOVE = {
        "wtime 100 btime 200 winc 3 binc 4",
        {.time = {.has_clock = true, .clock = 200, .increment = 4}},
        .perft_depth = -1};
    Game game = game_of("6170-spring-2007", "e2e4");
    check_go(&game, &BLACK_TO_MOVE);
    game_free(&game);
    game = game_of("6170-fall-2003-mindcontrol", "e2e4,e7e5");
    check_go(&game, &BLACK_TO_MOVE);
    game_free(&game);
}

static void test_searchmoves(void **state) {
    GoCommand go;
    Error error;
    Game game = game_of("6170-spring-2007", NULL);
    assert_true(parse(&game, "depth 3 searchmoves e2e4 d2-d4 nodes 9 a2a3", &go, &error));
    assert_int_equal(go.params.limits.depth, 3);
    assert_true(go.params.limits.nodes == 9);
    assert_int_equal(go.params.searchmove_count, 3);
    const char *const expected[] = {"e2e4", "d2d4", "a2a3"};
    for (int i = 0; i < 3; i++) {
        char text[TURN_TEXT_SIZE];
        notation_write_turn(&game.now, go.params.searchmoves[i], STYLE_UCI, text);
        assert_string_equal(text, expected[i]);
    }
    assert_true(parse(&game, "searchmoves", &go, &error)); /* no turns given: all are searched */
    assert_int_equal(go.params.searchmove_count, 0);
    assert_true(go.params.infinite);
    game_free(&game);
    game = game_of("6170-fall-2003-mindcontrol", NULL);
    assert_true(parse(&game, "searchmoves e2e4,e7e5", &go, &error));
    assert_int_equal(go.params.searchmove_count, 1);
    assert_int_equal(go.params.searchmoves[0].count, 2);
    assert_false(parse(&game, "searchmoves e2e4", &go, &error));
    game_free(&game);
}

static void test_bad_words(void **state) {
    static const char *const CASES[][2] = {
        {"depth", "word 3: '' is not a valid number for depth"},
        {"depth x", "word 3: 'x' is not a valid number for depth"},
        {"depth 0", "word 3: '0' is not a valid number for depth"},
        {"depth 1000001", "word 3: '1000001' is not a valid number for depth"},
        {"depth 3x", "word 3: '3x' is not a valid number for depth"},
        {"depth 3 nodes -1", "word 5: '-1' is not a valid number for nodes"},
        {"nodes 0", "word 3: '0' is not a valid number for nodes"},
        {"nodes 9223372036854775808",
         "word 3: '9223372036854775808' is not a valid number for nodes"},
        {"mate 0", "word 3: '0' is not a valid number for mate"},
        {"movetime 0", "word 3: '0' is not a valid number for movetime"},
        {"wtime", "word 3: '' is not a valid number for wtime"},
        {"wtime 1.5", "word 3: '1.5' is not a valid number for wtime"},
        {"winc -1", "word 3: '-1' is not a valid number for winc"},
        {"binc -1", "word 3: '-1' is not a valid number for binc"},
        {"movestogo -1", "word 3: '-1' is not a valid number for movestogo"},
        {"perft -1", "word 3: '-1' is not a valid number for perft"},
        {"perft 1000", "word 3: '1000' is not a valid number for perft"},
        {"depth depth", "word 3: 'depth' is not a valid number for depth"},
        {"sideways", "word 2: unknown word 'sideways'"},
        {"e2e4", "word 2: unknown word 'e2e4'"},
        {"DEPTH 3", "word 2: unknown word 'DEPTH'"},
        {"infinite 3", "word 3: unknown word '3'"},
    };
    Game game = game_of("6170-spring-2007", NULL);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        GoCommand go;
        Error error;
        assert_false(parse(&game, CASES[i][0], &go, &error));
        assert_string_equal(error.text, CASES[i][1]);
    }
    game_free(&game);
}

static void test_bad_searchmoves(void **state) {
    GoCommand go;
    Error error;
    Game game = game_of("6170-spring-2007", NULL);
    assert_false(parse(&game, "searchmoves e2e5", &go, &error));
    assert_int_equal(strncmp(error.text, "word 3: 'e2e5' is not legal", 27), 0);
    assert_false(parse(&game, "searchmoves e2e4 sideways", &go, &error));
    assert_int_equal(strncmp(error.text, "word 4: 'sideways' is not", 25), 0);
    char *words = calloc(1, 32 + 5 * (MULTIPV_MAX + 1)), *end = words;
    end += sprintf(end, "searchmoves");
    for (int i = 0; i < MULTIPV_MAX; i++)
        end += sprintf(end, " e2e4");
    assert_true(parse(&game, words, &go, &error));
    assert_int_equal(go.params.searchmove_count, MULTIPV_MAX);
    sprintf(end, " e2e4");
    assert_false(parse(&game, words, &go, &error));
    assert_string_equal(error.text, "word 503: searchmoves takes up to 500 turns");
    free(words);
    game_free(&game);
}

/* --- info --- */

static Turn read_turn(const Position *pos, const char *text) {
    Turn turn;
    assert_true(notation_read_turn(pos, text, &turn, NULL));
    return turn;
}

/* A transcript whose output is captured. */
typedef struct {
    Capture *capture;
    Transcript *out;
} Printed;

static Printed printed_new(void) {
    Capture *capture = capture_new();
    Printed printed = {capture, transcript_new(capture->stream)};
    assert_non_null(printed.out);
    return printed;
}

/* Frees the transcript, whose output must be `expected`. */
static void check_printed(Printed *printed, const char *expected) {
    transcript_free(printed->out);
    assert_printed(printed->capture, expected);
    capture_free(printed->capture);
}

static SearchInfo some_info(void) {
    return (SearchInfo){.multipv = 2,
                        .depth = 5,
                        .seldepth = 9,
                        .score = -31,
                        .bound = BOUND_EXACT,
                        .nodes = 1500,
                        .elapsed_ms = 3000,
                        .hashfull = 12};
}

static void check_info(const SearchInfo *info, bool show_wdl, const char *expected) {
    Printed printed = printed_new();
    Position root;
    position_start(&root, ruleset_find("6170-spring-2007"));
    uci_print_info(printed.out, &root, info, show_wdl);
    check_printed(&printed, expected);
}

static void test_info(void **state) {
    Position root;
    position_start(&root, ruleset_find("6170-spring-2007"));
    SearchInfo info = some_info();
    check_info(&info, false,
               "info depth 5 seldepth 9 multipv 2 score cp -31 nodes 1500 nps 500 hashfull 12 "
               "tbhits 0 time 3000 pv\n");
    info.pv[0] = read_turn(&root, "e2e4");
    info.pv_count = 1;
    info.elapsed_ms = 0; /* counts as 1 ms */
    info.tablebase_hits = 7;
    check_info(&info, false,
               "info depth 5 seldepth 9 multipv 2 score cp -31 nodes 1500 nps 1500000 hashfull 12 "
               "tbhits 7 time 0 pv e2e4\n");
    info.nodes = 0;
    info.bound = BOUND_LOWER;
    check_info(&info, false,
               "info depth 5 seldepth 9 multipv 2 score cp -31 lowerbound nodes 0 nps 0 hashfull "
               "12 tbhits 7 time 0 pv e2e4\n");
    info.bound = BOUND_UPPER;
    info.score = SCORE_EVAL_MAX;
    check_info(&info, false,
               "info depth 5 seldepth 9 multipv 2 score cp 30000 upperbound nodes 0 nps 0 hashfull "
               "12 tbhits 7 time 0 pv e2e4\n");
}

/* Mate scores are in the player's own turns, and mean a certain win or loss. */
static void test_mate_scores(void **state) {
    static const struct {
        Score score;
        const char *text;
    } CASES[] = {
        {SCORE_MATE - 1, "mate 1 wdl 1000 0 0"},  {SCORE_MATE - 2, "mate 1 wdl 1000 0 0"},
        {SCORE_MATE - 3, "mate 2 wdl 1000 0 0"},  {1 - SCORE_MATE, "mate -1 wdl 0 0 1000"},
        {2 - SCORE_MATE, "mate -1 wdl 0 0 1000"}, {4 - SCORE_MATE, "mate -2 wdl 0 0 1000"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char expected[256];
        SearchInfo info = some_info();
        info.score = CASES[i].score;
        snprintf(expected, sizeof expected,
                 "info depth 5 seldepth 9 multipv 2 score %s nodes 1500 nps 500 hashfull 12 "
                 "tbhits 0 time 3000 pv\n",
                 CASES[i].text);
        check_info(&info, true, expected);
    }
}

static void test_outcomes(void **state) {
    static const struct {
        Outcome outcome;
        const char *text;
    } CASES[] = {
        {{CHECKMATE, false, BLACK}, "info depth 0 score mate 0\n"},
        {{PIECES_LOST, false, WHITE}, "info depth 0 score mate 1\n"},
        {{STALEMATE, true, WHITE}, "info depth 0 score cp 0\n"},
    };
    Game game; /* White is to move */
    game_init(&game, ruleset_find("losers"));
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Printed printed = printed_new();
        uci_print_outcome(printed.out, &game, CASES[i].outcome);
        check_printed(&printed, CASES[i].text);
    }
    game_free(&game);
}

static void test_composite_pv(void **state) {
    Printed printed = printed_new();
    Position root, after;
    position_start(&root, ruleset_find("6170-fall-2003-mindcontrol"));
    SearchInfo info = some_info();
    info.pv[0] = read_turn(&root, "e2e4,e7e5");
    turn_apply(&after, &root, info.pv[0]);
    info.pv[1] = read_turn(&after, "d2d3,a7a6");
    info.pv_count = 2;
    uci_print_info(printed.out, &root, &info, false);
    check_printed(&printed, "info depth 5 seldepth 9 multipv 2 score cp -31 nodes 1500 nps 500 "
                            "hashfull 12 tbhits 0 time 3000 pv e2e4,e7e5 d2d3,a7a6\n");
}

static void test_currmove_and_bestmove(void **state) {
    Printed printed = printed_new();
    Position root, after;
    position_start(&root, ruleset_find("6170-spring-2007"));
    Turn turn = read_turn(&root, "e2e4");
    turn_apply(&after, &root, turn);
    BestMove bestmove = {.turn = turn};
    uci_print_currmove(printed.out, &root, 7, turn.moves[0], 3);
    uci_print_bestmove(printed.out, &root, &(BestMove){0});
    uci_print_bestmove(printed.out, &root, &bestmove);
    bestmove.ponder = read_turn(&after, "d7d5");
    uci_print_bestmove(printed.out, &root, &bestmove);
    bestmove = (BestMove){.turn = turn, .from_book = true};
    uci_print_bestmove(printed.out, &root, &bestmove);
    bestmove = (BestMove){.turn = turn_single(MOVE_PASS)};
    uci_print_bestmove(printed.out, &root, &bestmove);
    check_printed(&printed, "info depth 7 currmove e2e4 currmovenumber 3\n"
                            "bestmove (none)\n"
                            "bestmove e2e4\n"
                            "bestmove e2e4 ponder d7d5\n"
                            "info string book e2e4\n"
                            "bestmove e2e4\n"
                            "bestmove 0000\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),           cmocka_unit_test(test_clock_of_the_player),
        cmocka_unit_test(test_searchmoves),     cmocka_unit_test(test_bad_words),
        cmocka_unit_test(test_bad_searchmoves), cmocka_unit_test(test_info),
        cmocka_unit_test(test_mate_scores),     cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_composite_pv),    cmocka_unit_test(test_currmove_and_bestmove),
    };
    return test_run("go", tests);
}
