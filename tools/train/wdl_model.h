/* wdl_model: fits the WDL model: how often scores come to wins, draws and losses. */
#ifndef MISERE_TRAIN_WDL_MODEL_H
#define MISERE_TRAIN_WDL_MODEL_H

#include "eval/wdl.h"
#include "train/samples.h"

/* The most likely shape for the samples' scores and results, with neither number above 2000;
 * decided scores are left out. False without memory. */
bool wdl_model_fit(const Samples *samples, WdlModel *shape);

#endif
