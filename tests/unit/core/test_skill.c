/* Below full strength: engines that are created at the same moment play differently. */
#include "unit/hand_clock.h"
#include "unit/testing.h"

#include "core/engine.h"

#include <stdio.h>

static void keep_bestmove(void *context, const BestMove *bestmove) {
    *(BestMove *)context = *bestmove;
}

/* The first turn of a new engine at level 0. */
static Turn first_turn(void) {
    BestMove bestmove = {0};
    Listener listener = {.reports = {.context = &bestmove}, .bestmove = keep_bestmove};
    Engine *engine = engine_new((FileAccess){.only = NULL});
    assert_non_null(engine);
    assert_true(engine_set_option(engine, "Hash", "1", NULL));
    assert_true(engine_set_option(engine, "Skill Level", "0", NULL));
    assert_true(engine_go(engine, &(GoParams){.limits.depth = 1}, &listener));
    assert_true(engine_wait(engine));
    assert_true(turn_is_legal(&engine_game(engine)->now, bestmove.turn));
    engine_free(engine);
    return bestmove.turn;
}

static void test_engines_differ(void **state) {
    enum { ENGINES = 12 };
    Turn turn = first_turn();
    bool differ = false;
    for (int i = 1; i < ENGINES; i++)
        differ |= !turn_equal(turn, first_turn());
    assert_true(differ);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engines_differ),
    };
    return test_run("skill", tests);
}
