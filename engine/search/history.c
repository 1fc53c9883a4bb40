#include "search/history.h"

#include <stdlib.h>
#include <string.h>

enum { HISTORY_MAX = 1 << 14, WORTH_BEST = 1 << 20, WORTH_KILLER = 1 << 18 };

void order_enter(Order *order, const Position *pos, Move move, int ply) {
    order->path[ply].piece = move == MOVE_PASS ? NO_PIECE : pos->board[move_from(move)];
    order->path[ply].to = (uint8_t)move_to(move);
}

/* The half-move before the node at `ply`; NULL at the root and after a pass. */
static const PathMove *move_before(const Order *order, int ply) {
    return ply > 0 && order->path[ply - 1].piece != NO_PIECE ? &order->path[ply - 1] : NULL;
}

static int load(const _Atomic int16_t *value) {
    return atomic_load_explicit(value, memory_order_relaxed);
}

int order_history(const Order *order, const Position *pos, Move move, int ply) {
    if (move == MOVE_PASS)
        return 0;
    const PathMove *before = move_before(order, ply);
    uint8_t piece = pos->board[move_from(move)];
    Square to = move_to(move);
    return load(&order->history->moves[piece][to]) +
           (before ? load(&order->history->answers[before->piece][before->to][piece][to]) : 0);
}

static int worth(const Order *order, const Position *pos, Move move, Move best, int ply) {
    if (move == best)
        return WORTH_BEST;
    for (int i = 0; i < KILLERS; i++)
        if (move == order->killers[ply][i])
            return WORTH_KILLER - i;
    return order_history(order, pos, move, ply);
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

/* Moves a value towards a bound that it never passes: the further away, the faster. What another
 * thread adds at the same time may be lost. */
static void nudge(_Atomic int16_t *value, int bonus) {
    int old = load(value);
    atomic_store_explicit(value, (int16_t)(old + bonus - old * abs(bonus) / HISTORY_MAX),
                          memory_order_relaxed);
}

static void learn(Order *order, const Position *pos, Move move, int bonus, int ply) {
    if (move == MOVE_PASS)
        return;
    const PathMove *before = move_before(order, ply);
    uint8_t piece = pos->board[move_from(move)];
    Square to = move_to(move);
    nudge(&order->history->moves[piece][to], bonus);
    if (before)
        nudge(&order->history->answers[before->piece][before->to][piece][to], bonus);
}

void order_learn(Order *order, const Position *pos, const MoveList *tried, int depth, int ply) {
    int last = tried->count - 1;
    Move move = tried->moves[last];
    if (move == MOVE_PASS)
        return;
    Move *killers = order->killers[ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    int bonus = depth > 16 ? 256 : depth * depth;
    learn(order, pos, move, bonus, ply);
    for (int i = 0; i < last; i++)
        learn(order, pos, tried->moves[i], -bonus, ply);
}
