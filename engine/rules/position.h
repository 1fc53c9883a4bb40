/* position: the board, the side to move, and how a half-move changes them; FEN.
 *
 * A position is a value: copy it freely; nothing needs freeing, and moves are never undone. Any
 * thread may call any function, as long as no other thread uses the position that the function
 * writes. */
#ifndef MISERE_RULES_POSITION_H
#define MISERE_RULES_POSITION_H

#include "base/error.h"
#include "rules/bitboard.h"
#include "rules/ruleset.h"

#include <stddef.h>

/* A half-move: origin square in bits 0-5, target square in bits 6-11, promotion piece in bits 12-14
 * (PAWN for none). Castling is encoded as the king's move. */
typedef uint16_t Move;

/* Special half-moves, each from a square to itself. */
enum {
    MOVE_NONE = 0,          /* no half-move */
    MOVE_PASS = 1 | 1 << 6, /* a pass, forced by stalemate or paid for with a chip */
};

static inline Move move_make(Square from, Square to, PieceType promotion) {
    return (Move)(from | to << 6 | (int)promotion << 12);
}
static inline Square move_from(Move move) {
    return move & 63;
}
static inline Square move_to(Move move) {
    return move >> 6 & 63;
}
static inline PieceType move_promotion(Move move) {
    return (PieceType)(move >> 12);
}

/* The contents of a square: a piece type and a colour in four bits, or NO_PIECE. */
enum { NO_PIECE = 15 };

static inline uint8_t piece_make(Colour colour, PieceType type) {
    return (uint8_t)(type | colour << 3);
}
static inline PieceType piece_type(uint8_t piece) {
    return (PieceType)(piece & 7);
}
static inline Colour piece_colour(uint8_t piece) {
    return (Colour)(piece >> 3);
}

/* Castling rights, one bit each: shift these left by 2 * colour. */
enum { CASTLE_KING_SIDE = 1, CASTLE_QUEEN_SIDE = 2, CASTLE_ALL = 15 };

/* The initial files of the king and the rooks. */
enum { QUEEN_ROOK_FILE = 0, KING_FILE = 4, KING_ROOK_FILE = 7 };

/* The maximum values in a FEN of a player's chips and of each of the two move counters. */
enum { CHIPS_MAX = 9999, COUNTER_MAX = 999999 };

typedef struct {
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_colour[COLOURS];
    uint64_t key; /* Zobrist key of everything except the move counters and the ruleset */
    const Ruleset *rules;
    uint32_t halfmove_clock;  /* half-moves since the last capture or pawn move; passes count */
    uint32_t fullmove_number; /* as in FEN: incremented after each half-move of Black's pieces */
    uint16_t chips[COLOURS];
    uint8_t castling;   /* castling rights */
    uint8_t en_passant; /* the square that a pawn has just passed, if an enemy pawn attacks it; else
                           NO_SQUARE */
    uint8_t side;       /* the Colour whose piece moves */
    uint8_t player; /* the Colour whose player decides; differs from side only in mind control */
    uint8_t board[SQUARES];
} Position;

/* Reads a FEN of one to six fields, and a seventh `chips:W/B` if the ruleset has chips. Of missing
 * fields White is to move, without castling and en passant. Castling rights may also be written as
 * the rooks' files (HAha); those that the ruleset or the board has no use for are dropped. On
 * failure the error says which field is wrong, and *pos is unchanged. */
bool position_from_fen(Position *pos, const Ruleset *rules, const char *fen, Error *error);

/* Sets up the ruleset's initial position. */
void position_start(Position *pos, const Ruleset *rules);

/* The next three functions build a position piece by piece. This one clears the board; White is to
 * move, at move 1. */
void position_clear(Position *pos, const Ruleset *rules);

/* Puts a piece on an empty square. The key may be wrong until position_finish is called. */
void position_put(Position *pos, Square square, uint8_t piece);

/* Drops castling and en passant rights that are inconsistent with the board or the ruleset,
 * computes the key, and checks that the position is playable. If it is not, the error says why. */
bool position_finish(Position *pos, Error *error);

enum { FEN_SIZE = 128 };

/* Writes the FEN of a position in which a turn begins; no FEN describes the middle of a turn. */
void position_to_fen(const Position *pos, char fen[FEN_SIZE]);

enum { DIAGRAM_SIZE = 1024 };

/* Draws the board as text, with coordinates and White at the bottom. */
void position_diagram(const Position *pos, char diagram[DIAGRAM_SIZE]);

/* Plays a legal half-move (see movegen.h) or a forced pass. `after` and `before` must differ. */
void position_apply(Position *after, const Position *before, Move move);

/* Sets the number of a player's chips, 0 <= count <= CHIPS_MAX, and updates the key. */
void position_set_chips(Position *pos, Colour colour, int count);

/* The FEN letters of White's pieces, indexed by PieceType. */
extern const char PIECE_LETTERS[];

/* The English names of pieces, indexed by PieceType. */
extern const char *const PIECE_NAMES[PIECE_TYPES];

/* The FEN letter of a piece. */
char position_letter(uint8_t piece);

/* "White" or "Black", for messages. */
const char *position_colour_name(Colour colour);

static inline uint8_t position_piece(const Position *pos, Square square) {
    return pos->board[square];
}
static inline Bitboard position_pieces(const Position *pos, Colour colour, PieceType type) {
    return pos->by_colour[colour] & pos->by_type[type];
}
static inline Bitboard position_occupied(const Position *pos) {
    return pos->by_colour[WHITE] | pos->by_colour[BLACK];
}
/* The square of the colour's only king. The ruleset must have royal kings. */
static inline Square position_king(const Position *pos, Colour colour) {
    return lsb(position_pieces(pos, colour, KING));
}
static inline bool position_is_bare(const Position *pos, Colour colour) {
    return popcount(pos->by_colour[colour]) <= pos->rules->bare_at;
}
/* The pieces of colour `by`, except kings, that attack the square if the squares in `occupied`
 * block sliders. The pieces themselves need not be in `occupied`. */
static inline Bitboard position_attackers(const Position *pos, Square square, Colour by,
                                          Bitboard occupied) {
    const Bitboard *type = pos->by_type;
    return pos->by_colour[by] & ((PAWN_ATTACKS[other(by)][square] & type[PAWN]) |
                                 (KNIGHT_ATTACKS[square] & type[KNIGHT]) |
                                 (bishop_attacks(square, occupied) & (type[BISHOP] | type[QUEEN])) |
                                 (rook_attacks(square, occupied) & (type[ROOK] | type[QUEEN])));
}
/* The square on the a-file of the colour's home rank: a1 or a8. */
static inline Square position_home(Colour colour) {
    return colour == WHITE ? 0 : 56;
}
/* The enemy pieces, the king among them, that attack the colour's king, if that is royal. */
static inline Bitboard position_checkers(const Position *pos, Colour colour) {
    if (!pos->rules->royal_king)
        return 0;
    Square king = position_king(pos, colour);
    return (KING_ATTACKS[king] & position_pieces(pos, other(colour), KING)) |
           position_attackers(pos, king, other(colour), position_occupied(pos));
}
/* Is the colour's king royal and attacked? */
static inline bool position_in_check(const Position *pos, Colour colour) {
    return position_checkers(pos, colour) != 0;
}
/* Does the colour have an anti-king that no enemy piece other than the king attacks? */
static inline bool position_in_anticheck(const Position *pos, Colour colour) {
    Bitboard antiking = position_pieces(pos, colour, ANTIKING);
    return antiking &&
           !position_attackers(pos, lsb(antiking), other(colour), position_occupied(pos));
}
/* Does a turn begin here? False only between the two half-moves of a turn in mind control. */
static inline bool position_begins_turn(const Position *pos) {
    return pos->rules->halfmoves_per_turn == 1 || pos->side == WHITE;
}
static inline bool position_is_capture(const Position *pos, Move move) {
    if (move == MOVE_PASS)
        return false;
    return pos->board[move_to(move)] != NO_PIECE ||
           (pos->en_passant == move_to(move) && piece_type(pos->board[move_from(move)]) == PAWN);
}
/* Would a pawn from this square reach the last rank there? False if there is no pawn. */
static inline bool position_promotes(const Position *pos, Square from, Square to) {
    uint8_t piece = pos->board[from];
    return piece != NO_PIECE && piece_type(piece) == PAWN && (bit(to) & (RANK_1 | RANK_8));
}
/* CASTLE_KING_SIDE or CASTLE_QUEEN_SIDE if the half-move castles (a king moves two files), else 0.
 */
static inline int position_castling_side(const Position *pos, Move move) {
    int files = square_file(move_to(move)) - square_file(move_from(move));
    if (piece_type(pos->board[move_from(move)]) != KING || (files != 2 && files != -2))
        return 0;
    return files > 0 ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
}

#endif
