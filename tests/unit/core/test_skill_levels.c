/* What playing below full strength means at each level: lines and random turns. */
#include "unit/testing.h"

#include "core/skill.h"

static void test_skill_levels(void **state) {
    double last = -1;
    for (int elo = SKILL_ELO_MIN; elo <= SKILL_ELO_MAX; elo++) {
        double level = skill_level(elo);
        assert_true(level > last && level <= SKILL_MAX);
        last = level;
    }
    assert_true(skill_level(SKILL_ELO_MIN) == 0 && last == SKILL_MAX);
}

/* How many times out of 1000 the best of three lines is chosen. With `any_turn`, the choice is not
 * limited to the lines. */
static int times_best(double level, bool any_turn) {
    Skill skill;
    SearchParams params = {.searchmove_count = !any_turn};
    int best = 0;
    position_start(&params.root.pos, ruleset_default());
    skill_init(&skill, level, 1);
    for (int line = 1; line <= 3; line++)
        skill_note(&skill, &(SearchInfo){.multipv = line,
                                         .depth = 1,
                                         .bound = BOUND_EXACT,
                                         .score = 100 - 30 * line,
                                         .pv = {turn_single((Move)line)},
                                         .pv_count = 1});
    for (int i = 0; i < 1000; i++) {
        Turn turn = skill_choose(&skill, &params).turn;
        bool is_line = turn.count == 1 && turn.moves[0] >= 1 && turn.moves[0] <= 3;
        assert_true(is_line || (any_turn && turn_is_legal(&params.root.pos, turn)));
        best += turn.moves[0] == 1;
    }
    return best;
}

static void test_skill_chooses(void **state) {
    assert_int_equal(times_best(SKILL_MAX, false), 1000);
    assert_true(times_best(0, false) > 334 && times_best(0, false) < times_best(10, false));
    assert_true(times_best(10, false) < times_best(19, false));
    /* No legal turn is one of the test's lines, so a random turn is never the best. */
    assert_true(times_best(0, true) < 100);
    assert_true(times_best(0, true) < times_best(2, true));
    assert_true(times_best(2, true) < times_best(4, true));
    assert_int_equal(times_best(5, true), times_best(5, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skill_levels),
        cmocka_unit_test(test_skill_chooses),
    };
    return test_run("skill levels", tests);
}
