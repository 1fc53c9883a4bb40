/* analysis: has an engine analyse a game's positions. One thread at a time. */
#ifndef MISERE_ANNOTATE_ANALYSIS_H
#define MISERE_ANNOTATE_ANALYSIS_H

#include "annotate/annotation.h"
#include "client/external_engine.h"

typedef struct {
    const char *engine; /* its path, or a name to look up in PATH */
    /* Limits of each search; 0: none. At least one is needed. */
    int depth;           /* in half-moves */
    int64_t movetime_ms; /* at most ANALYSIS_MS_MAX */
    int64_t nodes;
    int hash_mb; /* for the option Hash, if the engine has it; 0: the engine's default */
} AnalysisConfig;

enum { ANALYSIS_MS_MAX = 24 * 60 * 60 * 1000 };

typedef struct {
    char engine[CLIENT_NAME_SIZE]; /* the engine's name */
    bool knows_rulesets;           /* has it the option UCI_Variant? */
    Error first_failure;           /* why the first unknown score is unknown; empty if none is */
} AnalysisReport;

/* Called before each position; `index` is its index in the annotation. */
typedef void AnalysisProgress(void *context, int index);

/* Sets score and PV of every position that is_analysed. An engine that dies, hangs or answers an
 * illegal turn is restarted once for that position, see external_engine_retry(). If it fails again
 * the score stays unknown, and after three such positions in a row the rest are skipped. An answer
 * without a score is no failure, but the score stays unknown. Returns false, with nothing set, only
 * if the engine cannot be started. */
bool analysis_run(const AnalysisConfig *config, Annotation *annotation, AnalysisProgress *progress,
                  void *context, AnalysisReport *report, Error *error);

#endif
