/* Random trees of turns, with all that PGN can say about them, are the same when they have been
 * written and read again. The argument, if any, is the number of trees: 1000 is a stress test. */
#include "unit/errors.h"

#include "files/gamefile.h"
#include "files/games.h"
#include "files/pgn_write.h"
#include "unit/files/notes_testing.h"
#include "unit/files/random_tree.h"

enum { TREES = 100 };

static int tree_count = TREES;

static char *print(const StoredGame *stored, Style style, size_t *size) {
    char *text = NULL;
    Error error;
    FILE *out = open_memstream(&text, size);
    assert_done(pgn_write(out, stored, style, &error), &error);
    fclose(out);
    return text;
}

static void check_tree(const StoredGame *made, Style style) {
    size_t size, again_size;
    Error error = {.text = "no game"};
    StoredGame read, none;
    char *text = print(made, style, &size);
    Games *games = games_open_bytes("tree", text, size, NULL, &error);
    assert_non_null(games);
    if (games_next(games, &read, &error) != GAMES_READ)
        fail_msg("%s in\n%s", error.text, text);
    assert_int_equal(games_next(games, &none, &error), GAMES_END);
    assert_same_tree(made, &read);
    assert_false(has_skipped(&read));
    assert_int_equal(read.ruleset_source, RULESET_NAMED);
    char *again = print(&read, style, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(text, again, size);
    free(again);
    games_close(games);
    stored_game_free(&read);
    free(text);
}

static void test_trees(void **state) {
    for (int i = 0; i < fewer_if_sanitized(tree_count); i++) {
        StoredGame made;
        make_tree(&made);
        check_tree(&made, one_in(2) ? STYLE_SAN : STYLE_UCI);
        stored_game_free(&made);
    }
}

/* A tree that is much too deep for recursion is written and freed. When it is read again, the
 * variations that are nested too deep for the reader are missing. */
static void test_a_deep_tree(void **state) {
    enum { DEPTH = 100000, READ_DEPTH = 1000 };
    StoredGame deep, read;
    size_t size;
    Error error = {.text = ""};
    make_deep_tree(&deep, DEPTH);
    char *text = print(&deep, STYLE_SAN, &size);
    stored_game_free(&deep);
    Games *games = games_open_bytes("deep", text, size, NULL, &error);
    assert_non_null(games);
    assert_int_equal(games_next(games, &read, &error), GAMES_READ);
    assert_int_equal(read.skipped[SKIPPED_VARIATIONS].count, 1);
    assert_int_equal(depth_of(&read), READ_DEPTH);
    stored_game_free(&read);
    games_close(games);
    free(text);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_a_deep_tree),
    };
    if (argc > 1)
        tree_count = atoi(argv[1]);
    return gamefile_init() ? test_run("pgn_tree", tests) : 1;
}
