#include "rules/movegen.h"

#include "rules/zobrist.h"

#include <assert.h>

/* Only legal half-moves are generated: the targets of each piece are restricted to those that leave
 * its king safe. Only en passant captures, moves of kings and anti-kings, and half-moves that
 * could leave an anti-king unattacked are tested one by one.
 *
 * Functions that generate half-moves return their number, and list them unless `list` is NULL. They
 * are inlined to let the compiler specialise them for each colour, for kings that are royal or not,
 * and for counting without listing. */
#define SPECIALISED static inline __attribute__((always_inline))

typedef struct {
    const Position *pos;
    Colour us, them;
    Bitboard occupied;
    Bitboard capturable; /* enemy pieces other than a royal king and the anti-king */
    bool royal;          /* is our king royal? If not, the next four members restrict nothing */
    Square king;         /* our king's square; NO_SQUARE if it is not royal */
    Bitboard checkers;   /* enemy pieces that give check */
    Bitboard pinned;     /* our pieces pinned to our king */
    Bitboard check_mask; /* targets that resolve a check, for pieces other than the king */
    Square antiking;     /* our anti-king's square, or NO_SQUARE */
    Bitboard harmless;   /* targets that leave our anti-king attacked, for our other pieces */
} MoveGenContext;

enum { PIECE_TARGETS_MAX = 128 }; /* one entry for each piece, two for a queen */

/* Pieces and their legal targets. */
typedef struct {
    int count;
    Square from[PIECE_TARGETS_MAX];
    Bitboard targets[PIECE_TARGETS_MAX];
} PieceTargets;

/* --- king safety --- */

/* Finds the checkers and the pinned pieces. */
SPECIALISED void find_checks(MoveGenContext *c) {
    const Position *pos = c->pos;
    Bitboard enemy = pos->by_colour[c->them];
    Bitboard queens = pos->by_type[QUEEN];
    Bitboard sliders = enemy & ((ROOK_RAYS[c->king] & (pos->by_type[ROOK] | queens)) |
                                (BISHOP_RAYS[c->king] & (pos->by_type[BISHOP] | queens)));
    c->checkers = enemy & ((KNIGHT_ATTACKS[c->king] & pos->by_type[KNIGHT]) |
                           (PAWN_ATTACKS[c->us][c->king] & pos->by_type[PAWN]));
    c->pinned = 0;
    while (sliders) {
        Square slider = pop_lsb(&sliders);
        Bitboard shield = BETWEEN[c->king][slider] & c->occupied;
        if (!shield)
            c->checkers |= bit(slider);
        else if (!more_than_one(shield))
            c->pinned |= shield & pos->by_colour[c->us];
    }
}

/* Would our king be attacked on `square`, after moving there? */
SPECIALISED bool king_attacked_on(const MoveGenContext *c, Square square) {
    const Position *pos = c->pos;
    Bitboard occupied = (c->occupied & ~bit(c->king)) | bit(square);
    return (KING_ATTACKS[square] & position_pieces(pos, c->them, KING)) ||
           (position_attackers(pos, square, c->them, occupied) & ~bit(square));
}

/* Would our anti-king be attacked on `square`, given the occupied squares and the captured pieces?
 */
SPECIALISED bool antiking_attacked(const MoveGenContext *c, Square square, Bitboard occupied,
                                   Bitboard captured) {
    return (position_attackers(c->pos, square, c->them, occupied) & ~captured) != 0;
}

/* No two attackers are on the same ray from the anti-king, so moving to a square can capture or
 * block only one of them. With two or more attackers all targets are harmless; a single attacker
 * must be neither captured nor blocked; without an attacker no target is sure to be harmless. */
SPECIALISED void find_harmless(MoveGenContext *c) {
    Bitboard attackers = position_attackers(c->pos, c->antiking, c->them, c->occupied);
    if (!attackers)
        c->harmless = 0;
    else if (more_than_one(attackers))
        c->harmless = ~0ULL;
    else
        c->harmless = ~(attackers | BETWEEN[c->antiking][lsb(attackers)]);
}

/* Removes the targets of a piece on `from` that would leave our anti-king unattacked. */
SPECIALISED Bitboard keep_antiking_attacked(const MoveGenContext *c, Square from,
                                            Bitboard targets) {
    Bitboard risky = targets & ~c->harmless;
    while (risky) {
        Bitboard to = bit(pop_lsb(&risky));
        Bitboard occupied = (c->occupied & ~bit(from)) | to;
        if (!antiking_attacked(c, c->antiking, occupied, to))
            targets &= ~to;
    }
    return targets;
}

SPECIALISED void init_context(MoveGenContext *c, const Position *pos, Colour us, bool royal) {
    c->pos = pos;
    c->us = us;
    c->them = other(us);
    c->occupied = position_occupied(pos);
    c->capturable = pos->by_colour[c->them];
    c->royal = royal;
    c->king = NO_SQUARE;
    c->checkers = c->pinned = 0;
    if (royal) {
        c->capturable &= ~(pos->by_type[KING] | pos->by_type[ANTIKING]);
        c->king = position_king(pos, us);
        find_checks(c);
    }
    if (!c->checkers)
        c->check_mask = ~0ULL;
    else if (more_than_one(c->checkers))
        c->check_mask = 0;
    else
        c->check_mask = c->checkers | BETWEEN[c->king][lsb(c->checkers)];
    c->antiking = NO_SQUARE;
    c->harmless = ~0ULL;
    if (royal && pos->rules->antiking) {
        c->antiking = lsb(position_pieces(pos, us, ANTIKING));
        find_harmless(c);
    }
}

/* --- targets of one piece --- */

/* Removes from `attacks`, the squares that a piece on `from` attacks, those to which it cannot
 * move because our king would be in check or our anti-king unattacked. The piece is neither king
 * nor anti-king. */
SPECIALISED Bitboard restrict_targets(const MoveGenContext *c, Square from, Bitboard attacks) {
    Bitboard targets = attacks & c->check_mask;
    if (c->pinned & bit(from))
        targets &= LINE[c->king][from];
    if (c->antiking != NO_SQUARE)
        targets = keep_antiking_attacked(c, from, targets & ~c->pos->by_colour[c->us]);
    return targets;
}

SPECIALISED void add_targets(PieceTargets *pieces, Square from, Bitboard targets) {
    assert(pieces->count < PIECE_TARGETS_MAX);
    pieces->from[pieces->count] = from;
    pieces->targets[pieces->count++] = targets;
}

SPECIALISED void find_piece_targets(const MoveGenContext *c, PieceTargets *pieces) {
    const Position *pos = c->pos;
    Bitboard own = pos->by_colour[c->us];
    for (Bitboard set = own & pos->by_type[KNIGHT] & ~c->pinned; set;) {
        Square from = pop_lsb(&set); /* a pinned knight has no legal targets */
        add_targets(pieces, from, restrict_targets(c, from, KNIGHT_ATTACKS[from]));
    }
    for (Bitboard set = own & (pos->by_type[BISHOP] | pos->by_type[QUEEN]); set;) {
        Square from = pop_lsb(&set);
        add_targets(pieces, from, restrict_targets(c, from, bishop_attacks(from, c->occupied)));
    }
    for (Bitboard set = own & (pos->by_type[ROOK] | pos->by_type[QUEEN]); set;) {
        Square from = pop_lsb(&set);
        add_targets(pieces, from, restrict_targets(c, from, rook_attacks(from, c->occupied)));
    }
    for (Bitboard set = c->royal ? 0 : own & pos->by_type[KING]; set;) {
        Square from = pop_lsb(&set);
        add_targets(pieces, from, KING_ATTACKS[from]);
    }
}

SPECIALISED Bitboard king_targets(const MoveGenContext *c) {
    Bitboard targets = KING_ATTACKS[c->king] & (c->capturable | ~c->occupied);
    for (Bitboard rest = targets; rest;) {
        Square to = pop_lsb(&rest);
        if (king_attacked_on(c, to))
            targets &= ~bit(to);
    }
    if (c->antiking != NO_SQUARE)
        targets = keep_antiking_attacked(c, c->king, targets);
    return targets;
}

/* An anti-king moves to empty squares and captures pieces of its own colour, except the king. It
 * must be attacked on its target. */
SPECIALISED Bitboard antiking_targets(const MoveGenContext *c) {
    Bitboard own = c->pos->by_colour[c->us] & ~bit(c->king);
    Bitboard targets = KING_ATTACKS[c->antiking] & c->check_mask & (own | ~c->occupied);
    if (c->pinned & bit(c->antiking))
        targets &= LINE[c->king][c->antiking];
    for (Bitboard rest = targets; rest;) {
        Square to = pop_lsb(&rest);
        Bitboard occupied = (c->occupied & ~bit(c->antiking)) | bit(to);
        if (!antiking_attacked(c, to, occupied, 0))
            targets &= ~bit(to);
    }
    return targets;
}

/* --- listing --- */

SPECIALISED void push(MoveList *list, Square from, Square to, PieceType promotion) {
    list->moves[list->count++] = move_make(from, to, promotion);
}

SPECIALISED int emit(MoveList *list, Square from, Bitboard targets) {
    int count = popcount(targets);
    while (list && targets)
        push(list, from, pop_lsb(&targets), PAWN);
    return count;
}

/* Generates pawn moves to all of `targets`, each from the square target - offset. */
SPECIALISED int emit_pawns(const MoveGenContext *c, MoveList *list, Bitboard targets, int offset) {
    Bitboard promoting = targets & (RANK_1 | RANK_8);
    int count = popcount(targets ^ promoting);
    if (promoting)
        count += popcount(c->pos->rules->promotions) * popcount(promoting);
    if (!list)
        return count;
    for (Bitboard rest = targets ^ promoting; rest;) {
        Square to = pop_lsb(&rest);
        push(list, to - offset, to, PAWN);
    }
    while (promoting) {
        Square to = pop_lsb(&promoting);
        for (int type = QUEEN; type >= KNIGHT; type--)
            if (ruleset_promotes_to(c->pos->rules, (PieceType)type))
                push(list, to - offset, to, (PieceType)type);
        if (ruleset_promotes_to(c->pos->rules, KING))
            push(list, to - offset, to, KING);
    }
    return count;
}

/* --- pawns (moved as a set if none is pinned) --- */

SPECIALISED Bitboard restrict_pawn_targets(const MoveGenContext *c, Bitboard targets, int offset) {
    targets &= c->check_mask;
    if (!c->pinned && c->antiking == NO_SQUARE)
        return targets;
    for (Bitboard rest = targets; rest;) {
        Square to = pop_lsb(&rest);
        if (!(restrict_targets(c, to - offset, bit(to))))
            targets &= ~bit(to);
    }
    return targets;
}

/* An en passant capture empties two squares, either of which may open a line to a royal piece. */
SPECIALISED bool en_passant_is_safe(const MoveGenContext *c, Square from) {
    if (!c->royal)
        return true;
    Square to = c->pos->en_passant;
    Bitboard captured = bit(to ^ 8);
    Bitboard occupied = (c->occupied & ~(bit(from) | captured)) | bit(to);
    if (position_attackers(c->pos, c->king, c->them, occupied) & ~captured)
        return false;
    return c->antiking == NO_SQUARE || antiking_attacked(c, c->antiking, occupied, captured);
}

SPECIALISED int pawn_captures(const MoveGenContext *c, MoveList *list) {
    Bitboard pawns = position_pieces(c->pos, c->us, PAWN);
    Bitboard ahead = forward(pawns, c->us);
    int up = c->us == WHITE ? 8 : -8;
    int count = emit_pawns(
        c, list, restrict_pawn_targets(c, westward(ahead) & c->capturable, up - 1), up - 1);
    count += emit_pawns(c, list, restrict_pawn_targets(c, eastward(ahead) & c->capturable, up + 1),
                        up + 1);
    if (c->pos->en_passant != NO_SQUARE) {
        Bitboard takers = pawns & PAWN_ATTACKS[c->them][c->pos->en_passant];
        while (takers) {
            Square from = pop_lsb(&takers);
            if (en_passant_is_safe(c, from))
                count += emit(list, from, bit(c->pos->en_passant));
        }
    }
    return count;
}

SPECIALISED int pawn_pushes(const MoveGenContext *c, MoveList *list) {
    int up = c->us == WHITE ? 8 : -8;
    Bitboard pawns = position_pieces(c->pos, c->us, PAWN);
    Bitboard single_pushes = forward(pawns, c->us) & ~c->occupied;
    int count = emit_pawns(c, list, restrict_pawn_targets(c, single_pushes, up), up);
    if (c->pos->rules->double_step) {
        Bitboard third_rank = rank_bb(c->us == WHITE ? 2 : 5);
        Bitboard double_pushes = forward(single_pushes & third_rank, c->us) & ~c->occupied;
        count += emit_pawns(c, list, restrict_pawn_targets(c, double_pushes, 2 * up), 2 * up);
    }
    return count;
}

/* --- castling --- */

SPECIALISED int castle(const MoveGenContext *c, MoveList *list, int right, int direction,
                       Bitboard must_be_empty) {
    if (!(c->pos->castling & right << 2 * c->us) || (c->occupied & must_be_empty))
        return 0;
    Square king = position_home(c->us) + KING_FILE;
    Square passed = king + direction, to = king + 2 * direction;
    if (c->royal && (king_attacked_on(c, passed) || king_attacked_on(c, to)))
        return 0;
    if (c->antiking != NO_SQUARE) {
        Square corner = king - KING_FILE + (direction > 0 ? KING_ROOK_FILE : QUEEN_ROOK_FILE);
        Bitboard occupied = c->occupied ^ (bit(king) | bit(corner) | bit(passed) | bit(to));
        if (!antiking_attacked(c, c->antiking, occupied, 0))
            return 0;
    }
    return emit(list, king, bit(to));
}

SPECIALISED int castling_moves(const MoveGenContext *c, MoveList *list) {
    if (!c->pos->castling || c->checkers)
        return 0;
    int home = position_home(c->us);
    return castle(c, list, CASTLE_KING_SIDE, 1, BETWEEN[home + KING_FILE][home + KING_ROOK_FILE]) +
           castle(c, list, CASTLE_QUEEN_SIDE, -1,
                  BETWEEN[home + KING_FILE][home + QUEEN_ROOK_FILE]);
}

/* --- all half-moves --- */

/* Generates the half-moves of the pieces to the given squares. */
SPECIALISED int emit_targets(MoveList *list, const PieceTargets *pieces, Bitboard squares) {
    int count = 0;
    for (int i = 0; i < pieces->count; i++)
        count += emit(list, pieces->from[i], pieces->targets[i] & squares);
    return count;
}

/* Captures are compulsory: quiet half-moves are legal only if there are no captures. */
SPECIALISED int generate_board(const MoveGenContext *c, MoveList *list) {
    PieceTargets pieces;
    pieces.count = 0;
    if (c->royal)
        add_targets(&pieces, c->king, king_targets(c));
    if (c->check_mask)
        find_piece_targets(c, &pieces);
    Bitboard own_captures = 0, antiking_steps = 0;
    if (c->antiking != NO_SQUARE) {
        Bitboard targets = antiking_targets(c);
        own_captures = targets & c->occupied;
        antiking_steps = targets & ~c->occupied;
    }
    int captures = emit_targets(list, &pieces, c->capturable) + pawn_captures(c, list);
    if (c->antiking != NO_SQUARE)
        captures += emit(list, c->antiking, own_captures);
    if (captures)
        return captures;
    int quiet =
        emit_targets(list, &pieces, ~c->occupied) + pawn_pushes(c, list) + castling_moves(c, list);
    if (c->antiking != NO_SQUARE)
        quiet += emit(list, c->antiking, antiking_steps);
    return quiet;
}

SPECIALISED int generate_for(const Position *pos, Colour us, bool royal, MoveList *list) {
    MoveGenContext c;
    init_context(&c, pos, us, royal);
    int count = generate_board(&c, list);
    if (pos->chips[us] > 0 && !c.checkers) {
        if (list)
            list->moves[list->count++] = MOVE_PASS;
        count++;
    }
    return count;
}

SPECIALISED int generate(const Position *pos, MoveList *list) {
    if (pos->rules->royal_king)
        return pos->side == WHITE ? generate_for(pos, WHITE, true, list)
                                  : generate_for(pos, BLACK, true, list);
    return pos->side == WHITE ? generate_for(pos, WHITE, false, list)
                              : generate_for(pos, BLACK, false, list);
}

void movegen_legal(const Position *pos, MoveList *list) {
    list->count = 0;
    generate(pos, list);
}

int movegen_count(const Position *pos) {
    return generate(pos, NULL);
}

/* --- quiet positions --- */

/* Adds our pieces of this type that attack an empty square to *mobile. Returns false if one attacks
 * a capturable piece. */
SPECIALISED bool find_mobile(const MoveGenContext *c, PieceType type, Bitboard *mobile) {
    for (Bitboard set = position_pieces(c->pos, c->us, type); set;) {
        Square from = pop_lsb(&set);
        Bitboard attacks = piece_attacks(type, from, c->occupied);
        if (attacks & c->capturable)
            return false;
        if (attacks & ~c->occupied)
            *mobile |= bit(from);
    }
    return true;
}

/* Initialises only the members of the context that find_mobile and find_checks use. */
SPECIALISED bool is_surely_quiet(const Position *pos, Colour us, bool royal) {
    MoveGenContext c = {.pos = pos, .us = us, .them = other(us), .royal = royal};
    c.occupied = position_occupied(pos);
    c.capturable = pos->by_colour[c.them] & ~(royal ? pos->by_type[KING] : 0);
    Bitboard pawns = position_pieces(pos, us, PAWN), ahead = forward(pawns, us);
    Bitboard mobile = forward(ahead & ~c.occupied, c.them);
    if ((westward(ahead) | eastward(ahead)) & c.capturable)
        return false;
    if (!find_mobile(&c, KNIGHT, &mobile) || !find_mobile(&c, BISHOP, &mobile) ||
        !find_mobile(&c, ROOK, &mobile) || !find_mobile(&c, QUEEN, &mobile) ||
        !find_mobile(&c, KING, &mobile))
        return false;
    if (!royal)
        return mobile != 0;
    c.king = position_king(pos, us);
    find_checks(&c);
    return !c.checkers && (mobile & ~(c.pinned | bit(c.king)));
}

bool movegen_is_surely_quiet(const Position *pos) {
    if (pos->en_passant != NO_SQUARE || pos->rules->antiking)
        return false;
    if (pos->rules->royal_king)
        return pos->side == WHITE ? is_surely_quiet(pos, WHITE, true)
                                  : is_surely_quiet(pos, BLACK, true);
    return pos->side == WHITE ? is_surely_quiet(pos, WHITE, false)
                              : is_surely_quiet(pos, BLACK, false);
}

uint64_t movegen_repetition_key(const Position *pos) {
    if (pos->en_passant == NO_SQUARE)
        return pos->key;
    MoveList list;
    movegen_legal(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (move_to(list.moves[i]) == pos->en_passant && position_is_capture(pos, list.moves[i]))
            return pos->key;
    return pos->key ^ ZOBRIST.en_passant[square_file(pos->en_passant)];
}
