#include "annotate/analysis.h"

#include <stdlib.h>
#include <string.h>

enum {
    START_MS = 10000,      /* for an engine to say uciok, or readyok */
    TIME_MARGIN_MS = 1000, /* beyond the time of a search, before the engine is told to stop */
    STOP_MS = 2000,        /* for it to answer then */
    SEARCH_MS_MAX = 10 * 60 * 1000, /* for a search that only depth or nodes limit */
    MAX_ATTEMPTS = 2,
    MAX_FAILURES = 3, /* positions in a row */
};

typedef struct {
    const AnalysisConfig *config;
    const Game *game;
    UciClient *client;
    char start[FEN_SIZE]; /* empty: the ruleset's own */
    char *turns;          /* those played before the position, as `position` takes them */
    size_t length;
} Analysis;

static bool analysis_init(Analysis *analysis, const AnalysisConfig *config, const Game *game) {
    *analysis = (Analysis){.config = config, .game = game};
    if (!game_starts_at_initial_position(game))
        position_to_fen(&game->start, analysis->start);
    analysis->turns = calloc((size_t)game->count + 1, TURN_TEXT_SIZE);
    return analysis->turns != NULL;
}

static void analysis_free(Analysis *analysis) {
    uci_client_stop(&analysis->client);
    free(analysis->turns);
}

static void add_turn(Analysis *analysis, const Position *position, Turn turn) {
    char *out = analysis->turns + analysis->length;
    if (analysis->length > 0)
        *out++ = ' ';
    notation_write_turn(position, turn, STYLE_UCI, out);
    analysis->length = (size_t)(out - analysis->turns) + strlen(out);
}

/* --- the engine --- */

static bool set_options(const Analysis *analysis, Error *error) {
    UciClient *client = analysis->client;
    char hash[16];
    snprintf(hash, sizeof hash, "%d", analysis->config->hash_mb);
    return uci_client_set_option_if_supported(client, "UCI_Variant",
                                              analysis->game->start.rules->name, error) &&
           (!analysis->config->hash_mb ||
            uci_client_set_option_if_supported(client, "Hash", hash, error)) &&
           (!analysis->game->tournament_draws ||
            uci_client_set_option_if_supported(client, "Tournament Draws", "true", error));
}

static bool start_engine(Analysis *analysis, Error *error) {
    if (analysis->client)
        return true;
    const char *const argv[] = {analysis->config->engine, NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = START_MS};
    analysis->client = uci_client_start(&config, error);
    if (analysis->client && set_options(analysis, error) &&
        uci_client_new_game(analysis->client, START_MS, error))
        return true;
    uci_client_stop(&analysis->client);
    return false;
}

static bool search(const Analysis *analysis, ClientBestMove *answer, Error *error) {
    const AnalysisConfig *config = analysis->config;
    ClientLimits go = CLIENT_LIMITS_NONE;
    go.depth = config->depth;
    go.movetime_ms = config->movetime_ms;
    go.nodes = config->nodes;
    int timeout_ms =
        config->movetime_ms ? (int)config->movetime_ms + TIME_MARGIN_MS : SEARCH_MS_MAX;
    if (uci_client_go(analysis->client, &go, timeout_ms, answer, error))
        return true;
    return uci_client_failure(analysis->client) == CLIENT_FAILURE_HUNG &&
           uci_client_stop_search(analysis->client, STOP_MS, answer, NULL);
}

/* --- its answer --- */

/* Reads turns separated by blanks, as far as they are legal. Returns how many. */
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

/* The best line is the engine's own if it begins with its choice; else that choice alone: a search
 * may end before it has a line for what it found last. */
static bool read_answer(const Analysis *analysis, ClientBestMove *answer,
                        AnnotatedPosition *annotated, Error *error) {
    Turn best;
    Error why;
    if (!notation_read_turn(&annotated->position, answer->bestmove, &best, &why))
        return error_set(error, "%.60s: %s", uci_client_name(analysis->client), why.text);
    if (answer->has_score)
        annotated->score = white_score_from_engine((Colour)annotated->position.player,
                                                   answer->is_mate, answer->score);
    annotated->pv_length = read_pv(annotated->position, answer->pv, annotated->pv);
    if (annotated->pv_length == 0 || !turn_equal(annotated->pv[0], best)) {
        annotated->pv[0] = best;
        annotated->pv_length = 1;
    }
    return true;
}

static bool try_analysis(Analysis *analysis, AnnotatedPosition *annotated, Error *error) {
    const char *start = analysis->start[0] ? analysis->start : NULL;
    ClientBestMove answer;
    return start_engine(analysis, error) &&
           uci_client_position(analysis->client, start, analysis->turns, error) &&
           search(analysis, &answer, error) && read_answer(analysis, &answer, annotated, error);
}

static bool analyse_position(Analysis *analysis, AnnotatedPosition *annotated, Error *error) {
    for (int tries = 0; tries < MAX_ATTEMPTS; tries++) {
        if (try_analysis(analysis, annotated, error))
            return true;
        uci_client_stop(&analysis->client);
    }
    return false;
}

/* --- the game --- */

static void run_game(Analysis *analysis, Annotation *annotation, AnalysisProgress *progress,
                     void *context, AnalysisReport *report) {
    int failed = 0; /* in a row */
    for (int i = 0; i < annotation->count && failed < MAX_FAILURES; i++) {
        AnnotatedPosition *annotated = &annotation->positions[i];
        progress(context, i);
        if (annotated->is_analysed) {
            Error why;
            bool answered = analyse_position(analysis, annotated, &why);
            failed = answered ? 0 : failed + 1;
            if (answered && annotated->score.kind == WHITE_SCORE_UNKNOWN)
                error_set(&why, "%.60s gave no score", report->engine);
            if (annotated->score.kind == WHITE_SCORE_UNKNOWN && !report->first_failure.text[0])
                report->first_failure = why;
        }
        if (i < annotation->game->count)
            add_turn(analysis, &annotated->position, annotation->game->turns[i].turn);
    }
}

bool analysis_run(const AnalysisConfig *config, Annotation *annotation, AnalysisProgress *progress,
                  void *context, AnalysisReport *report, Error *error) {
    Analysis analysis;
    *report = (AnalysisReport){.engine = ""};
    if (!analysis_init(&analysis, config, annotation->game))
        return error_set(error, "out of memory");
    bool started = start_engine(&analysis, error);
    if (started) {
        snprintf(report->engine, sizeof report->engine, "%s", uci_client_name(analysis.client));
        report->knows_rulesets = uci_client_has_option(analysis.client, "UCI_Variant");
        run_game(&analysis, annotation, progress, context, report);
    }
    analysis_free(&analysis);
    return started;
}
