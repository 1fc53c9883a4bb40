#include "rules/movegen.h"

#include "rules/zobrist.h"

#include <assert.h>

/* Half-moves are made legal, never tested afterwards: king-safety becomes sets of squares that
 * each piece is confined to. What remains to be tried one by one is en passant, steps of the
 * royals, and, where an anti-king may lose its last attacker, the half-moves that could do it.
 *
 * Each function returns how many half-moves it found, and lists them unless `list` is NULL. The
 * compiler makes two copies of it all, one that lists and one that just counts. */
#define SPECIALISED static inline __attribute__((always_inline))

typedef struct {
    const Position *pos;
    Colour us, them;
    Bitboard occupied;
    Bitboard capturable; /* enemy pieces that may be taken: all but the royal ones */
    Square king;
    Bitboard checkers;   /* enemy pieces that give check */
    Bitboard pinned;     /* our pieces that shield our king */
    Bitboard check_mask; /* targets that leave no check, for all pieces but king and pinned ones */
    Square antiking;     /* ours, or NO_SQUARE */
    Bitboard harmless; /* targets on which no piece but the anti-king can end its being attacked */
} Context;

enum { REACHES_MAX = 128 }; /* one for each piece, two for a queen */

/* Where each of the pieces that have been looked at may go. */
typedef struct {
    int count;
    Square from[REACHES_MAX];
    Bitboard reach[REACHES_MAX];
} Reaches;

/* --- king-safety --- */

/* Finds the enemy pieces that give check, and our pieces that stand alone in a slider's way. */
SPECIALISED void find_checks(Context *c) {
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

/* Would the king be attacked on `square`, were it alone gone from where it is? */
SPECIALISED bool king_attacked_on(const Context *c, Square square) {
    const Position *pos = c->pos;
    Bitboard occupied = (c->occupied & ~bit(c->king)) | bit(square);
    return (KING_ATTACKS[square] & position_pieces(pos, c->them, KING)) ||
           (position_attackers(pos, square, c->them, occupied) & ~bit(square));
}

/* Is our anti-king attacked when it stands on `square`, `occupied` holds what stands anywhere
 * and the pieces in `gone` have been taken? */
SPECIALISED bool antiking_attacked(const Context *c, Square square, Bitboard occupied,
                                   Bitboard gone) {
    return (position_attackers(c->pos, square, c->them, occupied) & ~gone) != 0;
}

/* Two attackers never stand on one line to the anti-king, so one piece that arrives on a square
 * ends at most one attack; a lone attacker is lost by taking it or stepping in between. */
SPECIALISED void find_harmless(Context *c) {
    Bitboard attackers = position_attackers(c->pos, c->antiking, c->them, c->occupied);
    if (!attackers)
        c->harmless = 0;
    else if (more_than_one(attackers))
        c->harmless = ~0ULL;
    else
        c->harmless = ~(attackers | BETWEEN[c->antiking][lsb(attackers)]);
}

/* Takes out the targets on which a piece from `from` would leave our anti-king unattacked. */
SPECIALISED Bitboard keep_antiking_attacked(const Context *c, Square from, Bitboard targets) {
    Bitboard doubtful = targets & ~c->harmless;
    while (doubtful) {
        Bitboard to = bit(pop_lsb(&doubtful));
        Bitboard occupied = (c->occupied & ~bit(from)) | to;
        if (!antiking_attacked(c, c->antiking, occupied, to))
            targets &= ~to;
    }
    return targets;
}

SPECIALISED void analyse(Context *c, const Position *pos, Colour us) {
    c->pos = pos;
    c->us = us;
    c->them = other(us);
    c->occupied = position_occupied(pos);
    c->capturable = pos->by_colour[c->them] & ~(pos->by_type[KING] | pos->by_type[ANTIKING]);
    c->king = position_king(pos, us);
    find_checks(c);
    if (!c->checkers)
        c->check_mask = ~0ULL;
    else if (more_than_one(c->checkers))
        c->check_mask = 0;
    else
        c->check_mask = c->checkers | BETWEEN[c->king][lsb(c->checkers)];
    c->antiking = NO_SQUARE;
    c->harmless = ~0ULL;
    if (pos->rules->antiking) {
        c->antiking = lsb(position_pieces(pos, us, ANTIKING));
        find_harmless(c);
    }
}

/* --- where one piece may go --- */

/* The part of `attacks` that a piece on `from`, no royal one, may go to. */
SPECIALISED Bitboard confine(const Context *c, Square from, Bitboard attacks) {
    Bitboard targets = attacks & c->check_mask;
    if (c->pinned & bit(from))
        targets &= LINE[c->king][from];
    if (c->antiking != NO_SQUARE)
        targets = keep_antiking_attacked(c, from, targets & ~c->pos->by_colour[c->us]);
    return targets;
}

SPECIALISED void add_reach(Reaches *reaches, Square from, Bitboard reach) {
    assert(reaches->count < REACHES_MAX);
    reaches->from[reaches->count] = from;
    reaches->reach[reaches->count++] = reach;
}

SPECIALISED void reach_pieces(const Context *c, Reaches *reaches) {
    const Position *pos = c->pos;
    Bitboard own = pos->by_colour[c->us];
    for (Bitboard set = own & pos->by_type[KNIGHT] & ~c->pinned; set;) {
        Square from = pop_lsb(&set); /* a pinned knight has nowhere to go */
        add_reach(reaches, from, confine(c, from, KNIGHT_ATTACKS[from]));
    }
    for (Bitboard set = own & (pos->by_type[BISHOP] | pos->by_type[QUEEN]); set;) {
        Square from = pop_lsb(&set);
        add_reach(reaches, from, confine(c, from, bishop_attacks(from, c->occupied)));
    }
    for (Bitboard set = own & (pos->by_type[ROOK] | pos->by_type[QUEEN]); set;) {
        Square from = pop_lsb(&set);
        add_reach(reaches, from, confine(c, from, rook_attacks(from, c->occupied)));
    }
}

SPECIALISED Bitboard reach_king(const Context *c) {
    Bitboard reach = KING_ATTACKS[c->king] & (c->capturable | ~c->occupied);
    for (Bitboard rest = reach; rest;) {
        Square to = pop_lsb(&rest);
        if (king_attacked_on(c, to))
            reach &= ~bit(to);
    }
    if (c->antiking != NO_SQUARE)
        reach = keep_antiking_attacked(c, c->king, reach);
    return reach;
}

/* An anti-king steps to empty squares and onto friends, and must be attacked where it arrives. */
SPECIALISED Bitboard reach_antiking(const Context *c) {
    Bitboard friends = c->pos->by_colour[c->us] & ~bit(c->king);
    Bitboard reach = KING_ATTACKS[c->antiking] & c->check_mask & (friends | ~c->occupied);
    if (c->pinned & bit(c->antiking))
        reach &= LINE[c->king][c->antiking];
    for (Bitboard rest = reach; rest;) {
        Square to = pop_lsb(&rest);
        Bitboard occupied = (c->occupied & ~bit(c->antiking)) | bit(to);
        if (!antiking_attacked(c, to, occupied, 0))
            reach &= ~bit(to);
    }
    return reach;
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

/* Pawns that arrive on `targets`, each `offset` squares from where it started. */
SPECIALISED int emit_pawns(const Context *c, MoveList *list, Bitboard targets, int offset) {
    Bitboard promoting = targets & (RANK_1 | RANK_8);
    int choices = c->pos->rules->promotes_to_any ? 4 : 1;
    int count = popcount(targets ^ promoting) + choices * popcount(promoting);
    if (!list)
        return count;
    for (Bitboard rest = targets ^ promoting; rest;) {
        Square to = pop_lsb(&rest);
        push(list, to - offset, to, PAWN);
    }
    while (promoting) {
        Square to = pop_lsb(&promoting);
        for (int i = 0; i < choices; i++)
            push(list, to - offset, to, (PieceType)(QUEEN - i));
    }
    return count;
}

/* --- pawns: all together, but for those that are confined each in its own way --- */

SPECIALISED Bitboard confine_pawns(const Context *c, Bitboard targets, int offset) {
    targets &= c->check_mask;
    if (!c->pinned && c->antiking == NO_SQUARE)
        return targets;
    for (Bitboard rest = targets; rest;) {
        Square to = pop_lsb(&rest);
        if (!(confine(c, to - offset, bit(to))))
            targets &= ~bit(to);
    }
    return targets;
}

/* Both squares that an en passant capture empties may open lines: try it. */
SPECIALISED bool en_passant_is_safe(const Context *c, Square from) {
    Square to = c->pos->en_passant;
    Bitboard gone = bit(to ^ 8);
    Bitboard occupied = (c->occupied & ~(bit(from) | gone)) | bit(to);
    if (position_attackers(c->pos, c->king, c->them, occupied) & ~gone)
        return false;
    return c->antiking == NO_SQUARE || antiking_attacked(c, c->antiking, occupied, gone);
}

SPECIALISED int pawn_captures(const Context *c, MoveList *list) {
    Bitboard pawns = position_pieces(c->pos, c->us, PAWN);
    Bitboard ahead = forward(pawns, c->us);
    int up = c->us == WHITE ? 8 : -8;
    int count =
        emit_pawns(c, list, confine_pawns(c, westward(ahead) & c->capturable, up - 1), up - 1);
    count += emit_pawns(c, list, confine_pawns(c, eastward(ahead) & c->capturable, up + 1), up + 1);
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

SPECIALISED int pawn_pushes(const Context *c, MoveList *list) {
    int up = c->us == WHITE ? 8 : -8;
    Bitboard pawns = position_pieces(c->pos, c->us, PAWN);
    Bitboard single_pushes = forward(pawns, c->us) & ~c->occupied;
    int count = emit_pawns(c, list, confine_pawns(c, single_pushes, up), up);
    if (c->pos->rules->double_step) {
        Bitboard third_rank = rank_bb(c->us == WHITE ? 2 : 5);
        Bitboard double_pushes = forward(single_pushes & third_rank, c->us) & ~c->occupied;
        count += emit_pawns(c, list, confine_pawns(c, double_pushes, 2 * up), 2 * up);
    }
    return count;
}

/* --- castling --- */

SPECIALISED int castle(const Context *c, MoveList *list, int right, int direction,
                       Bitboard must_be_empty) {
    if (!(c->pos->castling & right << 2 * c->us) || (c->occupied & must_be_empty))
        return 0;
    Square over = c->king + direction, to = c->king + 2 * direction;
    if (king_attacked_on(c, over) || king_attacked_on(c, to))
        return 0;
    if (c->antiking != NO_SQUARE) {
        Square corner = c->king - KING_FILE + (direction > 0 ? KING_ROOK_FILE : QUEEN_ROOK_FILE);
        Bitboard occupied = c->occupied ^ (bit(c->king) | bit(corner) | bit(over) | bit(to));
        if (!antiking_attacked(c, c->antiking, occupied, 0))
            return 0;
    }
    return emit(list, c->king, bit(to));
}

SPECIALISED int castling_moves(const Context *c, MoveList *list) {
    if (!c->pos->castling || c->checkers)
        return 0;
    int home = position_home(c->us);
    return castle(c, list, CASTLE_KING_SIDE, 1, BETWEEN[home + KING_FILE][home + KING_ROOK_FILE]) +
           castle(c, list, CASTLE_QUEEN_SIDE, -1,
                  BETWEEN[home + KING_FILE][home + QUEEN_ROOK_FILE]);
}

/* --- all together --- */

/* The half-moves of the pieces in `reaches` that end on the chosen squares. */
SPECIALISED int emit_reaches(MoveList *list, const Reaches *reaches, Bitboard squares) {
    int count = 0;
    for (int i = 0; i < reaches->count; i++)
        count += emit(list, reaches->from[i], reaches->reach[i] & squares);
    return count;
}

/* Captures are compulsory: the quiet half-moves are legal only if there is none. */
SPECIALISED int generate_board(const Context *c, MoveList *list) {
    Reaches reaches;
    reaches.count = 0;
    add_reach(&reaches, c->king, reach_king(c));
    if (c->check_mask)
        reach_pieces(c, &reaches);
    Bitboard onto_friends = 0, antiking_steps = 0;
    if (c->antiking != NO_SQUARE) {
        Bitboard reach = reach_antiking(c);
        onto_friends = reach & c->occupied;
        antiking_steps = reach & ~c->occupied;
    }
    int captures = emit_reaches(list, &reaches, c->capturable) + pawn_captures(c, list);
    if (c->antiking != NO_SQUARE)
        captures += emit(list, c->antiking, onto_friends);
    if (captures)
        return captures;
    int quiet =
        emit_reaches(list, &reaches, ~c->occupied) + pawn_pushes(c, list) + castling_moves(c, list);
    if (c->antiking != NO_SQUARE)
        quiet += emit(list, c->antiking, antiking_steps);
    return quiet;
}

SPECIALISED int generate_for(const Position *pos, Colour us, MoveList *list) {
    Context c;
    analyse(&c, pos, us);
    int count = generate_board(&c, list);
    if (pos->chips[us] > 0 && !c.checkers) {
        if (list)
            list->moves[list->count++] = MOVE_PASS;
        count++;
    }
    return count;
}

void movegen_legal(const Position *pos, MoveList *list) {
    list->count = 0;
    if (pos->side == WHITE)
        generate_for(pos, WHITE, list);
    else
        generate_for(pos, BLACK, list);
}

int movegen_count(const Position *pos) {
    return pos->side == WHITE ? generate_for(pos, WHITE, NULL) : generate_for(pos, BLACK, NULL);
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
