/* text_file: files of samples written as text, and read from it (sample_text.h). The errors name
 * the file, and the line of a text. */
#ifndef MISERE_TRAIN_DATA_TEXT_FILE_H
#define MISERE_TRAIN_DATA_TEXT_FILE_H

#include "train/data/dataset.h"

typedef struct {
    uint64_t kept;
    uint64_t dropped; /* written: in the middle of a turn; read: not quiet, or the game is over */
} TextCounts;

/* Writes the samples of the dataset as text. */
bool text_file_write(Dataset *dataset, const char *path, TextCounts *counts, Error *error);

/* Reads the texts `paths`, which ends with NULL, and writes their samples, of games of `rules`, to
 * the file `out`. Blank lines are skipped. */
bool text_file_read(const Ruleset *rules, char **paths, const char *out, TextCounts *counts,
                    Error *error);

#endif
