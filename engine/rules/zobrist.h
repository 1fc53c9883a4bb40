/* zobrist: the random numbers whose xor is a position's key (Zobrist, 1970). */
#ifndef MISERE_RULES_ZOBRIST_H
#define MISERE_RULES_ZOBRIST_H

#include "rules/bitboard.h"

typedef struct {
    uint64_t piece[COLOURS][PIECE_TYPES][SQUARES];
    uint64_t castling[16]; /* by rights; no rights: 0 */
    uint64_t en_passant[8];
    uint64_t black_to_move;
    uint64_t black_to_decide; /* mind control, where another player may decide than moves */
} Zobrist;

extern const Zobrist ZOBRIST; /* printed by make_tables.c */

/* A number for `count` chips in a colour's hand; 0 for none. */
static inline uint64_t zobrist_chips(Colour colour, unsigned count) {
    return count ? (2 * (uint64_t)count + colour) * 0x9e3779b97f4a7c15ULL : 0;
}

#endif
