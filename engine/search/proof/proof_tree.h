/* proof_tree: the tree that proof-number search grows, and what one thread may do in it: make a
 * leaf a node with children, update numbers, select a child. Who may do so where is the prover's.
 *
 * Source: Allis, van der Meulen and van den Herik, "Proof-number search", 1994; a new leaf's
 * numbers are the half-moves it has, as in their experiments, times a guess at how far the win is.
 */
#ifndef MISERE_SEARCH_PROOF_PROOF_TREE_H
#define MISERE_SEARCH_PROOF_PROOF_TREE_H

#include "eval/score.h"
#include "search/params/search_params.h"

#include <stdatomic.h>

/* How many leaves must at least be won (proof) or not (disproof) to settle a node. */
enum { PROOF_INFINITY = 1 << 29 };

enum { PROOF_ROOT = 0, PROOF_NO_NODE = -1 /* is the root's parent */ };

typedef struct {
    int proof, disproof;
    int parent;
    int first;      /* child, the others are behind it */
    int expansions; /* how often it or something below has grown in jobs that are done, */
    short workers;  /* and how many jobs are at work there now; both are the prover's */
    short count;    /* of children; 0: it is a leaf */
    Move move;      /* that leads here */
    bool is_or;     /* does the player decide here who is to win? */
    bool locked;    /* a job begins here: only its thread may touch what is below */
} ProofNode;

enum { PROOF_NODES_MAX = 1 << 20 };

typedef struct {
    const SearchParams *params; /* whose player is to win */
    atomic_int count;           /* of nodes; more than there is room for: the tree is full */
    ProofNode nodes[PROOF_NODES_MAX];
} ProofTree;

/* The way from the root to where one thread is. */
typedef struct {
    Position positions[MAX_PLY + 1];
    uint64_t keys[MAX_PLY + 1]; /* by movegen_repetition_key */
    int ply;                    /* where it ends */
} ProofPath;

/* Begins with a root alone. */
void proof_tree_init(ProofTree *tree, const SearchParams *params);

/* A path that ends at the root; and one half-move further. */
void proof_path_begin(ProofPath *path, const SearchParams *params);
void proof_path_follow(ProofPath *path, Move move);

/* Gives the leaf its children, where the path leads to it; `index` is its place in the tree. What
 * follows a forced half-move follows at once. Returns how many nodes are new; 0: the tree is full.
 */
int proof_tree_expand(ProofTree *tree, ProofNode *leaf, int index, ProofPath *path);

/* Makes a node's numbers from its children's. Have they changed? */
bool proof_tree_update(const ProofTree *tree, ProofNode *node);

/* The child that settles its parent soonest. One below which others are at work seems to be so many
 * times further away, and one that is locked does not count. PROOF_NO_NODE: there is none. */
int proof_tree_select(const ProofTree *tree, const ProofNode *node);

static inline bool proof_tree_is_solved(const ProofTree *tree) {
    const ProofNode *root = &tree->nodes[PROOF_ROOT];
    return root->proof == 0 || root->disproof == 0;
}

/* Fills in a line of half-moves to the win of a root that is proven, of the longest that takes if
 * the player takes the shortest way. Returns how many; 0: it is not proven. */
int proof_tree_line(const ProofTree *tree, Move line[MAX_PLY]);

#endif
