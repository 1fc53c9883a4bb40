/* movegen: legal half-moves. These functions ignore whether the game is over, and do not generate
 * passes forced by stalemate; see outcome.h for both. Thread-safe. */
#ifndef MISERE_RULES_MOVEGEN_H
#define MISERE_RULES_MOVEGEN_H

#include "rules/position.h"

#include <string.h>

/* An upper bound on the half-moves on any board. n pieces have at most 27n half-moves, and at most
 * 16 of them (8 lines, 8 knights) lead to each of the other 64 - n squares; the smaller of 27n and
 * 16(64 - n) is at most 643. Add 96 for the 4 other promotion pieces of 8 pawns with 3 half-moves
 * each, 2 castling moves, and 1 pass. */
enum { MOVES_MAX = 744 };

typedef struct {
    int count;
    Move moves[MOVES_MAX];
} MoveList;

/* Fills the list with the legal half-moves of the side to move, in no particular order; a pass paid
 * for with a chip comes last. */
void movegen_legal(const Position *pos, MoveList *list);

/* Counts the half-moves that movegen_legal would list, which is faster than listing them. */
int movegen_count(const Position *pos);

/* A fast, conservative test: true if the side to move has a legal half-move other than a pass, and
 * not even a pseudo-legal capture. If false, the position may still be quiet. */
bool movegen_is_surely_quiet(const Position *pos);

/* A key to detect repetitions: the position's key, without the en passant right if no such capture
 * is legal. */
uint64_t movegen_repetition_key(const Position *pos);

/* Copies the listed half-moves, without the unused rest of the array, which would take longer. */
static inline void movelist_copy(MoveList *copy, const MoveList *list) {
    copy->count = list->count;
    memcpy(copy->moves, list->moves, (size_t)list->count * sizeof *list->moves);
}

/* Are the listed half-moves captures? As captures are compulsory, either all of them are or none
 * is, except for a pass paid for with a chip, which comes last. */
static inline bool movelist_is_captures(const Position *pos, const MoveList *list) {
    return list->count > 0 && position_is_capture(pos, list->moves[0]);
}

/* Does the side to move have a move, without being forced to capture? A pass does not count. */
static inline bool movelist_is_quiet(const Position *pos, const MoveList *list) {
    return list->count > 0 && list->moves[0] != MOVE_PASS && !movelist_is_captures(pos, list);
}

static inline bool movelist_has(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

#endif
