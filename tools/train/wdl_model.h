/* chances: how often scores come to wins, draws and losses; what wdl is fitted with. */
#ifndef MISERE_TRAIN_WDL_MODEL_H
#define MISERE_TRAIN_WDL_MODEL_H

#include "eval/wdl.h"
#include "train/samples.h"

/* The most likely shape for the samples' scores and results, with neither number above 2000;
 * decided scores are left out. False without memory. */
bool chances_fit(const Samples *samples, WdlShape *shape);

#endif
