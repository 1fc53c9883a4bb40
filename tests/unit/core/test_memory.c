/* While each allocation in turn fails, the engine is given a ruleset that has a tablebase, and then
 * another one: it plays on by the ruleset that it had, or without the tablebase. It learns from a
 * finished game, if not at once then at the next attempt. */
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "core/engine.h"
#include "experience/experience_file.h"

static void keep_info(void *context, const SearchInfo *info) {
    *(SearchInfo *)context = *info;
}

static void drop_bestmove(void *context, const BestMove *bestmove) {
}

/* Searches an ending that is in the tablebase, if there is enough memory for that. */
static bool search(Engine *engine, ScenarioResult *result, Error *error) {
    static SearchInfo info;
    Listener listener = {.reports = {.info = keep_info, .context = &info},
                         .bestmove = drop_bestmove};
    Position start;
    Game game;
    assert_true(position_from_fen(&start, engine_options(engine)->ruleset,
                                  "8/8/8/8/7p/8/8/N7 w - - 0 1", NULL));
    game_init_from(&game, &start);
    engine_set_game(engine, &game);
    if (!engine_go(engine, &(GoParams){.limits.depth = 4}, &listener))
        return error_set(error, "out of memory");
    assert_true(engine_wait(engine));
    scenario_note(result, "depth %d", info.depth);
    return true;
}

/* Sets the ruleset. On failure there is still the one before. */
static bool set_ruleset(Engine *engine, const char *name, ScenarioResult *result, Error *error) {
    const Ruleset *before = engine_options(engine)->ruleset;
    bool done = engine_set_option(engine, "UCI_Variant", name, error);
    const Ruleset *now = engine_options(engine)->ruleset;
    assert_ptr_equal(now, done ? ruleset_find(name) : before);
    assert_ptr_equal(engine_game(engine)->now.rules, now);
    scenario_note(result, "%s", now->name);
    return done;
}

static bool change_rulesets(ScenarioResult *result, Error *error) {
    Engine *engine = engine_new((FileAccess){.only = NULL});
    if (!engine)
        return error_set(error, "out of memory");
    bool done = set_ruleset(engine, "antichess", result, error) && search(engine, result, error) &&
                set_ruleset(engine, "6170-spring-2007", result, error) &&
                engine_play(engine, "e2e4", error);
    engine_free(engine);
    return done;
}

static void test_rulesets(void **state) {
    each_allocation_fails(change_rulesets, NULL);
}

/* --- learning --- */

static const char experience_path[] = "experience";

/* Learns from a game that is over; tries once more if that fails. */
static bool learn(Engine *engine, Error *error) {
    Position start;
    Game game;
    if (!engine_set_option(engine, "Experience File", experience_path, error))
        return false;
    assert_true(position_from_fen(&start, engine_options(engine)->ruleset,
                                  "k7/8/8/8/8/8/r7/1R5K w - - 0 1", NULL));
    game_init_from(&game, &start);
    engine_set_game(engine, &game);
    if (!engine_play(engine, "b1b2", error) || !engine_play(engine, "a2b2", error))
        return false;
    assert_true(outcome_is_over(game_outcome(engine_game(engine))));
    return engine_learn(engine, false, error) || engine_learn(engine, true, error);
}

static bool learn_from_a_game(ScenarioResult *result, Error *error) {
    Experience experience = {0};
    remove(experience_path);
    Engine *engine = engine_new((FileAccess){.only = NULL});
    if (!engine)
        return error_set(error, "out of memory");
    bool done = learn(engine, error) && experience_file_load(experience_path, &experience, error);
    if (done)
        scenario_note(result, "%u games", experience.games);
    experience_free(&experience);
    engine_free(engine);
    return done;
}

static void test_learning(void **state) {
    each_allocation_fails(learn_from_a_game, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulesets),
        cmocka_unit_test(test_learning),
    };
    return test_run_in_folder("memory of the engine", tests);
}
