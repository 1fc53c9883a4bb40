/* game_samples: samples of games in files: the positions whose turns have scores, as the referee's
 * logs and annotated PGN tell them. */
#ifndef MISERE_TRAIN_DATA_GAME_SAMPLES_H
#define MISERE_TRAIN_DATA_GAME_SAMPLES_H

#include "files/source/game_source.h"
#include "train/data/sample_text.h"

#include <stdio.h>

/* Does the file hold games, rather than lines of text? False, too, if it cannot be read. */
bool game_samples_has_games(const char *path);

/* Writes the samples of the quiet positions after the opening of all games, which must be of
 * `rules`. The games of the validation set are chosen by a hash. Positions of games that were not
 * decided by play are dropped. `say` is that of a GameTaker. Fails if no turn has a score. */
bool game_samples_write(const char *path, const Ruleset *rules, FILE *out, SampleCounts *counts,
                        void (*say)(const char *text), Error *error);

#endif
