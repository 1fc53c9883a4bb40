/* Playing turns from text while each allocation in turn fails: the error then says so. */
#include "unit/failing_allocations.h"

#include "rules/game.h"
#include "rules/ruleset.h"

/* White has no move and must pass before Black's turn. The game has no room for either yet. */
static bool play_after_pass(ScenarioResult *result, Error *error) {
    Position start;
    Game game;
    if (!position_from_fen(&start, ruleset_find("6170-spring-2007"),
                           "8/8/7p/7P/8/1k6/2q5/K7 w - - 0 1", error))
        return false;
    game_init_from(&game, &start);
    bool done = game_play_text(&game, "b3c3", GAME_NO_CLOCK, error);
    assert_int_equal(game.count, done ? 2 : 0);
    if (done)
        scenario_note(result, "forced passes: %d, %d", game_turn_is_forced_pass(&game, 0),
                      game_turn_is_forced_pass(&game, 1));
    game_free(&game);
    return done;
}

static void test_pass(void **state) {
    each_allocation_fails(play_after_pass, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pass)};
    return test_run("memory of games", tests);
}
