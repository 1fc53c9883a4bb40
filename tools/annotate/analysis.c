#include "annotate/analysis.h"

#include <string.h>

enum {
    TIME_MARGIN_MS = 1000, /* how far a search may overrun its time before `stop` is sent */
    STOP_MS = 2000,        /* how long to wait for the answer to `stop` */
    SEARCH_MS_MAX = 10 * 60 * 1000, /* if no time limit is set; --help and docs/files.md name it */
    MAX_FAILURES = 3, /* after this many consecutive failures the remaining positions are skipped */
};

typedef struct {
    const AnalysisConfig *config;
    Annotation *annotation;
    Client *engine; /* NULL: not running */
    int index;      /* of the position that is analysed */
} Analysis;

/* --- starting the engine --- */

/* Sets an option if the engine has it, and waits until the engine has accepted it. */
static bool set_option(Client *engine, const char *name, const char *value, Error *error) {
    return !client_has_option(engine, name) ||
           client_apply_option(engine, name, value, CLIENT_START_MS, error);
}

static bool set_options(const Analysis *analysis, Error *error) {
    Client *engine = analysis->engine;
    const Game *game = analysis->annotation->game;
    char hash[16];
    snprintf(hash, sizeof hash, "%d", analysis->config->hash_mb);
    return set_option(engine, "UCI_Variant", game->start.rules->name, error) &&
           (!analysis->config->hash_mb || set_option(engine, "Hash", hash, error)) &&
           (!game->tournament_draws || set_option(engine, "Tournament Draws", "true", error));
}

static bool start_engine(Analysis *analysis, Error *error) {
    if (analysis->engine)
        return true;
    const char *const argv[] = {analysis->config->engine, NULL};
    ClientConfig config = {.protocol = CLIENT_UCI,
                           .argv = argv,
                           .start_timeout_ms = CLIENT_START_MS};
    analysis->engine = client_start(&config, error);
    return analysis->engine && set_options(analysis, error) &&
           client_new_game(analysis->engine, NULL, CLIENT_START_MS, error);
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

static bool try_analysis(Client **engine, void *context, Error *error) {
    Analysis *analysis = context;
    const AnalysisConfig *config = analysis->config;
    AnnotatedPosition *annotated = &analysis->annotation->positions[analysis->index];
    /* A shallow copy: both games share the array of turns. */
    Game game = *analysis->annotation->game;
    game.count = analysis->index; /* the number of turns before the position */
    game.now = annotated->position;
    ClientSearch search = {.game = &game,
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
    if (!start_engine(analysis, error) ||
        !client_choose_turn(*engine, &search, &answer, &best, error))
        return false;
    store_answer(&answer, best, annotated);
    return true;
}

/* --- analysing the game --- */

static void run_game(Analysis *analysis, AnalysisProgress *progress, void *context,
                     AnalysisReport *report) {
    Annotation *annotation = analysis->annotation;
    int failed = 0; /* consecutive failures */
    for (int i = 0; i < annotation->count && failed < MAX_FAILURES; i++) {
        AnnotatedPosition *annotated = &annotation->positions[i];
        progress(context, i);
        if (annotated->is_analysed) {
            Error why;
            analysis->index = i;
            bool answered =
                client_retry(&analysis->engine, try_analysis, analysis, INT64_MAX, &why);
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
    Analysis analysis = {.config = config, .annotation = annotation};
    *report = (AnalysisReport){.engine = ""};
    bool started = start_engine(&analysis, error);
    if (started) {
        snprintf(report->engine, sizeof report->engine, "%s", client_name(analysis.engine));
        report->knows_rulesets = client_has_option(analysis.engine, "UCI_Variant");
        run_game(&analysis, progress, context, report);
    }
    client_stop(&analysis.engine);
    return started;
}
