#include "referee/players/clocks.h"

#include "base/minmax.h"

#include <limits.h>

enum {
    US = 1000,              /* microseconds in a millisecond */
    MOVETIME_MARGIN_MS = 50 /* an engine that thinks for just its time is a little late */
};

void clocks_start(Clocks *clocks, const Contest *contest, const PlayerSpec *white,
                  const PlayerSpec *black) {
    *clocks = (Clocks){.paces = {&white->pace, &black->pace},
                       .least_charge_us = contest->minimum_charge_ms * US,
                       .patience_ms = contest->patience_ms};
    for (int player = WHITE; player <= BLACK; player++) {
        const Pace *pace = clocks->paces[player];
        int64_t usual_ms = pace->movetime_ms > 0 ? MOVETIME_MARGIN_MS : 0;
        clocks->margin_us[player] = US * (contest->margin_ms < 0 ? usual_ms : contest->margin_ms);
        clocks->left_us[player] = pace->clock_ms * US;
    }
}

static bool charge_clock(Clocks *clocks, Colour player, int64_t elapsed_us) {
    const Pace *pace = clocks->paces[player];
    int64_t *left = &clocks->left_us[player];
    *left -= larger(elapsed_us, clocks->least_charge_us);
    if (*left + clocks->margin_us[player] <= 0) {
        *left = 0;
        return false;
    }
    *left = larger(*left, 1) + pace->increment_ms * US;
    clocks->turns[player]++;
    if (pace->moves_to_go > 0 && clocks->turns[player] % pace->moves_to_go == 0)
        *left += pace->clock_ms * US;
    return true;
}

bool clocks_charge(Clocks *clocks, Colour player, int64_t elapsed_us) {
    const Pace *pace = clocks->paces[player];
    if (pace_has_clock(pace))
        return charge_clock(clocks, player, elapsed_us);
    return pace->movetime_ms == 0 ||
           elapsed_us <= pace->movetime_ms * US + clocks->margin_us[player];
}

int64_t clocks_left_ms(const Clocks *clocks, Colour player) {
    return pace_has_clock(clocks->paces[player]) ? (clocks->left_us[player] + US - 1) / US
                                                 : GAME_NO_CLOCK;
}

int clocks_moves_to_go(const Clocks *clocks, Colour player) {
    int session = clocks->paces[player]->moves_to_go;
    return session == 0 ? 0 : session - clocks->turns[player] % session;
}

int clocks_deadline_ms(const Clocks *clocks, Colour player) {
    const Pace *pace = clocks->paces[player];
    int64_t limit_us = clocks->patience_ms * US;
    if (pace_has_clock(pace))
        limit_us = clocks->left_us[player] + clocks->margin_us[player];
    else if (pace->movetime_ms > 0)
        limit_us = pace->movetime_ms * US + clocks->margin_us[player];
    int64_t limit_ms = limit_us / US + 1;
    return limit_ms < INT_MAX ? (int)limit_ms : INT_MAX;
}

ClientGo clocks_limits(const Clocks *clocks, Colour player) {
    const Pace *pace = clocks->paces[player];
    ClientGo go = CLIENT_GO_UNLIMITED;
    for (int i = WHITE; i <= BLACK; i++)
        if (pace_has_clock(clocks->paces[i])) {
            go.clock_ms[i] = larger(clocks->left_us[i] / US, 1);
            go.increment_ms[i] = clocks->paces[i]->increment_ms;
        }
    go.moves_to_go = clocks_moves_to_go(clocks, player);
    go.movetime_ms = pace->movetime_ms;
    go.depth = pace->depth;
    go.nodes = pace->nodes;
    return go;
}
