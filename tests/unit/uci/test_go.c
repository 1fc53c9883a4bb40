/* The words after `go`, and the lines `info` and `bestmove`. */
#include "unit/capture.h"
#include "unit/positions.h"

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

enum { REMARKS_SIZE = 16 * 1024 };

static void note(void *context, const char *text) {
    char *remarks = context;
    size_t length = strlen(remarks);
    snprintf(remarks + length, REMARKS_SIZE - length, "%s%s", length ? "; " : "", text);
}

/* Sets `remarks` to all remarks. Returns the depth of a perft, or -1. */
static int parse(const Game *game, const char *words, GoParams *go, char remarks[REMARKS_SIZE]) {
    char *copy = strdup(words);
    remarks[0] = '\0';
    int perft_depth = uci_parse_go(game, copy, go, note, remarks);
    free(copy);
    return perft_depth;
}

typedef struct {
    const char *words;
    Limits limits;
    bool infinite, ponder;
    int perft_depth;
    const char *remarks; /* NULL: none */
} GoCase;

static void check_go(const Game *game, const GoCase *expected) {
    GoParams go;
    char remarks[REMARKS_SIZE];
    int perft_depth = parse(game, expected->words, &go, remarks);
    assert_string_equal(remarks, expected->remarks ? expected->remarks : "");
    const Limits *limits = &go.limits;
    const TimeLimits *time = &limits->time, *expected_time = &expected->limits.time;
    bool is_same =
        limits->depth == expected->limits.depth && limits->nodes == expected->limits.nodes &&
        limits->mate == expected->limits.mate && time->has_clock == expected_time->has_clock &&
        time->clock == expected_time->clock && time->increment == expected_time->increment &&
        time->moves_to_go == expected_time->moves_to_go &&
        time->movetime == expected_time->movetime && go.infinite == expected->infinite &&
        go.ponder == expected->ponder && perft_depth == expected->perft_depth &&
        go.searchmove_count == 0 && !go.answers_none;
    if (!is_same)
        fail_msg("go %s", expected->words);
}

static void check_cases(const GoCase cases[], size_t count) {
    Game game = game_of("6170-spring-2007", NULL);
    for (size_t i = 0; i < count; i++)
        check_go(&game, &cases[i]);
    game_free(&game);
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
    check_cases(CASES, sizeof CASES / sizeof *CASES);
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

/* Each case: the words, the turns that are searched, and the remarks; NULL: none are searched. */
static void test_searchmoves(void **state) {
    static const struct {
        const char *ruleset, *words, *turns, *remarks;
    } CASES[] = {
        {"6170-spring-2007", "searchmoves e2e4 d2-d4 nodes 9 a2a3", "e2e4 d2d4 a2a3", ""},
        {"6170-spring-2007", "searchmoves e2e4 e2-e4", "e2e4", ""},
        {"6170-spring-2007", "searchmoves", "", ""}, /* no turns given: all are searched */
        {"6170-spring-2007", "searchmoves e2e5 e2e4", "e2e4",
         "word 3: 'e2e5' is not legal: the pawn on e2 cannot go to e5"},
        {"6170-spring-2007", "searchmoves e2e5", NULL,
         "word 3: 'e2e5' is not legal: the pawn on e2 cannot go to e5"},
        {"6170-spring-2007", "searchmoves 0000 depth 3", NULL,
         "word 3: '0000' is not legal: White can move, so it may not pass"},
        {"6170-fall-2003-mindcontrol", "searchmoves e2e4,e7e5", "e2e4,e7e5", ""},
        {"6170-fall-2003-mindcontrol", "searchmoves e2e4", NULL,
         "word 3: 'e2e4' is not legal: a turn is two moves in ruleset "
         "6170-fall-2003-mindcontrol"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        GoParams go;
        char remarks[REMARKS_SIZE], turns[256] = "", text[TURN_TEXT_SIZE];
        Game game = game_of(CASES[i].ruleset, NULL);
        parse(&game, CASES[i].words, &go, remarks);
        for (int j = 0; j < go.searchmove_count; j++) {
            notation_write_turn(&game.now, go.searchmoves[j], STYLE_UCI, text);
            sprintf(turns + strlen(turns), "%s%s", j > 0 ? " " : "", text);
        }
        assert_string_equal(remarks, CASES[i].remarks);
        assert_string_equal(turns, CASES[i].turns ? CASES[i].turns : "");
        assert_int_equal(go.answers_none, !CASES[i].turns);
        game_free(&game);
    }
}

/* In mind control there may be more turns than can be searched one by one. */
static void test_too_many_searchmoves(void **state) {
    static const char FEN[] = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2";
    Position start;
    TurnTexts turns;
    assert_true(position_from_fen(&start, ruleset_find("6170-fall-2003-mindcontrol"), FEN, NULL));
    Game game;
    game_init_from(&game, &start);
    assert_true(notation_all_turns(&start, STYLE_UCI, &turns));
    assert_true(turns.count > MULTIPV_MAX);
    char *words = calloc((size_t)turns.count + 2, TURN_TEXT_SIZE), *end = words;
    end += sprintf(end, "searchmoves");
    for (int i = 0; i <= MULTIPV_MAX; i++)
        end += sprintf(end, " %s", turns.texts[i]);
    GoParams go;
    char remarks[REMARKS_SIZE];
    parse(&game, words, &go, remarks);
    assert_int_equal(go.searchmove_count, MULTIPV_MAX);
    assert_string_equal(remarks, "word 503: searchmoves takes up to 500 turns");
    free(words);
    notation_free_turns(&turns);
    game_free(&game);
}

#define USED(word, name, number)                                                                   \
    .remarks = "word 3: '" word "' is not a valid number for " name "; " number " is used"

/* A number that cannot be becomes the nearest that can. */
static void test_bad_numbers(void **state) {
    static const GoCase CASES[] = {
        {"depth", {.depth = 1}, .perft_depth = -1, USED("", "depth", "1")},
        {"depth x", {.depth = 1}, .perft_depth = -1, USED("x", "depth", "1")},
        {"depth 0", {.depth = 1}, .perft_depth = -1, USED("0", "depth", "1")},
        {"depth 1000001",
         {.depth = 1000000},
         .perft_depth = -1,
         USED("1000001", "depth", "1000000")},
        {"depth 3x", {.depth = 1}, .perft_depth = -1, USED("3x", "depth", "1")},
        {"depth 3.4", {.depth = 3}, .perft_depth = -1, USED("3.4", "depth", "3")},
        {"depth 1e2", {.depth = 1}, .perft_depth = -1, USED("1e2", "depth", "1")},
        {"depth infinite",
         {.depth = 1},
         .infinite = true,
         .perft_depth = -1,
         USED("infinite", "depth", "1")},
        {"depth nodes 7", {.depth = 1, .nodes = 7}, .perft_depth = -1, USED("nodes", "depth", "1")},
        {"nodes 0", {.nodes = 1}, .perft_depth = -1, USED("0", "nodes", "1")},
        {"nodes -9223372036854775809",
         {.nodes = 1},
         .perft_depth = -1,
         USED("-9223372036854775809", "nodes", "1")},
        {"nodes 9223372036854775808",
         {.nodes = INT64_MAX},
         .perft_depth = -1,
         USED("9223372036854775808", "nodes", "9223372036854775807")},
        {"mate 0", {.mate = 1}, .perft_depth = -1, USED("0", "mate", "1")},
        {"movetime 0", {.time.movetime = 1}, .perft_depth = -1, USED("0", "movetime", "1")},
        {"movetime -5", {.time.movetime = 1}, .perft_depth = -1, USED("-5", "movetime", "1")},
        {"wtime 60000.5",
         {.time = {.has_clock = true, .clock = 60001}},
         .perft_depth = -1,
         USED("60000.5", "wtime", "60001")},
        {"wtime", {.time.has_clock = true}, .perft_depth = -1, USED("", "wtime", "0")},
        {"wtime -1.5",
         {.time = {.has_clock = true, .clock = -2}},
         .perft_depth = -1,
         USED("-1.5", "wtime", "-2")},
        {"winc -1 wtime 5",
         {.time = {.has_clock = true, .clock = 5}},
         .perft_depth = -1,
         USED("-1", "winc", "0")},
        {"binc -1 wtime 5",
         {.time = {.has_clock = true, .clock = 5}},
         .perft_depth = -1,
         USED("-1", "binc", "0")},
        {"movestogo -1 wtime 5",
         {.time = {.has_clock = true, .clock = 5}},
         .perft_depth = -1,
         USED("-1", "movestogo", "0")},
        {"perft -1", .infinite = true, .perft_depth = 0, USED("-1", "perft", "0")},
        {"perft 1000", .infinite = true, .perft_depth = 100, USED("1000", "perft", "100")},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void test_unknown_words(void **state) {
    static const GoCase CASES[] = {
        {"depth 3 foo", {.depth = 3}, .perft_depth = -1, .remarks = "word 4: unknown word 'foo'"},
        {"sideways depth 3",
         {.depth = 3},
         .perft_depth = -1,
         .remarks = "word 2: unknown word 'sideways'"},
        {"e2e4", .infinite = true, .perft_depth = -1, .remarks = "word 2: unknown word 'e2e4'"},
        {"DEPTH 3", .infinite = true, .perft_depth = -1,
         .remarks = "word 2: unknown word 'DEPTH'; word 3: unknown word '3'"},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

/* A hostile line is not read to its end. */
static void test_too_many_faults(void **state) {
    char words[2048] = "", remarks[REMARKS_SIZE];
    for (int i = 0; i < 150; i++)
        strcat(words, "foo ");
    strcat(words, "depth 3");
    GoParams go;
    Game game = game_of("6170-spring-2007", NULL);
    parse(&game, words, &go, remarks);
    assert_int_equal(go.limits.depth, 0);
    assert_int_equal(count_parts(remarks, "unknown word 'foo'"), 100);
    assert_non_null(strstr(remarks, "word 101: unknown word 'foo'; "
                                    "too many faults: the rest of the line is ignored"));
    game_free(&game);
}

/* --- info --- */

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
    info.pv[0] = turn_of(&root, "e2e4");
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
    info.pv[0] = turn_of(&root, "e2e4,e7e5");
    turn_apply(&after, &root, info.pv[0]);
    info.pv[1] = turn_of(&after, "d2d3,a7a6");
    info.pv_count = 2;
    uci_print_info(printed.out, &root, &info, false);
    check_printed(&printed, "info depth 5 seldepth 9 multipv 2 score cp -31 nodes 1500 nps 500 "
                            "hashfull 12 tbhits 0 time 3000 pv e2e4,e7e5 d2d3,a7a6\n");
}

static void test_currmove_and_bestmove(void **state) {
    Printed printed = printed_new();
    Position root, after;
    position_start(&root, ruleset_find("6170-spring-2007"));
    Turn turn = turn_of(&root, "e2e4");
    turn_apply(&after, &root, turn);
    BestMove bestmove = {.turn = turn};
    uci_print_currmove(printed.out, &root, 7, turn.moves[0], 3);
    uci_print_bestmove(printed.out, &root, &(BestMove){0});
    uci_print_bestmove(printed.out, &root, &bestmove);
    bestmove.ponder = turn_of(&after, "d7d5");
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
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_clock_of_the_player),
        cmocka_unit_test(test_searchmoves),
        cmocka_unit_test(test_too_many_faults),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_unknown_words),
        cmocka_unit_test(test_too_many_searchmoves),
        cmocka_unit_test(test_info),
        cmocka_unit_test(test_mate_scores),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_composite_pv),
        cmocka_unit_test(test_currmove_and_bestmove),
    };
    return test_run("go", tests);
}
