/* time_management: how long to think. Pure; any thread. */
#ifndef MISERE_SEARCH_PARAMS_TIME_MANAGEMENT_H
#define MISERE_SEARCH_PARAMS_TIME_MANAGEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* What is known about time when a search starts, in milliseconds. */
typedef struct {
    bool has_clock;
    int64_t clock;          /* what the player to decide has left; may be 0 or less */
    int64_t increment;      /* added after each of its turns */
    int moves_to_go;        /* turns until more time comes; 0: none will */
    int64_t movetime;       /* think for just this long; 0: not asked for */
    int64_t overhead;       /* lost on the way between us and the referee, each turn */
    int64_t minimum_charge; /* a referee's least charge for a turn, however fast */
} TimeLimits;

/* When to stop, in microseconds from the start of the search; INT64_MAX: never. A turn in a fast
 * game takes a few milliseconds, of which a search gives parts to this and that. (+193 +- 34 Elo in
 * spring 2007 and +106 +- 32 in losers at 0.2+0.002, 400 games each; +41 +- 31 in spring 2007 at
 * 0.6+0.006, 300 games; against budgets in whole milliseconds.) */
typedef struct {
    int64_t soft;  /* begin no new iteration after about this, the less the more is settled; */
    int64_t least; /* but before this, begin one anyway */
    int64_t hard;  /* stop at once */
} TimeBudget;

TimeBudget time_management_budget(const TimeLimits *limits);

#endif
