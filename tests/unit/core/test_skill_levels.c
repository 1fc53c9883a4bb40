/* What playing below full strength means at each level: fewer nodes and random turns. */
#include "unit/testing.h"

#include "core/skill.h"

enum { TURNS = 1000 };

static void test_levels_of_elo(void **state) {
    double last = -1;
    for (int elo = SKILL_ELO_MIN; elo <= SKILL_ELO_MAX; elo++) {
        double level = skill_level(elo);
        assert_true(level > last && level <= SKILL_MAX);
        last = level;
    }
    assert_true(skill_level(SKILL_ELO_MIN) == 0 && last == SKILL_MAX);
}

/* The sum of the limits in TURNS searches with at most so many nodes; 0: any number. */
static uint64_t nodes_at(double level, uint64_t asked) {
    Skill skill;
    uint64_t sum = 0;
    skill_init(&skill, level, 1);
    for (int i = 0; i < TURNS; i++) {
        SearchParams params = {.limits.nodes = asked};
        skill_weaken(&skill, &params);
        assert_true(params.limits.nodes > 0);
        sum += params.limits.nodes;
    }
    return sum;
}

/* How many of TURNS turns are random. All are legal. */
static int random_at(double level, int searchmove_count) {
    Skill skill;
    SearchParams params = {.searchmove_count = searchmove_count};
    int count = 0;
    position_start(&params.root.pos, ruleset_default());
    skill_init(&skill, level, 1);
    for (int i = 0; i < TURNS; i++) {
        Turn turn = {0};
        count += skill_pick_random(&skill, &params, &turn);
        assert_true(turn.count == 0 || turn_is_legal(&params.root.pos, turn));
    }
    return count;
}

/* Each level is stronger than the one below, and half levels lie in between. */
static void test_levels_rise(void **state) {
    for (double level = 0.5; level < SKILL_MAX; level += 0.5) {
        double below = level - 0.5;
        int random = random_at(level, 0), random_below = random_at(below, 0);
        assert_true(random < random_below ||
                    (random == 0 && nodes_at(level, 0) > nodes_at(below, 0)));
    }
    assert_true(random_at(0, 0) > TURNS * 8 / 10);
}

static void test_limits(void **state) {
    assert_int_equal(random_at(0, 1), 0);
    assert_int_equal(nodes_at(19, 10), 10 * TURNS);
    assert_true(nodes_at(19, 1000000) == nodes_at(19, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_of_elo),
        cmocka_unit_test(test_levels_rise),
        cmocka_unit_test(test_limits),
    };
    return test_run("skill levels", tests);
}
