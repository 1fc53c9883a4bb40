/* order: which half-moves to look at first. One search thread owns an Order; its History may be
 * shared by many, which then tell each other what they learn. */
#ifndef MISERE_SEARCH_HISTORY_H
#define MISERE_SEARCH_HISTORY_H

#include "eval/score.h"
#include "rules/movegen.h"

#include <stdatomic.h>

enum { KILLERS = 2, PIECE_VALUES = 16 };

typedef struct {
    uint8_t piece, to;
} PathMove;

/* How half-moves have done so far: by the piece that moves and where to, and the same by the piece
 * that moved just before and where to (what answers it). */
typedef struct {
    _Atomic int16_t moves[PIECE_VALUES][SQUARES];
    _Atomic int16_t answers[PIECE_VALUES][SQUARES][PIECE_VALUES][SQUARES];
} History;

/* What the search has learned about half-moves that refute. */
typedef struct {
    History *history;
    Move killers[PLY_MAX][KILLERS];
    /* The half-moves that lead to where the search is: the piece (NO_PIECE for a pass), where to.
     */
    PathMove path[PLY_MAX + 1];
} Order;

/* The search goes on after this half-move of the node at `ply`. */
void order_enter(Order *order, const Position *pos, Move move, int ply);

/* How the half-move has done so far, about -32000 to 32000. */
int order_history(const Order *order, const Position *pos, Move move, int ply);

/* Sorts the list, the most promising half-move first: `best` (what the table knows, or MOVE_NONE),
 * then those that refuted before. */
void order_sort(const Order *order, const Position *pos, MoveList *list, Move best, int ply);

/* The last of the half-moves that were tried refuted the position: it is remembered, the others
 * lose some of their standing. */
void order_learn(Order *order, const Position *pos, const MoveList *tried, int depth, int ply);

#endif
