/* The parts of misere-book: weights, and the choice of openings. */
#include "unit/point_weights.h"
#include "unit/testing.h"

#include "base/os/atomic_file.h"
#include "book/book_weights.h"
#include "book/explore.h"
#include "book/tree.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The expected values were computed by hand, for z = 2. */
static void test_wilson_bound(void **state) {
    assert_in_range((int)(1000 * weight_wilson_bound(2, 1)), 199, 200);
    assert_in_range((int)(1000 * weight_wilson_bound(10, 5)), 555, 556);
    assert_in_range((int)(1000 * weight_wilson_bound(84, 60)), 571, 576);
    assert_in_range((int)(1000 * weight_wilson_bound(0, 100)), 0, 0);
}

static void test_weights(void **state) {
    const WeightParams rule = {.min_games = 4, .min_score = 40};
    BookEntry entries[] = {
        {.games = 100, .points = 120}, /* the best */
        {.games = 100, .points = 110}, {.games = 3, .points = 6},      {.games = 4, .points = 8},
        {.games = 100, .points = 79},  {.games = 1000, .points = 800},
    };
    weight_by_score(&rule, entries, 6);
    assert_int_equal(entries[0].weight, 1000);
    assert_in_range(entries[1].weight, 600, 750);
    assert_int_equal(entries[2].weight, 0);        /* too rare */
    assert_in_range(entries[3].weight, 900, 1000); /* few games, but all won */
    assert_int_equal(entries[4].weight, 0);        /* too low a score */
    assert_int_equal(entries[5].weight, 0);        /* a bound below 0.8 of the best one */
    BookEntry bad = {.games = 50, .points = 10};
    weight_by_score(&rule, &bad, 1);
    assert_int_equal(bad.weight, 0);
}

/* A half-move that scores well is chosen most often, but others are tried as well. */
static void test_exploration_prefers_good_scores(void **state) {
    const Ruleset *rules = ruleset_find("6170-spring-2007");
    BookBuilder builder = {0};
    const BookEntry *entries;
    uint64_t seed = 3;
    Move good = move_make(square_of(4, 1), square_of(4, 2), PAWN);
    Position start;
    position_start(&start, rules);
    for (int i = 0; i < 300; i++) {
        Game game;
        assert_true(explore_opening(&builder, rules, 6, &seed, &game));
        assert_in_range(game.count, 0, 6);
        if (game.count > 0) {
            Move first = game.turns[0].turn.moves[0];
            assert_true(book_builder_add(&builder, &start, first, first == good ? 2 : 0));
        }
        game_free(&game);
    }
    size_t count = book_builder_find(&builder, &start, &entries);
    uint32_t max_games = 0;
    Move most_played = MOVE_NONE;
    for (size_t i = 0; i < count; i++)
        if (entries[i].games > max_games) {
            max_games = entries[i].games;
            most_played = entries[i].move;
        }
    assert_int_equal(most_played, good);
    assert_in_range(count, 10, 21);
    book_builder_free(&builder);
}

/* The game is not over after an opening, in any ruleset. */
static void test_openings_do_not_end_the_game(void **state) {
    for (int i = 0; i < ruleset_count(); i++) {
        BookBuilder builder = {0};
        uint64_t seed = (uint64_t)i;
        for (int j = 0; j < 200; j++) {
            Game game;
            assert_true(explore_opening(&builder, ruleset_at(i), 200, &seed, &game));
            assert_false(outcome_is_over(outcome_of(&game.now)));
            assert_false(outcome_pass_is_forced(&game.now));
            assert_true(position_begins_turn(&game.now));
            game_free(&game);
        }
        book_builder_free(&builder);
    }
}

/* --- printing a book --- */

/* Writes the book of these lines of losers, whose games were drawn. */
static void write_book(const char *path, const char *const lines[], int count) {
    static const uint32_t MIN_GAMES = 1;
    BookBuilder builder = {0};
    unsigned char *bytes;
    size_t size;
    Error error;
    for (int i = 0; i < count; i++) {
        Game game;
        char line[64], *rest = line;
        game_init(&game, ruleset_find("losers"));
        snprintf(line, sizeof line, "%s", lines[i]);
        for (char *turn; (turn = strsep(&rest, " "));)
            assert_true(game_play_text(&game, turn, GAME_NO_CLOCK, &error));
        assert_true(book_builder_add_game(&builder, &game, 1, 0, 20));
        game_free(&game);
    }
    assert_true(book_builder_make(&builder, book_weigh_points, &MIN_GAMES, &bytes, &size, &error));
    assert_true(atomic_file_write(path, (const char *)bytes, size, &error));
    free(bytes);
    book_builder_free(&builder);
}

static void assert_tree(const char *path, int plies, const char *expected) {
    char *text = NULL;
    size_t size;
    Error error;
    Book *book = book_open(path, &error);
    assert_non_null(book);
    FILE *out = open_memstream(&text, &size);
    assert_true(book_tree_print(out, book, ruleset_find("losers"), plies, false) > 0);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
    book_close(book);
}

/* Sets the bytes from `offset` to the end of each record, which has 16, to 0. */
static void clear_records(const char *path, long offset) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    for (long size = ftell(file), at = offset; at < size; at += 16) {
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        for (long i = offset; i < 16; i++)
            fputc(0, file);
    }
    assert_int_equal(fclose(file), 0);
}

#define HEADING "losers                                            weight   games   score\n"

/* The replies to a position that two lines reach are printed once. */
static void test_tree(void **state) {
    static const char *const LINES[] = {"b2b3 h7h6 a2a3 g7g6", "a2a3 h7h6 b2b3 g7g6"};
    char path[] = "/tmp/misere-book-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    write_book(path, LINES, 2);
    assert_tree(
        path, 20,
        HEADING
        "a2a3                                               50.0%       1   50.0%\n"
        "  h7h6                                            100.0%       1   50.0%\n"
        "    b2b3                                          100.0%       1   50.0%\n"
        "      g7g6                                        100.0%       2   50.0%\n"
        "b2b3                                               50.0%       1   50.0%\n"
        "  h7h6                                            100.0%       1   50.0%\n"
        "    a2a3                                          100.0%       1   50.0%  see above\n");
    assert_tree(path, 1,
                HEADING
                "a2a3                                               50.0%       1   50.0%\n"
                "b2b3                                               50.0%       1   50.0%\n");
    clear_records(path, 12); /* the numbers of games and points, as in books of other programs */
    assert_tree(path, 1,
                HEADING "a2a3                                               50.0%       0\n"
                        "b2b3                                               50.0%       0\n");
    clear_records(path, 10); /* the weights, too */
    Error error;
    Book *book = book_open(path, &error);
    FILE *null = fopen("/dev/null", "w");
    assert_int_equal(book_tree_print(null, book, ruleset_find("losers"), 20, false), 0);
    fclose(null);
    book_close(book);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson_bound),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_exploration_prefers_good_scores),
        cmocka_unit_test(test_openings_do_not_end_the_game),
        cmocka_unit_test(test_tree),
    };
    return test_run("book_tool", tests);
}
