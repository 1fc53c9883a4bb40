/* df_pn: depth-first proof-number search of one thread, with a table that threads share.
 *
 * A win is proven by the rules alone, whatever the path to the position: repetitions and the
 * fifty-move rule only ever count against the player whose win is looked for, and a proof is used
 * only where its quiet half-moves leave the fifty-move rule out of play. Disproofs may depend on
 * the path, by a repetition, say; those are kept for the same path only.
 *
 * Sources: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002;
 * Pawlewicz and Lew, "Improving depth-first PN-search: 1+epsilon trick", 2007; Kishimoto and
 * Mueller, "A general solution to the graph history interaction problem", 2004; Kaneko, "Parallel
 * depth first proof number search", 2010. */
#ifndef MISERE_PROVE_SOLVER_DF_PN_H
#define MISERE_PROVE_SOLVER_DF_PN_H

#include "prove/solver/proof_table.h"
#include "prove/solver/solved_positions.h"
#include "rules/outcome.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>

enum { PLY_MAX = 1000 /* half-moves of the longest line that is searched */ };

/* How many threads are below a position, by its key. */
enum { BUSY_SLOTS = 1 << 16 };
typedef struct {
    _Atomic uint8_t threads[BUSY_SLOTS];
} BusyCounts;

/* What all threads share. */
typedef struct {
    ProofTable *table;
    const Tablebase *tablebase;    /* NULL: none */
    const SolvedPositions *solved; /* NULL: none */
    Colour attacker;               /* the player whose win is looked for */
    BusyCounts *busy;              /* NULL with one thread */
    atomic_bool stop;              /* ends the searches */
} ProofSearch;

/* What is known about a position. */
typedef struct {
    uint32_t proof, disproof; /* 0 and NUMBER_INFINITY if proven, the reverse if disproven */
    uint64_t work;            /* nodes searched below an open child, or one in the table; rounded */
    int height, quiet;        /* of a proof; see ProofEntry */
    int depends;              /* of a disproof: the smallest ply whose position it depends on */
} ProofValue;

typedef struct DfPn DfPn;

/* NULL if out of memory. The caller frees it. */
DfPn *df_pn_new(ProofSearch *search);

/* NULL is allowed. */
void df_pn_free(DfPn *searcher);

/* Searches from a position in which the game is not over, until it is proven or disproven, `nodes`
 * nodes were searched, or `stop` is set. If the position has cost HEAVY_WORK before, half of them
 * are searched with the engine's advice. A win must come within `limit` half-moves, 1 to PLY_MAX.
 * All numbers are in the table afterwards. */
ProofValue df_pn_run(DfPn *searcher, const Position *root, int limit, uint64_t nodes);

/* What is known about a position without a search. It may be one in which the game is over. */
ProofValue df_pn_look_up(DfPn *searcher, const Position *pos, int limit);

/* The winner's half-move in a proven position in which the attacker decides, and the height of the
 * win; what the table has lost is searched again. MOVE_NONE if there is no win within `limit`
 * half-moves after all. */
Move df_pn_winning_move(DfPn *searcher, const Position *pos, int limit, int *height);

/* Nodes searched so far: positions whose half-moves were counted. */
uint64_t df_pn_nodes(const DfPn *searcher);

static inline bool is_proven(const ProofValue *value) {
    return value->proof == 0;
}
static inline bool is_disproven(const ProofValue *value) {
    return value->disproof == 0;
}
static inline bool is_solved(const ProofValue *value) {
    return is_proven(value) || is_disproven(value);
}

#endif
