/* correction: how far searches have found the static evaluation to be off in positions with the
 * same pawns, and in those where White or Black has the same other pieces (correction history; in
 * chess engines since Caissa and Stockfish, 2023). Any thread may read and update a Correction at
 * any time. */
#ifndef MISERE_SEARCH_CORRECTION_H
#define MISERE_SEARCH_CORRECTION_H

#include "eval/score.h"
#include "rules/position.h"

#include <stdatomic.h>

enum { CORRECTION_ENTRIES = 1 << 14 };

/* The pieces whose placement selects an entry. */
typedef enum {
    CORRECTION_PAWNS, /* the pawns of both colours */
    CORRECTION_WHITE, /* White's pieces other than pawns */
    CORRECTION_BLACK,
    CORRECTION_KEYS
} CorrectionKey;

/* A zeroed table corrects nothing. Entries are indexed by a hash of the squares of the key's
 * pieces. */
typedef struct {
    /* Indexed by the player to move; in 1/64 centipawns. */
    _Atomic int16_t entries[CORRECTION_KEYS][COLOURS][CORRECTION_ENTRIES];
} Correction;

/* The corrected evaluation, between -SCORE_EVAL_MAX and SCORE_EVAL_MAX. */
Score correction_apply(const Correction *correction, const Position *pos, Score eval);

/* Learns from a search of `depth` half-moves, 1 or more, which found the uncorrected evaluation
 * `eval` to be worth `score`. */
void correction_update(Correction *correction, const Position *pos, Score eval, Score score,
                       int depth);

#endif
