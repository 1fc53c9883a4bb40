/* move_ordering: which half-moves to look at first. One search thread owns a MoveOrdering; its
 * History may be shared by many, which then tell each other what they learn. */
#ifndef MISERE_SEARCH_MOVE_ORDERING_H
#define MISERE_SEARCH_MOVE_ORDERING_H

#include "eval/score.h"
#include "rules/movegen.h"

#include <stdatomic.h>

enum { KILLERS = 2, PIECE_CODES = 16 };

typedef struct {
    uint8_t piece, to;
} PathMove;

/* How half-moves have done so far: by the piece that moves and where to, and the same by the piece
 * that moved just before and where to (continuation history). */
typedef struct {
    _Atomic int16_t moves[PIECE_CODES][SQUARES];
    _Atomic int16_t continuation[PIECE_CODES][SQUARES][PIECE_CODES][SQUARES];
} History;

/* What the search has learned about half-moves that refute. */
typedef struct {
    History *history;
    Move killers[MAX_PLY][KILLERS];
    /* The half-moves that lead to where the search is: the piece (NO_PIECE for a pass), where to.
     */
    PathMove path[MAX_PLY + 1];
} MoveOrdering;

/* The search goes on after this half-move of the node at `ply`. */
void move_ordering_push(MoveOrdering *ordering, const Position *pos, Move move, int ply);

/* How the half-move has done so far, about -32000 to 32000. */
int move_ordering_history(const MoveOrdering *ordering, const Position *pos, Move move, int ply);

/* Sorts the list, the most promising half-move first: `tt_move` (what the table knows, or
 * MOVE_NONE), then those that refuted before. */
void move_ordering_sort(const MoveOrdering *ordering, const Position *pos, MoveList *list,
                        Move tt_move, int ply);

/* The last of the half-moves that were tried refuted the position: it is remembered, the others
 * lose some of their standing. */
void move_ordering_update(MoveOrdering *ordering, const Position *pos, const MoveList *tried,
                          int depth, int ply);

#endif
