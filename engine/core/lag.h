/* lag: what a turn costs on the player's clock beyond the engine's own thinking, in pipes, GUIs and
 * networks, learned from the clocks that the engine is told. The owner's thread calls everything
 * but lag_end_turn. All times are in milliseconds; `now` is by a clock that never jumps. */
#ifndef MISERE_CORE_LAG_H
#define MISERE_CORE_LAG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t lag;       /* the estimate */
    int64_t told;      /* the clock as told last */
    int64_t increment; /* of the turn being timed */
    bool is_timed;     /* does a turn of the engine's cost it time? */
    int turns;         /* in the game when that turn began */
    int64_t started;
    atomic_int_least64_t ended; /* 0: the turn has not ended */
} Lag;

/* The player to move is the engine, with the clock that was told, and its time runs. `turns` is the
 * number of turns in the game so far. */
void lag_start_turn(Lag *lag, int turns, int64_t increment, int64_t now);

/* The engine has chosen its turn; later calls for the same turn do nothing. The search's thread may
 * call this. */
void lag_end_turn(Lag *lag, int64_t now);

/* The engine is told its clock, in a game of so many turns. If this follows a turn of the engine's,
 * the estimate becomes what that turn has cost beyond its thinking, if that is more than seven
 * eighths of the estimate so far; else it falls to these. */
void lag_note_clock(Lag *lag, int turns, int64_t clock);

#endif
