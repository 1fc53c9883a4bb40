/* analysis: asks an engine what it thinks of a game's positions. One thread at a time. */
#ifndef MISERE_ANNOTATE_ANALYSIS_H
#define MISERE_ANNOTATE_ANALYSIS_H

#include "annotate/annotation.h"
#include "client/external_engine.h"

typedef struct {
    const char *engine;  /* its path, or a name to look up in PATH */
    int depth;           /* limits of each search; 0: none. At least one is needed */
    int64_t movetime_ms; /* at most ANALYSIS_MS_MAX */
    int64_t nodes;
    int hash_mb; /* 0: as the engine likes; else set, if the engine has the option */
} AnalysisConfig;

enum { ANALYSIS_MS_MAX = 24 * 60 * 60 * 1000 };

typedef struct {
    char engine[CLIENT_NAME_SIZE]; /* what it calls itself */
    bool knows_rulesets;           /* has it the option UCI_Variant? */
    Error first_failure;           /* why a score stayed unknown; empty if none did */
} AnalysisReport;

/* Told before each position: it is the number `index` of the annotation's positions. */
typedef void AnalysisProgress(void *context, int index);

/* Fills in score and PV of every position that is_analysed. An engine that dies, hangs or answers
 * what is not legal is started again once for that position; the position that fails a second time
 * stays unknown, and after three of those in a row the rest are not tried. A legal answer without a
 * score is no failure, though the score stays unknown. Returns false, with nothing filled in, only
 * if the engine cannot be started at all or memory is out. */
bool analysis_run(const AnalysisConfig *config, Annotation *annotation, AnalysisProgress *progress,
                  void *context, AnalysisReport *report, Error *error);

#endif
