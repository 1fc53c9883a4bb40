/* proof_tree: the tree of a proof-number search: expanding leaves, updating numbers, selecting a
 * child. Nothing is locked here: prover.h decides which thread may change which node.
 *
 * Source: Allis, van der Meulen and van den Herik, "Proof-number search", 1994. A new leaf's
 * numbers are, as there, those of its half-moves, times an estimate of the distance to a win. */
#ifndef MISERE_SEARCH_PROOF_PROOF_TREE_H
#define MISERE_SEARCH_PROOF_PROOF_TREE_H

#include "eval/score.h"
#include "search/params/search_params.h"

#include <stdatomic.h>

/* The proof number of a disproven node, and the disproof number of a proven one. */
enum { PROOF_INFINITY = 1 << 29 };

enum { PROOF_ROOT = 0, PROOF_NO_NODE = -1 /* no node; also the root's parent */ };

/* Nodes are known by their index in ProofTree.nodes. */
typedef struct {
    int proof;    /* the least number of leaves that must be won to prove a win here */
    int disproof; /* the least number of leaves that must not be won to disprove it */
    int parent;
    int first;      /* the first child; the others follow it */
    int expansions; /* in this subtree, by finished jobs (the prover's) */
    short workers;  /* jobs that work in this subtree (the prover's) */
    short count;    /* of children; 0: a leaf */
    Move move;      /* that leads here */
    bool is_or;     /* does the player who is to win decide here? */
    bool locked; /* the root of a job, whose thread alone may use the nodes below (the prover's) */
} ProofNode;

enum { PROOF_NODES_MAX = 1 << 20 };

typedef struct {
    const SearchParams *params; /* the player to decide at their root is the one who is to win */
    atomic_int count;           /* of nodes; above PROOF_NODES_MAX once the tree is full */
    ProofNode nodes[PROOF_NODES_MAX];
} ProofTree;

/* The path from the root to a thread's current node. */
typedef struct {
    Position positions[MAX_PLY + 1];
    uint64_t keys[MAX_PLY + 1]; /* by movegen_repetition_key */
    int ply;                    /* of the current node */
} ProofPath;

/* A tree of only the root. `params` must stay valid. */
void proof_tree_init(ProofTree *tree, const SearchParams *params);

/* A path to the root. */
void proof_path_begin(ProofPath *path, const SearchParams *params);

/* Extends the path by a half-move. */
void proof_path_follow(ProofPath *path, Move move);

/* Expands a leaf with that index, to which the path leads. A child with a single reply is expanded,
 * too. Returns the number of new nodes; 0: the tree is full. Any thread that owns the leaf. */
int proof_tree_expand(ProofTree *tree, ProofNode *leaf, int index, ProofPath *path);

/* Computes a node's numbers from its children's. Have they changed? */
bool proof_tree_update(const ProofTree *tree, ProofNode *node);

/* The most-proving child: the one with the least number, multiplied by 1 + the jobs at work below
 * it (virtual numbers). Locked children are left out. PROOF_NO_NODE if there is none. */
int proof_tree_select(const ProofTree *tree, const ProofNode *node);

static inline bool proof_tree_is_solved(const ProofTree *tree) {
    const ProofNode *root = &tree->nodes[PROOF_ROOT];
    return root->proof == 0 || root->disproof == 0;
}

/* The line to the proven win in which the winner takes the shortest way and the opponent the
 * longest. Returns its number of half-moves; 0: no win is proven. */
int proof_tree_line(const ProofTree *tree, Move line[MAX_PLY]);

#endif
