/* text_file: files of samples written as text, and read from it (sample_text.h). The errors name
 * the file, and the line of a text. */
#ifndef MISERE_TRAIN_DATA_TEXT_FILE_H
#define MISERE_TRAIN_DATA_TEXT_FILE_H

#include "train/data/dataset.h"
#include "train/data/sample_text.h"

/* Writes the samples of the dataset as text. */
bool text_file_write(Dataset *dataset, const char *path, SampleCounts *counts, Error *error);

/* Reads the files `paths`, which ends with NULL, and writes their samples, of games of `rules`, to
 * the file `out`. They are texts, in which blank lines are skipped, or games (game_samples.h, also
 * for `say`). */
bool text_file_read(const Ruleset *rules, char **paths, const char *out, SampleCounts *counts,
                    void (*say)(const char *text), Error *error);

#endif
