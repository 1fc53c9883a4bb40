#include "search/time_management.h"

#include "base/minmax.h"
#include "search/tunables.h"

enum {
    /* At most this percentage of the clock is reserved for the overhead of the turns ahead. */
    OVERHEAD_PERCENT_MAX = 90,
    /* If the clock gains no time from turn to turn (increment at most equal to the lag), what this
     * many further turns will lose is reserved as well, because some games are long. A turn loses
     * the lag, but it is taken to lose at least this percentage of the overhead, because on a busy
     * machine any turn may be late. */
    LATER_TURNS = 110,
    LATER_OVERHEAD_PERCENT = 30,
};

static const int64_t TIME_MAX_MS = (int64_t)1 << 40; /* longer times are clamped to this */

static int64_t to_us(int64_t ms) {
    return max64(min64(ms, TIME_MAX_MS), -TIME_MAX_MS) * 1000;
}

static TimeBudget clock_budget(const TimeLimits *limits) {
    int64_t overhead = to_us(limits->overhead), increment = to_us(limits->increment);
    int64_t left = max64(to_us(limits->clock) - overhead, 0);
    int turns = limits->moves_to_go > 0 ? limits->moves_to_go : TIME_MOVES_TO_GO;
    if (turns > TIME_MOVES_TO_GO)
        turns = TIME_MOVES_TO_GO;
    int64_t lag = to_us(limits->lag);
    bool runs_dry = increment <= lag && limits->moves_to_go == 0;
    int64_t lost = (turns - 1) * max64(overhead - increment, 0);
    if (runs_dry)
        lost += LATER_TURNS * (max64(lag, overhead * LATER_OVERHEAD_PERCENT / 100) - increment);
    int64_t usable = left - min64(lost, left * OVERHEAD_PERCENT_MAX / 100);
    int64_t share = usable / turns + increment * 3 / 4;
    /* The smaller the usable part of the clock is, the smaller is the share of each turn. */
    if (runs_dry && left > 0)
        share = (int64_t)((double)share * (double)usable / (double)left);
    int64_t most = turns == 1 ? usable : usable * 2 / 5;
    /* Playing faster than the minimum charge saves no time. */
    int64_t free_time = to_us(limits->minimum_charge) - overhead;
    return (TimeBudget){.soft = min64(max64(share * TIME_SOFT_PERCENT / 100, free_time), most),
                        .least = min64(free_time, most),
                        .hard = min64(max64(share * TIME_HARD_PERCENT / 100, free_time), most)};
}

TimeBudget time_management_budget(const TimeLimits *limits) {
    TimeBudget budget = {.soft = INT64_MAX, .least = INT64_MAX, .hard = INT64_MAX};
    if (limits->has_clock)
        budget = clock_budget(limits);
    if (limits->movetime > 0) {
        int64_t movetime = to_us(limits->movetime);
        int64_t think = max64(movetime - to_us(limits->overhead), movetime / 2);
        budget.soft = budget.least = budget.hard = min64(budget.hard, think);
    }
    return budget;
}
