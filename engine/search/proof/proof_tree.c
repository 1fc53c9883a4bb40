#include "search/proof/proof_tree.h"

#include "base/minmax.h"
#include "rules/outcome.h"
#include "rules/repetition.h"
#include "tablebase/probe.h"

enum { EFFORT_MIN = 6 /* the estimate if no more pieces need to be lost */ };

/* --- paths --- */

void proof_path_begin(ProofPath *path, const Position *root) {
    path->ply = 0;
    path->positions[0] = *root;
    path->keys[0] = movegen_repetition_key(root);
}

void proof_path_follow(ProofPath *path, Move move) {
    const Position *pos = &path->positions[path->ply++];
    position_apply(&path->positions[path->ply], pos, move);
    path->keys[path->ply] = movegen_repetition_key(&path->positions[path->ply]);
}

/* --- leaves --- */

/* Estimates how hard it is to make the player bare: it grows with the square of the number of
 * pieces still to lose. Worth about 40 Elo in spring 2007. */
static int estimate_effort(const Position *pos, Colour player) {
    int pieces = popcount(pos->by_colour[player]) - pos->rules->bare_at;
    return EFFORT_MIN + pieces * pieces;
}

/* Is the current node drawn, or too deep to be searched? */
static bool is_draw(const ProofTree *tree, const ProofPath *path) {
    return path->ply >= tree->ply_max ||
           repetition_is_draw(tree->root, &path->positions[path->ply], path->keys, path->ply);
}

/* Finds the outcome at the path's current node, and the half-moves to consider there. `last` is the
 * half-move that led to the node. */
static Outcome find_moves(const ProofTree *tree, const ProofPath *path, Move last, MoveList *list) {
    Outcome outcome = outcome_find(&path->positions[path->ply], list);
    if (path->ply < tree->filter_plies) {
        if (path->ply == 0)
            turn_filter_first(&tree->filter, list);
        else
            turn_filter_second(&tree->filter, last, list);
    }
    return outcome;
}

static void set_solved(ProofNode *node, bool won) {
    node->proof = won ? 0 : PROOF_INFINITY;
    node->disproof = won ? PROOF_INFINITY : 0;
}

/* Solves a leaf if the tablebase knows its result. Returns whether it does. */
static bool solve_by_tablebase(const ProofTree *tree, ProofNode *leaf, const ProofPath *path) {
    TablebaseResult result;
    if (!probe_result(tree->tablebase, tree->root->tournament_draws, &path->positions[path->ply],
                      path->ply, &result))
        return false;
    bool wins = !result.drawn && result.winner == (Colour)tree->root->pos.player &&
                path->ply + result.distance <= tree->ply_max;
    leaf->distance = wins ? (uint8_t)result.distance : 0;
    set_solved(leaf, wins);
    return true;
}

/* Sets the numbers of a new leaf, the path's current node. Returns the number of its half-moves; 0
 * if it is solved. */
static int set_numbers(const ProofTree *tree, ProofNode *leaf, const ProofPath *path) {
    const Position *pos = &path->positions[path->ply];
    Colour player = (Colour)tree->root->pos.player;
    MoveList list;
    Outcome outcome = find_moves(tree, path, leaf->move, &list);
    leaf->is_or = pos->player == player;
    if (outcome_is_over(outcome) || is_draw(tree, path)) {
        set_solved(leaf, outcome_is_over(outcome) && !outcome.drawn && outcome.winner == player);
        return 0;
    }
    if (solve_by_tablebase(tree, leaf, path))
        return 0;
    int effort = estimate_effort(pos, player);
    leaf->proof = leaf->is_or ? effort : list.count * effort;
    leaf->disproof = leaf->is_or ? list.count : 1;
    return list.count;
}

/* Reserves `count` consecutive nodes. Returns the index of the first, or PROOF_NO_NODE if the tree
 * is full. */
static int reserve(ProofTree *tree, int count) {
    int first = atomic_fetch_add_explicit(&tree->count, count, memory_order_relaxed);
    return first <= tree->capacity - count ? first : PROOF_NO_NODE;
}

/* Expanding single replies immediately is worth about 35 Elo in spring 2007. */
int proof_tree_expand(ProofTree *tree, ProofNode *leaf, int index, ProofPath *path) {
    MoveList list;
    find_moves(tree, path, leaf->move, &list);
    int first = reserve(tree, list.count);
    int added = list.count;
    if (first == PROOF_NO_NODE)
        return 0;
    for (int i = 0; i < list.count; i++) {
        ProofNode *node = &tree->nodes[first + i];
        *node = (ProofNode){.parent = index, .move = list.moves[i]};
        proof_path_follow(path, list.moves[i]);
        if (set_numbers(tree, node, path) == 1) {
            added += proof_tree_expand(tree, node, first + i, path);
            proof_tree_update_current(tree, node, path);
        }
        path->ply--;
    }
    leaf->first = first;
    leaf->count = (short)list.count;
    return added;
}

/* --- numbers --- */

/* Adds two numbers. The sum of finite ones stays finite, as PROOF_INFINITY marks solved nodes. */
static int add_saturating(int a, int b) {
    return a == PROOF_INFINITY || b == PROOF_INFINITY ? PROOF_INFINITY
                                                      : (int)min64(a + b, PROOF_INFINITY - 1);
}

/* The proven child on the winner's shortest way (OR node) or the opponent's longest (AND node).
 * NULL if none is proven. */
static const ProofNode *next_in_line(const ProofTree *tree, const ProofNode *node) {
    const ProofNode *next = NULL;
    for (int i = node->first; i < node->first + node->count; i++) {
        const ProofNode *child = &tree->nodes[i];
        if (child->proof == 0 && (!next || (node->is_or ? child->distance < next->distance
                                                        : child->distance > next->distance)))
            next = child;
    }
    return next;
}

/* OR node: the minimum proof number and the sum of the disproof numbers; AND node: the reverse. */
bool proof_tree_update(const ProofTree *tree, ProofNode *node) {
    int64_t least_proof = PROOF_INFINITY, least_disproof = PROOF_INFINITY;
    int proofs = 0, disproofs = 0;
    if (node->count == 0)
        return false;
    for (int i = 0; i < node->count; i++) {
        const ProofNode *child = &tree->nodes[node->first + i];
        least_proof = min64(least_proof, child->proof);
        least_disproof = min64(least_disproof, child->disproof);
        proofs = add_saturating(proofs, child->proof);
        disproofs = add_saturating(disproofs, child->disproof);
    }
    int proof = node->is_or ? (int)least_proof : proofs;
    int disproof = node->is_or ? disproofs : (int)least_disproof;
    bool changed = proof != node->proof || disproof != node->disproof;
    node->proof = proof;
    node->disproof = disproof;
    if (proof == 0)
        node->distance = (uint8_t)(next_in_line(tree, node)->distance + 1);
    return changed;
}

static void report_proven(const ProofTree *tree, const ProofNode *node, const ProofPath *path) {
    ProvenPosition proven = {.pos = &path->positions[path->ply],
                             .wins = node->is_or,
                             .move = next_in_line(tree, node)->move,
                             .distance = node->distance};
    tree->listener(tree->listener_context, &proven);
}

bool proof_tree_update_current(const ProofTree *tree, ProofNode *node, const ProofPath *path) {
    bool changed = proof_tree_update(tree, node);
    if (changed && node->proof == 0 && tree->listener)
        report_proven(tree, node, path);
    return changed;
}

int proof_tree_select(const ProofTree *tree, const ProofNode *node) {
    int best = PROOF_NO_NODE;
    int64_t least = PROOF_INFINITY;
    for (int i = node->first; i < node->first + node->count; i++) {
        const ProofNode *child = &tree->nodes[i];
        int number = node->is_or ? child->proof : child->disproof;
        if (child->locked || number == PROOF_INFINITY)
            continue;
        int64_t virtual_number = number * (int64_t)(1 + child->workers);
        if (best == PROOF_NO_NODE || virtual_number < least) {
            best = i;
            least = virtual_number;
        }
    }
    return best;
}

void proof_tree_init(ProofTree *tree, const Root *root, const Tablebase *tablebase,
                     const TurnFilter *filter, int depth) {
    tree->root = root;
    tree->tablebase = tablebase;
    tree->filter = *filter;
    tree->filter_plies = turn_filter_plies(filter, root->pos.rules);
    tree->ply_max = depth > 0 && depth < MAX_PLY ? depth : MAX_PLY - 1;
    tree->nodes[PROOF_ROOT] =
        (ProofNode){.parent = PROOF_NO_NODE, .proof = 1, .disproof = 1, .is_or = true};
    atomic_store(&tree->count, 1);
}

int proof_tree_line(const ProofTree *tree, Move line[MAX_PLY]) {
    const ProofNode *node = &tree->nodes[PROOF_ROOT];
    int count = 0;
    if (node->proof != 0)
        return 0;
    while (node->count > 0) {
        node = next_in_line(tree, node);
        line[count++] = node->move;
    }
    return probe_complete_line(tree->tablebase, tree->root->tournament_draws, &tree->root->pos,
                               line, count);
}
