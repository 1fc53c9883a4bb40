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
    [FEATURE_PAWN_ADVANCE] = "Pawns' ranks",
    [FEATURE_THREATENED] = "Threatened",
    [FEATURE_KING_MOBILITY] = "King's freedom",
    [FEATURE_KING_RING_ATTACKED] = "King attacked",
    [FEATURE_ANTIKING_ATTACKERS] = "Anti-king attackers",
    [FEATURE_FORCED_CAPTURE] = "Must capture",
    [FEATURE_HANGING] = "Unguarded, threatened",
    [FEATURE_OFFERS] = "Offers",
    [FEATURE_UNGUARDED_OFFERS] = "Unguarded offers",
};

enum { ANTIKING_ATTACKERS_MAX = 3 };

/* What one side's pieces do. */
typedef struct {
    Bitboard attacks;          /* squares that any of them attacks */
    Bitboard attacked_twice;   /* that more than one attacks */
    Bitboard quiet_targets;    /* empty squares that any but the king may go to */
    int mobility[PIECE_TYPES]; /* that knights, bishops, rooks and queens may go to */
} AttackInfo;

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

static void add_attacks(AttackInfo *info, Bitboard mobility) {
    info->attacked_twice |= info->attacks & mobility;
    info->attacks |= mobility;
}

static AttackInfo attack_info(const Position *pos, Colour colour) {
    Bitboard own = pos->by_colour[colour], occupied = position_occupied(pos);
    Bitboard pawns = position_pieces(pos, colour, PAWN);
    Bitboard ahead = forward(pawns, colour);
    Bitboard king = KING_ATTACKS[position_king(pos, colour)];
    AttackInfo info = {.attacks = westward(ahead), .quiet_targets = ahead & ~occupied};
    add_attacks(&info, eastward(ahead));
    for (int type = KNIGHT; type <= QUEEN; type++)
        for (Bitboard set = own & pos->by_type[type]; set;) {
            Bitboard attacks = piece_attacks((PieceType)type, pop_lsb(&set), occupied);
            add_attacks(&info, attacks);
            info.quiet_targets |= attacks & ~occupied;
            info.mobility[type] += popcount(attacks & ~own);
        }
    add_attacks(&info, king);
    return info;
}

static int pawn_advance(const Position *pos, Colour colour) {
    int ranks = 0;
    for (Bitboard set = position_pieces(pos, colour, PAWN); set;) {
        int rank = square_rank(pop_lsb(&set));
        ranks += colour == WHITE ? rank - 1 : 6 - rank;
    }
    return ranks;
}

/* An anti-king is the safer, the more enemy pieces attack it. */
static int antiking_attackers(const Position *pos, Colour colour) {
    Bitboard antiking = position_pieces(pos, colour, ANTIKING);
    if (!antiking)
        return 0;
    int attackers =
        popcount(position_attackers(pos, lsb(antiking), other(colour), position_occupied(pos)));
    return attackers < ANTIKING_ATTACKERS_MAX ? attackers : ANTIKING_ATTACKERS_MAX;
}

/* Adds a side's features, with the sign that it has. */
static void add_features(const Position *pos, Colour colour, const AttackInfo *own,
                         const AttackInfo *enemy, int sign, int features[FEATURES]) {
    Bitboard pieces = pos->by_colour[colour];
    Bitboard king_ring = KING_ATTACKS[position_king(pos, colour)];
    Bitboard royal = pos->by_type[KING] | pos->by_type[ANTIKING];
    for (int type = PAWN; type <= QUEEN; type++)
        features[FEATURE_PAWN + type] += sign * popcount(pieces & pos->by_type[type]);
    for (int type = KNIGHT; type <= QUEEN; type++)
        features[FEATURE_KNIGHT_MOBILITY + type - KNIGHT] += sign * own->mobility[type];
    features[FEATURE_PAWN_ADVANCE] += sign * pawn_advance(pos, colour);
    Bitboard threatened = pieces & ~royal & enemy->attacks;
    Bitboard offers = own->quiet_targets & enemy->attacks;
    features[FEATURE_THREATENED] += sign * popcount(threatened);
    features[FEATURE_FORCED_CAPTURE] += sign * (threatened != 0);
    features[FEATURE_HANGING] += sign * popcount(threatened & ~own->attacks);
    features[FEATURE_OFFERS] += sign * popcount(offers);
    features[FEATURE_UNGUARDED_OFFERS] += sign * popcount(offers & ~own->attacked_twice);
    features[FEATURE_KING_MOBILITY] += sign * popcount(king_ring & ~pieces & ~enemy->attacks);
    features[FEATURE_KING_RING_ATTACKED] += sign * popcount(king_ring & enemy->attacks);
    features[FEATURE_ANTIKING_ATTACKERS] += sign * antiking_attackers(pos, colour);
}

void feature_count(const Position *pos, int features[FEATURES]) {
    AttackInfo white = attack_info(pos, WHITE), black = attack_info(pos, BLACK);
    for (int i = 0; i < FEATURES; i++)
        features[i] = 0;
    add_features(pos, WHITE, &white, &black, 1, features);
    add_features(pos, BLACK, &black, &white, -1, features);
}

const char *feature_name(Feature feature) {
    return NAMES[feature];
}
