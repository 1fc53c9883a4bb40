#include "prover.h"

#include "extremes.h"
#include "repetition.h"
#include "splitmix.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_MAX = 1 << 20,
    GROWTHS_PER_LOOK = 64, /* how often the clock is looked at */
    DISTANCE_MIN = 6,      /* with nothing to lose any more */
    LOTS = 16,
    ROOT = 0,
};

/* How many leaves must at least be won (proof) or not (disproof) to settle a node. */
enum { NEVER = 1 << 29 };

typedef struct {
    int proof, disproof;
    int parent;
    int first;   /* child, the others are behind it */
    short count; /* of children; 0: it is a leaf */
    Move move;   /* that leads here */
    bool ours;   /* does the player decide here who is to win? */
} Node;

/* A win that was found. */
typedef struct {
    int count; /* of half-moves; 0: none */
    Move line[PLY_MAX];
} Win;

/* A run that other provers can take part in. */
typedef struct {
    pthread_mutex_t mutex; /* guards what follows; what is atomic is read without it */
    pthread_cond_t left;   /* a helper has */
    atomic_bool open;      /* the owner is at it, */
    atomic_bool won;       /* and a helper has found a win: */
    Win win;
    int helpers;
    unsigned number; /* of runs so far, with this one */
    const Question *question;
    int most; /* nodes in a tree */
} Run;

struct Prover {
    uint64_t seed;
    Run run;
    unsigned helped; /* the number of the last run of another that it took part in */
    const Question *question;
    int most; /* nodes are wanted */
    int count;
    int current;                     /* the node that matters most is this one or below it */
    int ply;                         /* of the current node */
    Position positions[PLY_MAX + 1]; /* from the root to the current node, */
    uint64_t path[PLY_MAX + 1];      /* and their keys */
    Node nodes[NODES_MAX];
};

Prover *prover_new(uint64_t seed) {
    Prover *p = malloc(sizeof *p); /* nodes that no tree has needed yet take no memory */
    if (!p)
        return NULL;
    p->seed = seed;
    p->helped = 0;
    p->count = 1;
    p->run = (Run){.helpers = 0};
    pthread_mutex_init(&p->run.mutex, NULL);
    pthread_cond_init(&p->run.left, NULL);
    return p;
}

void prover_free(Prover *prover) {
    if (!prover)
        return;
    pthread_cond_destroy(&prover->run.left);
    pthread_mutex_destroy(&prover->run.mutex);
    free(prover);
}

uint64_t prover_nodes(const Prover *prover) {
    return (uint64_t)prover->count - 1; /* the root is looked at by others */
}

/* --- leaves --- */

/* Is the game drawn there, or so deep that it is not followed? */
static bool is_draw(Prover *p, const Position *pos, int ply) {
    if (ply >= PLY_MAX - 1)
        return true;
    p->path[ply] = movegen_repetition_key(pos);
    return repetition_draws(p->question, pos, p->path, ply);
}

/* How far the player seems to be from a bare king: it grows with the square of the pieces that are
 * still to be lost. (20000 nodes for each of 2474 random positions in five rulesets prove 714 of
 * them won; 653 if all are as far, and then 740 with twice as many nodes. +38 +- 35 Elo in spring
 * 2007, +4 +- 33 in losers; 300 games each at 0.5+0.005.) With a seed it is up to twice as large by
 * a lot that depends on the position, so that each prover finds other wins. */
static int distance(const Prover *p, const Position *pos, Colour player) {
    int pieces = popcount(pos->by_colour[player]) - pos->rules->bare_at;
    int lot = p->seed ? (int)(splitmix_hash(pos->key + p->seed) % LOTS) : 0;
    return (DISTANCE_MIN + pieces * pieces) * (LOTS + lot) / LOTS;
}

/* Sets a new leaf's numbers. Returns how many half-moves it has; 0: it is settled. */
static int rate(Prover *p, Node *node, const Position *pos, int ply) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    Colour player = (Colour)p->question->root.player;
    bool is_over = outcome_is_over(outcome);
    node->ours = pos->player == player;
    if (is_over && !outcome.drawn && outcome.winner == player) {
        node->proof = 0;
        node->disproof = NEVER;
        return 0;
    }
    if (is_over || is_draw(p, pos, ply)) {
        node->proof = NEVER;
        node->disproof = 0;
        return 0;
    }
    int far = distance(p, pos, player);
    node->proof = node->ours ? far : list.count * far;
    node->disproof = node->ours ? list.count : 1;
    return list.count;
}

/* --- the tree --- */

/* Of what is not settled the sum is not NEVER, however large. */
static int sum(int a, int b) {
    return a == NEVER || b == NEVER ? NEVER : (int)smaller(a + b, NEVER - 1);
}

/* Makes a node's numbers from its children's: where the player decides one proof will do, and all
 * must be disproven. Have they changed? */
static bool gather(Prover *p, Node *node) {
    int64_t least_proof = NEVER, least_disproof = NEVER;
    int proofs = 0, disproofs = 0;
    for (int i = 0; i < node->count; i++) {
        const Node *child = &p->nodes[node->first + i];
        least_proof = smaller(least_proof, child->proof);
        least_disproof = smaller(least_disproof, child->disproof);
        proofs = sum(proofs, child->proof);
        disproofs = sum(disproofs, child->disproof);
    }
    int proof = node->ours ? (int)least_proof : proofs;
    int disproof = node->ours ? disproofs : (int)least_disproof;
    bool changed = proof != node->proof || disproof != node->disproof;
    node->proof = proof;
    node->disproof = disproof;
    return changed;
}

/* The child to look at next: the one that settles its parent soonest. */
static int choose(const Prover *p, const Node *node) {
    int best = node->first;
    for (int i = node->first + 1; i < node->first + node->count; i++) {
        const Node *child = &p->nodes[i], *other_child = &p->nodes[best];
        if (node->ours ? child->proof < other_child->proof
                       : child->disproof < other_child->disproof)
            best = i;
    }
    return best;
}

/* Gives a leaf its children. What follows a forced half-move follows at once: there is nothing to
 * choose (so 20000 nodes prove 264 of 2506 positions from games won instead of 234, sooner). */
static void expand(Prover *p, int index, const Position *pos, int ply) {
    MoveList list;
    Position child;
    outcome_find(pos, &list);
    int first = p->count;
    p->nodes[index].first = first;
    p->nodes[index].count = (short)list.count;
    p->count += list.count;
    for (int i = 0; i < list.count; i++) {
        Node *node = &p->nodes[first + i];
        *node = (Node){.parent = index, .move = list.moves[i]};
        position_apply(&child, pos, list.moves[i]);
        if (rate(p, node, &child, ply + 1) == 1 && p->count < p->most) {
            expand(p, first + i, &child, ply + 1);
            gather(p, node);
        }
    }
}

static void go_down(Prover *p) {
    const Position *pos = &p->positions[p->ply];
    p->current = choose(p, &p->nodes[p->current]);
    position_apply(&p->positions[p->ply + 1], pos, p->nodes[p->current].move);
    p->ply++;
    p->path[p->ply] = movegen_repetition_key(&p->positions[p->ply]);
}

static void go_up(Prover *p) {
    p->current = p->nodes[p->current].parent;
    p->ply--;
}

/* Goes down to the leaf that matters most, expands it, and goes up as far as that changes
 * anything: whatever matters most now is below. */
static void grow(Prover *p) {
    while (p->nodes[p->current].count > 0)
        go_down(p);
    expand(p, p->current, &p->positions[p->ply], p->ply);
    while (gather(p, &p->nodes[p->current]) && p->current != ROOT)
        go_up(p);
}

/* --- the line --- */

/* How many half-moves a proven win takes: the player takes the shortest way, the other one the
 * longest. *best is the child on that way. */
static int length_of(const Prover *p, const Node *node, int *best) {
    int length = -1;
    for (int i = node->first; i < node->first + node->count; i++) {
        int below;
        if (p->nodes[i].proof != 0)
            continue;
        int child_length = 1 + length_of(p, &p->nodes[i], &below);
        if (length < 0 || (node->ours ? child_length < length : child_length > length)) {
            length = child_length;
            *best = i;
        }
    }
    return length < 0 ? 0 : length;
}

static void find_line(const Prover *p, Win *win) {
    int index = ROOT, child = ROOT;
    win->count = 0;
    while (length_of(p, &p->nodes[index], &child) > 0) {
        win->line[win->count++] = p->nodes[child].move;
        index = child;
    }
}

/* --- a tree --- */

static void plant(Prover *p, const Question *question, int most) {
    p->question = question;
    p->most = most;
    p->count = 1;
    p->current = ROOT;
    p->ply = 0;
    p->positions[0] = question->root;
    p->path[0] = movegen_repetition_key(&question->root);
    p->nodes[ROOT] = (Node){.parent = -1, .proof = 1, .disproof = 1, .ours = true};
}

static bool is_proven(const Prover *p) {
    return p->nodes[ROOT].proof == 0;
}

/* Lets the tree grow for a short time. False: it is settled, or large enough. */
static bool grow_for_a_while(Prover *p) {
    for (int i = 0; i < GROWTHS_PER_LOOK; i++) {
        if (is_proven(p) || p->nodes[ROOT].disproof == 0 || p->count >= p->most)
            return false;
        grow(p);
    }
    return true;
}

/* --- a run --- */

static void open_run(Run *run, const Question *question, int most) {
    pthread_mutex_lock(&run->mutex);
    run->question = question;
    run->most = most;
    run->win.count = 0;
    atomic_store(&run->won, false);
    run->number++;
    atomic_store(&run->open, true);
    pthread_mutex_unlock(&run->mutex);
}

/* After that no helper uses the question, nor changes the win. */
static void close_run(Run *run) {
    pthread_mutex_lock(&run->mutex);
    atomic_store(&run->open, false);
    while (run->helpers > 0)
        pthread_cond_wait(&run->left, &run->mutex);
    pthread_mutex_unlock(&run->mutex);
}

static bool must_stop(const Signals *signals, int64_t deadline) {
    return atomic_load_explicit(&signals->stop, memory_order_relaxed) || timing_now() >= deadline;
}

int prover_run(Prover *p, const Question *question, const Signals *signals, int64_t deadline,
               uint64_t nodes_max, Move line[PLY_MAX]) {
    int most = nodes_max < NODES_MAX - MOVES_MAX ? (int)nodes_max : NODES_MAX - MOVES_MAX;
    plant(p, question, most);
    open_run(&p->run, question, most);
    while (grow_for_a_while(p) && !must_stop(signals, deadline) && !atomic_load(&p->run.won))
        ;
    close_run(&p->run);
    if (is_proven(p))
        find_line(p, &p->run.win);
    memcpy(line, p->run.win.line, (size_t)p->run.win.count * sizeof(Move));
    return p->run.win.count;
}

/* --- help --- */

/* Takes part in the run unless it is over, or the prover has already. */
static bool enter_run(Run *run, Prover *p) {
    pthread_mutex_lock(&run->mutex);
    bool is_new = atomic_load(&run->open) && run->number != p->helped;
    if (is_new) {
        p->helped = run->number;
        run->helpers++;
        plant(p, run->question, run->most);
    }
    pthread_mutex_unlock(&run->mutex);
    return is_new;
}

/* Leaves it, with a win if there is one, the first that a helper has found. */
static void leave_run(Run *run, const Prover *p) {
    pthread_mutex_lock(&run->mutex);
    if (is_proven(p) && run->win.count == 0) {
        find_line(p, &run->win);
        atomic_store(&run->won, true);
    }
    run->helpers--;
    pthread_cond_signal(&run->left);
    pthread_mutex_unlock(&run->mutex);
}

uint64_t prover_help(Prover *helper, Prover *owner) {
    Run *run = &owner->run;
    if (!atomic_load_explicit(&run->open, memory_order_relaxed) || !enter_run(run, helper))
        return 0;
    while (atomic_load(&run->open) && grow_for_a_while(helper))
        ;
    leave_run(run, helper);
    return prover_nodes(helper);
}
