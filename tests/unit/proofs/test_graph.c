/* Proofs as graphs: transpositions, the order, clocks; what the decider finds. prove.bats checks
 * whole proofs with the reference implementation. */
#include "unit/positions.h"

#include "proofs/decider.h"
#include "rules/outcome.h"

/* Both kings step to and fro, and Rc8 mates. */
static const char MATE[] = "k7/p7/P7/8/8/8/8/2R4K w - - 98 90";

static Position play(const Position *pos, Move move) {
    Position after;
    position_apply(&after, pos, move);
    return after;
}

static Move move(const char *text) {
    return move_make(square_of(text[0] - 'a', text[1] - '1'),
                     square_of(text[2] - 'a', text[3] - '1'), PAWN);
}

static void add_one(ProofGraph *graph, const Position *pos, int height, const char *text) {
    Move only = move(text);
    graph_add(graph, pos, height, &only, 1);
}

static void test_lowest_proof_is_kept(void **state) {
    ProofGraph graph = {0};
    Position root = position_of("6170-spring-2007", MATE);
    Position second = play(&root, move("h1g1"));
    add_one(&graph, &root, 5, "h1g1");
    add_one(&graph, &second, 4, "a8b8");
    add_one(&graph, &root, 1, "c1c8");
    add_one(&graph, &root, 3, "h1h2");
    const GraphNode *node = graph_find(&graph, movegen_repetition_key(&root));
    assert_non_null(node);
    assert_int_equal(node->height, 1);
    assert_int_equal(node->edge_count, 1);
    assert_int_equal(graph.edges[node->first].move, move("c1c8"));
    assert_true(graph.edges[node->first].wins);
    graph_number(&graph, &root);
    assert_int_equal(graph.order_count, 1);
    graph_clear(&graph);
    assert_null(graph_find(&graph, movegen_repetition_key(&root)));
    graph_free(&graph);
}

static void test_clocks(void **state) {
    ProofGraph graph = {0};
    Position root = position_of("6170-spring-2007", MATE);
    Position second = play(&root, move("h1g1")), third = play(&second, move("a8b8"));
    add_one(&graph, &third, 1, "c1c8");
    add_one(&graph, &second, 2, "a8b8");
    add_one(&graph, &root, 3, "h1g1");
    graph_number(&graph, &root);
    assert_int_equal(graph.order_count, 3);
    const Position *line[] = {&root, &second, &third};
    for (int i = 0; i < 3; i++) {
        const GraphNode *node = graph_find(&graph, movegen_repetition_key(line[i]));
        assert_int_equal(node->number, i + 1);
        assert_int_equal(node->clock, 98 + i);
    }
    graph_free(&graph);
}

/* Each position has one half-move of the winner or all those of the loser, and they lead to
 * positions with greater numbers. */
static void check_graph(const ProofGraph *graph, const Position *pos, Colour winner, int number) {
    const GraphNode *node = graph_find(graph, movegen_repetition_key(pos));
    MoveList list;
    assert_non_null(node);
    assert_true(node->number > number);
    outcome_find(pos, &list);
    assert_int_equal(node->edge_count, (Colour)pos->player == winner ? 1 : list.count);
    for (int i = 0; i < node->edge_count; i++) {
        const GraphEdge *edge = &graph->edges[node->first + (size_t)i];
        assert_true(movelist_has(&list, edge->move));
        Position after = play(pos, edge->move);
        Outcome outcome = outcome_of(&after);
        assert_int_equal(edge->wins, outcome_is_over(outcome));
        if (edge->wins)
            assert_true(!outcome.drawn && outcome.winner == winner);
        else
            check_graph(graph, &after, winner, node->number);
    }
}

static void test_decisions(void **state) {
    Decider *decider = decider_new(20000);
    Position pos;
    assert_non_null(decider);
    position_start(&pos, ruleset_find("6170-fall-2003-mindcontrol"));
    Decision decision = decider_run(decider, &pos);
    assert_int_equal(decision.result, DECISION_NONE);
    position_start(&pos, ruleset_find("antichess"));
    pos = play(&pos, move("d2d3"));
    decision = decider_run(decider, &pos);
    assert_int_equal(decision.result, DECISION_WIN);
    assert_int_equal(decision.winner, BLACK);
    check_graph(decision.graph, &pos, BLACK, 0);
    const GraphEdge *best =
        &decision.graph->edges[decision.graph->nodes[decision.graph->order[0]].first];
    pos = play(&pos, best->move);
    decision = decider_run(decider, &pos);
    assert_int_equal(decision.result, DECISION_WIN);
    assert_int_equal(decision.winner, BLACK);
    check_graph(decision.graph, &pos, BLACK, 0);
    decider_free(decider);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lowest_proof_is_kept),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_decisions),
    };
    return test_run("prove_graph", tests);
}
