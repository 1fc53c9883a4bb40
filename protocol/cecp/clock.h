/* clock: the engine's clock as CECP's commands set it, and the limits of a search that follow. A
 * plain value; one thread at a time.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", section 11. */
#ifndef MISERE_CECP_CLOCK_H
#define MISERE_CECP_CLOCK_H

#include "base/error.h"
#include "search/params/search_params.h"

typedef struct {
    int64_t moves_per_session; /* moves after which base_ms is added again; 0: never */
    int64_t base_ms;
    int64_t increment_ms;
    int64_t movetime_ms; /* fixed time for each move instead of the clock; 0: use the clock */
    int64_t left_ms;     /* on the engine's clock: as the GUI last said, less the time used since */
    int64_t depth;       /* maximum search depth in half-moves; 0: no limit */
    int session_start;   /* turns in the game (of both players) when the first session began */
} CecpClock;

/* Sets the clock for a GUI that sends no time control: 40 moves in 5 minutes. */
void cecp_clock_init(CecpClock *clock);

/* For a new game: sets the clock back to its base, and removes the depth limit. */
void cecp_clock_reset(CecpClock *clock);

/* These execute the commands `level` (in a game of `turns` turns so far), `st`, `sd` and `time`.
 * `rest` is the rest of the line, and is modified. On failure they set *error, change nothing, and
 * return false. */
bool cecp_clock_level(CecpClock *clock, char *rest, int turns, Error *error);
bool cecp_clock_st(CecpClock *clock, char *rest, Error *error);
bool cecp_clock_sd(CecpClock *clock, char *rest, Error *error);
bool cecp_clock_time(CecpClock *clock, char *rest, Error *error);

/* Charges the engine `ms` for its turn, after which the game has `turns` turns. */
void cecp_clock_charge(CecpClock *clock, int64_t ms, int turns);

/* The limits of a search for the next turn of a game that has `turns` turns. */
Limits cecp_clock_limits(const CecpClock *clock, int turns);

#endif
