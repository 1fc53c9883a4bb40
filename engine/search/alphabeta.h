/* tree: one thread's search of the tree of half-moves, to one depth in one window.
 *
 * Negamax by player: in every ruleset a child position is worth the negative of what it is worth
 * to the player who decides there if that is another one, and the same if not. Forced passes, mind
 * control and chips need nothing more. A thread owns its Tree; the table is shared. */
#ifndef MISERE_SEARCH_ALPHABETA_H
#define MISERE_SEARCH_ALPHABETA_H

#include "base/os/clock.h"
#include "eval/network.h"
#include "search/params/search_params.h"
#include "search/proof/prover.h"
#include "search/root_filter.h"
#include "search/table.h"
#include "search/team.h"

/* The shallowest depth of a search: every half-move is looked at, and no further. */
enum { TREE_DEPTH_MIN = -5 };

/* The best line from each ply on (a triangular table). */
typedef struct {
    Move moves[PLY_MAX + 1][PLY_MAX + 1];
    int count[PLY_MAX + 1];
} Lines;

/* Told of a half-move at the root, the `number`th from 1 in their order, before it is looked at. */
typedef void RootReport(void *context, Move move, int number);

typedef struct {
    Table *table;
    Team *team;
    Prover *prover; /* the team's: the leader's runs are taken part in before the search goes on */
    bool helps;     /* another thread leads */
    Order order;
    const Question *question;
    Choice choice;          /* of turns at the root */
    const Signals *signals; /* give up when told to stop, */
    int64_t deadline;       /* by clock_now_us, unless pondering, */
    bool exact;             /* leave nothing out, and look at nothing less deep */
    uint64_t nodes_max;     /* or when so many nodes have been looked at */
    bool aborted;           /* it has given up: the last score means nothing */
    int race_depth;         /* it gives up, too, when the team has finished an iteration so deep: */
    bool overtaken;         /* that is why */
    uint64_t nodes;
    _Atomic uint64_t nodes_shown; /* the same as it was lately, for other threads to read */
    RootReport *root_report;      /* may be NULL */
    void *root_context;
    Move root_move;      /* the half-move at the root that is being looked at */
    int choice_plies;    /* nodes nearer to the root than that have not all their half-moves */
    int selective_depth; /* the deepest half-move looked at */
    uint64_t path[PLY_MAX + 1]; /* keys of the positions from the root to the current one */
    const Network *network;
    NetworkSums sums;
    Lines lines;
} Tree;

/* What the question's root is worth to the player to decide there, `depth` half-moves deep
 * (TREE_DEPTH_MIN to PLY_MAX - 1). A result outside (alpha, beta) is a bound. Lines' row 0 is the
 * best line found that raised alpha; even an aborted search may have found one. -SCORE_INFINITE and
 * no line if there is no turn to choose. */
Score tree_search(Tree *tree, Score alpha, Score beta, int depth);

#endif
