#include "annotate/analysis.h"

#include <string.h>

enum {
    START_MS = 10000,      /* how long an engine may take to answer uciok or readyok */
    TIME_MARGIN_MS = 1000, /* how far a search may overrun its time before `stop` is sent */
    STOP_MS = 2000,        /* how long to wait for the answer to `stop` */
    SEARCH_MS_MAX = 10 * 60 * 1000, /* if no time limit is set; --help and docs/files.md name it */
    MAX_FAILURES = 3, /* after this many consecutive failures the remaining positions are skipped */
};

typedef struct {
    const AnalysisConfig *config;
    const Game *game;
    ExternalEngine engine;
} Analysis;

/* --- starting the engine --- */

static bool set_options(Analysis *analysis, Error *error) {
    ExternalEngine *engine = &analysis->engine;
    char hash[16];
    snprintf(hash, sizeof hash, "%d", analysis->config->hash_mb);
    return external_engine_set_option_if_supported(engine, "UCI_Variant",
                                                   analysis->game->start.rules->name, error) &&
           (!analysis->config->hash_mb ||
            external_engine_set_option_if_supported(engine, "Hash", hash, error)) &&
           (!analysis->game->tournament_draws ||
            external_engine_set_option_if_supported(engine, "Tournament Draws", "true", error));
}

static bool start_engine(Analysis *analysis, Error *error) {
    if (external_engine_is_running(&analysis->engine))
        return true;
    const char *const argv[] = {analysis->config->engine, NULL};
    ExternalEngineConfig config = {.protocol = EXTERNAL_UCI,
                                   .client = {.argv = argv, .start_timeout_ms = START_MS}};
    return external_engine_start(&analysis->engine, &config, error) &&
           set_options(analysis, error) &&
           external_engine_new_game(&analysis->engine, NULL, START_MS, error);
}

/* --- the engine's answer --- */

/* Reads at most ANNOTATION_PV_MAX turns separated by spaces, stopping at an illegal one. Returns
 * the number of turns read. */
static int read_pv(Position position, char *text, Turn pv[ANNOTATION_PV_MAX]) {
    int length = 0;
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word && length < ANNOTATION_PV_MAX;
         word = strtok_r(NULL, " ", &rest)) {
        if (!notation_read_turn(&position, word, &pv[length], NULL))
            break;
        Position before = position;
        turn_apply(&position, &before, pv[length++]);
    }
    return length;
}

/* Stores the score and the PV. If the engine's PV does not begin with its best move, the best move
 * alone is stored: a search may stop just after finding a new best move, before it has a PV for it.
 */
static void store_answer(ClientBestMove *answer, Turn best, AnnotatedPosition *annotated) {
    if (answer->has_score)
        annotated->score = white_score_from_engine((Colour)annotated->position.player,
                                                   answer->is_mate, answer->score);
    annotated->pv_length = read_pv(annotated->position, answer->pv, annotated->pv);
    if (annotated->pv_length == 0 || !turn_equal(annotated->pv[0], best)) {
        annotated->pv[0] = best;
        annotated->pv_length = 1;
    }
}

/* A position to be analysed. */
typedef struct {
    Analysis *analysis;
    int index; /* number of turns played before the position */
    AnnotatedPosition *annotated;
} AnalysisRequest;

static bool try_analysis(ExternalEngine *engine, void *context, Error *error) {
    const AnalysisRequest *request = context;
    const AnalysisConfig *config = request->analysis->config;
    Game game = *request->analysis->game; /* a shallow copy: both games share the array of turns */
    game.count = request->index;
    game.now = request->annotated->position;
    ExternalSearch search = {.game = &game,
                             .limits = CLIENT_LIMITS_NONE,
                             .clock_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                             .timeout_ms = config->movetime_ms
                                               ? (int)config->movetime_ms + TIME_MARGIN_MS
                                               : SEARCH_MS_MAX,
                             .stop_ms = STOP_MS,
                             .deadline_ms = INT64_MAX};
    search.limits.depth = config->depth;
    search.limits.movetime_ms = config->movetime_ms;
    search.limits.nodes = config->nodes;
    ClientBestMove answer;
    Turn best;
    if (!start_engine(request->analysis, error) ||
        !external_engine_choose_turn(engine, &search, &answer, &best, error))
        return false;
    store_answer(&answer, best, request->annotated);
    return true;
}

/* --- analysing the game --- */

static void run_game(Analysis *analysis, Annotation *annotation, AnalysisProgress *progress,
                     void *context, AnalysisReport *report) {
    int failed = 0; /* consecutive failures */
    for (int i = 0; i < annotation->count && failed < MAX_FAILURES; i++) {
        AnnotatedPosition *annotated = &annotation->positions[i];
        progress(context, i);
        if (annotated->is_analysed) {
            Error why;
            AnalysisRequest request = {analysis, i, annotated};
            bool answered =
                external_engine_retry(&analysis->engine, try_analysis, &request, INT64_MAX, &why);
            failed = answered ? 0 : failed + 1;
            if (answered && annotated->score.kind == WHITE_SCORE_UNKNOWN)
                error_set(&why, "%s gave no score", report->engine);
            if (annotated->score.kind == WHITE_SCORE_UNKNOWN && !report->first_failure.text[0])
                report->first_failure = why;
        }
    }
}

bool analysis_run(const AnalysisConfig *config, Annotation *annotation, AnalysisProgress *progress,
                  void *context, AnalysisReport *report, Error *error) {
    Analysis analysis = {.config = config, .game = annotation->game};
    *report = (AnalysisReport){.engine = ""};
    bool started = start_engine(&analysis, error);
    if (started) {
        snprintf(report->engine, sizeof report->engine, "%s",
                 external_engine_name(&analysis.engine));
        report->knows_rulesets = external_engine_has_option(&analysis.engine, "UCI_Variant");
        run_game(&analysis, annotation, progress, context, report);
    }
    external_engine_stop(&analysis.engine);
    return started;
}
