/* sample_text: samples as lines of text that other trainers read, such as bullet: `FEN | SCORE |
 * RESULT`, with the score in centipawns and the result from 0.0 to 1.0, both from White's point of
 * view. Thread-safe. */
#ifndef MISERE_TRAIN_DATA_SAMPLE_TEXT_H
#define MISERE_TRAIN_DATA_SAMPLE_TEXT_H

#include "files/samples/samples.h"

enum { SAMPLE_TEXT_SIZE = FEN_SIZE + 32 };

/* How many samples were written or read. */
typedef struct {
    uint64_t kept;
    uint64_t dropped; /* written: in the middle of a turn; read: not quiet, or the game is over or
                         was not decided by play */
} SampleCounts;

/* Writes a sample, without a line break. A sample after which the game deviates has no result: the
 * points that its score predicts are written instead. Returns false if the position is in the
 * middle of a turn, for which there is no FEN. */
bool sample_text_write(const Sample *sample, char text[SAMPLE_TEXT_SIZE]);

/* Reads a line, which is modified. Castling and en passant rights and counters of the FEN are
 * dropped, as in sample_pack. The position belongs to the validation set by a hash, since its game
 * is not known. The error says which field is wrong. */
bool sample_text_read(const Ruleset *rules, char *line, Sample *sample, Error *error);

#endif
