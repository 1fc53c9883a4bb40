#include "proofs/decider.h"

#include "base/minmax.h"
#include "rules/outcome.h"
#include "search/proof/prover.h"

#include <stdlib.h>

enum { FIRST_STEP = 4000, STEP_FACTOR = 4 };

struct Decider {
    Prover *prover;
    ProofGraph graph;
    uint64_t nodes_max;
    uint64_t nodes; /* nodes searched for this position so far */
    uint64_t left;  /* nodes left in this step */
    Colour winner;  /* the player whose win is to be proven */
};

Decider *decider_new(uint64_t nodes_max) {
    Decider *d = calloc(1, sizeof *d);
    Prover *prover = prover_new((int)nodes_max);
    if (!d || !prover) {
        prover_free(prover);
        free(d);
        return NULL;
    }
    d->prover = prover;
    d->nodes_max = nodes_max;
    return d;
}

void decider_free(Decider *decider) {
    if (!decider)
        return;
    prover_free(decider->prover);
    graph_free(&decider->graph);
    free(decider);
}

/* Proves that the winner, whose turn begins here, wins. Returns the proof's height, or 0. */
static int prove_attack(Decider *d, const Position *pos) {
    Root root = {.pos = *pos, .tournament_draws = true};
    ProverParams params = {.root = &root, .deadline = INT64_MAX, .nodes_max = d->left};
    Move line[MAX_PLY];
    int count = prover_run(d->prover, &params, line);
    uint64_t searched = prover_nodes(d->prover);
    d->nodes += searched;
    d->left -= searched < d->left ? searched : d->left;
    return count > 0 ? graph_add_tree(&d->graph, prover_tree(d->prover), pos) : 0;
}

/* Proves that the winner wins against all half-moves of the opponent, who decides here. Returns the
 * proof's height, or 0. A turn has two half-moves at most, and so has the recursion. */
static int prove_defence(Decider *d, const Position *pos) {
    MoveList list;
    int height = 0;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        Outcome outcome = outcome_of(&after);
        int below = 0;
        if (outcome_is_over(outcome)) {
            if (outcome.drawn || outcome.winner != d->winner)
                return 0;
        } else {
            below = (Colour)after.player == d->winner ? prove_attack(d, &after)
                                                      : prove_defence(d, &after);
            if (below == 0)
                return 0;
        }
        height = (int)max64(height, below);
    }
    graph_add(&d->graph, pos, height + 1, list.moves, list.count);
    return height + 1;
}

/* Spends a step's nodes on the player's win. */
static bool prove(Decider *d, const Position *pos, Colour winner, uint64_t nodes) {
    graph_clear(&d->graph);
    d->winner = winner;
    d->left = nodes;
    return ((Colour)pos->player == winner ? prove_attack(d, pos) : prove_defence(d, pos)) > 0;
}

static DecisionResult finish(Decider *d, const Position *pos) {
    graph_number(&d->graph, pos);
    if (d->graph.out_of_memory)
        return DECISION_NO_MEMORY;
    for (int i = 0; i < d->graph.order_count; i++)
        if (d->graph.nodes[d->graph.order[i]].clock >= FIFTY_MOVES)
            return DECISION_FIFTY;
    return DECISION_WIN;
}

Decision decider_run(Decider *d, const Position *pos) {
    Colour mover = (Colour)pos->player;
    uint64_t nodes = FIRST_STEP < d->nodes_max ? FIRST_STEP : d->nodes_max;
    DecisionResult result = DECISION_NONE;
    bool is_last = false;
    d->nodes = 0;
    while (result != DECISION_WIN && result != DECISION_NO_MEMORY && !is_last) {
        is_last = nodes == d->nodes_max;
        if (prove(d, pos, mover, nodes) || prove(d, pos, other(mover), nodes))
            result = finish(d, pos);
        nodes = nodes * STEP_FACTOR < d->nodes_max ? nodes * STEP_FACTOR : d->nodes_max;
    }
    return (Decision){.result = result, .winner = d->winner, .graph = &d->graph, .nodes = d->nodes};
}
