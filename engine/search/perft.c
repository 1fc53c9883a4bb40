#include "search/perft.h"

#include "base/os/thread.h"

#include <stddef.h>

enum { STOP_CHECK_DEPTH_MIN = 4 }; /* smaller subtrees take no noticeable time */

uint64_t perft(const Position *pos, int depth, const atomic_bool *stop) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)outcome_count_moves(pos);
    if (stop && depth >= STOP_CHECK_DEPTH_MIN) {
        thread_checkpoint();
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return 0;
    }
    MoveList list;
    outcome_find(pos, &list);
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        nodes += perft(&after, depth - 1, stop);
    }
    return nodes;
}
