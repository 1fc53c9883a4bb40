/* The engine's advice: when it is given, that it is good, and that the engine is asked once. */
#include "unit/positions.h"

#include "prove/solver/advice.h"

enum { KEY = 1 };

/* Asks for advice, and sets *nodes to what the engine searches for it. */
static Move ask(Advisor *advisor, ProofTable *table, const Position *pos, uint64_t work,
                uint64_t *nodes) {
    search_thread_reset_counts(advisor->searcher.thread);
    Move move = advisor_ask(advisor, table, pos, KEY, work);
    *nodes = search_thread_nodes(advisor->searcher.thread);
    return move;
}

static void test_questions(void **state) {
    /* Bh6 wins, as Black must take White's last piece. */
    Position pos = position_of("antichess", "4k3/6p1/8/8/8/8/8/2B5 w - - 0 1");
    Move wins = turn_of(&pos, "c1h6").moves[0];
    ProofTable *table = proof_table_new(1);
    Advisor advisor;
    uint64_t nodes;
    assert_true(advisor_init(&advisor));
    assert_int_equal(ask(&advisor, table, &pos, HEAVY_WORK - 1, &nodes), MOVE_NONE);
    for (uint64_t work = HEAVY_WORK; work <= 10 * HEAVY_WORK; work += 9 * HEAVY_WORK) {
        assert_int_equal(ask(&advisor, table, &pos, work, &nodes), wins);
        assert_true(nodes > 0);
        assert_int_equal(ask(&advisor, table, &pos, work, &nodes), wins); /* is known by now */
        assert_int_equal(nodes, 0);
    }
    advisor_free(&advisor);
    proof_table_free(table);
}

/* The engine cannot be asked in the middle of a turn of mind control. */
static void test_half_turn(void **state) {
    Position pos, after;
    MoveList list;
    ProofTable *table = proof_table_new(1);
    Advisor advisor;
    uint64_t nodes;
    assert_true(advisor_init(&advisor));
    position_start(&pos, ruleset_find("6170-fall-2003-mindcontrol"));
    outcome_find(&pos, &list);
    position_apply(&after, &pos, list.moves[0]);
    assert_false(position_begins_turn(&after));
    assert_int_equal(ask(&advisor, table, &after, HEAVY_WORK, &nodes), MOVE_NONE);
    assert_int_not_equal(ask(&advisor, table, &pos, HEAVY_WORK, &nodes), MOVE_NONE);
    advisor_free(&advisor);
    proof_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_half_turn),
    };
    return test_run("prove_advice", tests);
}
