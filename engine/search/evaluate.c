#include "evaluate.h"

static const char *const NAMES[FEATURES] = {
    [FEATURE_PAWN] = "Pawns",
    [FEATURE_KNIGHT] = "Knights",
    [FEATURE_BISHOP] = "Bishops",
    [FEATURE_ROOK] = "Rooks",
    [FEATURE_QUEEN] = "Queens",
    [FEATURE_KNIGHT_MOBILITY] = "Knights' squares",
    [FEATURE_BISHOP_MOBILITY] = "Bishops' squares",
    [FEATURE_ROOK_MOBILITY] = "Rooks' squares",
    [FEATURE_QUEEN_MOBILITY] = "Queens' squares",
    [FEATURE_PAWN_ADVANCE] = "Pawns' rows",
    [FEATURE_THREATENED] = "Threatened",
    [FEATURE_KING_FREEDOM] = "King's freedom",
    [FEATURE_KING_ATTACKED] = "King attacked",
    [FEATURE_ANTIKING_GUARDS] = "Anti-king guards",
    [FEATURE_TEMPO] = "To move",
};

/* In the order of Feature. Fitted by misere-tune to some 4,000 games of each family that the engine
 * played against itself, 3,000 nodes a turn; beside each row: what it scored against the weights
 * before, which counted pieces and squares alone (160 games each at 0.5+0.005). */
static const Score WEIGHTS[FAMILIES][FEATURES] = {
    /* +44 +- 54 Elo in spring 2007 */
    [FAMILY_MATE_LOSES] = {-5, 31, 29, -3, -1, 9, 5, 11, 10, 6, 83, 3, 2, 0, 25},
    /* +152 +- 51 in spring 1994 */
    [FAMILY_MATE_WINS] = {-16, 8, 15, 6, 6, 2, 1, 3, 4, 4, 51, -2, -8, 0, 7},
    /* +120 +- 47 */
    [FAMILY_ANTIKING] = {-28, -61, -42, -38, -69, 18, 6, 4, 10, 1, 52, -2, -6, 72, 68},
    /* +37 +- 26 */
    [FAMILY_MIND_CONTROL] = {-71, -95, -64, -105, -122, 1, -3, -3, -1, 4, -19, -5, -13, 0, 95},
};

enum { GUARDS_THAT_COUNT = 3 };

/* What one side's pieces do. */
typedef struct {
    Bitboard attacks;         /* squares that any of them attacks */
    int squares[PIECE_TYPES]; /* that knights, bishops, rooks and queens may go to */
} Reach;

static Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
    case KNIGHT:
        return KNIGHT_ATTACKS[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    default:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
    }
}

static Reach reach_of(const Position *pos, Colour colour) {
    Bitboard own = pos->by_colour[colour], occupied = position_occupied(pos);
    Bitboard ahead = forward(position_pieces(pos, colour, PAWN), colour);
    Reach reach = {.attacks = westward(ahead) | eastward(ahead) |
                              KING_ATTACKS[position_king(pos, colour)]};
    for (int type = KNIGHT; type <= QUEEN; type++)
        for (Bitboard set = own & pos->by_type[type]; set;) {
            Bitboard attacks = piece_attacks((PieceType)type, pop_lowest(&set), occupied);
            reach.attacks |= attacks;
            reach.squares[type] += popcount(attacks & ~own);
        }
    return reach;
}

static int pawn_rows(const Position *pos, Colour colour) {
    int rows = 0;
    for (Bitboard set = position_pieces(pos, colour, PAWN); set;) {
        int row = square_row(pop_lowest(&set));
        rows += colour == WHITE ? row - 1 : 6 - row;
    }
    return rows;
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

/* Adds a side's features, with the sign that it has. */
static void add_features(const Position *pos, Colour colour, const Reach *own, const Reach *enemy,
                         int sign, int features[FEATURES]) {
    Bitboard pieces = pos->by_colour[colour];
    Bitboard beside_king = KING_ATTACKS[position_king(pos, colour)];
    Bitboard royal = pos->by_type[KING] | pos->by_type[ANTIKING];
    for (int type = PAWN; type <= QUEEN; type++)
        features[FEATURE_PAWN + type] += sign * popcount(pieces & pos->by_type[type]);
    for (int type = KNIGHT; type <= QUEEN; type++)
        features[FEATURE_KNIGHT_MOBILITY + type - KNIGHT] += sign * own->squares[type];
    features[FEATURE_PAWN_ADVANCE] += sign * pawn_rows(pos, colour);
    features[FEATURE_THREATENED] += sign * popcount(pieces & ~royal & enemy->attacks);
    features[FEATURE_KING_FREEDOM] += sign * popcount(beside_king & ~pieces & ~enemy->attacks);
    features[FEATURE_KING_ATTACKED] += sign * popcount(beside_king & enemy->attacks);
    features[FEATURE_ANTIKING_GUARDS] += sign * antiking_guards(pos, colour);
}

void evaluate_features(const Position *pos, int features[FEATURES]) {
    Reach white = reach_of(pos, WHITE), black = reach_of(pos, BLACK);
    for (int i = 0; i < FEATURES; i++)
        features[i] = 0;
    add_features(pos, WHITE, &white, &black, 1, features);
    add_features(pos, BLACK, &black, &white, -1, features);
    features[FEATURE_TEMPO] = pos->player == WHITE ? 1 : -1;
}

Score evaluate_weight(Family family, Feature feature) {
    return WEIGHTS[family][feature];
}

const char *evaluate_feature_name(Feature feature) {
    return NAMES[feature];
}

Score evaluate(const Position *pos) {
    const Score *weights = WEIGHTS[pos->rules->family];
    int features[FEATURES];
    Score score = 0;
    evaluate_features(pos, features);
    for (int i = 0; i < FEATURES; i++)
        score += weights[i] * features[i];
    if (score > SCORE_GUESS_MAX)
        score = SCORE_GUESS_MAX;
    if (score < -SCORE_GUESS_MAX)
        score = -SCORE_GUESS_MAX;
    return pos->player == WHITE ? score : -score;
}
