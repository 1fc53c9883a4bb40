/* Games are the same when they have been written as JSON and read again: random trees, and the
 * games of files. The argument, if any, is the number of trees. */
#include "unit/files/random_tree.h"

#include "files/gamefile.h"
#include "files/games.h"
#include "files/json/game_from_json.h"
#include "files/json/game_to_json.h"
#include "files/pgn_write.h"

#include <glob.h>

enum { TREES = 100 };

static int tree_count = TREES;

typedef bool PrintGame(FILE *out, const StoredGame *stored, Error *error);

static bool print_pgn(FILE *out, const StoredGame *stored, Error *error) {
    return pgn_write(out, stored, STYLE_SAN, error);
}

static char *print(const StoredGame *stored, PrintGame *print_game) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    if (!print_game(out, stored, &error))
        fail_msg("%s", error.text);
    fclose(out);
    return text;
}

static void read_json(const char *text, StoredGame *stored) {
    Error error;
    if (!game_from_json(text, stored, &error))
        fail_msg("%s in\n%s", error.text, text);
}

static void assert_same_text(const StoredGame *a, const StoredGame *b, PrintGame *print_game) {
    char *of_a = print(a, print_game), *of_b = print(b, print_game);
    size_t same = 0;
    while (of_a[same] && of_a[same] == of_b[same])
        same++;
    if (of_a[same] || of_b[same])
        fail_msg("%.80s\nis not\n%.80s", of_a + (same > 40 ? same - 40 : 0),
                 of_b + (same > 40 ? same - 40 : 0));
    free(of_a);
    free(of_b);
}

/* --- random trees --- */

/* What PGN cannot say. */
static void add_more(StoredGame *stored) {
    Game *game = &stored->game;
    assert_true(tags_add(&stored->tags, "Control", "\x01\t\n\x1f\x7f"));
    assert_true(tags_add(&stored->tags, "Empty", ""));
    assert_true(tags_add(&stored->tags, "Empty", ""));
    game->tournament_draws = one_in(2);
    stored->timed = one_in(2);
    for (Colour c = WHITE; c <= BLACK; c++) {
        stored->initial_ms[c] = random_clock();
        stored->current_ms[c] = random_clock();
    }
    stored->increment_ms = below(10000);
    stored->opening_turns = below(game->count + 1);
    for (int i = 0; i < game->count; i++) {
        TurnEvaluation evaluation = stored_game_evaluation(stored, i);
        evaluation.nodes = (int64_t)below(1000000) * below(1000000);
        evaluation.elapsed_us += below(1000);
        assert_true(stored_game_set_evaluation(stored, i, &evaluation));
    }
    if (one_in(3))
        game_expire(game, one_in(2) ? WHITE : BLACK);
    if (one_in(3))
        stored_game_terminate(stored, (TerminationKind)(1 + below(TERMINATION_KINDS - 1)), BLACK,
                              "what the \"referee\" saw");
    if (one_in(3))
        strcpy(stored->result, one_in(2) ? "1/2-1/2" : "0-1");
    stored->ruleset_source = (RulesetSource)below(RULESET_FURTHEST + 1);
    stored->other_rulesets = (uint32_t)below(1 << ruleset_count());
    for (int kind = 0; kind < SKIPPED_KINDS; kind++)
        if (one_in(3))
            stored->skipped[kind] = (Skipped){1 + below(100), 1 + below(100)};
    stored->line = below(1000);
}

static void assert_same_rest(const StoredGame *a, const StoredGame *b) {
    assert_int_equal(a->tags.count, b->tags.count);
    for (int i = 0; i < a->tags.count; i++) {
        assert_string_equal(a->tags.tags[i].name, b->tags.tags[i].name);
        assert_string_equal(a->tags.tags[i].value, b->tags.tags[i].value);
    }
    assert_int_equal(a->has_all_tags, b->has_all_tags);
    assert_memory_equal(&a->game.start, &b->game.start, sizeof a->game.start);
    assert_memory_equal(&a->game.now, &b->game.now, sizeof a->game.now);
    assert_int_equal(a->game.tournament_draws, b->game.tournament_draws);
    assert_int_equal(a->game.time_expired, b->game.time_expired);
    assert_int_equal(a->game.expired, b->game.expired);
    assert_int_equal(a->timed, b->timed);
    assert_memory_equal(a->initial_ms, b->initial_ms, sizeof a->initial_ms);
    assert_memory_equal(a->current_ms, b->current_ms, sizeof a->current_ms);
    assert_true(a->increment_ms == b->increment_ms);
    assert_int_equal(a->opening_turns, b->opening_turns);
    for (int i = 0; i < a->game.count; i++)
        assert_true(stored_game_evaluation(a, i).nodes == stored_game_evaluation(b, i).nodes);
    assert_string_equal(a->result, b->result);
    assert_int_equal(a->forfeit.loser, b->forfeit.loser);
    assert_string_equal(a->forfeit.reason, b->forfeit.reason);
    assert_int_equal(a->termination.kind, b->termination.kind);
    assert_int_equal(a->termination.loser, b->termination.loser);
    assert_string_equal(a->termination.detail, b->termination.detail);
    assert_int_equal(a->ruleset_source, b->ruleset_source);
    assert_int_equal(a->other_rulesets, b->other_rulesets);
    assert_memory_equal(a->skipped, b->skipped, sizeof a->skipped);
    assert_int_equal(a->line, b->line);
}

static void test_trees(void **state) {
    for (int i = 0; i < fewer_if_sanitized(tree_count); i++) {
        StoredGame made, read;
        make_tree(&made);
        add_more(&made);
        char *text = print(&made, game_to_json);
        read_json(text, &read);
        assert_same_tree(&made, &read);
        assert_same_rest(&made, &read);
        assert_same_text(&made, &read, game_to_json);
        assert_same_text(&made, &read, print_pgn);
        free(text);
        stored_game_free(&read);
        stored_game_free(&made);
    }
}

/* A tree of any depth is flat in JSON. */
static void test_a_deep_tree(void **state) {
    enum { DEPTH = 100000 };
    StoredGame deep, read;
    make_deep_tree(&deep, DEPTH);
    char *text = print(&deep, game_to_json);
    read_json(text, &read);
    assert_same_text(&deep, &read, game_to_json);
    assert_int_equal(depth_of(&read), DEPTH);
    stored_game_free(&deep);
    stored_game_free(&read);
    free(text);
}

/* --- the games of files --- */

static void check_file(const char *path) {
    Error error;
    StoredGame stored, read;
    Games *games = games_open(path, NULL, &error);
    assert_non_null(games);
    GamesResult result;
    while ((result = games_next(games, &stored, &error)) != GAMES_END) {
        if (result == GAMES_BAD)
            continue;
        char *text = print(&stored, game_to_json);
        read_json(text, &read);
        assert_same_tree(&stored, &read);
        assert_same_rest(&stored, &read);
        assert_same_text(&stored, &read, gamefile_print);
        free(text);
        stored_game_free(&read);
        stored_game_free(&stored);
    }
    games_close(games);
}

/* Also with the additions of other programs, and a start in the middle of a turn. */
static void test_files(void **state) {
    static const char *const PATTERNS[] = {"tests/data/gamefiles/valid/*", "tests/data/pgn/*.pgn",
                                           "tests/data/exchange/*.pgn"};
    for (size_t i = 0; i < sizeof PATTERNS / sizeof *PATTERNS; i++) {
        glob_t found;
        assert_int_equal(glob(PATTERNS[i], 0, NULL, &found), 0);
        for (size_t j = 0; j < found.gl_pathc; j++)
            check_file(found.gl_pathv[j]);
        globfree(&found);
    }
}

/* What follows from the rest is told, too. */
static void test_what_follows(void **state) {
    StoredGame stored;
    read_json("{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e3\",\"glyphs\":[1]}],\"forfeit\":"
              "{\"loser\":\"black\",\"reason\":\"left\"},\"skipped\":{\"words\":{\"count\":2}}}",
              &stored);
    char *text = print(&stored, game_to_json);
    assert_non_null(strstr(text, ",\"outcome\":{\"result\":\"1-0\",\"reason\":\"left\"}"));
    assert_non_null(
        strstr(text, ",\"losses\":{\"xml\":[\"annotations\"],\"pgn\":[],\"1994\":[\"moves"));
    assert_non_null(strstr(text, ",\"remarks\":[\"ignored: words that are no turns (2)\"]}"));
    free(text);
    stored_game_free(&stored);
}

/* A draw because a flag falls where the other player can never win is one in every format. */
static void test_a_drawn_flag(void **state) {
    static PrintGame *const FORMATS[] = {game_to_json, gamefile_print, print_pgn};
    StoredGame stored;
    read_json("{\"ruleset\":\"antichess\",\"fen\":\"8/8/3n4/8/8/4N3/8/8 b - - 0 1\","
              "\"tournamentDraws\":true,\"timed\":true,\"expired\":\"black\",\"clocks\":{\"white\":"
              "{\"initial\":60000,\"current\":5},\"black\":{\"initial\":60000,\"current\":0}}}",
              &stored);
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        char *text = print(&stored, FORMATS[i]);
        StoredGame read;
        Error error = {.text = ""};
        if (FORMATS[i] == game_to_json) {
            read_json(text, &read);
        } else {
            Games *games = games_open_bytes("flag", text, strlen(text), NULL, &error);
            assert_non_null(games);
            if (games_next(games, &read, &error) != GAMES_READ)
                fail_msg("%s in %s", error.text, text);
            games_close(games);
        }
        assert_string_equal(stored_game_result(&read), "1/2-1/2");
        assert_string_equal(stored_game_reason(&read), "timeExpired");
        stored_game_free(&read);
        free(text);
    }
    stored.game.tournament_draws = false;
    assert_string_equal(stored_game_result(&stored), "1-0");
    stored_game_free(&stored);
}

/* --- invalid JSON --- */

static void test_refusals(void **state) {
    static const char *const TEXTS[][2] = {
        {"[]", "JSON: not an object"},
        {"{}", "no ruleset is named ''"},
        {"{\"ruleset\":\"chess\"}", "no ruleset is named 'chess'"},
        {"{\"ruleset\":3}", "ruleset: not what it should be"},
        {"{\"ruleset\":\"losers\",\"fen\":\"x\"}", NULL},
        {"{\"ruleset\":\"losers\",\"xml\":\"<a/>\"}", NULL},
        {"{\"ruleset\":\"losers\",\"tags\":[[\"White\"]]}",
         "tags: a tag is a list of a name and a value"},
        {"{\"ruleset\":\"losers\",\"tags\":[\"White\"]}",
         "tags: a tag is a list of a name and a value"},
        {"{\"ruleset\":\"losers\",\"tags\":[[\"a]\",\"\"]]}",
         "tags: a name is one word without '\"' and ']'"},
        {"{\"ruleset\":\"losers\",\"tags\":{}}", "tags: not what it should be"},
        {"{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e5\"}]}", NULL},
        {"{\"ruleset\":\"losers\",\"turns\":[3]}", "turns: a turn has no 'turn'"},
        {"{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e4\",\"instead\":0}]}",
         "instead: no turn has this number"},
        {"{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e4\",\"after\":[1]}]}",
         "after: not a text"},
        {"{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e4\",\"glyphs\":[-1]}]}",
         "glyphs: not a glyph's number"},
        {"{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e4\",\"depth\":1e10}]}",
         "depth: too great a number"},
        {"{\"ruleset\":\"losers\",\"result\":\"2-0\"}", "result: not a result"},
        {"{\"ruleset\":\"losers\",\"expired\":\"red\"}", "expired: an unknown word"},
        {"{\"ruleset\":\"losers\",\"forfeit\":{\"loser\":\"white\"}}",
         "forfeit: needs a loser and a reason"},
        {"{\"ruleset\":\"losers\",\"verdict\":{\"kind\":\"x\"}}", "verdict: an unknown kind"},
        {"{\"ruleset\":\"losers\",\"otherRulesets\":[\"go\"]}", "no ruleset is named 'go'"},
        {"{\"ruleset\":\"losers\",\"clocks\":{\"white\":{\"current\":\"1\"}}}",
         "current: not what it should be"},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        StoredGame stored;
        Error error = {.text = ""};
        if (game_from_json(TEXTS[i][0], &stored, &error))
            fail_msg("read: %s", TEXTS[i][0]);
        assert_true(error.text[0]);
        if (TEXTS[i][1])
            assert_string_equal(error.text, TEXTS[i][1]);
    }
}

/* An illegal turn is refused with the reason of the rules, in a variation as in the main line. */
static void test_illegal_turns(void **state) {
    StoredGame stored;
    Error error;
    assert_false(
        game_from_json("{\"turns\":[{\"turn\":\"e2e3\"},{\"turn\":\"b7b5\"},{\"turn\":"
                       "\"f1b5\"},{\"instead\":2,\"turn\":\"a2a3\"}],\"ruleset\":\"losers\"}",
                       &stored, &error));
    assert_string_equal(error.text, "'a2a3' is not legal: White must capture (Bxb5)");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),         cmocka_unit_test(test_a_deep_tree),
        cmocka_unit_test(test_files),         cmocka_unit_test(test_what_follows),
        cmocka_unit_test(test_a_drawn_flag),  cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_illegal_turns),
    };
    if (argc > 1)
        tree_count = atoi(argv[1]);
    if (!gamefile_init())
        return 1;
    int failed = test_run("game_json", tests);
    gamefile_quit();
    return failed;
}
