/* bitboard: sets of squares, and the squares that each piece attacks from each square. Thread-safe.
 *
 * Squares are numbered from 0 (a1), 1 (b1) to 63 (h8); square s is bit s of a Bitboard. The tables
 * are constants, which `make_tables.c` prints while the engine is built. */
#ifndef MISERE_RULES_BITBOARD_H
#define MISERE_RULES_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t Bitboard;
typedef int Square;

enum { SQUARES = 64, NO_SQUARE = 64 };

typedef enum { WHITE, BLACK, COLOURS } Colour;

typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, ANTIKING, PIECE_TYPES } PieceType;

#define FILE_A 0x0101010101010101ULL
#define FILE_H 0x8080808080808080ULL
#define RANK_1 0x00000000000000ffULL
#define RANK_8 0xff00000000000000ULL

/* Magic bitboards (Kannan, "Magic Move-Bitboard Generation in Computer Chess", 2007): multiplying
 * and shifting the blockers on a slider's lines gives an index into its attack sets. */
typedef struct {
    Bitboard mask;  /* squares whose occupancy matters */
    Bitboard magic; /* multiplier: no two blocker sets with different attacks share an index */
    uint32_t first; /* index of the square's first set in SLIDER_ATTACKS */
    uint32_t shift; /* 64 minus the number of squares in mask */
} Magic;

enum {
    SLIDER_SETS = 102400 + 5248
}; /* sums of 2^popcount(mask) over all squares, for rooks and for bishops */

extern const Magic ROOK_MAGICS[SQUARES];
extern const Magic BISHOP_MAGICS[SQUARES];
extern const Bitboard SLIDER_ATTACKS[SLIDER_SETS];
extern const Bitboard KNIGHT_ATTACKS[SQUARES];
extern const Bitboard KING_ATTACKS[SQUARES];
extern const Bitboard PAWN_ATTACKS[COLOURS][SQUARES];
extern const Bitboard ROOK_RAYS[SQUARES]; /* rook attacks on an empty board */
extern const Bitboard BISHOP_RAYS[SQUARES];
/* The squares strictly between two squares, and the whole line through them; 0 if they are not on
 * one line. */
extern const Bitboard BETWEEN[SQUARES][SQUARES];
extern const Bitboard LINE[SQUARES][SQUARES];

static inline Square square_of(int file, int rank) {
    return rank * 8 + file;
}
static inline int square_file(Square square) {
    return square & 7;
}
static inline int square_rank(Square square) {
    return square >> 3;
}
/* Reads the square that the text begins with, such as e4. Returns false if there is none. */
static inline bool square_read(const char *text, Square *square) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return false;
    *square = square_of(text[0] - 'a', text[1] - '1');
    return true;
}
/* Writes the two letters of a square, without a NUL. Returns the end of what it wrote. */
static inline char *square_write(char *out, Square square) {
    *out++ = (char)('a' + square_file(square));
    *out++ = (char)('1' + square_rank(square));
    return out;
}
static inline Bitboard bit(Square square) {
    return 1ULL << square;
}
static inline Bitboard rank_bb(int rank) {
    return RANK_1 << (8 * rank);
}
static inline Colour other(Colour colour) {
    return (Colour)(colour ^ 1);
}

static inline int popcount(Bitboard set) {
    return __builtin_popcountll(set);
}
/* The lowest square of a non-empty set. */
static inline Square lsb(Bitboard set) {
    return __builtin_ctzll(set);
}
/* Removes the lowest square of a non-empty set, and returns it. */
static inline Square pop_lsb(Bitboard *set) {
    Square square = lsb(*set);
    *set &= *set - 1;
    return square;
}
static inline bool more_than_one(Bitboard set) {
    return (set & (set - 1)) != 0;
}

/* Shifts a set one rank forward from the colour's point of view. */
static inline Bitboard forward(Bitboard set, Colour colour) {
    return colour == WHITE ? set << 8 : set >> 8;
}
/* These shift a set one file towards the a-file or the h-file; squares do not wrap around. */
static inline Bitboard westward(Bitboard set) {
    return (set & ~FILE_A) >> 1;
}
static inline Bitboard eastward(Bitboard set) {
    return (set & ~FILE_H) << 1;
}

static inline Bitboard magic_lookup(const Magic *magic, Bitboard occupied) {
    return SLIDER_ATTACKS[magic->first +
                          (((occupied & magic->mask) * magic->magic) >> magic->shift)];
}
static inline Bitboard rook_attacks(Square square, Bitboard occupied) {
    return magic_lookup(&ROOK_MAGICS[square], occupied);
}
static inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
    return magic_lookup(&BISHOP_MAGICS[square], occupied);
}
/* The squares that a piece of a type from KNIGHT to KING attacks. */
static inline Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
    case KNIGHT:
        return KNIGHT_ATTACKS[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    case QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
    default:
        return KING_ATTACKS[square];
    }
}

#endif
