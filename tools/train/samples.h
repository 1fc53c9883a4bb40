/* samples: positions with what came of them, and files of them: what a network learns from. */
#ifndef MISERE_TRAIN_SAMPLES_H
#define MISERE_TRAIN_SAMPLES_H

#include "eval/score.h"
#include "rules/position.h"

#include <stdio.h>

/* A position in which nobody has to capture, packed. Files hold these, one after another. */
typedef struct {
    uint8_t board[SQUARES / 2]; /* two squares a byte, the lower one in the lower half */
    int16_t score;              /* for the player to decide, as a search saw it */
    uint8_t ruleset;            /* its row in the table of rulesets */
    uint8_t side;               /* the Colour to move */
    uint8_t player;             /* the Colour that decides */
    uint8_t points;             /* of that player in the end, times two */
} Sample;

typedef struct {
    Sample *samples;
    size_t count, capacity;
} Samples;

Sample sample_pack(const Position *pos, Score score);

/* The position again; castling and en passant rights, counters and chips are not kept. */
void sample_unpack(const Sample *sample, Position *pos);

/* Adds one; false without memory. */
bool samples_add(Samples *samples, Sample sample);

/* Adds all of a file; if it cannot be read or is no such file, says why and returns false. */
bool samples_read(Samples *samples, const char *path, Error *error);

bool samples_are_of_one_family(const Samples *samples);

void samples_free(Samples *samples);

#endif
