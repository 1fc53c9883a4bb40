/* evaluate: what a position is worth, looked at without searching. Pure; any thread. */
#ifndef MISERE_EVALUATE_H
#define MISERE_EVALUATE_H

#include "position.h"
#include "score.h"

/* What is counted, for White less for Black. A position's worth is their weighted sum. */
typedef enum {
    FEATURE_PAWN,
    FEATURE_KNIGHT,
    FEATURE_BISHOP,
    FEATURE_ROOK,
    FEATURE_QUEEN,
    FEATURE_KNIGHT_MOBILITY, /* squares that a piece may go to */
    FEATURE_BISHOP_MOBILITY,
    FEATURE_ROOK_MOBILITY,
    FEATURE_QUEEN_MOBILITY,
    FEATURE_PAWN_ADVANCE, /* rows that pawns have come forward */
    FEATURE_THREATENED,   /* pieces that the enemy may have to take */
    FEATURE_KING_FREEDOM, /* squares beside the king that are neither its own side's nor attacked */
    FEATURE_KING_ATTACKED,   /* squares beside the king that the enemy attacks */
    FEATURE_ANTIKING_GUARDS, /* enemy pieces that keep the anti-king attacked, up to 3 */
    FEATURE_TEMPO,           /* to be the player to decide */
    FEATURES
} Feature;

/* Counts the features of a position in which the game goes on. */
void evaluate_features(const Position *pos, int features[FEATURES]);

/* Centipawns for one of a feature, good for White, in the family of a position. */
Score evaluate_weight(Family family, Feature feature);

const char *evaluate_feature_name(Feature feature);

/* The worth for the player to decide, at most SCORE_GUESS_MAX either way. */
Score evaluate(const Position *pos);

#endif
