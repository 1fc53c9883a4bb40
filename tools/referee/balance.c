#include "referee/balance.h"

#include "eval/wdl.h"

#include <stdlib.h>

enum { HASH_MB = 4 };

bool balance_of(const Position *pos, uint64_t nodes, const Signals *signals, Score *score,
                Error *error) {
    static const Reports NO_REPORTS;
    SearchParams params = {.root.pos = *pos, .limits.nodes = nodes};
    SearchShared *shared = shared_new(HASH_MB);
    SearchThread *thread = shared ? search_thread_new(shared, SEARCH_LEADER) : NULL;
    if (thread)
        *score = search_run(thread, &params, signals, &NO_REPORTS)->score;
    bool done = (thread || error_set(error, "out of memory")) &&
                (!atomic_load(&signals->stop) || error_set(error, "cancelled"));
    search_thread_free(thread);
    shared_free(shared);
    return done;
}

bool balance_is_within(const BalanceRule *rule, Family family, Score score) {
    if (rule->max_cp)
        return abs(score) <= rule->max_cp;
    if (!rule->max_percent)
        return true;
    /* Expected points, in thousandths: win + draw / 2, which is 500 + (win - loss) / 2. */
    Wdl wdl = wdl_of(family, score);
    return abs(wdl.win - wdl.loss) <= 20 * rule->max_percent;
}
