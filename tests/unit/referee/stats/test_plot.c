/* Plots: the right numbers, well-formed with any names, and bounded in size. */
#include "unit/errors.h"
#include "unit/expected_file.h"
#include "unit/texts.h"

#include "referee/stats/plot.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {"one", "two", "three", "four"};

enum { GAMES_MAX = 10000 };

static PlotGame games[GAMES_MAX];

/* A match of paired games, with the first player's half-points repeating as in `points`. */
static Plot make_match(const char *points, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        int first = points[i % (int64_t)strlen(points)] - '0';
        bool is_white = i % 2 == 0;
        games[i] = (PlotGame){!is_white, is_white, is_white ? first : 2 - first, (int)(i / 2)};
    }
    return (Plot){
        .title = "A match", .player_count = 2, .names = NAMES, .game_count = count, .games = games};
}

static char *print(const Plot *plot) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_done(plot_scores(out, plot, &error), &error);
    fclose(out);
    xmlDoc *document = xmlReadMemory(text, (int)size, "plot", NULL, 0);
    assert_non_null(document);
    assert_string_equal((const char *)xmlDocGetRootElement(document)->name, "svg");
    xmlFreeDoc(document);
    return text;
}

static void assert_shows(const Plot *plot, const char *part, bool shown) {
    char *text = print(plot);
    if ((strstr(text, part) != NULL) != shown)
        fail_msg("%s %s in:\n%s", shown ? "missing:" : "unwanted:", part, text);
    free(text);
}

/* The length of the longest list of points in the picture. */
static int most_points(const char *text) {
    int most = 0;
    for (const char *at = strstr(text, "points=\""); at; at = strstr(at + 1, "points=\"")) {
        int commas = 0;
        for (const char *c = at + strlen("points=\""); *c != '"'; c++)
            commas += *c == ',';
        most = commas > most ? commas : most;
    }
    return most;
}

/* Pairs of 3/2 and 1 points alternate: the score is 0.625 +- 1.96 * 0.125 / sqrt(200), or 76.1 ..
 * 101.7 Elo. */
static void test_match(void **state) {
    Plot plot = make_match("2120", 400);
    assert_shows(&plot, ">A match<", true);
    assert_shows(&plot, "Score of one against two, with its 95% interval; Elo +88.7 +- 12.8<",
                 true);
    assert_shows(&plot, ">62.5% <", true);
    assert_shows(&plot, ">400<", true);
    assert_shows(&plot, "<polygon", true);
    assert_shows(&plot, "LLR", false);
    plot = make_match("2120", 40); /* the games' axis has the fewest steps that are short enough */
    assert_shows(&plot, ">35<", true);
    plot = make_match("2120", 42);
    assert_shows(&plot, ">35<", false);
    assert_shows(&plot, ">30<", true);
}

static void test_match_with_sprt(void **state) {
    SprtParams test = {0, 200, 0.05, 0.05, false};
    Plot plot = make_match("2120", 400);
    plot.sprt = &test;
    Sprt sprt;
    sprt_start(&sprt, &test);
    for (int i = 0; i < 200; i++)
        sprt_add_pair(&sprt, i % 2 == 0 ? 3 : 2);
    char expected[SPRT_TEXT_SIZE];
    sprt_print(&sprt, expected);
    assert_int_equal(sprt.verdict, SPRT_H0);
    assert_shows(&plot, expected, true);
    assert_shows(&plot, ">H1 +2.94<", true);
    /* The SPRT stops at the first game that is not in a pair. */
    games[10].pair = games[11].pair = -1;
    assert_shows(&plot, "undecided after 5 pairs<", true);
}

/* A game whose partner in its pair is missing counts for the score, but not for the SPRT. */
static void test_halves_of_pairs(void **state) {
    SprtParams test = {0, 5, 0.05, 0.05, false};
    Plot plot = make_match("20", 9);
    plot.sprt = &test;
    assert_shows(&plot, "undecided after 4 pairs", true);
    assert_shows(&plot, ">55.6% <", true);
}

static void test_tournament(void **state) {
    for (int i = 0; i < 120; i++)
        games[i] = (PlotGame){i % 4, (i + 1 + i / 40) % 4, i % 3, -1};
    Plot plot = {"All", 4, NAMES, 120, games, NULL};
    char *text = print(&plot);
    assert_int_equal(count_parts(text, "<circle"), 4);
    for (int i = 0; i < 4; i++)
        assert_non_null(strstr(text, NAMES[i]));
    assert_null(strstr(text, "<polygon"));
    free(text);
}

/* Each curve goes through the player's score after each of its games, and ends at the last game of
 * all.
 */
static void test_curves(void **state) {
    static const char *const CURVES[] = {
        "\"270.5,84.0 643.5,179.0 830.0,210.7 830.0,210.7 \"/>\n<circle cx=\"830.0\" cy=\"210.7\"",
        "\"457.0,274.0 643.5,274.0 830.0,274.0 \"/>\n<circle cx=\"830.0\" cy=\"274.0\"",
        "\"270.5,464.0 457.0,369.0 830.0,337.3 830.0,337.3 \"/>\n<circle cx=\"830.0\" cy=\"337.3\"",
    };
    games[0] = (PlotGame){0, 1, 2, -1};
    games[1] = (PlotGame){1, 2, 1, -1};
    games[2] = (PlotGame){2, 0, 1, -1};
    games[3] = (PlotGame){0, 1, 1, -1};
    Plot plot = {"Few", 3, NAMES, 4, games, NULL};
    for (size_t i = 0; i < sizeof CURVES / sizeof *CURVES; i++)
        assert_shows(&plot, CURVES[i], true);
}

/* The first player has no games, the last one loses, and a name is long. */
static void test_pictures(void **state) {
    static const char *const PLAYERS[] = {"idle", "two & co.", "a name of thirty-two characters.",
                                          "last"};
    SprtParams test = {0, 200, 0.05, 0.05, false};
    Plot plot = make_match("2120", 24);
    plot.sprt = &test;
    char *match = print(&plot);
    assert_text_of_file(match, "tests/data/pictures/match.svg");
    free(match);
    for (int i = 0; i < 12; i++)
        games[i] = (PlotGame){1 + i % 3, 1 + (i + 1) % 3, i % 3 == 1 ? 2 : i % 2, -1};
    char *tournament = print(&(Plot){"A tournament", 4, PLAYERS, 12, games, NULL});
    assert_text_of_file(tournament, "tests/data/pictures/tournament.svg");
    free(tournament);
}

static void test_many_players(void **state) {
    enum { COUNT = 20 };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++)
        names[i] = i < 4 ? "bottom" : "top";
    int64_t count = 0;
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < i; j++)
            games[count++] = (PlotGame){i, j, 2, -1};
    Plot plot = {"Many", COUNT, names, count, games, NULL};
    char *text = print(&plot);
    assert_int_equal(count_parts(text, "<circle"), PLOT_CURVES_MAX);
    assert_int_equal(count_parts(text, " top<"), PLOT_CURVES_MAX);
    assert_non_null(strstr(text, "Scores of the best 16 of 20 players"));
    free(text);
}

/* With many curves, labels are at least a line of text apart and inside the picture. */
static void test_labels_keep_apart(void **state) {
    enum { COUNT = 16 };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++)
        names[i] = "label";
    for (int i = 0; i < 64; i++)
        games[i] = (PlotGame){i % COUNT, (i + 1) % COUNT, i < COUNT ? 1 : 0, -1};
    char *text = print(&(Plot){"Crowd", COUNT, names, 64, games, NULL});
    double before = 0;
    int labels = 0;
    for (const char *at = text; (at = strstr(at, "<text ")) != NULL; at++) {
        const char *end = strchr(at, '\n');
        double x, y;
        assert_int_equal(sscanf(at, "<text x=\"%lf\" y=\"%lf\"", &x, &y), 2);
        if (memcmp(end - strlen("label</text>"), "label</text>", strlen("label</text>")) != 0)
            continue;
        assert_true(y - before > 13 && y > 60 && y < 480);
        before = y;
        labels++;
    }
    assert_int_equal(labels, COUNT);
    free(text);
}

static void test_curves_are_thinned(void **state) {
    static const int64_t COUNTS[] = {1, 2, 3, 1997, 1998, 1999, 2000, 2001, 3999, GAMES_MAX};
    SprtParams test = {0, 1, 0.05, 0.05, false};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        Plot plot = make_match("20011", COUNTS[i]);
        plot.sprt = &test;
        for (int paired = 1; paired >= 0; paired--) {
            char *text = print(&plot);
            /* The interval's polygon has an upper and a lower point for each point of the curve. */
            assert_true(most_points(text) <= 2 * PLOT_POINTS_MAX);
            free(text);
            for (int64_t game = 0; game < plot.game_count; game++)
                games[game].pair = -1;
        }
    }
}

static void test_hostile_names(void **state) {
    const char *const names[] = {"</text><script>&\"'", "\xff\x01\x1b[0m\xef\xbf\xbe"};
    Plot plot = make_match("2", 4);
    plot.names = names;
    plot.title = "<!-- ]]> & \xf0\x9f";
    assert_shows(&plot, "&lt;/text&gt;&lt;script&gt;&amp;&quot;'", true);
    assert_shows(&plot, "?", true);
    assert_shows(&plot, "<script", false);
    assert_shows(&plot, "\x1b", false);
    assert_shows(&plot, "nan", false);
    assert_shows(&plot, "inf", false);
}

static void test_no_games(void **state) {
    SprtParams test = {0, 5, 0.05, 0.05, false};
    Plot plot = {"Empty", 2, NAMES, 0, NULL, &test};
    assert_shows(&plot, "No games yet", true);
    assert_shows(&plot, "undecided after 0 pairs", true);
    plot.sprt = NULL;
    plot.player_count = 4;
    assert_shows(&plot, "No games yet", true);
}

static void assert_refused(const Plot *plot, const char *reason) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_false(plot_scores(out, plot, &error));
    assert_string_equal(error.text, reason);
    fclose(out);
    assert_int_equal(size, 0);
    free(text);
}

static void test_refusals(void **state) {
    SprtParams test = {0, 5, 0.05, 0.05, false}, bad = {5, 5, 0.05, 0.05, false};
    Plot plot = make_match("2", 4);
    plot.player_count = 1;
    assert_refused(&plot, "a plot needs at least two players");
    plot.player_count = 2;
    games[2].black = 2;
    assert_refused(&plot, "game 3: invalid player numbers 0 and 2 (players: 2)");
    games[2].black = 0;
    assert_refused(&plot, "game 3: invalid player numbers 0 and 0 (players: 2)");
    games[2] = (PlotGame){-1, 1, 0, 0};
    assert_refused(&plot, "game 3: invalid player numbers -1 and 1 (players: 2)");
    games[2] = (PlotGame){0, 1, 3, 0};
    assert_refused(&plot, "game 3: 3 half-points instead of 0 to 2");
    plot = make_match("2", 4);
    plot.sprt = &bad;
    assert_refused(&plot, "SPRT: elo0 5 and elo1 5: elo0 must be less than elo1, and both within "
                          "-1000..1000");
    plot.sprt = &test;
    plot.player_count = 3;
    assert_refused(&plot, "a plot of 3 players cannot show an SPRT");
}

static void test_full_disk(void **state) {
    Plot plot = make_match("2", 4);
    Error error;
    FILE *out = fopen("/dev/full", "w");
    assert_non_null(out);
    assert_false(plot_scores(out, &plot, &error));
    assert_string_equal(error.text, "cannot write the plot");
    fclose(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match),
        cmocka_unit_test(test_match_with_sprt),
        cmocka_unit_test(test_halves_of_pairs),
        cmocka_unit_test(test_tournament),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_many_players),
        cmocka_unit_test(test_labels_keep_apart),
        cmocka_unit_test(test_curves_are_thinned),
        cmocka_unit_test(test_hostile_names),
        cmocka_unit_test(test_no_games),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_full_disk),
    };
    int failures = test_run("plot", tests);
    xmlCleanupParser();
    return failures;
}
