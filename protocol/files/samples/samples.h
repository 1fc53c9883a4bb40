/* samples: training data: positions, each with the score of a search and the result of its game.
 * Only one thread at a time may use a Samples. */
#ifndef MISERE_FILES_SAMPLES_SAMPLES_H
#define MISERE_FILES_SAMPLES_SAMPLES_H

#include "eval/score.h"
#include "rules/position.h"

enum {
    SAMPLE_PIECES_MAX = 36, /* two more than any ruleset's initial position has */
    SAMPLE_PLY_UNKNOWN = UINT16_MAX,
    SAMPLE_DRAW = 7, /* Sample.points */
    SAMPLE_WIN = 14,
    SAMPLE_VALIDATION_EVERY = 20, /* one game in so many belongs to the validation set */
};

/* A packed quiet position. The layout is the same in memory and in files: little-endian, without
 * padding. */
typedef struct {
    uint64_t occupied;
    /* The pieces in the order of their squares, two per byte, the first one in the low bits; 0
     * after the last piece. */
    uint8_t pieces[SAMPLE_PIECES_MAX / 2];
    int16_t score;        /* the search's score in centipawns, from the player's point of view */
    uint16_t ply;         /* turns played before this one, or SAMPLE_PLY_UNKNOWN */
    uint8_t ruleset;      /* the ruleset's index in the table of rulesets */
    uint8_t side : 1;     /* as Position.side */
    uint8_t player : 1;   /* as Position.player */
    uint8_t points : 4;   /* the player's result, or the mean of several: 0 for a loss, SAMPLE_DRAW,
                             up to SAMPLE_WIN */
    uint8_t deviates : 1; /* a later turn of the game was not the best one, or the position did not
                             occur in the game, so that the result says little about it */
    uint8_t validation : 1; /* the game belongs to the validation set */
} Sample;

_Static_assert(sizeof(Sample) == 32, "a sample has no padding");

/* Packs a position of at most SAMPLE_PIECES_MAX pieces, without castling and en passant rights,
 * counters and chips. `points` is set to 0, because the result is not known yet. */
Sample sample_pack(const Position *pos, Score score, int ply);

/* Unpacks a position. What sample_pack leaves out is not restored, and the position's key is not
 * valid. */
void sample_unpack(const Sample *sample, Position *pos);

/* Is it a position that a network can evaluate? */
bool sample_is_valid(const Sample *sample);

/* A hash of the ruleset, the board, the side and the player. It is the same for a board and its
 * mirror image, in which the files are in reverse order. */
uint64_t sample_hash(const Sample *sample);

typedef struct {
    Sample *samples;
    size_t count;
} Samples;

/* Appends a sample. Returns false if out of memory. */
bool samples_add(Samples *samples, Sample sample);

/* Frees the samples and empties the list. */
void samples_free(Samples *samples);

#endif
