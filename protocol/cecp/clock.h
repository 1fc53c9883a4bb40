/* clock: what CECP's commands say about the engine's time, and what follows from it for a
 * search. A value; one thread at a time.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", section 11. */
#ifndef MISERE_CECP_CLOCK_H
#define MISERE_CECP_CLOCK_H

#include "base/error.h"
#include "search/params/search_params.h"

typedef struct {
    int64_t moves_per_session; /* after so many the base is added again; 0: never */
    int64_t base_ms;
    int64_t increment_ms;
    int64_t movetime_ms; /* for each move, in place of the clock; 0: none */
    int64_t left_ms;     /* on the engine's clock: as it was told last, less what it used since */
    int64_t depth;       /* half-moves to look ahead at most; 0: not said */
    int session_start;   /* how many turns the game had when the first session began */
} CecpClock;

/* A clock for who is told nothing: 40 moves in 5 minutes. */
void cecp_clock_init(CecpClock *clock);

/* A new game: the clock shows its base again, and the depth is forgotten. */
void cecp_clock_reset(CecpClock *clock);

/* What follows the words `level`, in a game of so many turns; `st`, `sd` and `time`. On failure
 * they say why, return false and change nothing. */
bool cecp_clock_level(CecpClock *clock, char *rest, int turns, Error *error);
bool cecp_clock_st(CecpClock *clock, char *rest, Error *error);
bool cecp_clock_sd(CecpClock *clock, char *rest, Error *error);
bool cecp_clock_time(CecpClock *clock, char *rest, Error *error);

/* The engine used so many ms for the turn that made it `turns`. */
void cecp_clock_charge(CecpClock *clock, int64_t ms, int turns);

/* The limits of a search for the next turn of a game that has so many. */
Limits cecp_clock_limits(const CecpClock *clock, int turns);

#endif
