#include "core/lag.h"

/* A turn's lag is ignored if it exceeds LAG_MAX_MS or is less than -ROUNDING_MS: then the clock
 * was set anew. Rounded clocks explain a slightly negative lag. */
enum { LAG_MAX_MS = 2000, ROUNDING_MS = 20 };

void lag_start_turn(Lag *lag, int turns, int64_t increment, int64_t now) {
    lag->is_timed = true;
    lag->turns = turns;
    lag->increment = increment;
    lag->started = now;
    atomic_store(&lag->ended, 0);
}

void lag_end_turn(Lag *lag, int64_t now) {
    int_least64_t running = 0;
    atomic_compare_exchange_strong(&lag->ended, &running, now);
}

static void observe(Lag *lag, int64_t cost) {
    if (cost > LAG_MAX_MS || cost < -ROUNDING_MS)
        return;
    int64_t faded = lag->lag - (lag->lag + 7) / 8;
    lag->lag = cost > faded ? cost : faded;
}

void lag_note_clock(Lag *lag, int turns, int64_t clock) {
    int64_t ended = atomic_load(&lag->ended);
    if (lag->is_timed && ended && turns > lag->turns)
        observe(lag, lag->told + lag->increment - (ended - lag->started) - clock);
    lag->is_timed = false;
    lag->told = clock;
}
