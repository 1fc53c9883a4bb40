#include "search/proof/prover.h"

#include "base/os/clock.h"
#include "base/os/thread.h"

#include <stdlib.h>

enum {
    /* A job ends after this many expansions, or once its root's proof or disproof number has grown
     * by this percentage. */
    JOB_EXPANSIONS_MAX = 32,
    CHANGE_PERCENT = 20,
    /* With helpers, a job takes only a subtree with at most this many expansions so far. */
    JOB_ROOT_EXPANSIONS_MAX = 64,
};

struct Prover {
    uint64_t nodes;
    int give_up_ratio;      /* 0: never gives up */
    uint64_t give_up_nodes; /* after how many nodes the ratio is first checked */
    atomic_bool open;       /* may helpers join the run? */
    Mutex mutex;            /* guards everything below, except locked subtrees */
    Condition helper_left;  /* signalled when a helper leaves the run */
    int helpers;
    ProofTree tree;
};

/* One thread in a run. */
typedef struct {
    Prover *prover;
    uint64_t nodes;
    uint64_t nodes_max;
    int job_root;   /* index of the root of its job's subtree */
    ProofNode own;  /* this thread's copy of the job's root; written back when the job ends */
    int expansions; /* number of expansions in this job */
    int current;    /* index of a node at or above the most-proving one */
    ProofPath path; /* path from the root to the current node */
} Worker;

Prover *prover_new(int capacity) {
    Prover *p = malloc(sizeof *p);
    /* Pages of the tree take memory only once they are used. */
    ProofNode *nodes = malloc((size_t)capacity * sizeof *nodes);
    if (!p || !nodes) {
        free(p);
        free(nodes);
        return NULL;
    }
    p->tree.nodes = nodes;
    p->tree.capacity = capacity;
    p->tree.listener = NULL;
    p->give_up_ratio = 0;
    p->nodes = 0;
    atomic_init(&p->open, false);
    p->helpers = 0;
    mutex_init_spinning(&p->mutex);
    condition_init(&p->helper_left);
    return p;
}

void prover_free(Prover *prover) {
    if (!prover)
        return;
    condition_destroy(&prover->helper_left);
    mutex_destroy(&prover->mutex);
    free(prover->tree.nodes);
    free(prover);
}

void prover_set_give_up(Prover *prover, int ratio, uint64_t nodes) {
    prover->give_up_ratio = ratio;
    prover->give_up_nodes = nodes;
}

void prover_set_listener(Prover *prover, ProofListener *listener, void *context) {
    prover->tree.listener = listener;
    prover->tree.listener_context = context;
}

uint64_t prover_nodes(const Prover *prover) {
    return prover->nodes;
}

/* --- jobs --- */

/* May the node be the root of a job? Without helpers, the whole tree may be one job. */
static bool is_small(const Prover *p, const ProofNode *node) {
    return node->workers == 0 && (p->helpers == 0 || node->expansions <= JOB_ROOT_EXPANSIONS_MAX);
}

/* Locks a subtree for a job: the largest allowed one that contains the most-proving node outside
 * all locked subtrees. Returns false if there is none. The caller holds the mutex. */
static bool take_job(Worker *w) {
    ProofTree *tree = &w->prover->tree;
    int path[MAX_PLY + 1], ply = 0;
    path[0] = tree->nodes[PROOF_ROOT].locked ? PROOF_NO_NODE : PROOF_ROOT;
    while (path[ply] != PROOF_NO_NODE && tree->nodes[path[ply]].count > 0) {
        path[ply + 1] = proof_tree_select(tree, &tree->nodes[path[ply]]);
        ply++;
    }
    if (path[ply] == PROOF_NO_NODE)
        return false;
    while (ply > 0 && is_small(w->prover, &tree->nodes[path[ply - 1]]))
        ply--;
    for (int i = 0; i <= ply; i++)
        tree->nodes[path[i]].workers++;
    w->job_root = w->current = path[ply];
    w->own = tree->nodes[w->job_root];
    tree->nodes[w->job_root].locked = true;
    w->expansions = 0;
    return true;
}

/* Builds the path to the job's root. The nodes on it do not move, so no lock is needed. */
static void go_to_job(Worker *w) {
    const ProofTree *tree = &w->prover->tree;
    Move moves[MAX_PLY];
    int ply = 0;
    for (const ProofNode *node = &w->own; node->parent != PROOF_NO_NODE;
         node = &tree->nodes[node->parent])
        moves[ply++] = node->move;
    w->path.ply = 0;
    while (ply > 0)
        proof_path_follow(&w->path, moves[--ply]);
}

/* Unlocks the job's subtree and updates the numbers above it. The caller holds the mutex. */
static void give_job_back(Worker *w) {
    ProofTree *tree = &w->prover->tree;
    tree->nodes[w->job_root] = w->own;
    for (int i = w->job_root; i != PROOF_NO_NODE; i = tree->nodes[i].parent) {
        tree->nodes[i].workers--;
        tree->nodes[i].expansions += w->expansions;
    }
    int i = w->own.parent;
    while (i != PROOF_NO_NODE && proof_tree_update(tree, &tree->nodes[i]))
        i = tree->nodes[i].parent;
}

static ProofNode *node_at(Worker *w, int index) {
    return index == w->job_root ? &w->own : &w->prover->tree.nodes[index];
}

/* Selects the most-proving leaf, expands it, and updates its ancestors up to the first whose
 * numbers do not change: the next most-proving leaf is below that node. Returns false if the tree
 * is full. */
static bool expand_most_proving(Worker *w) {
    ProofTree *tree = &w->prover->tree;
    ProofNode *node = node_at(w, w->current);
    while (node->count > 0) {
        w->current = proof_tree_select(tree, node);
        node = &tree->nodes[w->current];
        proof_path_follow(&w->path, node->move);
    }
    int added = proof_tree_expand(tree, node, w->current, &w->path);
    w->nodes += (uint64_t)added;
    w->expansions++;
    while (proof_tree_update_current(tree, node, &w->path) && w->current != w->job_root) {
        w->current = node->parent;
        w->path.ply--;
        node = node_at(w, w->current);
    }
    return added > 0;
}

static bool has_grown(int now, int before) {
    return (int64_t)now * 100 > (int64_t)before * (100 + CHANGE_PERCENT);
}

/* Expands the job's subtree until it may no longer hold the most-proving node of the whole tree.
 * Returns false if the tree is full. */
static bool do_job(Worker *w) {
    int proof = w->own.proof, disproof = w->own.disproof;
    while (w->expansions < JOB_EXPANSIONS_MAX && w->nodes < w->nodes_max) {
        if (!expand_most_proving(w))
            return false;
        if (w->own.proof == 0 || w->own.disproof == 0 || has_grown(w->own.proof, proof) ||
            has_grown(w->own.disproof, disproof))
            break;
    }
    return true;
}

/* Does one job, if one is available at the moment. Returns false if the root is solved or a limit
 * is reached. */
static bool work(Worker *w) {
    Prover *p = w->prover;
    bool has_room = true;
    mutex_lock(&p->mutex);
    bool is_solved = proof_tree_is_solved(&p->tree);
    bool has_job = !is_solved && take_job(w);
    mutex_unlock(&p->mutex);
    if (has_job) {
        go_to_job(w);
        has_room = do_job(w);
        mutex_lock(&p->mutex);
        give_job_back(w);
        mutex_unlock(&p->mutex);
    } else {
        thread_yield();
    }
    return !is_solved && has_room && w->nodes < w->nodes_max;
}

/* --- a run --- */

static void begin_work(Worker *w, Prover *prover, uint64_t nodes_max) {
    w->prover = prover;
    w->nodes = 0;
    w->nodes_max = nodes_max;
    proof_path_begin(&w->path, &prover->tree.root->pos);
}

static void open_run(Prover *p, const ProverParams *params) {
    mutex_lock(&p->mutex);
    proof_tree_init(&p->tree, params->root, params->tablebase, &params->filter, params->depth);
    atomic_store(&p->open, true);
    mutex_unlock(&p->mutex);
}

/* Waits until no helper uses the parameters or the tree any more. */
static void close_run(Prover *p) {
    mutex_lock(&p->mutex);
    atomic_store(&p->open, false);
    while (p->helpers > 0)
        condition_wait(&p->helper_left, &p->mutex);
    mutex_unlock(&p->mutex);
}

static bool must_stop(const ProverParams *params) {
    thread_checkpoint();
    return (params->stop && atomic_load_explicit(params->stop, memory_order_relaxed)) ||
           clock_now_us() >= params->deadline;
}

/* Should the run give up? *next_check is the number of nodes after which to check again. */
static bool should_give_up(Prover *p, const Worker *w, uint64_t *next_check) {
    if (p->give_up_ratio == 0 || w->nodes < *next_check)
        return false;
    *next_check *= 2;
    mutex_lock(&p->mutex);
    const ProofNode *root = &p->tree.nodes[PROOF_ROOT];
    bool is_hopeless = root->proof > (int64_t)p->give_up_ratio * root->disproof;
    mutex_unlock(&p->mutex);
    return is_hopeless;
}

int prover_run(Prover *p, const ProverParams *params, Move line[MAX_PLY]) {
    Worker worker;
    uint64_t next_check = p->give_up_nodes;
    open_run(p, params);
    begin_work(&worker, p, params->nodes_max);
    while (work(&worker) && !should_give_up(p, &worker, &next_check) && !must_stop(params))
        ;
    close_run(p);
    p->nodes = worker.nodes;
    return proof_tree_line(&p->tree, line);
}

const ProofTree *prover_tree(const Prover *prover) {
    return &prover->tree;
}

bool prover_is_disproven(const Prover *prover) {
    return prover->tree.nodes[PROOF_ROOT].disproof == 0;
}

/* --- helpers --- */

static bool enter_run(Prover *p, Worker *w, uint64_t nodes_max) {
    mutex_lock(&p->mutex);
    bool open = atomic_load(&p->open);
    if (open) {
        p->helpers++;
        begin_work(w, p, nodes_max);
    }
    mutex_unlock(&p->mutex);
    return open;
}

static void leave_run(Prover *p) {
    mutex_lock(&p->mutex);
    p->helpers--;
    condition_signal(&p->helper_left);
    mutex_unlock(&p->mutex);
}

uint64_t prover_help(Prover *prover, uint64_t nodes_max) {
    Worker worker;
    if (!atomic_load_explicit(&prover->open, memory_order_relaxed) ||
        !enter_run(prover, &worker, nodes_max))
        return 0;
    while (atomic_load(&prover->open) && work(&worker))
        ;
    leave_run(prover);
    return worker.nodes;
}
