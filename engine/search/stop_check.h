/* stop_check: counts a thread's nodes and decides when its search must end: at a limit of nodes or
 * time, on a stop signal, or because another thread has finished the same iteration. */
#ifndef MISERE_SEARCH_STOP_CHECK_H
#define MISERE_SEARCH_STOP_CHECK_H

#include "search/shared.h"
#include "search/smp/signals.h"

typedef enum {
    STOP_NONE,             /* search on */
    STOP_LIMIT,            /* told to stop, or a limit is reached */
    STOP_ITERATION_SHARED, /* another thread has finished the iteration */
} StopReason;

/* Belongs to one thread. Its members are for the functions below only. */
typedef struct {
    SearchShared *shared;
    const Signals *signals;
    int64_t deadline; /* by clock_now_us */
    uint64_t nodes;
    uint64_t nodes_max;
    int depth; /* of the iteration that other threads may finish; INT_MAX: they may not */
    bool is_helper;
    StopReason reason;
    _Atomic uint64_t nodes_shown; /* a recent value of `nodes`, for other threads */
} StopCheck;

/* What ends a search. */
typedef struct {
    const Signals *signals;
    int64_t deadline;   /* by clock_now_us; does not count while pondering */
    uint64_t nodes_max; /* UINT64_MAX: no limit */
} StopConditions;

/* A helper also takes part in the leader's proof searches whenever it checks. */
void stop_check_init(StopCheck *check, SearchShared *shared, bool is_helper);

/* Call before each search. */
void stop_check_begin(StopCheck *check, const StopConditions *conditions);

/* Changes the deadline of a running search. */
void stop_check_set_deadline(StopCheck *check, int64_t deadline);

/* Call before each iteration, with the depth at which another thread may finish it; INT_MAX: none
 * may. */
void stop_check_share_iteration(StopCheck *check, int depth);

/* Call after STOP_ITERATION_SHARED: lets the search continue. */
void stop_check_resume(StopCheck *check);

/* Counts nodes that were searched elsewhere for this thread. */
void stop_check_add_nodes(StopCheck *check, uint64_t nodes);

/* Shows other threads the exact number of nodes, or 0. */
void stop_check_publish_nodes(StopCheck *check);
void stop_check_reset_nodes_shown(StopCheck *check);

/* The number last shown, up to about a thousand too small during a search. Any thread. */
uint64_t stop_check_nodes_shown(const StopCheck *check);

static inline uint64_t stop_check_nodes(const StopCheck *check) {
    return check->nodes;
}

static inline StopReason stop_check_reason(const StopCheck *check) {
    return check->reason;
}

static inline bool stop_check_is_stopped(const StopCheck *check) {
    return check->reason != STOP_NONE;
}

/* Checks the limits and, at intervals, the clock, the signals and the other threads. */
void stop_check_poll(StopCheck *check);

enum { STOP_CHECK_INTERVAL = 64 /* nodes between checks of signals; a power of two */ };

/* Counts one node. Must the search stop? */
static inline bool stop_check_node(StopCheck *check) {
    check->nodes++;
    if (check->nodes % STOP_CHECK_INTERVAL == 0 || check->nodes >= check->nodes_max)
        stop_check_poll(check);
    return stop_check_is_stopped(check);
}

#endif
