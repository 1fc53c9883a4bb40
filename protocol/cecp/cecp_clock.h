/* cecp_clock: the engine's clock as set by CECP's commands, and the search limits derived from it.
 * A plain value; not thread-safe.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", section 11. */
#ifndef MISERE_CECP_CECP_CLOCK_H
#define MISERE_CECP_CECP_CLOCK_H

#include "base/error.h"
#include "search/search_params.h"

typedef struct {
    int64_t moves_per_session; /* number of moves after which base_ms is added again; 0: never */
    int64_t base_ms;
    int64_t increment_ms;
    int64_t movetime_ms; /* fixed time for each move instead of the clock; 0: use the clock */
    int64_t left_ms;   /* time left on the engine's clock: as last set, less the time used since */
    int64_t depth;     /* maximum search depth in half-moves; 0: no limit */
    int session_start; /* number of turns, by both players, before the first session */
} CecpClock;

/* Sets the default for a GUI that sends no time control: 40 moves in 5 minutes. */
void cecp_clock_init(CecpClock *clock);

/* For a new game: resets the clock to its base time, and removes the depth limit. */
void cecp_clock_reset(CecpClock *clock);

/* Execute the commands `level`, `st`, `sd` and `time`. `rest` is the rest of the line, and is
 * modified; `turns` is the number of turns in the game so far. On failure these functions set
 * *error, change nothing, and return false. */
bool cecp_clock_level(CecpClock *clock, char *rest, int turns, Error *error);
bool cecp_clock_st(CecpClock *clock, char *rest, Error *error);
bool cecp_clock_sd(CecpClock *clock, char *rest, Error *error);
bool cecp_clock_time(CecpClock *clock, char *rest, Error *error);

/* After a turn of the engine: deducts the `ms` that it took from the engine's clock. `turns` is the
 * number of turns in the game, including this one. */
void cecp_clock_charge(CecpClock *clock, int64_t ms, int turns);

/* The limits of a search for the next turn of a game in which `turns` turns have been played. */
Limits cecp_clock_limits(const CecpClock *clock, int turns);

#endif
