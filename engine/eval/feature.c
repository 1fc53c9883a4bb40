#include "eval/feature.h"

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
    [FEATURE_CAPTURES] = "Must capture",
    [FEATURE_HANGING] = "Unguarded, threatened",
    [FEATURE_OFFERS] = "Offers",
    [FEATURE_FREE_OFFERS] = "Unguarded offers",
};

enum { GUARDS_THAT_COUNT = 3 };

/* What one side's pieces do. */
typedef struct {
    Bitboard attacks;         /* squares that any of them attacks */
    Bitboard twice;           /* that more than one attacks */
    Bitboard steps;           /* empty squares that any but the king may go to */
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

static void attack(Reach *reach, Bitboard squares) {
    reach->twice |= reach->attacks & squares;
    reach->attacks |= squares;
}

static Reach reach_of(const Position *pos, Colour colour) {
    Bitboard own = pos->by_colour[colour], occupied = position_occupied(pos);
    Bitboard pawns = position_pieces(pos, colour, PAWN);
    Bitboard ahead = forward(pawns, colour);
    Bitboard king = KING_ATTACKS[position_king(pos, colour)];
    Reach reach = {.attacks = westward(ahead), .steps = ahead & ~occupied};
    attack(&reach, eastward(ahead));
    for (int type = KNIGHT; type <= QUEEN; type++)
        for (Bitboard set = own & pos->by_type[type]; set;) {
            Bitboard attacks = piece_attacks((PieceType)type, pop_lowest(&set), occupied);
            attack(&reach, attacks);
            reach.steps |= attacks & ~occupied;
            reach.squares[type] += popcount(attacks & ~own);
        }
    attack(&reach, king);
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
    Bitboard threatened = pieces & ~royal & enemy->attacks;
    Bitboard offers = own->steps & enemy->attacks;
    features[FEATURE_THREATENED] += sign * popcount(threatened);
    features[FEATURE_CAPTURES] += sign * (threatened != 0);
    features[FEATURE_HANGING] += sign * popcount(threatened & ~own->attacks);
    features[FEATURE_OFFERS] += sign * popcount(offers);
    features[FEATURE_FREE_OFFERS] += sign * popcount(offers & ~own->twice);
    features[FEATURE_KING_FREEDOM] += sign * popcount(beside_king & ~pieces & ~enemy->attacks);
    features[FEATURE_KING_ATTACKED] += sign * popcount(beside_king & enemy->attacks);
    features[FEATURE_ANTIKING_GUARDS] += sign * antiking_guards(pos, colour);
}

void feature_count(const Position *pos, int features[FEATURES]) {
    Reach white = reach_of(pos, WHITE), black = reach_of(pos, BLACK);
    for (int i = 0; i < FEATURES; i++)
        features[i] = 0;
    add_features(pos, WHITE, &white, &black, 1, features);
    add_features(pos, BLACK, &black, &white, -1, features);
}

const char *feature_name(Feature feature) {
    return NAMES[feature];
}
