#include "referee/players/builtin.h"

#include "base/random.h"

#include <limits.h>

enum { WIN = 1000, INFINITE = INT_MAX };

/* What a position is worth to a player: won, lost, or how many fewer pieces it has. */
static int worth(const Position *pos, Colour player) {
    Outcome outcome = outcome_of(pos);
    if (outcome_is_over(outcome))
        return outcome.drawn ? 0 : outcome.winner == player ? WIN : -WIN;
    return popcount(pos->by_colour[other(player)]) - popcount(pos->by_colour[player]);
}

/* The least that the turns of the player to decide leave to `player`, who is the other one; no
 * lower than matters: once it is below `floor` the rest is not looked at. After a forced pass it
 * is `player` who goes on, and the position counts as it stands. False without memory. */
static bool worst_answer(const Position *pos, Colour player, int floor, int *least) {
    *least = worth(pos, player);
    if (outcome_is_over(outcome_of(pos)) || outcome_pass_is_forced(pos))
        return true;
    TurnList list;
    if (!turn_list_make(pos, &list))
        return false;
    *least = INFINITE;
    for (int i = 0; i < list.count && *least >= floor; i++) {
        Position after;
        turn_apply(&after, pos, list.turns[i]);
        int value = worth(&after, player);
        if (value < *least)
            *least = value;
    }
    turn_list_free(&list);
    return true;
}

static bool judge(PlayerKind kind, const Position *after, Colour player, int best, int *value) {
    *value = 0;
    if (kind == PLAYER_MINIMAX2)
        return worst_answer(after, player, best, value);
    if (kind == PLAYER_GREEDY)
        *value = worth(after, player);
    return true;
}

bool builtin_choose(PlayerKind kind, const Position *pos, uint64_t *seed, Turn *turn) {
    TurnList list;
    if (!turn_list_make(pos, &list))
        return false;
    int best = -INFINITE;
    unsigned equals = 0;
    bool sound = true;
    for (int i = 0; i < list.count && sound; i++) {
        Position after;
        int value;
        turn_apply(&after, pos, list.turns[i]);
        sound = judge(kind, &after, (Colour)pos->player, best, &value);
        if (value > best)
            equals = 0;
        if (value < best)
            continue;
        best = value;
        /* Each of n equals is kept with a chance of 1 in n. */
        if (splitmix_next(seed) % ++equals == 0)
            *turn = list.turns[i];
    }
    sound = sound && list.count > 0;
    turn_list_free(&list);
    return sound;
}
