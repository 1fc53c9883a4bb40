#include "search/move_ordering.h"

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

/* The half-move that led to the node at `ply`; NULL at the root and after a pass. */
static const PathMove *move_before(const MoveOrdering *ordering, int ply) {
    return ply > 0 && ordering->path[ply - 1].piece != NO_PIECE ? &ordering->path[ply - 1] : NULL;
}

static int load(const _Atomic int16_t *value) {
    return atomic_load_explicit(value, memory_order_relaxed);
}

/* The sum of the half-move's history values, about -32000 to 32000. */
static int history_of(const MoveOrdering *ordering, const Position *pos, Move move, int ply) {
    if (move == MOVE_PASS)
        return 0;
    const PathMove *before = move_before(ordering, ply);
    uint8_t piece = pos->board[move_from(move)];
    Square to = move_to(move);
    return load(&ordering->history->moves[piece][to]) +
           (before ? load(&ordering->history->continuation[before->piece][before->to][piece][to])
                   : 0);
}

static int move_score(const MoveOrdering *ordering, const Position *pos, Move move, Move tt_move,
                      int ply) {
    if (move == tt_move)
        return TT_MOVE_SCORE;
    for (int i = 0; i < KILLERS; i++)
        if (move == ordering->killers[ply][i])
            return KILLER_SCORE - i;
    return history_of(ordering, pos, move, ply);
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
    if (move == MOVE_PASS)
        return;
    const PathMove *before = move_before(ordering, ply);
    uint8_t piece = pos->board[move_from(move)];
    Square to = move_to(move);
    update_entry(&ordering->history->moves[piece][to], bonus);
    if (before)
        update_entry(&ordering->history->continuation[before->piece][before->to][piece][to], bonus);
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
    int bonus = depth > 16 ? 256 : depth * depth;
    update_histories(ordering, pos, move, bonus, ply);
    for (int i = 0; i < last; i++)
        update_histories(ordering, pos, tried->moves[i], -bonus, ply);
}
