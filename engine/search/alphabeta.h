/* alphabeta: one thread's search of the tree of half-moves, to one depth in one window.
 *
 * Negamax by player: in every ruleset a child position is worth the negative of what it is worth
 * to the player who decides there if that is another one, and the same if not. Forced passes, mind
 * control and chips need nothing more. A thread owns its AlphaBeta; the table is shared. */
#ifndef MISERE_SEARCH_ALPHABETA_H
#define MISERE_SEARCH_ALPHABETA_H

#include "base/os/clock.h"
#include "eval/network.h"
#include "search/params/search_params.h"
#include "search/proof/prover.h"
#include "search/root_filter.h"
#include "search/shared.h"
#include "search/table.h"

/* The shallowest depth of a search: every half-move is looked at, and no further. */
enum { ALPHABETA_DEPTH_MIN = -5 };

/* The best line from each ply on (a triangular table). */
typedef struct {
    Move moves[MAX_PLY + 1][MAX_PLY + 1];
    int count[MAX_PLY + 1];
} PvTable;

/* Told of a half-move at the root, the `number`th from 1 in their order, before it is looked at. */
typedef void RootReport(void *context, Move move, int number);

typedef struct {
    Table *table;
    SharedState *shared;
    Prover *prover; /* the team's: the leader's runs are taken part in before the search goes on */
    bool is_helper; /* another thread leads */
    MoveOrdering ordering;
    const SearchParams *params;
    RootFilter root_filter;     /* of turns at the root */
    const Signals *signals;     /* give up when told to stop, */
    int64_t deadline;           /* by clock_now_us, unless pondering, */
    bool full_width;            /* leave nothing out, and look at nothing less deep */
    uint64_t nodes_max;         /* or when so many nodes have been looked at */
    bool aborted;               /* it has given up: the last score means nothing */
    int shared_iteration_depth; /* it gives up, too, when the team has finished an iteration so
                                   deep: */
    bool iteration_shared;      /* that is why */
    uint64_t nodes;
    _Atomic uint64_t nodes_shown; /* the same as it was lately, for other threads to read */
    RootReport *root_report;      /* may be NULL */
    void *root_context;
    Move root_move;        /* the half-move at the root that is being looked at */
    int root_filter_plies; /* nodes nearer to the root than that have not all their half-moves */
    int seldepth;          /* the deepest half-move looked at */
    uint64_t path[MAX_PLY + 1]; /* keys of the positions from the root to the current one */
    const Network *network;
    Accumulator accumulator;
    PvTable pv_table;
} AlphaBeta;

/* What the root is worth to the player to decide there, `depth` half-moves deep
 * (ALPHABETA_DEPTH_MIN to MAX_PLY - 1). A result outside (alpha, beta) is a bound. Row 0 of the PV
 * table is the best line found that raised alpha; even an aborted search may have found one.
 * -SCORE_INFINITE and no line if there is no turn to choose. */
Score alphabeta_search(AlphaBeta *ab, Score alpha, Score beta, int depth);

#endif
