/* san: half-moves in standard algebraic notation (SAN; Edwards, "Portable Game Notation
 * Specification", 1994, 8.2.3), where A is an anti-king. Thread-safe. */
#ifndef MISERE_RULES_SAN_H
#define MISERE_RULES_SAN_H

#include "rules/movegen.h"

enum { SAN_UNKNOWN = -1, SAN_SIZE = 8 };

/* A half-move as written. What the text does not say is SAN_UNKNOWN. */
typedef struct {
    int type; /* a PieceType; SAN_UNKNOWN in coordinates and castling */
    int file, rank;
    int to;
    int promotion; /* a PieceType */
    int castling;  /* CASTLE_KING_SIDE or CASTLE_QUEEN_SIDE, with all else SAN_UNKNOWN; else 0 */
} SanMove;

/* Writes a legal half-move other than a pass: e4, exd5, Nbd2, O-O, e8=Q. Ends with + if it gives
 * check, and with # if it checkmates. */
void san_write(const Position *pos, Move move, char text[SAN_SIZE]);

/* Parses a half-move in SAN or in coordinates (e2e4, e2-e4, e7e8=N). Unneeded disambiguation is
 * allowed (Ng1-f3); `=` and `x` may be missing; zeros may stand for O; check signs, `e.p.` and the
 * annotation marks ! and ? are ignored. Returns false, with *san undefined, if the text is
 * neither. */
bool san_parse(const char *text, SanMove *san);

/* Was the half-move written in coordinates, that is, as two squares without a piece? */
static inline bool san_is_coordinates(const SanMove *san) {
    return san->type == SAN_UNKNOWN && !san->castling;
}

/* Returns the origins of the listed half-moves that match, no two of which have the same one, and
 * sets *move to one of them. If no promotion is named, a promotion matches only if it is to a
 * queen. */
Bitboard san_find(const Position *pos, const MoveList *list, const SanMove *san, Move *move);

#endif
