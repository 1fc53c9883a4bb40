#include "referee/players/builtin.h"

#include "base/random.h"

#include <limits.h>

enum { WIN_VALUE = 1000, INFINITE = INT_MAX };

/* The value of a position for a player: +-WIN_VALUE if the game is decided, 0 if it is drawn, else
 * the opponent's pieces minus the player's. */
static int evaluate(const Position *pos, Colour player) {
    Outcome outcome = outcome_of(pos);
    if (outcome_is_over(outcome))
        return outcome.drawn ? 0 : outcome.winner == player ? WIN_VALUE : -WIN_VALUE;
    return popcount(pos->by_colour[other(player)]) - popcount(pos->by_colour[player]);
}

/* The lowest value for `player` after any turn of the opponent, who is to move. Once the value is
 * below `alpha`, the remaining turns are pruned. If the opponent must pass, the result is the
 * position's own value. Returns false if out of memory. */
static bool minimise(const Position *pos, Colour player, int alpha, int *lowest) {
    *lowest = evaluate(pos, player);
    if (!outcome_can_move(pos))
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
        /* Keep the nth of equal turns with probability 1/n: each is then equally likely. */
        if (random_next(seed) % ++ties == 0)
            *turn = list.turns[i];
    }
    ok = ok && list.count > 0;
    turn_list_free(&list);
    return ok;
}
