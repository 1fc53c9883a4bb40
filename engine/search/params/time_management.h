/* time_management: how long to search. Pure; any thread. */
#ifndef MISERE_SEARCH_PARAMS_TIME_MANAGEMENT_H
#define MISERE_SEARCH_PARAMS_TIME_MANAGEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* The clock when a search starts. All times are in milliseconds. */
typedef struct {
    bool has_clock;
    int64_t clock;          /* time left to the player to decide; may be 0 or negative */
    int64_t increment;      /* added after each turn */
    int moves_to_go;        /* turns until the next time control; 0: there is none */
    int64_t movetime;       /* search exactly this long; 0: not set */
    int64_t overhead;       /* lost to communication on each turn */
    int64_t minimum_charge; /* the least time that the referee charges for a turn */
} TimeLimits;

/* Limits in microseconds from the start of the search; INT64_MAX: no limit. Not milliseconds, as
 * in fast games a turn takes only a few: worth about 190 Elo at 0.2 s + 0.002 s a turn. */
typedef struct {
    int64_t soft;  /* no new iteration begins after about this, sooner if the best turn is stable */
    int64_t least; /* the soft limit is never scaled below this */
    int64_t hard;  /* the search is stopped at this */
} TimeBudget;

/* `movetime` less the overhead, if set, but within the clock's hard limit; else a share of the
 * clock, if there is one; else no limits. */
TimeBudget time_management_budget(const TimeLimits *limits);

#endif
