/* feature: what can be counted on a board, and tells who stands better. Pure; any thread. */
#ifndef MISERE_EVAL_FEATURE_H
#define MISERE_EVAL_FEATURE_H

#include "rules/position.h"

/* What is counted, for White less for Black. */
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
    FEATURE_PAWN_ADVANCE,  /* ranks that pawns have come forward */
    FEATURE_THREATENED,    /* pieces that the enemy may have to take */
    FEATURE_KING_MOBILITY, /* squares beside the king that are neither its own side's nor attacked
                            */
    FEATURE_KING_RING_ATTACKED, /* squares beside the king that the enemy attacks */
    FEATURE_ANTIKING_ATTACKERS, /* enemy pieces that keep the anti-king attacked, up to 3 */
    FEATURE_FORCED_CAPTURE, /* is any piece threatened: must the enemy capture if it is to move? */
    FEATURE_HANGING,        /* threatened pieces that nothing guards */
    FEATURE_OFFERS,         /* empty squares to go to that the enemy attacks */
    FEATURE_UNGUARDED_OFFERS, /* those where nothing could take back */
    FEATURES
} Feature;

/* Counts the features of a position in which the game goes on. */
void feature_count(const Position *pos, int features[FEATURES]);

const char *feature_name(Feature feature);

#endif
