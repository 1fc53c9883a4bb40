/* The parts of misere-book: the set of keys, weights, and the choice of openings. */
#include "unit/testing.h"

#include "book/explore.h"
#include "book/keyset.h"
#include "book/weights.h"

static void test_keyset(void **state) {
    (void)state;
    KeySet set = {0};
    uint64_t seed = 1, again = 1;
    for (int i = 0; i < 10000; i++)
        assert_int_equal(keyset_add(&set, random_next(&seed)), KEYSET_ADDED);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(keyset_add(&set, random_next(&again)), KEYSET_PRESENT);
    assert_int_equal(keyset_add(&set, 0), KEYSET_ADDED);
    assert_int_equal(keyset_add(&set, 0), KEYSET_PRESENT);
    assert_int_equal(set.count, 10001);
    keyset_free(&set);
}

/* The expected values were computed by hand, for z = 2. */
static void test_wilson_bound(void **state) {
    (void)state;
    assert_in_range((int)(1000 * weight_wilson_bound(2, 1)), 199, 200);
    assert_in_range((int)(1000 * weight_wilson_bound(10, 5)), 555, 556);
    assert_in_range((int)(1000 * weight_wilson_bound(84, 60)), 571, 576);
    assert_in_range((int)(1000 * weight_wilson_bound(0, 100)), 0, 0);
}

static void test_weights(void **state) {
    (void)state;
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
    (void)state;
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
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keyset),
        cmocka_unit_test(test_wilson_bound),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_exploration_prefers_good_scores),
        cmocka_unit_test(test_openings_do_not_end_the_game),
    };
    return test_run("book_tool", tests);
}
