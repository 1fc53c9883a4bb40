/* analysis: has an engine analyse a game's positions. Not thread-safe. */
#ifndef MISERE_ANNOTATE_ANALYSIS_H
#define MISERE_ANNOTATE_ANALYSIS_H

#include "annotate/annotation.h"
#include "client/client.h"

typedef struct {
    const char *engine; /* the engine's path, or a name to look up in PATH */
    /* Limits of each search; 0 means no limit. At least one must be set. Without a time limit a
     * search is stopped after ten minutes. */
    int depth;           /* maximum depth in half-moves */
    int64_t movetime_ms; /* time for each search, at most ANALYSIS_MS_MAX */
    int64_t nodes;
    int hash_mb; /* value of the option Hash, if the engine has one; 0: the engine's default */
} AnalysisConfig;

enum { ANALYSIS_MS_MAX = 24 * 60 * 60 * 1000 };

typedef struct {
    char engine[CLIENT_NAME_SIZE]; /* the engine's name */
    bool knows_rulesets;           /* does the engine have the option UCI_Variant? */
    Error first_failure; /* the reason for the first missing score; empty if none is missing */
} AnalysisReport;

/* Called for every position, before it is analysed; `index` is its index in the annotation. */
typedef void AnalysisProgress(void *context, int index);

/* Sets the score and PV of every position whose is_analysed is set. An engine that dies, hangs or
 * answers with an illegal turn is restarted once for that position (see client_retry). If
 * it fails again, the score stays unknown; after three consecutive positions of this kind, the rest
 * are skipped. An answer without a score does not count as a failure, but the score stays unknown.
 * Returns false, leaving the annotation unchanged, only if the engine cannot be started. */
bool analysis_run(const AnalysisConfig *config, Annotation *annotation, AnalysisProgress *progress,
                  void *context, AnalysisReport *report, Error *error);

#endif
