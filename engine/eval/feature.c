#include "eval/feature.h"

static const char *const NAMES[FEATURES] = {
    [FEATURE_PAWN] = "Pawns",
    [FEATURE_KNIGHT] = "Knights",
    [FEATURE_BISHOP] = "Bishops",
    [FEATURE_ROOK] = "Rooks",
    [FEATURE_QUEEN] = "Queens",
    [FEATURE_KNIGHT_MOBILITY] = "Knight mobility",
    [FEATURE_BISHOP_MOBILITY] = "Bishop mobility",
    [FEATURE_ROOK_MOBILITY] = "Rook mobility",
    [FEATURE_QUEEN_MOBILITY] = "Queen mobility",
    [FEATURE_PAWN_ADVANCE] = "Pawn advance",
    [FEATURE_THREATENED] = "Attacked pieces",
    [FEATURE_KING_MOBILITY] = "King mobility",
    [FEATURE_KING_RING_ATTACKED] = "King ring attacked",
    [FEATURE_ANTIKING_ATTACKERS] = "Anti-king attackers",
    [FEATURE_FORCED_CAPTURE] = "Forces a capture",
    [FEATURE_HANGING] = "Hanging pieces",
    [FEATURE_OFFERS] = "Offers",
    [FEATURE_UNGUARDED_OFFERS] = "Unguarded offers",
};

enum { ANTIKING_ATTACKERS_MAX = 3 };

/* What one colour's pieces attack. */
typedef struct {
    Bitboard attacks;          /* squares attacked at least once */
    Bitboard attacked_twice;   /* squares attacked at least twice */
    Bitboard quiet_targets;    /* empty squares that pieces other than a royal king can move to */
    Bitboard king_ring;        /* squares next to a king */
    int mobility[PIECE_TYPES]; /* pseudo-legal moves of knights, bishops, rooks and queens */
} AttackInfo;

static void add_attacks(AttackInfo *info, Bitboard attacks) {
    info->attacked_twice |= info->attacks & attacks;
    info->attacks |= attacks;
}

static AttackInfo attack_info(const Position *pos, Colour colour) {
    Bitboard own = pos->by_colour[colour], occupied = position_occupied(pos);
    Bitboard pawns = position_pieces(pos, colour, PAWN);
    Bitboard ahead = forward(pawns, colour);
    AttackInfo info = {.attacks = westward(ahead), .quiet_targets = ahead & ~occupied};
    add_attacks(&info, eastward(ahead));
    for (int type = KNIGHT; type <= QUEEN; type++)
        for (Bitboard set = own & pos->by_type[type]; set;) {
            Bitboard attacks = piece_attacks((PieceType)type, pop_lsb(&set), occupied);
            add_attacks(&info, attacks);
            info.quiet_targets |= attacks & ~occupied;
            info.mobility[type] += popcount(attacks & ~own);
        }
    for (Bitboard kings = position_pieces(pos, colour, KING); kings;) {
        Bitboard attacks = KING_ATTACKS[pop_lsb(&kings)];
        add_attacks(&info, attacks);
        info.king_ring |= attacks;
    }
    if (!pos->rules->royal_king)
        info.quiet_targets |= info.king_ring & ~occupied;
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

/* The more enemy pieces attack an anti-king, the safer it is. */
static int antiking_attackers(const Position *pos, Colour colour) {
    Bitboard antiking = position_pieces(pos, colour, ANTIKING);
    if (!antiking)
        return 0;
    int attackers =
        popcount(position_attackers(pos, lsb(antiking), other(colour), position_occupied(pos)));
    return attackers < ANTIKING_ATTACKERS_MAX ? attackers : ANTIKING_ATTACKERS_MAX;
}

/* Adds one colour's counts, multiplied by `sign`. */
static void add_features(const Position *pos, Colour colour, const AttackInfo *own,
                         const AttackInfo *enemy, int sign, int features[FEATURES]) {
    Bitboard pieces = pos->by_colour[colour];
    Bitboard royal = pos->by_type[ANTIKING] | (pos->rules->royal_king ? pos->by_type[KING] : 0);
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
    features[FEATURE_KING_MOBILITY] += sign * popcount(own->king_ring & ~pieces & ~enemy->attacks);
    features[FEATURE_KING_RING_ATTACKED] += sign * popcount(own->king_ring & enemy->attacks);
    features[FEATURE_ANTIKING_ATTACKERS] += sign * antiking_attackers(pos, colour);
}

void feature_count(const Position *pos, int features[FEATURES], Bitboard attacked[COLOURS]) {
    AttackInfo white = attack_info(pos, WHITE), black = attack_info(pos, BLACK);
    for (int i = 0; i < FEATURES; i++)
        features[i] = 0;
    add_features(pos, WHITE, &white, &black, 1, features);
    add_features(pos, BLACK, &black, &white, -1, features);
    attacked[WHITE] = white.attacks;
    attacked[BLACK] = black.attacks;
}

const char *feature_name(Feature feature) {
    return NAMES[feature];
}
