#include "search/move_ordering.h"

#include "base/minmax.h"
#include "search/tunables.h"

#include <stdlib.h>
#include <string.h>

enum { HISTORY_MAX = 1 << 14, TT_MOVE_SCORE = 1 << 20, KILLER_SCORE = 1 << 18 };

void move_ordering_begin(MoveOrdering *ordering) {
    memset(ordering->killers, 0, sizeof ordering->killers);
}

void move_ordering_push(MoveOrdering *ordering, const Position *pos, Move move, int ply) {
    ordering->path[ply].piece = move == MOVE_PASS ? NO_PIECE : pos->board[move_from(move)];
    ordering->path[ply].to = (uint8_t)move_to(move);
}

static int load(const _Atomic int16_t *value) {
    return atomic_load_explicit(value, memory_order_relaxed);
}

enum { HISTORIES = 1 + CONTINUATIONS };

/* Finds the half-move's values in the histories: of captures only the first continuation counts.
 * Passes have no values. Returns the number of values. */
static int find_values(const MoveOrdering *ordering, const Position *pos, Move move, int ply,
                       _Atomic int16_t *values[HISTORIES]) {
    if (move == MOVE_PASS)
        return 0;
    History *history = ordering->history;
    Square to = move_to(move);
    uint8_t piece = pos->board[move_from(move)], captured = pos->board[to];
    int continuations = captured == NO_PIECE ? CONTINUATIONS : 1, count = 0;
    values[count++] = captured == NO_PIECE ? &history->moves[piece][to]
                                           : &history->captures[piece][to][piece_type(captured)];
    for (int i = 0; i < continuations && i < ply; i++) {
        const PathMove *earlier = &ordering->path[ply - 1 - i];
        if (earlier->piece != NO_PIECE)
            values[count++] = &history->continuation[i][earlier->piece][earlier->to][piece][to];
    }
    return count;
}

int move_ordering_history(const MoveOrdering *ordering, const Position *pos, Move move, int ply) {
    _Atomic int16_t *values[HISTORIES];
    int sum = 0;
    for (int i = find_values(ordering, pos, move, ply, values) - 1; i >= 0; i--)
        sum += load(values[i]);
    return sum;
}

static int move_score(const MoveOrdering *ordering, const Position *pos, Move move, Move tt_move,
                      int ply) {
    if (move == tt_move)
        return TT_MOVE_SCORE;
    for (int i = 0; i < KILLERS; i++)
        if (move == ordering->killers[ply][i])
            return KILLER_SCORE - i;
    return move_ordering_history(ordering, pos, move, ply);
}

void move_ordering_sort(const MoveOrdering *ordering, const Position *pos, MoveList *list,
                        Move tt_move, int ply) {
    int scores[MOVES_MAX];
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        int score = move_score(ordering, pos, move, tt_move, ply);
        int j = i;
        for (; j > 0 && scores[j - 1] < score; j--) {
            scores[j] = scores[j - 1];
            list->moves[j] = list->moves[j - 1];
        }
        scores[j] = score;
        list->moves[j] = move;
    }
}

/* History gravity (Stockfish): the nearer a value is to +-HISTORY_MAX, the less a bonus changes it.
 * A simultaneous update by another thread may be lost. */
static void update_entry(_Atomic int16_t *value, int bonus) {
    int old = load(value);
    atomic_store_explicit(value, (int16_t)(old + bonus - old * abs(bonus) / HISTORY_MAX),
                          memory_order_relaxed);
}

static void update_histories(MoveOrdering *ordering, const Position *pos, Move move, int bonus,
                             int ply) {
    _Atomic int16_t *values[HISTORIES];
    for (int i = find_values(ordering, pos, move, ply, values) - 1; i >= 0; i--)
        update_entry(values[i], bonus);
}

void move_ordering_update(MoveOrdering *ordering, const Position *pos, const MoveList *tried,
                          int depth, int ply) {
    int last = tried->count - 1;
    Move move = tried->moves[last];
    if (move == MOVE_PASS)
        return;
    Move *killers = ordering->killers[ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    if (depth == 0)
        return;
    int bonus = (int)min64(HISTORY_BONUS * depth * depth, HISTORY_BONUS_MAX);
    update_histories(ordering, pos, move, bonus, ply);
    for (int i = 0; i < last; i++)
        update_histories(ordering, pos, tried->moves[i], -bonus, ply);
}
