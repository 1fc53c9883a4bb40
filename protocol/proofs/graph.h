/* graph: a proof as a directed acyclic graph. Each position of the winner has one half-move, each
 * of the loser all of them. Positions are identified by movegen_repetition_key, and each occurs
 * once.
 *
 * No line repeats a position: of each position the graph keeps the proof of least height, and a
 * position's height exceeds those of its successors. Not thread-safe. */
#ifndef MISERE_PROOFS_GRAPH_H
#define MISERE_PROOFS_GRAPH_H

#include "search/proof/proof_tree.h"

#include <stddef.h>

typedef struct {
    uint64_t key; /* key of the position after the half-move; not used if `wins` */
    Move move;
    bool wins;   /* does the half-move end the game? */
    bool resets; /* does the half-move reset the half-move clock: a capture or a pawn move? */
} GraphEdge;

typedef struct {
    uint64_t key;
    size_t first; /* the first edge; the others follow it */
    int edge_count;
    int height; /* half-moves of the longest line from here */
    int number; /* the node's place in the graph's order, from 1; 0: it has none */
    int clock;  /* the greatest half-move clock with which a line reaches the position */
} GraphNode;

/* Initialise to zeros. */
typedef struct {
    GraphNode *nodes;
    int count, capacity;
    GraphEdge *edges;
    size_t edge_count, edge_capacity;
    int *slots; /* hash table of indices into `nodes`, plus 1; 0: empty */
    size_t slot_count;
    int *order; /* the indices of the numbered nodes, each before its successors */
    int order_count;
    bool out_of_memory; /* once set, the functions below do nothing */
} ProofGraph;

void graph_free(ProofGraph *graph);

/* Removes all positions. */
void graph_clear(ProofGraph *graph);

/* Adds the proof in a tree whose root, the position *root, is proven. Returns the proof's height.
 */
int graph_add_tree(ProofGraph *graph, const ProofTree *tree, const Position *root);

/* Adds a position with the half-moves that belong to the proof. The positions after them are in
 * the graph, with heights less than `height`, or won. */
void graph_add(ProofGraph *graph, const Position *pos, int height, const Move *moves, int count);

/* Numbers the positions that the proof of *root needs, and sets their clocks. */
void graph_number(ProofGraph *graph, const Position *root);

/* Finds the node with this key; NULL if there is none. */
const GraphNode *graph_find(const ProofGraph *graph, uint64_t key);

#endif
