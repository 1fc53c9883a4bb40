/* feature: hand-crafted evaluation features, counted on the board. Thread-safe. */
#ifndef MISERE_EVAL_FEATURE_H
#define MISERE_EVAL_FEATURE_H

#include "rules/position.h"

/* Each feature is White's count minus Black's. */
typedef enum {
    FEATURE_PAWN,
    FEATURE_KNIGHT,
    FEATURE_BISHOP,
    FEATURE_ROOK,
    FEATURE_QUEEN,
    FEATURE_KNIGHT_MOBILITY,    /* pseudo-legal moves of knights */
    FEATURE_BISHOP_MOBILITY,    /* pseudo-legal moves of bishops */
    FEATURE_ROOK_MOBILITY,      /* pseudo-legal moves of rooks */
    FEATURE_QUEEN_MOBILITY,     /* pseudo-legal moves of queens */
    FEATURE_PAWN_ADVANCE,       /* ranks that pawns have advanced */
    FEATURE_THREATENED,         /* attacked pieces, except royal kings and anti-kings */
    FEATURE_KING_MOBILITY,      /* unattacked squares next to a king without own pieces */
    FEATURE_KING_RING_ATTACKED, /* attacked squares next to a king */
    FEATURE_ANTIKING_ATTACKERS, /* enemy pieces that attack the anti-king, counted up to 3 */
    FEATURE_FORCED_CAPTURE, /* 1 if the FEATURE_THREATENED count is not 0: the enemy must capture */
    FEATURE_HANGING,        /* attacked pieces that are not defended */
    FEATURE_OFFERS, /* attacked empty squares that a piece other than a royal king can move to */
    FEATURE_UNGUARDED_OFFERS, /* offers after which nothing could recapture */
    FEATURES
} Feature;

/* Counts the features of a position in which the game is not over, and finds the squares that each
 * colour's pieces, except anti-kings, attack. */
void feature_count(const Position *pos, int features[FEATURES], Bitboard attacked[COLOURS]);

/* The name that the command `eval` prints. */
const char *feature_name(Feature feature);

#endif
