#include "order.h"

#include <string.h>

enum { HISTORY_MAX = 1 << 14, WORTH_BEST = 1 << 20, WORTH_KILLER = 1 << 18 };

void order_clear(Order *order) {
    memset(order, 0, sizeof *order);
}

static int *history_of(Order *order, const Position *pos, Move move) {
    PieceType type = piece_type(pos->board[move_from(move)]);
    return &order->history[pos->side][type][move_to(move)];
}

static int worth(const Order *order, const Position *pos, Move move, Move best, int ply) {
    if (move == best)
        return WORTH_BEST;
    if (move == MOVE_PASS)
        return 0;
    for (int i = 0; i < KILLERS; i++)
        if (move == order->killers[ply][i])
            return WORTH_KILLER - i;
    PieceType type = piece_type(pos->board[move_from(move)]);
    return order->history[pos->side][type][move_to(move)];
}

void order_sort(const Order *order, const Position *pos, MoveList *list, Move best, int ply) {
    int worths[MOVES_MAX];
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        int this_worth = worth(order, pos, move, best, ply);
        int j = i;
        for (; j > 0 && worths[j - 1] < this_worth; j--) {
            worths[j] = worths[j - 1];
            list->moves[j] = list->moves[j - 1];
        }
        worths[j] = this_worth;
        list->moves[j] = move;
    }
}

/* Moves a value towards a bound that it never passes: the further away, the faster. */
static void nudge(int *value, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *value += bonus - *value * size / HISTORY_MAX;
}

void order_learn(Order *order, const Position *pos, const MoveList *list, int index, int depth,
                 int ply) {
    Move move = list->moves[index];
    if (move == MOVE_PASS)
        return;
    Move *killers = order->killers[ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    int bonus = depth > 16 ? 256 : depth * depth;
    nudge(history_of(order, pos, move), bonus);
    for (int i = 0; i < index; i++)
        if (list->moves[i] != MOVE_PASS)
            nudge(history_of(order, pos, list->moves[i]), -bonus);
}
