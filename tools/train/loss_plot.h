/* loss_plot: the errors over the epochs of a training, as an SVG picture. Thread-safe if the
 * streams differ. */
#ifndef MISERE_TRAIN_LOSS_PLOT_H
#define MISERE_TRAIN_LOSS_PLOT_H

#include "train/checkpoint.h"

#include <stdio.h>

/* Writes a self-contained SVG picture with a curve of the training error and one of the validation
 * error. `title` may hold any bytes. The caller checks the stream for errors. */
void loss_plot_write(FILE *out, const char *title, const EpochErrors *errors, int epochs);

#endif
