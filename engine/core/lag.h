/* lag: estimates how much time the engine's clock loses on each turn beyond the engine's own
 * thinking, in pipes, GUIs and networks. The estimate is made from the clock times that the GUI
 * sends. One thread calls all functions, except that any thread may call lag_end_turn. All times
 * are in milliseconds; `now` is from a monotonic clock. */
#ifndef MISERE_CORE_LAG_H
#define MISERE_CORE_LAG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t lag;       /* the estimate */
    int64_t told;      /* the engine's time left as the GUI last sent it */
    int64_t increment; /* added to the clock after the turn being timed */
    bool is_timed;     /* has a turn been timed since the GUI last sent the time? */
    int turns;         /* number of turns in the game when the turn being timed began */
    int64_t started;
    atomic_int_least64_t ended; /* when the turn being timed ended; 0: it has not */
} Lag;

/* A turn of the engine begins, and its clock runs. `turns` is the number of turns in the game so
 * far; `increment` is added to the clock after this one. */
void lag_start_turn(Lag *lag, int turns, int64_t increment, int64_t now);

/* The engine has chosen its turn. Further calls for the same turn do nothing. */
void lag_end_turn(Lag *lag, int64_t now);

/* The GUI has sent the engine's clock time, in a game of `turns` turns so far. If a turn of the
 * engine was timed since the last call, the estimate becomes that turn's lag, or 7/8 of the old
 * estimate if that is more. */
void lag_note_clock(Lag *lag, int turns, int64_t clock);

#endif
