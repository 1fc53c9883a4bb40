/* movegen: the legal half-moves of a position, as the board's own rules have them. Whether the
 * game goes on at all, and passes forced by stalemate, are outcome.h's. Pure; any thread. */
#ifndef MISERE_RULES_MOVEGEN_H
#define MISERE_RULES_MOVEGEN_H

#include "rules/position.h"

/* An upper bound for any board: with n pieces at most 27n half-moves leave them and at most 16
 * (8 lines, 8 knights) reach each of the other 64-n squares, so 16 * 64 * 27 / (16 + 27) = 643;
 * choosing a promotion adds 3 to each of 8 pawns' 3 half-moves, castling 2 and a chip 1. */
enum { MOVES_MAX = 720 };

typedef struct {
    int count;
    Move moves[MOVES_MAX];
} MoveList;

/* Fills the list with the legal half-moves of the side to move, a pass paid with a chip among
 * them, as the last; the others in no useful order. */
void movegen_legal(const Position *pos, MoveList *list);

/* As many as movegen_legal would list, sooner. */
int movegen_count(const Position *pos);

/* A key that two positions share if the same half-moves are possible: the position's own, but
 * that an en passant capture which would leave the king in check counts for nothing. */
uint64_t movegen_repetition_key(const Position *pos);

/* Must the side to move capture? Captures are compulsory: if one half-move listed is a capture all
 * are, but for a pass paid with a chip, which comes last. */
static inline bool movelist_is_captures(const Position *pos, const MoveList *list) {
    return list->count > 0 && position_is_capture(pos, list->moves[0]);
}

/* Has the side to move half-moves of its own, none of which it must capture with? */
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
