#include "search/stop_check.h"

#include "base/os/clock.h"
#include "base/os/thread.h"

#include <limits.h>

enum { CLOCK_INTERVAL = 16 * STOP_CHECK_INTERVAL /* nodes between checks of the clock */ };

void stop_check_init(StopCheck *check, SearchShared *shared, bool is_helper) {
    *check = (StopCheck){.shared = shared, .is_helper = is_helper};
}

void stop_check_begin(StopCheck *check, const Signals *signals, int64_t deadline,
                      uint64_t nodes_max) {
    check->signals = signals;
    check->deadline = deadline;
    check->nodes_max = nodes_max;
    check->nodes = 0;
    check->depth = INT_MAX;
    check->reason = STOP_NONE;
    stop_check_reset_nodes_shown(check);
}

void stop_check_set_deadline(StopCheck *check, int64_t deadline) {
    check->deadline = deadline;
}

void stop_check_share_iteration(StopCheck *check, int depth) {
    check->depth = depth;
}

void stop_check_resume(StopCheck *check) {
    check->reason = STOP_NONE;
}

void stop_check_add_nodes(StopCheck *check, uint64_t nodes) {
    check->nodes += nodes;
}

void stop_check_publish_nodes(StopCheck *check) {
    atomic_store_explicit(&check->nodes_shown, check->nodes, memory_order_relaxed);
}

void stop_check_reset_nodes_shown(StopCheck *check) {
    atomic_store_explicit(&check->nodes_shown, 0, memory_order_relaxed);
}

uint64_t stop_check_nodes_shown(const StopCheck *check) {
    return atomic_load_explicit(&check->nodes_shown, memory_order_relaxed);
}

int64_t stop_check_deadline(const StopCheck *check) {
    return atomic_load_explicit(&check->signals->pondering, memory_order_relaxed) ? INT64_MAX
                                                                                  : check->deadline;
}

static void poll_threads(StopCheck *check) {
    if (check->is_helper)
        check->nodes += prover_help(check->shared->prover, stop_check_nodes_left(check));
    if (atomic_load_explicit(&check->shared->depth, memory_order_relaxed) >= check->depth)
        check->reason = STOP_ITERATION_SHARED;
    else if (atomic_load_explicit(&check->signals->stop, memory_order_relaxed))
        check->reason = STOP_LIMIT;
}

void stop_check_poll(StopCheck *check) {
    bool checks_clock = check->nodes % CLOCK_INTERVAL == 0;
    if (checks_clock) {
        stop_check_publish_nodes(check);
        thread_checkpoint();
    }
    if (stop_check_is_stopped(check))
        return;
    if (check->nodes >= check->nodes_max ||
        (checks_clock && clock_now_us() >= stop_check_deadline(check)))
        check->reason = STOP_LIMIT;
    else if (check->nodes % STOP_CHECK_INTERVAL == 0)
        poll_threads(check);
}
