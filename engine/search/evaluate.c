#include "evaluate.h"

/* Weights are in centipawns and good for the colour that has the thing: a negative one means that
 * it is better to be without. */
typedef struct {
    Score piece[PIECE_TYPES];
    Score mobility;        /* for each square that a piece may go to */
    Score antiking_guards; /* for each enemy piece that keeps the anti-king attacked, up to 3 */
} Weights;

/* Beside each row: what it scored in matches at 6,000 nodes a turn against values of 100, 150, 150,
 * 200 and 250 lost for having a piece and 5 won for a square. */
static const Weights WEIGHTS[FAMILIES] = {
    /* 64.0 % +- 3.8 (600 games of spring 2007), 65.5 % +- 4.6 (400 of fall 2007) */
    [FAMILY_MATE_LOSES] = {.piece = {-100, -50, -50, -50, -150, 0, 0}, .mobility = 13},
    /* 70.2 % +- 3.9 (400 games of spring 1994), 57.6 % +- 4.4 (400 of losers) */
    [FAMILY_MATE_WINS] = {.piece = {-250, -250, -150, -150, -50, 0, 0}, .mobility = 13},
    /* 56.5 % +- 4.8 (400 games) against no worth of guards */
    [FAMILY_ANTIKING] = {.piece = {-100, -150, -150, -200, -250, 0, 0},
                         .mobility = 5,
                         .antiking_guards = 40},
    /* 60.2 % +- 3.7 (600 games) */
    [FAMILY_MIND_CONTROL] = {.piece = {-50, -150, -150, -200, -250, 0, 0}, .mobility = -3},
};

enum { GUARDS_THAT_COUNT = 3 };

static Score material(const Position *pos, const Weights *weights) {
    Score sum = 0;
    for (int type = PAWN; type < KING; type++)
        sum += weights->piece[type] * (popcount(position_pieces(pos, WHITE, (PieceType)type)) -
                                       popcount(position_pieces(pos, BLACK, (PieceType)type)));
    return sum;
}

/* How many squares the colour's knights, bishops, rooks and queens may go to. */
static int mobility(const Position *pos, Colour colour) {
    const Bitboard *type = pos->by_type;
    Bitboard own = pos->by_colour[colour];
    Bitboard occupied = position_occupied(pos);
    int squares = 0;
    for (Bitboard set = own & type[KNIGHT]; set;)
        squares += popcount(KNIGHT_ATTACKS[pop_lowest(&set)] & ~own);
    for (Bitboard set = own & (type[BISHOP] | type[QUEEN]); set;)
        squares += popcount(bishop_attacks(pop_lowest(&set), occupied) & ~own);
    for (Bitboard set = own & (type[ROOK] | type[QUEEN]); set;)
        squares += popcount(rook_attacks(pop_lowest(&set), occupied) & ~own);
    return squares;
}

/* An anti-king is the safer, the more enemy pieces attack it. */
static int antiking_guards(const Position *pos, Colour colour) {
    Bitboard antiking = position_pieces(pos, colour, ANTIKING);
    if (!antiking)
        return 0;
    int guards =
        popcount(position_attackers(pos, lowest(antiking), other(colour), position_occupied(pos)));
    return guards < GUARDS_THAT_COUNT ? guards : GUARDS_THAT_COUNT;
}

Evaluation evaluate_terms(const Position *pos) {
    const Weights *weights = &WEIGHTS[pos->rules->family];
    return (Evaluation){
        .material = material(pos, weights),
        .mobility = weights->mobility * (mobility(pos, WHITE) - mobility(pos, BLACK)),
        .royal_safety =
            weights->antiking_guards * (antiking_guards(pos, WHITE) - antiking_guards(pos, BLACK)),
    };
}

Score evaluate(const Position *pos) {
    Evaluation terms = evaluate_terms(pos);
    Score score = terms.material + terms.mobility + terms.royal_safety;
    if (score > SCORE_GUESS_MAX)
        score = SCORE_GUESS_MAX;
    if (score < -SCORE_GUESS_MAX)
        score = -SCORE_GUESS_MAX;
    return pos->player == WHITE ? score : -score;
}
