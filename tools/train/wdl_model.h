/* wdl_model: fits the WDL model to training data. Thread-safe. */
#ifndef MISERE_TRAIN_WDL_MODEL_H
#define MISERE_TRAIN_WDL_MODEL_H

#include "eval/wdl.h"
#include "train/samples.h"

/* Finds the model, with a scale of 1 to 2000 and a margin of 0 to 2000, for which the results are
 * most likely, given the scores. Decisive scores are ignored. Returns false if out of memory. */
bool wdl_model_fit(const Samples *samples, WdlModel *model);

#endif
