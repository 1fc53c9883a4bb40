/* correction: how far searches have found the static evaluation to be off in positions with the
 * same pawns (correction history; in chess engines since Caissa and Stockfish, 2023). Any thread
 * may read and update a Correction at any time. */
#ifndef MISERE_SEARCH_CORRECTION_H
#define MISERE_SEARCH_CORRECTION_H

#include "eval/score.h"
#include "rules/position.h"

#include <stdatomic.h>

enum { CORRECTION_ENTRIES = 1 << 14 };

/* Zeroed, it corrects nothing. Positions whose pawns have the same hash share an entry. */
typedef struct {
    _Atomic int16_t entries[COLOURS][CORRECTION_ENTRIES]; /* by player; in 1/64 centipawns */
} Correction;

/* The corrected evaluation, between -SCORE_EVAL_MAX and SCORE_EVAL_MAX. */
Score correction_apply(const Correction *correction, const Position *pos, Score eval);

/* Learns from a search of `depth` half-moves, 1 or more, which found the uncorrected evaluation
 * `eval` to be worth `score`. */
void correction_update(Correction *correction, const Position *pos, Score eval, Score score,
                       int depth);

#endif
