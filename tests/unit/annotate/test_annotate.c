/* Annotations: scores, marks, sentences, boards and graphs. */
#include "unit/expected_file.h"
#include "unit/positions.h"
#include "unit/texts.h"

#include "annotate/annotation.h"
#include "annotate/board_svg.h"
#include "annotate/graph_svg.h"
#include "annotate/page.h"
#include "annotate/prose.h"
#include "annotate/viewer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- helpers --- */

static Game play(const char *ruleset, const char *fen, const char *turns) {
    Game game;
    Position start;
    Error error;
    char *text = strdup(turns), *rest = text;
    assert_true(position_from_fen(&start, ruleset_find(ruleset), fen, &error));
    game_init_from(&game, &start);
    for (char *turn; (turn = strsep(&rest, " "));)
        if (*turn && !game_play_text(&game, turn, GAME_NO_CLOCK, &error))
            fail_msg("%s", error.text);
    free(text);
    return game;
}

static Game play_from_start(const char *ruleset, const char *turns) {
    return play(ruleset, ruleset_find(ruleset)->start_fen, turns);
}

static Annotation annotation_of(const Game *game) {
    Annotation annotation;
    Error error;
    assert_true(annotation_init(&annotation, game, 0, &error));
    return annotation;
}

static WhiteScore centipawns(int value) {
    return (WhiteScore){.kind = WHITE_SCORE_CENTIPAWNS, .value = value};
}

static void assert_score(WhiteScore score, const char *expected) {
    char text[WHITE_SCORE_TEXT_SIZE];
    white_score_write(score, text);
    assert_string_equal(text, expected);
}

static void assert_near(double actual, double expected) {
    if (fabs(actual - expected) > 1e-3)
        fail_msg("%f is not %f", actual, expected);
}

/* --- scores --- */

static void test_scores_of_engines(void **state) {
    assert_score(white_score_from_engine(WHITE, false, 123), "+1.23");
    assert_score(white_score_from_engine(BLACK, false, 123), "\u22121.23");
    assert_score(white_score_from_engine(BLACK, false, -5), "+0.05");
    assert_score(white_score_from_engine(WHITE, false, 0), "0.00");
    assert_score(white_score_from_engine(WHITE, true, 4), "White wins in 4");
    assert_score(white_score_from_engine(WHITE, true, 1), "White wins in 1");
    assert_score(white_score_from_engine(WHITE, true, -4), "Black wins in 4");
    assert_score(white_score_from_engine(BLACK, true, -1), "White wins in 1");
    assert_score(white_score_from_engine(BLACK, true, 0), "White wins in 0");
    assert_score(white_score_from_engine(BLACK, false, INT32_MIN), "+99999.99");
    assert_score(white_score_from_engine(WHITE, true, INT32_MIN), "Black wins in 9999999");
}

static void test_scores_of_outcomes(void **state) {
    assert_score(white_score_from_outcome((Outcome){.reason = CHECKMATE, .winner = BLACK}),
                 "Black has won");
    assert_score(white_score_from_outcome((Outcome){.reason = FIFTY, .drawn = true}), "drawn");
    assert_score(white_score_from_outcome((Outcome){.reason = PLAYING}), "not known");
}

static void test_expected_points(void **state) {
    assert_near(white_score_expected(centipawns(0)), 0.5);
    assert_near(white_score_expected(centipawns(400)), 10 / 11.0);
    assert_near(white_score_expected(centipawns(-400)), 1 / 11.0);
    assert_near(white_score_expected((WhiteScore){WHITE_SCORE_FORCED_WIN, 9, BLACK}), 0);
    assert_near(white_score_expected((WhiteScore){WHITE_SCORE_GAME_WON, 0, WHITE}), 1);
    assert_near(white_score_expected((WhiteScore){.kind = WHITE_SCORE_GAME_DRAWN}), 0.5);
    assert_true(white_score_expected((WhiteScore){.kind = WHITE_SCORE_UNKNOWN}) < 0);
}

static void test_heights(void **state) {
    assert_near(white_score_height(centipawns(0)), 0);
    assert_near(white_score_height(centipawns(1000)), 0.94);
    assert_near(white_score_height(centipawns(9999999)), 0.94);
    assert_near(white_score_height(centipawns(-300)), -0.611);
    assert_near(white_score_height((WhiteScore){WHITE_SCORE_FORCED_WIN, 3, WHITE}), 1);
    assert_near(white_score_height((WhiteScore){WHITE_SCORE_GAME_WON, 0, BLACK}), -1);
    for (int i = -1000; i < 1000; i++)
        assert_true(white_score_height(centipawns(i)) < white_score_height(centipawns(i + 1)));
}

/* --- marks --- */

/* The mark of a game's first turn, given the scores before and after it. */
static Mark mark_first(const Game *game, int before, int after) {
    Annotation annotation = annotation_of(game);
    annotation.positions[0].score = centipawns(before);
    annotation.positions[1].score = centipawns(after);
    assert_true(annotation_mark_turns(&annotation));
    Mark mark = annotation.positions[0].mark;
    annotation_free(&annotation);
    return mark;
}

static void test_marks_follow_the_loss(void **state) {
    Game white = play_from_start("6170-spring-2007", "a2a3");
    assert_int_equal(mark_first(&white, 0, -69), MARK_NONE); /* 0.098 points */
    assert_int_equal(mark_first(&white, 0, -71), MARK_DUBIOUS);
    assert_int_equal(mark_first(&white, 0, -146), MARK_DUBIOUS);
    assert_int_equal(mark_first(&white, 0, -148), MARK_MISTAKE);
    assert_int_equal(mark_first(&white, 0, -240), MARK_MISTAKE);
    assert_int_equal(mark_first(&white, 0, -242), MARK_BLUNDER);
    assert_int_equal(mark_first(&white, 0, 500), MARK_NONE);
    assert_int_equal(mark_first(&white, 2000, 1000), MARK_NONE);
    game_free(&white);
    Game black = play("6170-spring-2007", "4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", "a7a6");
    assert_int_equal(mark_first(&black, 0, -500), MARK_NONE);
    assert_int_equal(mark_first(&black, 0, 500), MARK_BLUNDER);
    game_free(&black);
}

static void test_opening_turns_are_not_blamed(void **state) {
    Game game = play_from_start("6170-spring-2007", "f2f3 e7e6 g2g3");
    Annotation annotation;
    Error error;
    assert_true(annotation_init(&annotation, &game, 2, &error));
    for (int i = 0; i < annotation.count; i++)
        annotation.positions[i].score = centipawns(i % 2 ? -900 : 900);
    assert_true(annotation_mark_turns(&annotation));
    assert_int_equal(annotation.positions[0].mark, MARK_OPENING);
    assert_int_equal(annotation.positions[1].mark, MARK_OPENING);
    assert_true(annotation.positions[0].loss == 0);
    assert_int_equal(annotation.positions[2].mark, MARK_BLUNDER);
    assert_string_equal(annotation_mark_word(MARK_OPENING), "opening");
    annotation_free(&annotation);
    game_free(&game);
}

static void test_best_and_only_turns_are_not_blamed(void **state) {
    Game game = play_from_start("6170-spring-2007", "e2e4 d7d5 e4d5");
    Annotation annotation = annotation_of(&game);
    for (int i = 0; i < annotation.count; i++)
        annotation.positions[i].score = centipawns(i % 2 ? 900 : -900);
    annotation.positions[1].pv[0] = game.turns[1].turn;
    annotation.positions[1].pv_length = 1;
    assert_true(annotation_mark_turns(&annotation));
    assert_int_equal(annotation.positions[0].mark, MARK_NONE);
    assert_int_equal(annotation.positions[1].mark, MARK_BEST);
    assert_int_equal(annotation.positions[2].mark, MARK_ONLY);
    assert_int_equal(annotation.positions[3].mark, MARK_NONE);
    annotation_free(&annotation);
    game_free(&game);
}

static void test_unknown_scores_mark_nothing(void **state) {
    Game game = play_from_start("6170-spring-2007", "e2e4 d7d6");
    Annotation annotation = annotation_of(&game);
    annotation.positions[0].score = centipawns(900);
    annotation.positions[2].score = centipawns(900);
    assert_int_equal(annotation_missing(&annotation), 1);
    assert_true(annotation_mark_turns(&annotation));
    assert_int_equal(annotation.positions[0].mark, MARK_NONE);
    assert_int_equal(annotation.positions[1].mark, MARK_NONE);
    annotation_free(&annotation);
    game_free(&game);
}

static void test_a_loss_on_time_marks_no_turn(void **state) {
    Game game = play_from_start("6170-spring-2007", "e2e4");
    game_expire(&game, WHITE);
    Annotation annotation = annotation_of(&game);
    annotation.positions[0].score = centipawns(0);
    assert_false(annotation.positions[1].is_analysed);
    assert_true(annotation_mark_turns(&annotation));
    assert_score(annotation.positions[1].score, "Black has won");
    assert_int_equal(annotation.positions[0].mark, MARK_NONE);
    annotation_free(&annotation);
    game_free(&game);
}

static void test_a_forced_pass_has_the_next_score(void **state) {
    Game game = play("6170-spring-2007", "4k3/8/7p/7P/8/8/2q5/K7 w - - 0 1", "");
    assert_true(game_pass_if_forced(&game));
    Annotation annotation = annotation_of(&game);
    assert_int_equal(annotation.count, 2);
    assert_false(annotation.positions[0].is_analysed);
    assert_true(annotation.positions[1].is_analysed);
    annotation.positions[1].score = centipawns(-250);
    assert_true(annotation_mark_turns(&annotation));
    assert_score(annotation.positions[0].score, "\u22122.50");
    assert_int_equal(annotation.positions[0].mark, MARK_NONE);
    annotation_free(&annotation);
    game_free(&game);
}

/* --- sentences and pictures --- */

static void assert_notes(const char *ruleset, const char *fen, const char *turn,
                         const char *expected) {
    Game game = play(ruleset, fen, turn);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    prose_notes(out, &game.start, game.turns[0].turn);
    prose_checks(out, &game.now);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
    game_free(&game);
}

static void test_notes(void **state) {
    assert_notes("6170-fall-2007", "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", "White castles. ");
    assert_notes("6170-fall-2007", "4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
                 "The white pawn takes a pawn en passant. ");
    assert_notes("losers", "1n1k4/P6p/8/8/8/8/8/4K3 w - - 0 1", "a7b8r",
                 "The white pawn takes a knight. The pawn becomes a rook. Black is in check. ");
    assert_notes("6170-fall-2003", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1 chips:2/0", "Ipass",
                 "White spends a chip to pass; 1 left. ");
    assert_notes("6170-fall-2003-mindcontrol", "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1", "e4d5,a7a6",
                 "The white pawn takes a pawn. ");
}

static void test_turn_headings(void **state) {
    char text[PROSE_TURN_SIZE];
    Game game = play("6170-spring-2007", "4k3/p7/8/8/8/8/P7/4K3 b - - 0 999999", "a7a5");
    prose_turn(&game.start, game.turns[0].turn, text);
    assert_string_equal(text, "999999. Black a5");
    prose_turn(&game.start, turn_single(MOVE_PASS), text);
    assert_string_equal(text, "999999. Black (pass)");
    game_free(&game);
}

static void test_a_board_has_pieces_and_marks(void **state) {
    Game game = play_from_start("6170-spring-2006-antiking", "e2e4 f7f5");
    Position after;
    Turn turn;
    assert_true(notation_read_turn(&game.now, "e4f5", &turn, NULL));
    turn_apply(&after, &game.now, turn);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    board_svg_write(out, &after, &game.now, turn);
    fclose(out);
    assert_int_equal(count_parts(text, "href=\"#a\""), 2);
    assert_int_equal(count_parts(text, "href=\"#p\""), 15);
    assert_int_equal(count_parts(text, "class=\"mw\""), 2);
    assert_int_equal(count_parts(text, "class=\"cw\""), 1);
    free(text);
    game_free(&game);
}

static void test_a_graph_has_gaps_at_unknown_scores(void **state) {
    Game game = play_from_start("6170-spring-2007", "e2e4 d7d6 a2a3 a7a6");
    Annotation annotation = annotation_of(&game);
    for (int i = 0; i < annotation.count; i++)
        if (i != 2)
            annotation.positions[i].score = centipawns(0);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    graph_svg_write(out, &annotation);
    fclose(out);
    assert_int_equal(count_parts(text, "class=\"curve\""), 2);
    assert_int_equal(count_parts(text, "<circle"), 4);
    assert_int_equal(count_parts(text, "<a href=\"#turn-"), 5);
    assert_non_null(strstr(text, "<title>1. Black d6: not known</title>"));
    free(text);
    annotation_free(&annotation);
    game_free(&game);
}

/* --- the board --- */

/* The document that the board shows; the caller frees it. */
static char *write_viewer(StoredGame *stored, const WhiteScore *scores, const char *engine) {
    static char board_text[] = "<!--game-->";
    const ViewerBoard board = {board_text, board_text};
    Annotation annotation = annotation_of(&stored->game);
    for (int i = 0; i < annotation.count; i++)
        annotation.positions[i].score = scores[i];
    assert_true(annotation_mark_turns(&annotation));
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_true(viewer_write(out, &board, &(ViewerGame){stored, &annotation, engine}, &error));
    fclose(out);
    annotation_free(&annotation);
    return text;
}

static void test_the_board_gets_the_scores(void **state) {
    static const WhiteScore SCORES[] = {{WHITE_SCORE_FORCED_WIN, 3, WHITE},
                                        {WHITE_SCORE_FORCED_WIN, 2, BLACK},
                                        {.kind = WHITE_SCORE_UNKNOWN},
                                        {WHITE_SCORE_CENTIPAWNS, -7, WHITE},
                                        {WHITE_SCORE_GAME_WON, 0, BLACK}};
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-spring-2007"));
    stored.game = play_from_start("6170-spring-2007", "f2f3 e7e5 g2g4 d8h4");
    char *text = write_viewer(&stored, SCORES, "a\\b\"<\t");
    assert_non_null(strstr(text, "&quot;engine&quot;:&quot;a\\\\b\\&quot;\\u003c\\u0009&quot;"));
    assert_non_null(
        strstr(text, "[&#10;{&quot;mate&quot;:3,&quot;mark&quot;:&quot;??&quot;,&quot;pv"));
    assert_non_null(
        strstr(text, "{&quot;mate&quot;:-2,&quot;pv&quot;:[]},&#10;{&quot;pv&quot;:[]},&#10;"));
    assert_non_null(strstr(text, "{&quot;cp&quot;:-7,&quot;pv&quot;:[]},&#10;{&quot;winner&quot;:"
                                 "&quot;black&quot;,&quot;pv&quot;:[]}]"));
    free(text);
    stored_game_free(&stored);
}

static void test_the_board_gets_the_results(void **state) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-spring-2007"));
    char *text = write_viewer(&stored, &(WhiteScore){WHITE_SCORE_GAME_WON, 0, WHITE}, "");
    assert_non_null(strstr(text, "[&#10;{&quot;winner&quot;:&quot;white&quot;,"));
    free(text);
    text = write_viewer(&stored, &(WhiteScore){.kind = WHITE_SCORE_GAME_DRAWN}, "");
    assert_non_null(strstr(text, "[&#10;{&quot;drawn&quot;:true,"));
    free(text);
    stored_game_free(&stored);
}

/* --- results in words --- */

static void assert_result(const char *ruleset, const char *fen, const char *turns, bool draws,
                          const char *expected) {
    Game game = play(ruleset, fen, turns);
    game.tournament_draws = draws;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    prose_result(out, &game);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
    game_free(&game);
}

static void test_results(void **state) {
    assert_result("antichess", "8/8/8/7p/8/7P/8/8 b - - 0 1", "h5h4", false,
                  "White wins: White is stalemated.");
    assert_result("antichess", "8/8/8/8/4b3/8/8/2B5 w - - 0 1", "", true,
                  "Drawn: nothing can ever be captured.");
    assert_result("6170-spring-2007", "4k3/8/p7/P7/8/8/8/4K3 w - - 99 90", "e1e2", true,
                  "Drawn: fifty moves by each side without a capture or a pawn move.");
    assert_result("6170-spring-2007", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", true,
                  "Not finished: Black is to play.");
}

/* --- the page and its boards --- */

/* An opening, an only and a best turn, a blunder, and a position without a score. */
static void set_up_annotation(StoredGame *stored, Annotation *annotation) {
    static const int SCORES[] = {20, 30, -60, 10, 900, 0, -250};
    Error error;
    annotation_init(annotation, &stored->game, 1, &error);
    AnnotatedPosition *positions = annotation->positions;
    for (int i = 0; i < annotation->count; i++)
        if (i != 5)
            positions[i].score = centipawns(SCORES[i]);
    positions[2].pv[0] = stored->game.turns[2].turn;
    positions[3].pv[0] = turn_of(&positions[3].position, "f1g2,b7b5");
    positions[6].pv[0] = turn_of(&positions[6].position, "a3a4,h6h5");
    positions[2].pv_length = positions[3].pv_length = positions[6].pv_length = 1;
    stored->game.turns[2].clock_ms = 11045678;
    stored->game.turns[3].clock_ms = -20;
    assert_true(annotation_mark_turns(annotation));
}

/* A mind-control game with clocks and a result that only the file states. */
static void test_a_page(void **state) {
    Error error;
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-fall-2003-mindcontrol"));
    stored.game = play_from_start("6170-fall-2003-mindcontrol",
                                  "e2e4,d7d5 e4d5,d8d5 a2a3,d5g2 f1g2,b7b6 g2a8,a7a6 b2b3,h7h6");
    stored_game_set_name(&stored, WHITE, "Anna & Co.");
    static const char *const TAGS[][2] = {{"Event", "A <match>"},
                                          {"Site", "?"},
                                          {"Date", "2026.11.23"},
                                          {"Round", "3"},
                                          {"Termination", "\"adjudication\""}};
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
        assert_true(tags_set(&stored.tags, TAGS[i][0], TAGS[i][1]));
    strcpy(stored.result, "0-1");
    Annotation annotation;
    set_up_annotation(&stored, &annotation);
    AnalysisConfig config = {.depth = 9, .movetime_ms = 70, .nodes = 5000};
    AnalysisReport report = {.engine = "mock", .knows_rulesets = false};
    error_set(&report.first_failure, "it <died>");
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(
        page_write(out, &(Page){&stored, &annotation, &config, &report, NULL, NULL}, &error));
    fclose(out);
    char *body = strstr(text, "<header>"), *end = strstr(text, "<script>");
    assert_true(body && end);
    *end = '\0';
    assert_text_of_file(body, "tests/data/pictures/page.html");
    free(text);
    annotation_free(&annotation);
    stored_game_free(&stored);
}

/* Squares, coordinates and the ring. */
static void test_shapes(void **state) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    board_svg_define(out);
    fclose(out);
    char *board = strstr(text, "<g id=\"board\">");
    assert_non_null(board);
    assert_text_of_file(board, "tests/data/pictures/shapes.svg");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores_of_engines),
        cmocka_unit_test(test_scores_of_outcomes),
        cmocka_unit_test(test_expected_points),
        cmocka_unit_test(test_heights),
        cmocka_unit_test(test_marks_follow_the_loss),
        cmocka_unit_test(test_opening_turns_are_not_blamed),
        cmocka_unit_test(test_best_and_only_turns_are_not_blamed),
        cmocka_unit_test(test_unknown_scores_mark_nothing),
        cmocka_unit_test(test_a_loss_on_time_marks_no_turn),
        cmocka_unit_test(test_a_forced_pass_has_the_next_score),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_turn_headings),
        cmocka_unit_test(test_a_board_has_pieces_and_marks),
        cmocka_unit_test(test_a_graph_has_gaps_at_unknown_scores),
        cmocka_unit_test(test_the_board_gets_the_scores),
        cmocka_unit_test(test_the_board_gets_the_results),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_a_page),
        cmocka_unit_test(test_shapes),
    };
    return test_run("annotate", tests);
}
