#include "prover.h"

#include "extremes.h"
#include "repetition.h"

#include <stdlib.h>

enum {
    NODES_MAX = 1 << 18,
    NODES_PER_LOOK = 1024, /* how often the clock is looked at */
    ROOT = 0,
};

/* How many leaves must at least be won (proof) or not (disproof) to settle a node. */
enum { NEVER = 1 << 29 };

typedef struct {
    int proof, disproof;
    int parent;
    int first;   /* child, the others are behind it */
    short count; /* of children; 0: it is a leaf */
    Move move;   /* that leads here */
    bool ours;   /* does the player decide here who is to win? */
} Node;

struct Prover {
    Node nodes[NODES_MAX];
    int count;
    const Question *question;
    uint64_t path[PLY_MAX + 1]; /* keys of the positions from the root to the current one */
};

Prover *prover_new(void) {
    return malloc(sizeof(Prover));
}

void prover_free(Prover *prover) {
    free(prover);
}

uint64_t prover_nodes(const Prover *prover) {
    return (uint64_t)prover->count - 1; /* the root is looked at by others */
}

/* --- leaves --- */

/* Is the game drawn there, or so deep that it is not followed? */
static bool is_draw(Prover *p, const Position *pos, int ply) {
    if (ply >= PLY_MAX - 1)
        return true;
    p->path[ply] = movegen_repetition_key(pos);
    return repetition_draws(p->question, pos, p->path, ply);
}

/* Sets a new leaf's numbers. */
static void rate(Prover *p, Node *node, const Position *pos, int ply) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    Colour player = (Colour)p->question->root.player;
    bool is_over = outcome_is_over(outcome);
    node->ours = pos->player == player;
    if (is_over && !outcome.drawn && outcome.winner == player) {
        node->proof = 0;
        node->disproof = NEVER;
    } else if (is_over || is_draw(p, pos, ply)) {
        node->proof = NEVER;
        node->disproof = 0;
    } else {
        node->proof = node->ours ? 1 : list.count;
        node->disproof = node->ours ? list.count : 1;
    }
}

static void expand(Prover *p, int index, const Position *pos, int ply) {
    MoveList list;
    outcome_find(pos, &list);
    p->nodes[index].first = p->count;
    p->nodes[index].count = (short)list.count;
    for (int i = 0; i < list.count; i++) {
        Position child;
        Node *node = &p->nodes[p->count++];
        *node = (Node){.parent = index, .move = list.moves[i]};
        position_apply(&child, pos, list.moves[i]);
        rate(p, node, &child, ply + 1);
    }
}

/* --- the tree --- */

static int sum(int a, int b) {
    return (int)smaller(a + b, NEVER);
}

/* Makes a node's numbers from its children's: where the player decides one proof will do, and all
 * must be disproven. */
static void gather(Prover *p, Node *node) {
    int64_t least_proof = NEVER, least_disproof = NEVER;
    int proofs = 0, disproofs = 0;
    for (int i = 0; i < node->count; i++) {
        const Node *child = &p->nodes[node->first + i];
        least_proof = smaller(least_proof, child->proof);
        least_disproof = smaller(least_disproof, child->disproof);
        proofs = sum(proofs, child->proof);
        disproofs = sum(disproofs, child->disproof);
    }
    node->proof = node->ours ? (int)least_proof : proofs;
    node->disproof = node->ours ? disproofs : (int)least_disproof;
}

/* The child to look at next: the one that settles its parent soonest. */
static int choose(const Prover *p, const Node *node) {
    int best = node->first;
    for (int i = node->first + 1; i < node->first + node->count; i++) {
        const Node *child = &p->nodes[i], *other_child = &p->nodes[best];
        if (node->ours ? child->proof < other_child->proof
                       : child->disproof < other_child->disproof)
            best = i;
    }
    return best;
}

/* Goes down to the leaf that matters most, expands it, and goes back up. */
static void grow(Prover *p) {
    Position pos = p->question->root, next;
    int index = ROOT, ply = 0;
    while (p->nodes[index].count > 0) {
        p->path[ply++] = movegen_repetition_key(&pos);
        index = choose(p, &p->nodes[index]);
        position_apply(&next, &pos, p->nodes[index].move);
        pos = next;
    }
    p->path[ply] = movegen_repetition_key(&pos);
    expand(p, index, &pos, ply);
    for (; index >= ROOT; index = p->nodes[index].parent)
        gather(p, &p->nodes[index]);
}

/* --- the line --- */

/* How many half-moves a proven win takes: the player takes the shortest way, the other one the
 * longest. *best is the child on that way. */
static int length_of(const Prover *p, const Node *node, int *best) {
    int length = -1;
    for (int i = node->first; i < node->first + node->count; i++) {
        int below;
        if (p->nodes[i].proof != 0)
            continue;
        int child_length = 1 + length_of(p, &p->nodes[i], &below);
        if (length < 0 || (node->ours ? child_length < length : child_length > length)) {
            length = child_length;
            *best = i;
        }
    }
    return length < 0 ? 0 : length;
}

static int make_line(const Prover *p, Move line[PLY_MAX]) {
    int count = 0, index = ROOT, child = ROOT;
    while (length_of(p, &p->nodes[index], &child) > 0) {
        line[count++] = p->nodes[child].move;
        index = child;
    }
    return count;
}

static bool must_stop(const Signals *signals, int64_t deadline) {
    return atomic_load_explicit(&signals->stop, memory_order_relaxed) || timing_now() >= deadline;
}

int prover_run(Prover *p, const Question *question, const Signals *signals, int64_t deadline,
               uint64_t nodes_max, Move line[PLY_MAX]) {
    p->question = question;
    p->count = 1;
    p->nodes[ROOT] = (Node){.parent = -1, .proof = 1, .disproof = 1, .ours = true};
    int most = nodes_max < NODES_MAX - MOVES_MAX ? (int)nodes_max : NODES_MAX - MOVES_MAX;
    int look = NODES_PER_LOOK;
    while (p->nodes[ROOT].proof != 0 && p->nodes[ROOT].disproof != 0 && p->count < most) {
        grow(p);
        if (p->count < look)
            continue;
        look += NODES_PER_LOOK;
        if (must_stop(signals, deadline))
            break;
    }
    return p->nodes[ROOT].proof == 0 ? make_line(p, line) : 0;
}
