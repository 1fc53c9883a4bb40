/* The games that wait for the experience file. */
#include "unit/testing.h"

#include "experience/pending_games.h"

/* If too many games wait, the oldest are dropped; a game without a turn can wait, too. */
static void test_waiting_games(void **state) {
    PendingGames pending = {0};
    Game game;
    game_init(&game, ruleset_default());
    assert_true(pending_games_add(&pending, &game, 0));
    for (int i = 0; i < PENDING_GAMES_MAX; i++) {
        assert_true(game_play_text(&game, i % 2 ? "g8f6" : "g1f3", GAME_NO_CLOCK, NULL));
        assert_true(pending_games_add(&pending, &game, i % 3));
        assert_true(game_undo(&game));
        if (i % 2 == 0)
            assert_true(game_play_text(&game, "a2a3", GAME_NO_CLOCK, NULL));
        else
            assert_true(game_undo(&game));
    }
    assert_int_equal(pending.count, PENDING_GAMES_MAX);
    for (int i = 0; i < PENDING_GAMES_MAX; i++) {
        assert_int_equal(pending.waiting[i].white_points, i % 3);
        assert_int_equal(pending.waiting[i].game.count, 1 + i % 2);
    }
    pending_games_free(&pending);
    assert_int_equal(pending.count, 0);
    game_free(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waiting_games),
    };
    return test_run("pending games", tests);
}
