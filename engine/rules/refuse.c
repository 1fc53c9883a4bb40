#include "rules/refuse.h"

#include "base/text.h"
#include "rules/duty.h"

#include <stdio.h>
#include <string.h>

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

/* Includes the captures that find_capture_fault refuses. */
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

/* Makes the half-move. A pawn that promotes becomes a queen if `promotion` is PAWN. */
static Move move_to_square(const Position *pos, Square from, Square to, PieceType promotion) {
    bool is_queen = promotion == PAWN && position_promotes(pos, from, to);
    return move_make(from, to, is_queen ? QUEEN : promotion);
}

/* --- faults of a pseudo-legal half-move ---
 *
 * Each of these functions returns the reason to refuse it, or REFUSED_NOT, and sets the squares
 * concerned. */

/* A capture of a royal king or anti-king, or of an enemy piece by an anti-king. */
static RefusalReason find_capture_fault(const Position *pos, Move move, Bitboard *squares) {
    uint8_t taken = pos->board[move_to(move)];
    if (!pos->rules->royal_king || taken == NO_PIECE || piece_colour(taken) == pos->side)
        return REFUSED_NOT;
    *squares = bit(move_to(move));
    if (piece_type(taken) == KING || piece_type(taken) == ANTIKING)
        return REFUSED_CAPTURES_KING;
    return piece_type(pos->board[move_from(move)]) == ANTIKING ? REFUSED_ANTIKING_CAPTURES
                                                               : REFUSED_NOT;
}

/* Does the enemy's `pinner` attack the king as soon as the piece on `from` is gone? */
static bool is_pinned(const Position *pos, Square from, Bitboard pinner) {
    Square king = position_king(pos, (Colour)pos->side);
    return from != king && !more_than_one(pinner) &&
           (BETWEEN[king][lsb(pinner)] & position_occupied(pos)) == bit(from);
}

/* Would the half-move leave the king in check or the anti-king unattacked? If it is not even
 * pseudo-legal: are they already? */
static RefusalReason find_danger(const Position *pos, Move move, bool is_pseudo_legal,
                                 Bitboard *squares) {
    Colour side = (Colour)pos->side;
    Position after = *pos;
    if (is_pseudo_legal) /* the promotion in `move` may be wrong, and does not matter here */
        position_apply(&after, pos, move_to_square(pos, move_from(move), move_to(move), PAWN));
    *squares = position_checkers(&after, side);
    if (*squares & position_checkers(pos, side))
        return REFUSED_STAYS_IN_CHECK;
    if (*squares)
        return is_pinned(pos, move_from(move), *squares) ? REFUSED_PINNED : REFUSED_INTO_CHECK;
    *squares = position_pieces(pos, side, ANTIKING);
    if (!position_in_anticheck(&after, side))
        return REFUSED_NOT;
    return position_in_anticheck(pos, side) ? REFUSED_STAYS_UNATTACKED : REFUSED_LEAVES_UNATTACKED;
}

/* The king is in check before it castles, or would be on the square that it crosses. */
static RefusalReason find_castling_fault(const Position *pos, Move move, Bitboard *squares) {
    Square crossed = (move_from(move) + move_to(move)) / 2;
    Position after;
    if (!position_castling_side(pos, move))
        return REFUSED_NOT;
    *squares = position_checkers(pos, (Colour)pos->side);
    if (*squares)
        return REFUSED_CASTLING_CHECK;
    position_apply(&after, pos, move_make(move_from(move), crossed, PAWN));
    *squares = position_checkers(&after, (Colour)pos->side);
    return *squares ? REFUSED_CASTLING_THROUGH : REFUSED_NOT;
}

/* --- faults of any half-move --- */

static Refusal refused(const Position *pos, RefusalReason reason, Move move, Bitboard squares) {
    return (Refusal){.reason = reason, .pos = *pos, .move = move, .squares = squares};
}

Refusal refuse_for(const Position *pos, RefusalReason reason) {
    return refused(pos, reason, MOVE_NONE, 0);
}

/* The reasons to refuse any half-move: the game is over, or the side must pass. Lists the
 * half-moves as outcome_find does. */
static Refusal refuse_any(const Position *pos, Move move, MoveList *list) {
    Outcome outcome = outcome_find(pos, list);
    Refusal refusal = refused(pos, REFUSED_NOT, move, 0);
    refusal.over = outcome.reason;
    if (outcome_is_over(outcome))
        refusal.reason = REFUSED_GAME_OVER;
    else if (list->moves[0] == MOVE_PASS && list->count == 1)
        refusal.reason = REFUSED_MUST_PASS;
    return refusal;
}

/* Refuses castling that is not pseudo-legal: the ruleset has none, the right is lost, or a piece is
 * in the way. */
static Refusal refuse_castling(const Position *pos, Move move, int side) {
    Square home = position_home((Colour)pos->side);
    int rook_file = side == CASTLE_KING_SIDE ? KING_ROOK_FILE : QUEEN_ROOK_FILE;
    Bitboard between = BETWEEN[home + KING_FILE][home + rook_file] & position_occupied(pos);
    if (!pos->rules->castling)
        return refused(pos, REFUSED_NO_CASTLING, move, 0);
    if (!(pos->castling >> 2 * pos->side & side))
        return refused(pos, REFUSED_CASTLING_RIGHT, move, 0);
    return refused(pos, REFUSED_CASTLING_BLOCKED, move, between);
}

/* Refuses a half-move for which there is no other reason: the piece does not move like that, or the
 * promotion is wrong. */
static Refusal refuse_movement(const Position *pos, Move move, bool is_pseudo_legal) {
    Square home = position_home((Colour)pos->side) + KING_FILE;
    int castling = position_castling_side(pos, move);
    if (is_pseudo_legal)
        return refused(pos,
                       position_promotes(pos, move_from(move), move_to(move))
                           ? REFUSED_PROMOTION
                           : REFUSED_NO_PROMOTION,
                       move, 0);
    if (castling && move_from(move) == home && square_rank(move_to(move)) == square_rank(home))
        return refuse_castling(pos, move, castling);
    return refused(pos, REFUSED_MOVEMENT, move, 0);
}

Refusal refuse_move(const Position *pos, Move move) {
    Square from = move_from(move);
    uint8_t piece = pos->board[from];
    MoveList list;
    Refusal refusal = refuse_any(pos, move, &list);
    if (refusal.reason || movelist_has(&list, move))
        return refusal;
    if (piece == NO_PIECE)
        return refused(pos, REFUSED_NO_PIECE, move, 0);
    if (piece_colour(piece) != pos->side)
        return refused(pos, REFUSED_OPPONENTS_PIECE, move, 0);
    bool is_pseudo_legal = (pseudo_legal_targets(pos, from) & bit(move_to(move))) != 0;
    if (is_pseudo_legal)
        refusal.reason = find_capture_fault(pos, move, &refusal.squares);
    if (!refusal.reason)
        refusal.reason = find_danger(pos, move, is_pseudo_legal, &refusal.squares);
    if (!refusal.reason && is_pseudo_legal)
        refusal.reason = find_castling_fault(pos, move, &refusal.squares);
    if (refusal.reason)
        return refusal;
    Duty duty = duty_of(pos);
    if (duty.must_capture && !position_is_capture(pos, move))
        return refused(pos, duty.may_pass ? REFUSED_MUST_CAPTURE_OR_PASS : REFUSED_MUST_CAPTURE,
                       move, duty.capturers);
    return refuse_movement(pos, move, is_pseudo_legal);
}

Refusal refuse_pass(const Position *pos) {
    MoveList list;
    Bitboard checkers = position_checkers(pos, (Colour)pos->side);
    Refusal refusal = refuse_any(pos, MOVE_PASS, &list);
    if (refusal.reason == REFUSED_GAME_OVER)
        return refusal;
    if (movelist_has(&list, MOVE_PASS))
        return refuse_for(pos, REFUSED_NOT);
    if (!pos->rules->pass_chips)
        return refused(pos, REFUSED_PASS_CAN_MOVE, MOVE_PASS, 0);
    if (pos->chips[pos->side] == 0)
        return refused(pos, REFUSED_PASS_NO_CHIP, MOVE_PASS, 0);
    return refused(pos, REFUSED_PASS_IN_CHECK, MOVE_PASS, checkers);
}

/* --- several half-moves --- */

/* Adds a refusal to those of other half-moves. The first one counts, with the squares of all that
 * have the same reason. */
static void join(Refusal *all, const Refusal *one) {
    if (all->reason == one->reason)
        all->squares |= one->squares;
    else if (all->reason == REFUSED_NOT)
        *all = *one;
}

/* Why are the pseudo-legal half-moves of the pieces on `from` to `to` not legal? REFUSED_NOT if
 * there are none. Captures count first, as they are compulsory. PAWN is the usual promotion. */
static Refusal refuse_pseudo_legal(const Position *pos, Bitboard from, Bitboard to,
                                   PieceType promotion) {
    Refusal captures = refuse_for(pos, REFUSED_NOT), others = captures;
    while (from) {
        Square square = pop_lsb(&from);
        for (Bitboard targets = pseudo_legal_targets(pos, square) & to; targets;) {
            Move move = move_to_square(pos, square, pop_lsb(&targets), promotion);
            Refusal refusal = refuse_move(pos, move);
            join(position_is_capture(pos, move) ? &captures : &others, &refusal);
        }
    }
    return captures.reason ? captures : others;
}

Refusal refuse_piece(const Position *pos, Square from) {
    uint8_t piece = pos->board[from];
    bool is_own = piece != NO_PIECE && piece_colour(piece) == pos->side;
    MoveList list;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] != MOVE_PASS && move_from(list.moves[i]) == from)
            return refuse_for(pos, REFUSED_NOT);
    Refusal refusal = refuse_for(pos, REFUSED_NOT);
    if (is_own)
        refusal = refuse_pseudo_legal(pos, bit(from), ~(Bitboard)0, PAWN);
    if (!refusal.reason) /* it cannot go anywhere, so any square will do */
        refusal = refuse_move(pos, move_make(from, from ^ 1, PAWN));
    if (refusal.reason == REFUSED_MOVEMENT)
        refusal.reason = REFUSED_BLOCKED;
    return refusal;
}

static Refusal refuse_san_castling(const Position *pos, int side) {
    Square home = position_home((Colour)pos->side) + KING_FILE;
    Move move = move_make(home, side == CASTLE_KING_SIDE ? home + 2 : home - 2, PAWN);
    bool has_king = pos->board[home] == piece_make((Colour)pos->side, KING);
    MoveList list;
    Refusal refusal = has_king ? refuse_move(pos, move) : refuse_any(pos, move, &list);
    return refusal.reason ? refusal : refuse_castling(pos, move, side);
}

/* `san` describes no legal half-move. */
static Refusal refuse_illegal_san(const Position *pos, const SanMove *san) {
    PieceType promotion = san->promotion == SAN_UNKNOWN ? PAWN : (PieceType)san->promotion;
    Bitboard origins = (san->file == SAN_UNKNOWN ? ~(Bitboard)0 : FILE_A << san->file) &
                       (san->rank == SAN_UNKNOWN ? ~(Bitboard)0 : rank_bb(san->rank));
    if (san->castling)
        return refuse_san_castling(pos, san->castling);
    if (san_is_coordinates(san))
        return refuse_move(pos, move_to_square(pos, lsb(origins), san->to, promotion));
    MoveList list;
    Bitboard pieces = position_pieces(pos, (Colour)pos->side, (PieceType)san->type) & origins;
    Refusal refusal = refuse_any(pos, move_make(san->to, san->to, promotion), &list);
    if (!refusal.reason)
        refusal = refuse_pseudo_legal(pos, pieces, bit(san->to), promotion);
    if (!refusal.reason && pieces && !more_than_one(pieces))
        refusal = refuse_move(pos, move_to_square(pos, lsb(pieces), san->to, promotion));
    if (!refusal.reason) {
        refusal = refused(pos, REFUSED_NO_SUCH_PIECE, move_make(san->to, san->to, PAWN), origins);
        refusal.type = (PieceType)san->type;
    }
    return refusal;
}

Refusal refuse_san(const Position *pos, const SanMove *san, Move *move) {
    MoveList list;
    outcome_find(pos, &list);
    Bitboard found = san_find(pos, &list, san, move);
    if (!found)
        return refuse_illegal_san(pos, san);
    return more_than_one(found) ? refused(pos, REFUSED_AMBIGUOUS, MOVE_NONE, found)
                                : refuse_for(pos, REFUSED_NOT);
}

/* --- in English --- */

/* The reasons' names, and their texts, in which $ stands before a letter of expand(). */
static const struct {
    const char *name, *text;
} REASONS_TABLE[REFUSALS] = {
    [REFUSED_NOT] = {"none", ""},
    [REFUSED_NOT_A_MOVE] = {"notAMove", "is not a move"},
    [REFUSED_AMBIGUOUS] = {"ambiguous", "could be $n moves: of $o"},
    [REFUSED_TURN_LENGTH] = {"turnLength", "a turn is $h in ruleset $r"},
    [REFUSED_GAME_NOT_OVER] = {"gameNotOver", "the game is not over"},
    [REFUSED_PROMOTION_UNNAMED] = {"promotionUnnamed", "does not say what the pawn becomes"},
    [REFUSED_PASS_WORD] = {"passWord", "in ruleset $r a pass is written $i"},
    [REFUSED_GAME_OVER] = {"gameOver", "the game is over ($e)"},
    [REFUSED_OVER_HALFWAY] = {"overHalfway", "the game is over after the first move ($e)"},
    [REFUSED_MUST_PASS] = {"mustPass", "$W has no move and must pass"},
    [REFUSED_PASS_CAN_MOVE] = {"passCanMove", "$W can move, so it may not pass"},
    [REFUSED_PASS_NO_CHIP] = {"passNoChip", "$W has no chip to pay for a pass"},
    [REFUSED_PASS_IN_CHECK] = {"passInCheck", "the $w king is in check from $s"},
    [REFUSED_NO_PIECE] = {"noPiece", "there is no piece on $f"},
    [REFUSED_OPPONENTS_PIECE] = {"opponentsPiece", "the $p is not $w"},
    [REFUSED_NO_SUCH_PIECE] = {"noSuchPiece", "no $w $k can go to $t"},
    [REFUSED_MOVEMENT] = {"movement", "the $p cannot go to $t"},
    [REFUSED_BLOCKED] = {"blocked", "the $p has nowhere to go"},
    [REFUSED_PROMOTION] = {"promotion", "a pawn can only become a $q"},
    [REFUSED_NO_PROMOTION] = {"noPromotion", "only a pawn on the last rank is promoted"},
    [REFUSED_CAPTURES_KING] = {"capturesKing", "$s cannot be captured"},
    [REFUSED_ANTIKING_CAPTURES] = {"antikingCaptures",
                                   "an anti-king captures pieces of its own colour only"},
    [REFUSED_NO_CASTLING] = {"noCastling", "there is no castling in ruleset $r"},
    [REFUSED_CASTLING_RIGHT] = {"castlingRight", "$W has no right to castle on that side"},
    [REFUSED_CASTLING_BLOCKED] = {"castlingBlocked", "between king and rook there is $s"},
    [REFUSED_CASTLING_CHECK] = {"castlingCheck", "the $w king may not castle out of check from $s"},
    [REFUSED_CASTLING_THROUGH] = {"castlingThrough",
                                  "the $w king may not castle through check from $s"},
    [REFUSED_STAYS_IN_CHECK] = {"staysInCheck", "the $w king is in check from $s"},
    [REFUSED_PINNED] = {"pinned", "$s pins the $p to the $w king"},
    [REFUSED_INTO_CHECK] = {"intoCheck", "the $w king would be in check from $s"},
    [REFUSED_STAYS_UNATTACKED] = {"staysUnattacked", "nothing attacks the $w anti-king"},
    [REFUSED_LEAVES_UNATTACKED] = {"leavesUnattacked", "nothing would attack the $w anti-king"},
    [REFUSED_MUST_CAPTURE] = {"mustCapture", "$W must capture$c"},
    [REFUSED_MUST_CAPTURE_OR_PASS] = {"mustCaptureOrPass", "$W must capture$c or pass"},
};

const char *refusal_name(RefusalReason reason) {
    return REASONS_TABLE[reason].name;
}

/* The functions below write a text, for which there is room, and return its end. */

enum { NAMED_MAX = 4 }; /* up to so many pieces or captures are named; of more, only the number */

bool refusal_names_moves(const Refusal *refusal) {
    bool must_capture =
        refusal->reason == REFUSED_MUST_CAPTURE || refusal->reason == REFUSED_MUST_CAPTURE_OR_PASS;
    return must_capture && outcome_count_moves(&refusal->pos) <= NAMED_MAX;
}

static char *put_square(char *out, Square square) {
    out = square_write(out, square);
    *out = '\0';
    return out;
}

/* "rook on e8" */
static char *put_piece(char *out, const Position *pos, Square square) {
    uint8_t piece = pos->board[square];
    out = text_put(out, piece == NO_PIECE ? "piece" : PIECE_NAMES[piece_type(piece)]);
    return put_square(text_put(out, " on "), square);
}

/* "the rook on e8, the knight on c3 or the pawn on d2"; a number if there are many. */
static char *put_pieces(char *out, const Position *pos, Bitboard squares, const char *last) {
    int count = popcount(squares);
    if (count > NAMED_MAX)
        return out + sprintf(out, "%d pieces", count);
    for (int left = count; left > 0; left--) {
        out = text_put(out, left == count ? "" : left > 1 ? ", " : last);
        out = put_piece(text_put(out, "the "), pos, pop_lsb(&squares));
    }
    return out;
}

/* " (exd5, Nxd5)" if the text is to name the legal captures, else nothing. */
static char *put_captures(char *out, const Refusal *refusal) {
    char text[SAN_SIZE];
    MoveList list;
    if (!refusal_names_moves(refusal))
        return out;
    outcome_find(&refusal->pos, &list);
    for (int i = 0; i < list.count && list.moves[i] != MOVE_PASS; i++) { /* a pass comes last */
        san_write(&refusal->pos, list.moves[i], text);
        out = text_put(text_put(out, i == 0 ? " (" : ", "), text);
    }
    return text_put(out, ")");
}

/* "queen, rook, bishop or knight" */
static char *put_promotions(char *out, const Ruleset *rules) {
    static const PieceType order[] = {QUEEN, ROOK, BISHOP, KNIGHT, KING};
    int left = popcount(rules->promotions);
    const char *gap = "";
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (ruleset_promotes_to(rules, order[i])) {
            out = text_put(text_put(out, gap), PIECE_NAMES[order[i]]);
            gap = --left > 1 ? ", " : " or ";
        }
    return out;
}

/* "knight on the b-file", of a piece on one of these squares: a file, a rank, one square, or all */
static char *put_kind(char *out, PieceType type, Bitboard squares) {
    out = text_put(out, PIECE_NAMES[type]);
    Square first = lsb(squares);
    if (!more_than_one(squares))
        return put_square(text_put(out, " on "), first);
    if (squares == FILE_A << first)
        return out + sprintf(out, " on the %c-file", 'a' + first);
    if (squares == rank_bb(square_rank(first)))
        return out + sprintf(out, " on rank %d", 1 + square_rank(first));
    return out;
}

static char *expand(char *out, const Refusal *refusal, char letter) {
    const Position *pos = &refusal->pos;
    switch (letter) {
    case 'W':
        return text_put(out, position_colour_name((Colour)pos->side));
    case 'w':
        return text_put(out, outcome_colour_name((Colour)pos->side));
    case 'r':
        return text_put(out, pos->rules->name);
    case 'h':
        return text_put(out, pos->rules->halfmoves_per_turn == 1 ? "one move" : "two moves");
    case 'i':
        return text_put(out, pos->rules->pass_chips ? "Ipass or 0000" : "0000");
    case 'e':
        return text_put(out, outcome_reason_name(refusal->over));
    case 'f':
        return put_square(out, move_from(refusal->move));
    case 't':
        return put_square(out, move_to(refusal->move));
    case 'p':
        return put_piece(out, pos, move_from(refusal->move));
    case 'k':
        return put_kind(out, refusal->type, refusal->squares);
    case 's':
        return put_pieces(out, pos, refusal->squares, " and ");
    case 'o':
        return put_pieces(out, pos, refusal->squares, " or ");
    case 'n':
        return out + sprintf(out, "%d", popcount(refusal->squares));
    case 'q':
        return put_promotions(out, pos->rules);
    default: /* c */
        return put_captures(out, refusal);
    }
}

void refusal_text(const Refusal *refusal, char text[REFUSAL_TEXT_SIZE]) {
    char *out = text;
    for (const char *in = REASONS_TABLE[refusal->reason].text; *in; in++) {
        if (*in == '$')
            out = expand(out, refusal, *++in);
        else
            *out++ = *in;
    }
    *out = '\0';
}

bool refusal_error(const Refusal *refusal, const char *turn, Error *error) {
    char text[REFUSAL_TEXT_SIZE];
    bool is_predicate = refusal->reason == REFUSED_NOT_A_MOVE ||
                        refusal->reason == REFUSED_AMBIGUOUS ||
                        refusal->reason == REFUSED_PROMOTION_UNNAMED;
    refusal_text(refusal, text);
    return error_set(error, "%s %s%s", QUOTE(turn), is_predicate ? "" : "is not legal: ", text);
}
