#include "proofs/half_move_order.h"

/* A number that grows with the half-move's text: 0000 comes first, then a1a2 to h8h7, and of
 * promotions those to b, k, n, q, r. */
static int order_of(Move move) {
    static const int PROMOTIONS[PIECE_TYPES] = {
        [BISHOP] = 1, [KING] = 2, [KNIGHT] = 3, [QUEEN] = 4, [ROOK] = 5};
    Square from = move_from(move), to = move_to(move);
    int squares =
        512 * square_file(from) + 64 * square_rank(from) + 8 * square_file(to) + square_rank(to);
    return move == MOVE_PASS ? -1 : 8 * squares + PROMOTIONS[move_promotion(move)];
}

/* By insertion, as most lists are short. */
void half_move_order(MoveList *list) {
    for (int i = 1; i < list->count; i++) {
        Move move = list->moves[i];
        int order = order_of(move), j = i;
        for (; j > 0 && order_of(list->moves[j - 1]) > order; j--)
            list->moves[j] = list->moves[j - 1];
        list->moves[j] = move;
    }
}
