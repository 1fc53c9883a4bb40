#include "referee/balance.h"

enum { HASH_MB = 4 };

bool balance_of(const Position *pos, uint64_t nodes, const Signals *signals, int64_t *centipawns,
                Error *error) {
    static const Reports NO_REPORTS;
    SearchParams params = {.root = *pos, .limits = {.nodes = nodes}};
    SearchShared *shared = shared_new(HASH_MB);
    SearchThread *thread = shared ? search_thread_new(shared, SEARCH_LEADER) : NULL;
    if (thread)
        *centipawns = search_run(thread, &params, signals, &NO_REPORTS)->score;
    bool done = (thread || error_set(error, "out of memory")) &&
                (!atomic_load(&signals->stop) || error_set(error, "cancelled"));
    search_thread_free(thread);
    shared_free(shared);
    return done;
}
