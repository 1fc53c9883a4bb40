#include "referee/players/builtin.h"

#include "base/random.h"

#include <limits.h>

enum { WIN_VALUE = 1000, INFINITE = INT_MAX };

/* What a position is worth to a player: won, lost, or how many fewer pieces it has. */
static int evaluate(const Position *pos, Colour player) {
    Outcome outcome = outcome_of(pos);
    if (outcome_is_over(outcome))
        return outcome.drawn ? 0 : outcome.winner == player ? WIN_VALUE : -WIN_VALUE;
    return popcount(pos->by_colour[other(player)]) - popcount(pos->by_colour[player]);
}

/* The least that the turns of the player to decide leave to `player`, who is the other one; no
 * lower than matters: once it is below `alpha` the rest is cut off. After a forced pass it
 * is `player` who goes on, and the position counts as it stands. False without memory. */
static bool minimise(const Position *pos, Colour player, int alpha, int *lowest) {
    *lowest = evaluate(pos, player);
    if (outcome_is_over(outcome_of(pos)) || outcome_pass_is_forced(pos))
        return true;
    TurnList list;
    if (!turn_list_make(pos, &list))
        return false;
    *lowest = INFINITE;
    for (int i = 0; i < list.count && *lowest >= alpha; i++) {
        Position after;
        turn_apply(&after, pos, list.turns[i]);
        int value = evaluate(&after, player);
        if (value < *lowest)
            *lowest = value;
    }
    turn_list_free(&list);
    return true;
}

static bool evaluate_turn(PlayerKind kind, const Position *after, Colour player, int best,
                          int *value) {
    *value = 0;
    if (kind == PLAYER_MINIMAX2)
        return minimise(after, player, best, value);
    if (kind == PLAYER_GREEDY)
        *value = evaluate(after, player);
    return true;
}

bool builtin_choose(PlayerKind kind, const Position *pos, uint64_t *seed, Turn *turn) {
    TurnList list;
    if (!turn_list_make(pos, &list))
        return false;
    int best = -INFINITE;
    unsigned ties = 0;
    bool ok = true;
    for (int i = 0; i < list.count && ok; i++) {
        Position after;
        int value;
        turn_apply(&after, pos, list.turns[i]);
        ok = evaluate_turn(kind, &after, (Colour)pos->player, best, &value);
        if (value > best)
            ties = 0;
        if (value < best)
            continue;
        best = value;
        /* Each of n equals is kept with a chance of 1 in n. */
        if (random_next(seed) % ++ties == 0)
            *turn = list.turns[i];
    }
    ok = ok && list.count > 0;
    turn_list_free(&list);
    return ok;
}
