#include "rules/refuse.h"

#include "rules/outcome.h"

/* --- pseudo-legal half-moves, which ignore checks and compulsory captures --- */

static Bitboard pawn_targets(const Position *pos, Square from) {
    Colour us = (Colour)pos->side;
    Bitboard empty = ~position_occupied(pos);
    Bitboard capturable = pos->by_colour[other(us)];
    if (pos->en_passant != NO_SQUARE)
        capturable |= bit(pos->en_passant);
    Bitboard step = forward(bit(from), us) & empty;
    Bitboard targets = step | (PAWN_ATTACKS[us][from] & capturable);
    if (pos->rules->double_step)
        targets |= forward(step & rank_bb(us == WHITE ? 2 : 5), us) & empty;
    return targets;
}

static Bitboard castling_targets(const Position *pos) {
    Square home = position_home((Colour)pos->side), king = home + KING_FILE;
    Bitboard occupied = position_occupied(pos), targets = 0;
    int rights = pos->castling >> 2 * pos->side;
    if ((rights & CASTLE_KING_SIDE) && !(BETWEEN[king][home + KING_ROOK_FILE] & occupied))
        targets |= bit(king + 2);
    if ((rights & CASTLE_QUEEN_SIDE) && !(BETWEEN[king][home + QUEEN_ROOK_FILE] & occupied))
        targets |= bit(king - 2);
    return targets;
}

/* Includes the captures that refuse_capture refuses. */
static Bitboard pseudo_legal_targets(const Position *pos, Square from) {
    PieceType type = piece_type(pos->board[from]);
    Bitboard own = pos->by_colour[pos->side];
    switch (type) {
    case PAWN:
        return pawn_targets(pos, from);
    case KING:
        return (KING_ATTACKS[from] & ~own) | castling_targets(pos);
    case ANTIKING:
        return KING_ATTACKS[from] & ~position_pieces(pos, (Colour)pos->side, KING);
    default:
        return piece_attacks(type, from, position_occupied(pos)) & ~own;
    }
}

/* --- reasons --- */

/* Is the king in check before it castles, or would it be on the square that it crosses? */
static bool castles_through_check(const Position *pos, Move move) {
    Square crossed = (move_from(move) + move_to(move)) / 2;
    Position after;
    position_apply(&after, pos, move_make(move_from(move), crossed, PAWN));
    return position_in_check(pos, (Colour)pos->side) ||
           position_in_check(&after, (Colour)pos->side);
}

/* Refuses a capture of a royal king or anti-king, and a capture of an enemy piece by an anti-king.
 * Returns whether it refused. */
static bool refuse_capture(const Position *pos, const char *text, Move move, Error *error) {
    uint8_t taken = pos->board[move_to(move)];
    if (!pos->rules->royal_king || taken == NO_PIECE || piece_colour(taken) == pos->side)
        return false;
    if (piece_type(taken) == KING || piece_type(taken) == ANTIKING)
        error_set(error, "%s is not legal: kings and anti-kings cannot be captured", QUOTE(text));
    else if (piece_type(pos->board[move_from(move)]) == ANTIKING)
        error_set(error, "%s is not legal: an anti-king captures pieces of its own colour only",
                  QUOTE(text));
    else
        return false;
    return true;
}

/* Refuses a pseudo-legal half-move after which the king would be in check or the anti-king
 * unattacked, or which castles out of check or through it. Refuses any other half-move if the king
 * is in check or the anti-king unattacked already. Returns whether it refused. */
static bool refuse_unsafe(const Position *pos, const char *text, Move move, bool is_pseudo_legal,
                          Error *error) {
    Colour side = (Colour)pos->side;
    const char *colour = outcome_colour_name(side);
    Position after = *pos;
    if (is_pseudo_legal)
        position_apply(&after, pos, move);
    if (position_in_check(&after, side))
        error_set(error, "%s is not legal: the %s king %s in check", QUOTE(text), colour,
                  is_pseudo_legal ? "would be" : "is");
    else if (position_in_anticheck(&after, side))
        error_set(error, "%s is not legal: nothing %s the %s anti-king", QUOTE(text),
                  is_pseudo_legal ? "would attack" : "attacks", colour);
    else if (is_pseudo_legal && position_castling_side(pos, move) &&
             castles_through_check(pos, move))
        error_set(error, "%s is not legal: the %s king may not castle out of check or through it",
                  QUOTE(text), colour);
    else
        return false;
    return true;
}

bool refuse_move(const Position *pos, const char *text, Move move, Error *error) {
    const char *side = position_colour_name((Colour)pos->side);
    Square from = move_from(move);
    uint8_t piece = pos->board[from];
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return error_set(error, "%s: the game is over (%s)", QUOTE(text),
                         outcome_reason_name(outcome.reason));
    if (piece == NO_PIECE || piece_colour(piece) != pos->side)
        return error_set(error, "%s: no %s piece on %c%c", QUOTE(text),
                         outcome_colour_name((Colour)pos->side), 'a' + square_file(from),
                         '1' + square_rank(from));
    if (list.moves[0] == MOVE_PASS && list.count == 1)
        return error_set(error, "%s: %s has no move and must pass", QUOTE(text), side);
    bool is_pseudo_legal = (pseudo_legal_targets(pos, from) & bit(move_to(move))) != 0;
    if ((is_pseudo_legal && refuse_capture(pos, text, move, error)) ||
        refuse_unsafe(pos, text, move, is_pseudo_legal, error))
        return false;
    if (movelist_is_captures(pos, &list) && !position_is_capture(pos, move))
        return error_set(error, "%s is not legal: %s must capture%s", QUOTE(text), side,
                         movelist_has(&list, MOVE_PASS) ? " or pass" : "");
    if (is_pseudo_legal && piece_type(piece) == PAWN && move_promotion(move) != PAWN &&
        (bit(move_to(move)) & (RANK_1 | RANK_8)))
        return error_set(error, "%s is not legal: a pawn can only become a %s", QUOTE(text),
                         ruleset_promotes_to(pos->rules, KNIGHT) ? "queen, rook, bishop or knight"
                                                                 : "queen");
    return error_set(error, "%s is not legal", QUOTE(text));
}
