#include "referee/players/clocks.h"

#include "base/minmax.h"

#include <limits.h>

enum {
    US = 1000,              /* microseconds per millisecond */
    MOVETIME_MARGIN_MS = 50 /* the answer to movetime always arrives a little late */
};

static int64_t margin_ms(const TournamentConfig *config, const PlayerSpec *spec) {
    if (spec->has_margin)
        return spec->margin_ms;
    if (config->margin_ms >= 0)
        return config->margin_ms;
    return spec->tc.movetime_ms > 0 ? MOVETIME_MARGIN_MS : 0;
}

void clocks_start(MatchClocks *clocks, const TournamentConfig *config, const PlayerSpec *white,
                  const PlayerSpec *black) {
    *clocks = (MatchClocks){.tcs = {&white->tc, &black->tc},
                            .minimum_charge_us = config->minimum_charge_ms * US,
                            .response_timeout_ms = config->response_timeout_ms,
                            .count_nodes = config->nodes_per_ms > 0};
    const PlayerSpec *specs[COLOURS] = {white, black};
    for (int player = WHITE; player <= BLACK; player++) {
        clocks->margin_us[player] = US * margin_ms(config, specs[player]);
        clocks->left_us[player] = specs[player]->tc.clock_ms * US;
    }
}

static bool charge_clock(MatchClocks *clocks, Colour player, int64_t elapsed_us) {
    const ClientTimeControl *tc = clocks->tcs[player];
    int64_t *left = &clocks->left_us[player];
    *left -= max64(elapsed_us, clocks->minimum_charge_us);
    if (*left + clocks->margin_us[player] <= 0) {
        *left = 0;
        return false;
    }
    *left = max64(*left, 1) + tc->increment_ms * US;
    clocks->turns[player]++;
    if (tc->moves_to_go > 0 && clocks->turns[player] % tc->moves_to_go == 0)
        *left += tc->clock_ms * US;
    return true;
}

bool clocks_charge(MatchClocks *clocks, Colour player, int64_t elapsed_us) {
    const ClientTimeControl *tc = clocks->tcs[player];
    if (time_control_has_clock(tc))
        return charge_clock(clocks, player, elapsed_us);
    return tc->movetime_ms == 0 || elapsed_us <= tc->movetime_ms * US + clocks->margin_us[player];
}

int64_t clocks_left_ms(const MatchClocks *clocks, Colour player) {
    return time_control_has_clock(clocks->tcs[player]) ? (clocks->left_us[player] + US - 1) / US
                                                       : GAME_NO_CLOCK;
}

int clocks_moves_to_go(const MatchClocks *clocks, Colour player) {
    int session = clocks->tcs[player]->moves_to_go;
    return session == 0 ? 0 : session - clocks->turns[player] % session;
}

int clocks_deadline_ms(const MatchClocks *clocks, Colour player) {
    const ClientTimeControl *tc = clocks->tcs[player];
    int64_t limit_us = clocks->response_timeout_ms * US;
    if (clocks->count_nodes)
        return (int)min64(clocks->response_timeout_ms, INT_MAX);
    if (time_control_has_clock(tc))
        limit_us = clocks->left_us[player] + clocks->margin_us[player];
    else if (tc->movetime_ms > 0)
        limit_us = tc->movetime_ms * US + clocks->margin_us[player];
    int64_t limit_ms = limit_us / US + 1;
    return limit_ms < INT_MAX ? (int)limit_ms : INT_MAX;
}

ClientLimits clocks_limits(const MatchClocks *clocks, Colour player) {
    const ClientTimeControl *tc = clocks->tcs[player];
    ClientLimits go = CLIENT_LIMITS_NONE;
    for (int i = WHITE; i <= BLACK; i++)
        if (time_control_has_clock(clocks->tcs[i])) {
            go.clock_ms[i] = max64(clocks->left_us[i] / US, 1);
            go.increment_ms[i] = clocks->tcs[i]->increment_ms;
        }
    go.moves_to_go = clocks_moves_to_go(clocks, player);
    go.movetime_ms = tc->movetime_ms;
    go.depth = tc->depth;
    go.nodes = tc->nodes;
    return go;
}
