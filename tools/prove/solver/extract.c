#include "prove/solver/extract.h"

#include "base/minmax.h"

enum { NO_PROOF = -1 };

typedef struct {
    ProofGraph *graph;
    DfPn *searcher;
    Colour attacker;
} Extraction;

/* Adds a position's proof, whose height may be up to `limit`, and returns its height, or NO_PROOF.
 * Each half-move lowers the limit, so no line repeats a position. */
static int extract(Extraction *x, const Position *pos, int limit);

/* The same for the position after a half-move. */
static int extract_after(Extraction *x, const Position *pos, Move move, int limit) {
    Position after;
    position_apply(&after, pos, move);
    Outcome outcome = outcome_of(&after);
    if (outcome_is_over(outcome))
        return !outcome.drawn && outcome.winner == x->attacker ? 0 : NO_PROOF;
    return extract(x, &after, limit);
}

static int extract(Extraction *x, const Position *pos, int limit) {
    const GraphNode *known = graph_find(x->graph, movegen_repetition_key(pos));
    MoveList list = {.count = 1};
    int height = 0;
    if (known && known->height > 0 && known->height <= limit)
        return known->height;
    if ((Colour)pos->player == x->attacker) {
        list.moves[0] = df_pn_winning_move(x->searcher, pos, limit, &limit);
        if (list.moves[0] == MOVE_NONE)
            return NO_PROOF;
    } else {
        outcome_find(pos, &list);
    }
    for (int i = 0; i < list.count; i++) {
        int below = extract_after(x, pos, list.moves[i], limit - 1);
        if (below == NO_PROOF)
            return NO_PROOF;
        height = (int)max64(height, below + 1);
    }
    graph_add(x->graph, pos, height, list.moves, list.count);
    return x->graph->out_of_memory ? NO_PROOF : height;
}

bool extract_proof(ProofGraph *graph, DfPn *searcher, Colour attacker, const Position *pos) {
    Extraction extraction = {.graph = graph, .searcher = searcher, .attacker = attacker};
    return extract(&extraction, pos, PLY_MAX) != NO_PROOF;
}
