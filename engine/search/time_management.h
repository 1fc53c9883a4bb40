/* time_management: how long to search. Pure functions, hence thread-safe. */
#ifndef MISERE_SEARCH_TIME_MANAGEMENT_H
#define MISERE_SEARCH_TIME_MANAGEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* The clock and other limits at the start of a search. All times are in milliseconds. */
typedef struct {
    bool has_clock;
    int64_t clock;          /* time left to the player to move; may be 0 or negative */
    int64_t increment;      /* added after each turn */
    int moves_to_go;        /* turns until the next time control; 0: no further time control */
    int64_t movetime;       /* search exactly this long; 0: not set */
    int64_t overhead;       /* lost to communication on each turn */
    int64_t lag;            /* estimate of the time really lost on each turn; at most `overhead` */
    int64_t minimum_charge; /* minimum time that the referee charges for a turn */
    int64_t nodes_per_ms;   /* if not 0, time is counted in nodes: a millisecond is this many */
} TimeLimits;

/* Limits in microseconds from the start of the search; INT64_MAX: no limit. Milliseconds would be
 * too coarse for fast games, in which a turn takes only a few of them. The finer unit is worth
 * about 190 Elo at 0.2 s + 0.002 s per turn. */
typedef struct {
    int64_t soft;  /* no new iteration after about this time; sooner if the best turn is stable */
    int64_t least; /* the soft limit is never scaled below this */
    int64_t hard;  /* the search is stopped at this time */
} TimeBudget;

/* If `movetime` is set, returns it less the overhead, but no more than the clock's hard limit.
 * Otherwise returns a share of the clock, or no limits if there is no clock. */
TimeBudget time_management_budget(const TimeLimits *limits);

#endif
