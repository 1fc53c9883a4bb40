/* move_ordering: which half-moves to search first. A MoveOrdering belongs to one thread; its
 * History may be shared by many, each of which profits from what the others learn. */
#ifndef MISERE_SEARCH_MOVE_ORDERING_H
#define MISERE_SEARCH_MOVE_ORDERING_H

#include "eval/score.h"
#include "rules/movegen.h"

#include <stdatomic.h>

enum { KILLERS = 2, PIECE_CODES = 16 };

typedef struct {
    uint8_t piece; /* NO_PIECE for a pass */
    uint8_t to;
} PathMove;

enum { CONTINUATIONS = 2 };

/* How well half-moves have done. The history is indexed by piece and target square, that of
 * captures also by the type of the captured piece, the continuation histories also by the piece and
 * target square of the half-move one and two plies earlier. Values are about -16000 to 16000.
 * Sources: J. Schaeffer, "The history heuristic", 1983; for the continuations, Stockfish. */
typedef struct {
    _Atomic int16_t moves[PIECE_CODES][SQUARES];
    _Atomic int16_t captures[PIECE_CODES][SQUARES][PIECE_TYPES];
    _Atomic int16_t continuation[CONTINUATIONS][PIECE_CODES][SQUARES][PIECE_CODES][SQUARES];
} History;

typedef struct {
    History *history;
    Move killers[MAX_PLY][KILLERS]; /* the last half-moves to cause a beta cutoff at each ply */
    PathMove path[MAX_PLY + 1];     /* the half-moves that lead to the current node */
} MoveOrdering;

/* Call before each search: forgets the killers, but not the history. */
void move_ordering_begin(MoveOrdering *ordering);

/* Call before searching a half-move of the node at `ply`. */
void move_ordering_push(MoveOrdering *ordering, const Position *pos, Move move, int ply);

/* Sorts the list: `tt_move` first (the transposition table's, or MOVE_NONE), then the killers, then
 * by history. */
void move_ordering_sort(const MoveOrdering *ordering, const Position *pos, MoveList *list,
                        Move tt_move, int ply);

/* A half-move's history score, the sum of its values in the histories: about -48000 to 48000. */
int move_ordering_history(const MoveOrdering *ordering, const Position *pos, Move move, int ply);

/* Learns from a beta cutoff: the last half-move of `tried` caused it, those before it did not. The
 * bonus grows with `depth`, which is at least 0. */
void move_ordering_update(MoveOrdering *ordering, const Position *pos, const MoveList *tried,
                          int depth, int ply);

#endif
