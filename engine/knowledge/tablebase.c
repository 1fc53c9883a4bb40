#include "knowledge/tablebase.h"

#include "rules/outcome.h"

#include <stdlib.h>

enum {
    TYPES = KING + 1,
    SUCCESSORS_MAX = 28, /* a queen has at most 27 */
    /* Values are from the point of view of the side to move: n + 1 for a win in n half-moves,
     * -(n + 1) for a loss. What is never decided is a draw. */
    UNDECIDED = 0,
    LOSS_IN_1 = -2,
};

/* The piece of the side to move, which is White here, and the enemy's. */
typedef struct {
    PieceType own, enemy;
    Square own_square, enemy_square;
    bool en_passant; /* can the enemy's pawn be taken en passant? */
} TwoPieces;

struct Tablebase {
    int8_t values[TYPES][TYPES][SQUARES][SQUARES]; /* as the members of TwoPieces */
};

/* --- the rules, for one piece against one --- */

static Bitboard attacks_of(const TwoPieces *pieces) {
    Square square = pieces->own_square;
    Bitboard occupied = bit(square) | bit(pieces->enemy_square);
    switch (pieces->own) {
    case PAWN:
        return PAWN_ATTACKS[WHITE][square];
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

static bool must_capture(const TwoPieces *pieces) {
    return pieces->en_passant || (attacks_of(pieces) & bit(pieces->enemy_square));
}

/* The pieces after the own piece has moved and become a `type`; the other side is to move. */
static TwoPieces after_move(const TwoPieces *pieces, PieceType type, Square to) {
    return (TwoPieces){.own = pieces->enemy,
                       .enemy = type,
                       .own_square = pieces->enemy_square ^ 56,
                       .enemy_square = to ^ 56};
}

static int pawn_successors(const Ruleset *rules, const TwoPieces *pieces, TwoPieces *after) {
    Square one = pieces->own_square + 8, two = one + 8;
    int count = 0;
    if (one == pieces->enemy_square)
        return 0;
    if (square_rank(one) == 7) {
        after[count++] = after_move(pieces, QUEEN, one);
        for (int type = KNIGHT; rules->promotes_to_any && type <= ROOK; type++)
            after[count++] = after_move(pieces, (PieceType)type, one);
        if (rules->promotes_to_king)
            after[count++] = after_move(pieces, KING, one);
        return count;
    }
    after[count++] = after_move(pieces, PAWN, one);
    if (rules->double_step && square_rank(one) == 2 && two != pieces->enemy_square) {
        after[count] = after_move(pieces, PAWN, two);
        after[count++].en_passant = rules->en_passant && pieces->enemy == PAWN &&
                                    (PAWN_ATTACKS[BLACK][pieces->enemy_square] & bit(one)) != 0;
    }
    return count;
}

/* Lists the positions after each half-move of a side that need not capture. */
static int find_successors(const Ruleset *rules, const TwoPieces *pieces,
                           TwoPieces after[SUCCESSORS_MAX]) {
    if (pieces->own == PAWN)
        return pawn_successors(rules, pieces, after);
    int count = 0;
    for (Bitboard targets = attacks_of(pieces); targets;)
        after[count++] = after_move(pieces, pieces->own, pop_lsb(&targets));
    return count;
}

/* --- solving --- */

static int value_of(const Tablebase *tablebase, const TwoPieces *pieces) {
    return pieces->en_passant
               ? LOSS_IN_1
               : tablebase
                     ->values[pieces->own][pieces->enemy][pieces->own_square][pieces->enemy_square];
}

/* The value of an ending whose game ends in exactly `n` half-moves, given all that end sooner;
 * UNDECIDED if it does not. A side that must capture the last piece loses. */
static int find_value(const Tablebase *tablebase, const Ruleset *rules, const TwoPieces *pieces,
                      int n) {
    if (must_capture(pieces))
        return n == 1 ? LOSS_IN_1 : UNDECIDED;
    TwoPieces after[SUCCESSORS_MAX];
    int count = find_successors(rules, pieces, after);
    if (n == 0)
        return count == 0 && rules->stalemate == STALEMATE_WINS ? 1 : UNDECIDED;
    if (count == 0)
        return UNDECIDED;
    bool loses = true;
    for (int i = 0; i < count; i++) {
        int value = value_of(tablebase, &after[i]);
        if (value == -n)
            return n + 1;
        loses = loses && value > 0 && value <= n;
    }
    return loses ? -(n + 1) : UNDECIDED;
}

/* Decides the undecided endings of these pieces that end in `n` half-moves. Returns whether there
 * were any. */
static bool decide(Tablebase *tablebase, const Ruleset *rules, PieceType own, PieceType enemy,
                   int n) {
    bool any = false;
    Bitboard pawn_squares = ~(RANK_1 | RANK_8);
    for (Bitboard from = own == PAWN ? pawn_squares : ~0ULL; from;) {
        Square square = pop_lsb(&from);
        Bitboard others = (enemy == PAWN ? pawn_squares : ~0ULL) & ~bit(square);
        while (others) {
            TwoPieces pieces = {own, enemy, square, pop_lsb(&others), false};
            int8_t *value = &tablebase->values[own][enemy][square][pieces.enemy_square];
            if (*value == UNDECIDED)
                *value = (int8_t)find_value(tablebase, rules, &pieces, n);
            any = any || *value == n + 1 || *value == -(n + 1);
        }
    }
    return any;
}

/* Which endings, by the pieces' types as in Tablebase.values, were decided in a pass? */
typedef struct {
    bool any[TYPES][TYPES];
} Pass;

/* Can the last pass have decided a successor of an ending of these pieces? A pawn may be any piece
 * after its half-move. */
static bool may_follow(const Pass *last, PieceType own, PieceType enemy) {
    bool any = last->any[enemy][own];
    for (int type = KNIGHT; own == PAWN && type < TYPES; type++)
        any = any || last->any[enemy][type];
    return any;
}

/* Decides first what ends at once, then what ends a half-move later, and so on. */
static void solve(Tablebase *tablebase, const Ruleset *rules) {
    Pass last, pass;
    bool any = true;
    for (int n = 0; any || n < 2; n++) {
        any = false;
        for (int own = PAWN; own < TYPES; own++)
            for (int enemy = PAWN; enemy < TYPES; enemy++) {
                bool decided = (n < 2 || may_follow(&last, (PieceType)own, (PieceType)enemy)) &&
                               decide(tablebase, rules, (PieceType)own, (PieceType)enemy, n);
                pass.any[own][enemy] = decided;
                any = any || decided;
            }
        last = pass;
    }
}

/* Are one piece against one an ending in which neither the kings nor the turns are special? */
static bool is_covered(const Ruleset *rules) {
    return !rules->royal_king && !rules->antiking && rules->bare_at == 0 &&
           rules->halfmoves_per_turn == 1 && rules->stalemate != STALEMATE_LOSES_TURN;
}

bool tablebase_new(const Ruleset *rules, Tablebase **tablebase) {
    *tablebase = NULL;
    if (!is_covered(rules))
        return true;
    *tablebase = calloc(1, sizeof **tablebase);
    if (!*tablebase)
        return false;
    solve(*tablebase, rules);
    return true;
}

void tablebase_free(Tablebase *tablebase) {
    free(tablebase);
}

/* --- probing --- */

/* Sets *pieces. Returns false if the position has other pieces than one on each side. */
static bool find_pieces(const Position *pos, TwoPieces *pieces) {
    Bitboard own = pos->by_colour[pos->side], enemy = pos->by_colour[other((Colour)pos->side)];
    if (!own || !enemy || more_than_one(own) || more_than_one(enemy))
        return false;
    int flip = pos->side == WHITE ? 0 : 56;
    *pieces = (TwoPieces){.own = piece_type(pos->board[lsb(own)]),
                          .enemy = piece_type(pos->board[lsb(enemy)]),
                          .own_square = lsb(own) ^ flip,
                          .enemy_square = lsb(enemy) ^ flip,
                          .en_passant = pos->en_passant != NO_SQUARE};
    return true;
}

bool tablebase_probe(const Tablebase *tablebase, const Position *pos, Ending *ending) {
    TwoPieces pieces;
    if (!tablebase || !find_pieces(pos, &pieces))
        return false;
    int value = value_of(tablebase, &pieces);
    Colour side = (Colour)pos->side;
    *ending = (Ending){.drawn = value == UNDECIDED,
                       .winner = value > 0 ? side : other(side),
                       .distance = abs(value) - 1};
    return true;
}

/* Is the position after a half-move the next one on the way to this ending? */
static bool leads_to(const Tablebase *tablebase, const Ending *ending, const Position *after) {
    Ending next;
    if (outcome_is_over(outcome_of(after)))
        return ending->distance == 1;
    return tablebase_probe(tablebase, after, &next) && !next.drawn &&
           next.winner == ending->winner && next.distance == ending->distance - 1;
}

Move tablebase_best_move(const Tablebase *tablebase, const Position *pos) {
    MoveList list;
    Ending ending;
    outcome_find(pos, &list);
    if (!tablebase_probe(tablebase, pos, &ending) || ending.drawn)
        return MOVE_NONE;
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        if (leads_to(tablebase, &ending, &after))
            return list.moves[i];
    }
    return MOVE_NONE;
}
