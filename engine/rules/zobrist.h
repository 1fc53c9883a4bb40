/* zobrist: the random numbers whose xor is a position's key (Zobrist, "A New Hashing Method with
 * Application for Game Playing", 1970). Thread-safe. */
#ifndef MISERE_RULES_ZOBRIST_H
#define MISERE_RULES_ZOBRIST_H

#include "rules/bitboard.h"

typedef struct {
    uint64_t piece[COLOURS][PIECE_TYPES][SQUARES];
    uint64_t castling[16];  /* indexed by Position.castling; 0 for no rights */
    uint64_t en_passant[8]; /* indexed by file */
    uint64_t black_to_move;
    uint64_t moves_other_colour; /* used if the player moves a piece of the other colour */
} Zobrist;

extern const Zobrist ZOBRIST; /* printed by make_tables.c */

/* The number for a player's chips; 0 for no chips. */
static inline uint64_t zobrist_chips(Colour colour, unsigned count) {
    return count ? (2 * (uint64_t)count + colour) * 0x9e3779b97f4a7c15ULL : 0;
}

#endif
