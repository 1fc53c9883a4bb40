/* order: which half-moves to look at first. One search thread owns an Order. */
#ifndef MISERE_ORDER_H
#define MISERE_ORDER_H

#include "movegen.h"
#include "score.h"

enum { KILLERS = 2 };

/* What the search has learned about half-moves that refute. */
typedef struct {
    int history[COLOURS][PIECE_TYPES][SQUARES]; /* by the piece that moves and where to */
    Move killers[PLY_MAX][KILLERS];
} Order;

/* Forgets everything. */
void order_clear(Order *order);

/* Sorts the list, the most promising half-move first: `best` (what the table knows, or MOVE_NONE),
 * then those that refuted before. */
void order_sort(const Order *order, const Position *pos, MoveList *list, Move best, int ply);

/* The half-move of that index refuted the position: it is remembered, the ones tried before it
 * lose some of their standing. */
void order_learn(Order *order, const Position *pos, const MoveList *list, int index, int depth,
                 int ply);

#endif
