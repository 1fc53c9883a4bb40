/* stop_check: counts a thread's nodes and decides when its search must end: at a limit of nodes or
 * time, on a stop signal, or because another thread has finished the same iteration. */
#ifndef MISERE_SEARCH_STOP_CHECK_H
#define MISERE_SEARCH_STOP_CHECK_H

#include "search/search_params.h"
#include "search/shared.h"

typedef enum {
    STOP_NONE,             /* search on */
    STOP_LIMIT,            /* a stop signal, or a limit was reached */
    STOP_ITERATION_SHARED, /* another thread has finished this iteration or a deeper one */
} StopReason;

/* Belongs to one thread. The members are private to the functions below. */
typedef struct {
    SearchShared *shared;
    const Signals *signals;
    int64_t deadline; /* by clock_now_us */
    uint64_t nodes;
    uint64_t nodes_max;
    int depth; /* see stop_check_share_iteration */
    bool is_helper;
    StopReason reason;
    _Atomic uint64_t nodes_shown; /* a recent value of `nodes`, for other threads */
} StopCheck;

/* Initialises a check. The check of a helper also takes part in the leader's proof searches
 * whenever it polls. */
void stop_check_init(StopCheck *check, SearchShared *shared, bool is_helper);

/* Call before each search. It ends on signals->stop, at `deadline` (by clock_now_us; ignored while
 * pondering), or after `nodes_max` nodes (UINT64_MAX: no limit). */
void stop_check_begin(StopCheck *check, const Signals *signals, int64_t deadline,
                      uint64_t nodes_max);

/* Changes the deadline of a running search. */
void stop_check_set_deadline(StopCheck *check, int64_t deadline);

/* The time at which the search must stop, by clock_now_us; INT64_MAX while pondering. */
int64_t stop_check_deadline(const StopCheck *check);

/* Call before each iteration, with its depth: the iteration is stopped (STOP_ITERATION_SHARED) once
 * another thread has finished one of that depth or greater. INT_MAX: never. */
void stop_check_share_iteration(StopCheck *check, int depth);

/* Clears STOP_ITERATION_SHARED, so that the search continues. */
void stop_check_resume(StopCheck *check);

/* Adds nodes that this thread has searched in a proof search. */
void stop_check_add_nodes(StopCheck *check, uint64_t nodes);

/* These two set the number of nodes that other threads see: to the exact number, or to 0. */
void stop_check_publish_nodes(StopCheck *check);
void stop_check_reset_nodes_shown(StopCheck *check);

/* The number of nodes that other threads see. During a search it may lag behind by about a
 * thousand. Thread-safe. */
uint64_t stop_check_nodes_shown(const StopCheck *check);

static inline uint64_t stop_check_nodes(const StopCheck *check) {
    return check->nodes;
}

static inline StopReason stop_check_reason(const StopCheck *check) {
    return check->reason;
}

/* How many more nodes the limit allows. */
static inline uint64_t stop_check_nodes_left(const StopCheck *check) {
    return check->nodes < check->nodes_max ? check->nodes_max - check->nodes : 0;
}

static inline bool stop_check_is_stopped(const StopCheck *check) {
    return check->reason != STOP_NONE;
}

/* Checks the limits and, at intervals, the clock, the signals and the other threads. */
void stop_check_poll(StopCheck *check);

enum { STOP_CHECK_INTERVAL = 64 /* nodes between checks of signals; a power of two */ };

/* Counts one node. Returns whether the search must stop. */
static inline bool stop_check_node(StopCheck *check) {
    check->nodes++;
    if (check->nodes % STOP_CHECK_INTERVAL == 0 || check->nodes >= check->nodes_max)
        stop_check_poll(check);
    return stop_check_is_stopped(check);
}

#endif
