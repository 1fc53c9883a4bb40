#include "referee/balance.h"

#include "batch/searcher.h"
#include "eval/wdl.h"

#include <stdlib.h>

enum { HASH_MB = 4 };

bool balance_of(const Position *pos, uint64_t nodes, const Signals *signals, Score *score,
                Error *error) {
    SearchParams params = {.root.pos = *pos, .limits.nodes = nodes};
    Searcher searcher;
    bool done = searcher_init(&searcher, HASH_MB) || error_set(error, "out of memory");
    if (done)
        *score = searcher_run(&searcher, &params, signals)->score;
    searcher_free(&searcher);
    return done && (!atomic_load(&signals->stop) || error_set(error, "cancelled"));
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
