/* position: what stands where, who moves, and what a half-move changes.
 *
 * A position is a value: copy it freely, there is nothing to free and nothing to undo. All
 * functions are pure but for what they write through their first argument; any thread. */
#ifndef MISERE_RULES_POSITION_H
#define MISERE_RULES_POSITION_H

#include "base/error.h"
#include "rules/bitboard.h"
#include "rules/ruleset.h"

#include <stddef.h>

/* A half-move: from in bits 0-5, to in bits 6-11, the piece a pawn becomes in bits 12-14 (PAWN
 * for none). Castling is the king's move. Two values that move nothing have meanings. */
typedef uint16_t Move;

enum {
    MOVE_NONE = 0,          /* no half-move at all */
    MOVE_PASS = 1 | 1 << 6, /* the turn is lost by stalemate, or a chip is spent on it */
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

/* What stands on a square: a type and a colour, or nothing. */
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

/* Castling rights, one bit each: colour c's king side is 1 << 2c, its queen side 2 << 2c. */
enum { CASTLE_KING_SIDE = 1, CASTLE_QUEEN_SIDE = 2, CASTLE_ALL = 15 };

/* Where kings and rooks are at home. */
enum { QUEEN_ROOK_FILE = 0, KING_FILE = 4, KING_ROOK_FILE = 7 };

enum { CHIPS_MAX = 9999, COUNTER_MAX = 999999 };

typedef struct {
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_colour[COLOURS];
    uint64_t key; /* of all that decides how the game may go on, but the move counters */
    const Ruleset *rules;
    uint32_t halfmove_clock;  /* half-moves since a capture or a pawn's move; passes count */
    uint32_t fullmove_number; /* FEN's: grows after each black half-move */
    uint16_t chips[COLOURS];
    uint8_t castling;
    uint8_t
        en_passant; /* square behind a pawn that an enemy pawn may now try to take, or NO_SQUARE */
    uint8_t side;   /* the Colour to move */
    uint8_t player; /* the Colour that decides what it moves; differs in mind control only */
    uint8_t board[SQUARES];
} Position;

/* Reads a FEN (four to six fields, a seventh `chips:W/B` where the ruleset has chips). On failure
 * says which field is wrong and why, returns false and leaves *pos as it was. */
bool position_from_fen(Position *pos, const Ruleset *rules, const char *fen, Error *error);

/* The ruleset's initial position. */
void position_start(Position *pos, const Ruleset *rules);

/* A bare board on which the caller will put pieces; White to move, move 1. */
void position_clear(Position *pos, const Ruleset *rules);

/* Puts a piece on an empty square. The key is right again after position_finish. */
void position_put(Position *pos, Square square, uint8_t piece);

/* Completes a position that was put together by hand: drops castling and en passant rights that
 * board or ruleset contradict, makes the key, and checks that the position is playable. If it is
 * not, says why and returns false. */
bool position_finish(Position *pos, Error *error);

enum { FEN_SIZE = 128 };

/* Writes the FEN. Mid-turn in mind control there is none: call it where a turn begins. */
void position_to_fen(const Position *pos, char fen[FEN_SIZE]);

enum { DIAGRAM_SIZE = 1024 };

/* Draws the board in text, White at the bottom, one letter a square, files and ranks named. */
void position_diagram(const Position *pos, char diagram[DIAGRAM_SIZE]);

/* Plays a half-move that movegen.h calls legal, or a forced pass. */
void position_apply(Position *after, const Position *before, Move move);

/* Sets the chips in a colour's hand, 0 <= count <= CHIPS_MAX. */
void position_set_chips(Position *pos, Colour colour, int count);

/* The letter of a piece in FEN. */
char position_letter(uint8_t piece);

static inline uint8_t position_piece(const Position *pos, Square square) {
    return pos->board[square];
}
static inline Bitboard position_pieces(const Position *pos, Colour colour, PieceType type) {
    return pos->by_colour[colour] & pos->by_type[type];
}
static inline Bitboard position_occupied(const Position *pos) {
    return pos->by_colour[WHITE] | pos->by_colour[BLACK];
}
static inline Square position_king(const Position *pos, Colour colour) {
    return lsb(position_pieces(pos, colour, KING));
}
static inline bool position_is_bare(const Position *pos, Colour colour) {
    return popcount(pos->by_colour[colour]) <= pos->rules->bare_at;
}
/* The pieces of colour `by`, kings and anti-kings left out, that attack the square when just the
 * squares in `occupied` hold something. Pieces that are not in `occupied` still count. */
static inline Bitboard position_attackers(const Position *pos, Square square, Colour by,
                                          Bitboard occupied) {
    const Bitboard *type = pos->by_type;
    return pos->by_colour[by] & ((PAWN_ATTACKS[other(by)][square] & type[PAWN]) |
                                 (KNIGHT_ATTACKS[square] & type[KNIGHT]) |
                                 (bishop_attacks(square, occupied) & (type[BISHOP] | type[QUEEN])) |
                                 (rook_attacks(square, occupied) & (type[ROOK] | type[QUEEN])));
}
/* The first square of the rank where the colour's pieces start. */
static inline Square position_home(Colour colour) {
    return colour == WHITE ? 0 : 56;
}
/* Is the colour's king attacked, by whatever piece? */
static inline bool position_in_check(const Position *pos, Colour colour) {
    Square king = position_king(pos, colour);
    return (KING_ATTACKS[king] & position_pieces(pos, other(colour), KING)) ||
           position_attackers(pos, king, other(colour), position_occupied(pos));
}
/* Has the colour an anti-king that no enemy pawn, knight, bishop, rook or queen attacks? */
static inline bool position_in_anticheck(const Position *pos, Colour colour) {
    Bitboard antiking = position_pieces(pos, colour, ANTIKING);
    return antiking &&
           !position_attackers(pos, lsb(antiking), other(colour), position_occupied(pos));
}
/* Does a player's turn begin here? Only after a white half-move in mind control it does not. */
static inline bool position_begins_turn(const Position *pos) {
    return pos->rules->halfmoves_per_turn == 1 || pos->side == WHITE;
}
static inline bool position_is_capture(const Position *pos, Move move) {
    if (move == MOVE_PASS)
        return false;
    return pos->board[move_to(move)] != NO_PIECE ||
           (pos->en_passant == move_to(move) && piece_type(pos->board[move_from(move)]) == PAWN);
}

#endif
