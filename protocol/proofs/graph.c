#include "proofs/graph.h"

#include "base/random.h"
#include "rules/outcome.h"

#include <stdlib.h>

void graph_free(ProofGraph *graph) {
    free(graph->nodes);
    free(graph->edges);
    free(graph->slots);
    free(graph->order);
    *graph = (ProofGraph){0};
}

void graph_clear(ProofGraph *graph) {
    graph->count = 0;
    graph->edge_count = 0;
    graph->order_count = 0;
    for (size_t i = 0; i < graph->slot_count; i++)
        graph->slots[i] = 0;
}

/* --- positions --- */

/* The slot of a key, or the empty one where it belongs. The table must not be full. */
static int *find_slot(const ProofGraph *graph, uint64_t key) {
    size_t i = random_mix(key) & (graph->slot_count - 1);
    while (graph->slots[i] != 0 && graph->nodes[graph->slots[i] - 1].key != key)
        i = (i + 1) & (graph->slot_count - 1);
    return &graph->slots[i];
}

static GraphNode *find(const ProofGraph *graph, uint64_t key) {
    int index = graph->slot_count > 0 ? *find_slot(graph, key) : 0;
    return index != 0 ? &graph->nodes[index - 1] : NULL;
}

const GraphNode *graph_find(const ProofGraph *graph, uint64_t key) {
    return find(graph, key);
}

/* Doubles the capacity for nodes; the hash table has twice as many slots as that. */
static void grow(ProofGraph *graph) {
    int capacity = graph->capacity > 0 ? 2 * graph->capacity : 1024;
    size_t slot_count = 2 * (size_t)capacity;
    GraphNode *nodes = realloc(graph->nodes, (size_t)capacity * sizeof *nodes);
    int *slots = calloc(slot_count, sizeof *slots);
    if (nodes)
        graph->nodes = nodes;
    if (!nodes || !slots) {
        graph->out_of_memory = true;
        free(slots);
        return;
    }
    free(graph->slots);
    graph->slots = slots;
    graph->slot_count = slot_count;
    graph->capacity = capacity;
    for (int i = 0; i < graph->count; i++)
        *find_slot(graph, graph->nodes[i].key) = i + 1;
}

/* Finds the key's node, or adds one of height 0. NULL if out of memory. */
static GraphNode *find_or_add(ProofGraph *graph, uint64_t key) {
    GraphNode *node = find(graph, key);
    if (node)
        return node;
    if (graph->count == graph->capacity)
        grow(graph);
    if (graph->out_of_memory)
        return NULL;
    *find_slot(graph, key) = graph->count + 1;
    node = &graph->nodes[graph->count++];
    *node = (GraphNode){.key = key};
    return node;
}

static bool make_room_for_edges(ProofGraph *graph, int count) {
    size_t needed = graph->edge_count + (size_t)count;
    if (needed > graph->edge_capacity) {
        GraphEdge *edges = realloc(graph->edges, 2 * needed * sizeof *edges);
        graph->out_of_memory = !edges;
        if (!edges)
            return false;
        graph->edges = edges;
        graph->edge_capacity = 2 * needed;
    }
    return true;
}

static GraphEdge make_edge(const Position *pos, Move move) {
    Position after;
    position_apply(&after, pos, move);
    return (GraphEdge){.key = movegen_repetition_key(&after),
                       .move = move,
                       .wins = outcome_is_over(outcome_of(&after)),
                       .resets = after.halfmove_clock == 0};
}

void graph_add(ProofGraph *graph, const Position *pos, int height, const Move *moves, int count) {
    if (graph->out_of_memory)
        return;
    GraphNode *node = find_or_add(graph, movegen_repetition_key(pos));
    if (!node || (node->height > 0 && node->height <= height) || !make_room_for_edges(graph, count))
        return;
    node->height = height;
    node->first = graph->edge_count;
    node->edge_count = count;
    for (int i = 0; i < count; i++)
        graph->edges[graph->edge_count++] = make_edge(pos, moves[i]);
}

/* --- trees --- */

static void add_node(ProofGraph *graph, const ProofTree *tree, const ProofNode *node,
                     const Position *pos, int height) {
    Move moves[MOVES_MAX];
    for (int i = 0; i < node->count; i++)
        moves[i] = tree->nodes[node->first + i].move;
    graph_add(graph, pos, height, moves, node->count);
}

/* Adds the proven positions from a proven node on. Returns the height of the node's proof. */
static int add_subtree(ProofGraph *graph, const ProofTree *tree, int index, const Position *pos) {
    const ProofNode *node = &tree->nodes[index];
    Move best = MOVE_NONE;
    int height = -1;
    if (node->count == 0)
        return 0;
    for (int i = node->first; i < node->first + node->count; i++) {
        Position after;
        if (tree->nodes[i].proof != 0)
            continue;
        position_apply(&after, pos, tree->nodes[i].move);
        int below = add_subtree(graph, tree, i, &after);
        if (height < 0 || (node->is_or ? below < height : below > height)) {
            height = below;
            best = tree->nodes[i].move;
        }
    }
    if (node->is_or)
        graph_add(graph, pos, height + 1, &best, 1);
    else
        add_node(graph, tree, node, pos, height + 1);
    return height + 1;
}

int graph_add_tree(ProofGraph *graph, const ProofTree *tree, const Position *root) {
    return add_subtree(graph, tree, PROOF_ROOT, root);
}

/* --- order --- */

/* Depth first: a position gets its place in the order, from the end, once all its successors have
 * theirs. The depth of the recursion is at most the node's height. */
static void number_from(ProofGraph *graph, GraphNode *node, int *next) {
    node->number = -1; /* visited */
    for (int i = node->edge_count - 1; i >= 0; i--) {
        const GraphEdge *edge = &graph->edges[node->first + (size_t)i];
        GraphNode *after = edge->wins ? NULL : find(graph, edge->key);
        if (after && after->number == 0)
            number_from(graph, after, next);
    }
    graph->order[--*next] = (int)(node - graph->nodes);
}

static void set_clocks(ProofGraph *graph, int clock_at_root) {
    graph->nodes[graph->order[0]].clock = clock_at_root;
    for (int i = 0; i < graph->order_count; i++) {
        GraphNode *node = &graph->nodes[graph->order[i]];
        node->number = i + 1;
        for (int j = 0; j < node->edge_count; j++) {
            const GraphEdge *edge = &graph->edges[node->first + (size_t)j];
            GraphNode *after = edge->wins ? NULL : find(graph, edge->key);
            int clock = edge->resets ? 0 : node->clock + 1;
            if (after && clock > after->clock)
                after->clock = clock;
        }
    }
}

void graph_number(ProofGraph *graph, const Position *root) {
    if (graph->out_of_memory)
        return;
    int next = graph->count;
    int *order = realloc(graph->order, (size_t)graph->count * sizeof *order);
    graph->out_of_memory = !order;
    if (!order)
        return;
    graph->order = order;
    for (int i = 0; i < graph->count; i++)
        graph->nodes[i].number = graph->nodes[i].clock = 0;
    number_from(graph, find(graph, movegen_repetition_key(root)), &next);
    graph->order_count = graph->count - next;
    for (int i = 0; i < graph->order_count; i++)
        order[i] = order[next + i];
    set_clocks(graph, (int)root->halfmove_clock);
}
