/* proof_tree: the tree of a proof-number search, with functions that expand leaves, update numbers
 * and select a child. They lock nothing: prover.h decides which thread may change which node.
 *
 * Source: Allis, van der Meulen and van den Herik, "Proof-number search", 1994. As in that paper,
 * the numbers of a new leaf depend on its number of half-moves; here the proof number is also
 * multiplied by an estimate of the distance to a win. */
#ifndef MISERE_SEARCH_PROOF_PROOF_TREE_H
#define MISERE_SEARCH_PROOF_PROOF_TREE_H

#include "eval/score.h"
#include "rules/repetition.h"
#include "rules/turn.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>

/* The proof number of a disproven node, and the disproof number of a proven one. */
enum { PROOF_INFINITY = 1 << 29 };

enum { PROOF_ROOT = 0, PROOF_NO_NODE = -1 /* no node; also the root's parent */ };

/* A node is identified by its index in ProofTree.nodes. */
typedef struct {
    int proof;    /* the minimum number of leaves that must be proven to prove a win here */
    int disproof; /* the minimum number of leaves that must be disproven to disprove it */
    int parent;
    int first;        /* the first child; the others follow it */
    int expansions;   /* expansions made in this subtree by jobs that have finished */
    short workers;    /* number of the prover's jobs at work in this subtree */
    short count;      /* number of children; 0: a leaf */
    Move move;        /* the half-move that leads here */
    bool is_or : 1;   /* an OR node: it is the turn of the player whose win is to be proven */
    bool locked : 1;  /* the root of a job: only the job's thread may use the nodes below */
    uint8_t distance; /* half-moves to the end, if a win is proven: the winner takes the shortest
                         way, the opponent the longest */
} ProofNode;

/* A position whose result has been proven. */
typedef struct {
    const Position *pos;
    bool wins;    /* does the player to move win? If not, the opponent does */
    Move move;    /* the winner's shortest way, or the opponent's longest */
    int distance; /* half-moves to the end of the game */
} ProvenPosition;

typedef void ProofListener(void *context, const ProvenPosition *proven);

typedef struct {
    ProofListener *listener; /* NULL: none */
    void *listener_context;
    const Root *root;           /* the win to be proven is that of its player to move */
    const Tablebase *tablebase; /* NULL: none */
    TurnFilter filter;          /* the first turns that are considered */
    int filter_plies;           /* half-moves are filtered only at plies smaller than this */
    int ply_max;                /* a win must come within this many half-moves */
    atomic_int count;           /* number of nodes; above `capacity` once the tree is full */
    int capacity;
    ProofNode *nodes; /* owned by the prover */
} ProofTree;

/* The path from the root to a thread's current node. */
typedef struct {
    Position positions[MAX_PLY + 1];
    uint64_t keys[MAX_PLY + 1]; /* by movegen_repetition_key */
    int ply;                    /* the current node's distance from the root, in half-moves */
} ProofPath;

/* Initialises a tree that consists of the root. A win is to come within `depth` half-moves; 0: no
 * limit. What the pointers point to must stay valid. The tree's nodes, capacity and listener must
 * be set. */
void proof_tree_init(ProofTree *tree, const Root *root, const Tablebase *tablebase,
                     const TurnFilter *filter, int depth);

/* Sets the path to the root. */
void proof_path_begin(ProofPath *path, const Position *root);

/* Extends the path by a half-move. */
void proof_path_follow(ProofPath *path, Move move);

/* Expands the leaf `leaf`, which has the index `index` and is the path's current node. A child with
 * a single reply is expanded as well. Returns the number of new nodes, or 0 if the tree is full.
 * Call in the thread that owns the leaf. */
int proof_tree_expand(ProofTree *tree, ProofNode *leaf, int index, ProofPath *path);

/* Computes a node's numbers from its children's. Returns whether they have changed. */
bool proof_tree_update(const ProofTree *tree, ProofNode *node);

/* Updates the numbers of the path's current node. Tells the listener if the node is now proven. */
bool proof_tree_update_current(const ProofTree *tree, ProofNode *node, const ProofPath *path);

/* The most-proving child: the one with the minimum proof number (in an OR node) or disproof number
 * (in an AND node), multiplied by 1 + the number of jobs at work below the child (virtual numbers).
 * Locked and solved children are left out. PROOF_NO_NODE if no child remains. */
int proof_tree_select(const ProofTree *tree, const ProofNode *node);

static inline bool proof_tree_is_solved(const ProofTree *tree) {
    const ProofNode *root = &tree->nodes[PROOF_ROOT];
    return root->proof == 0 || root->disproof == 0;
}

/* Finds the line to the proven win in which the winner takes the shortest way and the opponent the
 * longest. Returns its number of half-moves; 0: no win is proven. */
int proof_tree_line(const ProofTree *tree, Move line[MAX_PLY]);

#endif
