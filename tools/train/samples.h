/* samples: training data: positions, each with the score of a search and the result of its game,
 * and the files that hold them. Only one thread at a time may use a Samples. */
#ifndef MISERE_TRAIN_SAMPLES_H
#define MISERE_TRAIN_SAMPLES_H

#include "eval/score.h"
#include "rules/position.h"

#include <stdio.h>

/* A packed quiet position. A file is a sequence of these structs, as they are laid out in
 * memory. */
typedef struct {
    uint8_t board[SQUARES / 2]; /* two squares per byte, the lower-numbered one in the low bits */
    int16_t score;   /* the search's score in centipawns, from the player's point of view */
    uint8_t ruleset; /* the ruleset's index in the table of rulesets */
    uint8_t side;    /* as Position.side */
    uint8_t player;  /* as Position.player */
    uint8_t points;  /* the player's result: 2 for a win, 1 for a draw, 0 for a loss */
} Sample;

typedef struct {
    Sample *samples;
    size_t count, capacity;
} Samples;

/* Packs a position, without castling and en passant rights, counters and chips. `points` is set to
 * 0, because the result is not known yet. */
Sample sample_pack(const Position *pos, Score score);

/* Unpacks a position. What sample_pack leaves out is not restored, and the position's key is not
 * valid. */
void sample_unpack(const Sample *sample, Position *pos);

/* Appends a sample. Returns false if out of memory. */
bool samples_add(Samples *samples, Sample sample);

/* Appends all samples of a regular file. The error does not name the file. */
bool samples_read(Samples *samples, const char *path, Error *error);

/* Do all samples belong to rulesets of one family? */
bool samples_are_of_one_family(const Samples *samples);

/* Frees the samples and empties the list. */
void samples_free(Samples *samples);

#endif
