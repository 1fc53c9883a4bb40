/* prover: finds forced wins by proof-number search, which follows narrow lines of forced captures
 * much deeper than alpha-beta can.
 *
 * Parallel: threads grow one tree. Each takes a job: it locks the subtree with the most-proving
 * node, grows that subtree alone, and unlocks it once its numbers have changed.
 *
 * Sources: for the jobs, Saito, Winands and van den Herik, "Randomized parallel proof-number
 * search", 2010; for the virtual numbers that keep threads apart, Kaneko, "Parallel depth first
 * proof number search", 2010. */
#ifndef MISERE_SEARCH_PROOF_PROVER_H
#define MISERE_SEARCH_PROOF_PROVER_H

#include "base/os/clock.h"
#include "eval/score.h"
#include "search/proof/proof_tree.h"

typedef struct Prover Prover;

/* The capacity of the search's prover: 28 MB. */
enum { PROVER_CAPACITY_DEFAULT = 1 << 20, PROVER_CAPACITY_MAX = 1 << 26 };

/* Creates a prover whose tree has room for `capacity` nodes, 1 to PROVER_CAPACITY_MAX. Its memory
 * grows with the tree, up to 28 bytes a node. NULL if out of memory. */
Prover *prover_new(int capacity);

/* NULL is allowed. Not during a run. */
void prover_free(Prover *prover);

/* Makes later runs give up when a win seems out of reach: when the root's proof number is more than
 * `ratio` times its disproof number. This is checked after `nodes` nodes of the thread that called
 * prover_run, then after twice as many, and so on. With a ratio of 0, the default, runs never give
 * up. Not during a run. */
void prover_set_give_up(Prover *prover, int ratio, uint64_t nodes);

/* From now on, tells the listener of most positions that a run proves, whoever wins there. It is
 * called by the thread that has proven it, helpers included. Not during a run. */
void prover_set_listener(Prover *prover, ProofListener *listener, void *context);

/* What a run looks for, a forced win of the root's player to move, and what ends the run. */
typedef struct {
    const Root *root;
    const Tablebase *tablebase; /* of the root's ruleset; NULL: none */
    TurnFilter filter;          /* the turns that the win may begin with */
    int depth;                  /* the win takes at most this many half-moves; 0: no limit */
    const atomic_bool *stop;    /* ends the run once it is true; NULL: nothing does */
    int64_t deadline;           /* by clock_now_us; INT64_MAX: none */
    uint64_t nodes_max;         /* about this many nodes of this thread; UINT64_MAX: no limit */
} ProverParams;

/* Looks for a win until a limit is reached, the tree is full, or it gives up. Writes the win
 * against the longest defence to `line`, and returns its number of half-moves; 0 if no win was
 * proven. A repetition counts as no win. Without helpers, and if the tablebase does not become
 * ready meanwhile, the result depends only on the parameters and on how many nodes are searched.
 * One run at a time; what the parameters point to must stay valid during it. */
int prover_run(Prover *prover, const ProverParams *params, Move line[MAX_PLY]);

/* The tree of the last run, until the next one. Only the thread that called prover_run may call
 * this. */
const ProofTree *prover_tree(const Prover *prover);

/* Did the last run prove that the win it looked for does not exist? Wins of more than MAX_PLY - 1
 * half-moves are not considered. Only the thread that called prover_run may call this. */
bool prover_is_disproven(const Prover *prover);

/* Joins another thread's run, if there is one, until the run ends or this thread has searched about
 * `nodes_max` nodes. Returns the number of nodes that this thread has searched. Thread-safe. */
uint64_t prover_help(Prover *prover, uint64_t nodes_max);

/* The number of nodes that the last run has searched, not counting those of helpers. Only the
 * thread that called prover_run may call this. */
uint64_t prover_nodes(const Prover *prover);

#endif
