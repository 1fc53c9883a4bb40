#include "annotate/analyst.h"

#include <stdlib.h>
#include <string.h>

enum {
    START_MS = 10000, /* for an engine to say uciok, or readyok */
    LATE_MS = 1000,   /* beyond the time of a search, before the engine is told to stop */
    STOP_MS = 2000,   /* for it to answer then */
    SEARCH_MS_MAX = 10 * 60 * 1000, /* for a search that only depth or nodes limit */
    TRIES = 2,
    GIVE_UP_AFTER = 3, /* positions in a row */
};

typedef struct {
    const AnalystConfig *config;
    const Game *game;
    Client *client;
    char start[FEN_SIZE]; /* empty: the ruleset's own */
    char *turns;          /* those played before the position, as `position` takes them */
    size_t length;
} Analyst;

static bool analyst_init(Analyst *analyst, const AnalystConfig *config, const Game *game) {
    *analyst = (Analyst){.config = config, .game = game};
    if (!game_starts_as_usual(game))
        position_to_fen(&game->start, analyst->start);
    analyst->turns = calloc((size_t)game->count + 1, TURN_TEXT_SIZE);
    return analyst->turns != NULL;
}

static void analyst_free(Analyst *analyst) {
    client_stop_process(&analyst->client);
    free(analyst->turns);
}

static void add_turn(Analyst *analyst, const Position *position, Turn turn) {
    char *out = analyst->turns + analyst->length;
    if (analyst->length > 0)
        *out++ = ' ';
    notation_write_turn(position, turn, STYLE_LINE, out);
    analyst->length = (size_t)(out - analyst->turns) + strlen(out);
}

/* --- the engine --- */

static bool set_options(const Analyst *analyst, Error *error) {
    Client *client = analyst->client;
    char hash[16];
    snprintf(hash, sizeof hash, "%d", analyst->config->hash_mb);
    return client_suggest_option(client, "UCI_Variant", analyst->game->start.rules->name, error) &&
           (!analyst->config->hash_mb || client_suggest_option(client, "Hash", hash, error)) &&
           (!analyst->game->tournament_draws ||
            client_suggest_option(client, "Tournament Draws", "true", error));
}

static bool start_engine(Analyst *analyst, Error *error) {
    if (analyst->client)
        return true;
    const char *const argv[] = {analyst->config->engine, NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = START_MS};
    analyst->client = client_start(&config, error);
    if (analyst->client && set_options(analyst, error) &&
        client_new_game(analyst->client, START_MS, error))
        return true;
    client_stop_process(&analyst->client);
    return false;
}

static bool search(const Analyst *analyst, ClientAnswer *answer, Error *error) {
    const AnalystConfig *config = analyst->config;
    ClientGo go = CLIENT_GO_UNLIMITED;
    go.depth = config->depth;
    go.movetime_ms = config->movetime_ms;
    go.nodes = config->nodes;
    int patience = config->movetime_ms ? (int)config->movetime_ms + LATE_MS : SEARCH_MS_MAX;
    if (client_go(analyst->client, &go, patience, answer, error))
        return true;
    return client_failure(analyst->client) == CLIENT_FAILURE_HUNG &&
           client_halt(analyst->client, STOP_MS, answer, NULL);
}

/* --- its answer --- */

/* Reads turns separated by blanks, as far as they are legal. Returns how many. */
static int read_line(Position position, char *text, Turn line[ANNOTATION_LINE_MAX]) {
    int length = 0;
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word && length < ANNOTATION_LINE_MAX;
         word = strtok_r(NULL, " ", &rest)) {
        if (!notation_read_turn(&position, word, &line[length], NULL))
            break;
        Position before = position;
        turn_apply(&position, &before, line[length++]);
    }
    return length;
}

/* The best line is the engine's own if it begins with its choice; else that choice alone: a search
 * may end before it has a line for what it found last. */
static bool read_answer(const Analyst *analyst, ClientAnswer *answer, Moment *moment,
                        Error *error) {
    Turn best;
    Error why;
    if (!notation_read_turn(&moment->position, answer->bestmove, &best, &why))
        return error_set(error, "%.60s: %s", client_name(analyst->client), why.text);
    if (answer->has_score)
        moment->worth =
            worth_of_score((Colour)moment->position.player, answer->is_mate, answer->score);
    moment->line_length = read_line(moment->position, answer->pv, moment->line);
    if (moment->line_length == 0 || !turn_equal(moment->line[0], best)) {
        moment->line[0] = best;
        moment->line_length = 1;
    }
    return true;
}

static bool try_position(Analyst *analyst, Moment *moment, Error *error) {
    const char *start = analyst->start[0] ? analyst->start : NULL;
    ClientAnswer answer;
    return start_engine(analyst, error) &&
           client_position(analyst->client, start, analyst->turns, error) &&
           search(analyst, &answer, error) && read_answer(analyst, &answer, moment, error);
}

static bool ask(Analyst *analyst, Moment *moment, Error *error) {
    for (int tries = 0; tries < TRIES; tries++) {
        if (try_position(analyst, moment, error))
            return true;
        client_stop_process(&analyst->client);
    }
    return false;
}

/* --- the game --- */

static void run_game(Analyst *analyst, Annotation *annotation, AnalystProgress *progress,
                     void *context, AnalystReport *report) {
    int failed = 0; /* in a row */
    for (int i = 0; i < annotation->count && failed < GIVE_UP_AFTER; i++) {
        Moment *moment = &annotation->moments[i];
        progress(context, i);
        if (moment->is_asked) {
            Error why;
            bool answered = ask(analyst, moment, &why);
            failed = answered ? 0 : failed + 1;
            if (answered && moment->worth.kind == WORTH_UNKNOWN)
                error_set(&why, "%.60s gave no score", report->engine);
            if (moment->worth.kind == WORTH_UNKNOWN && !report->first_failure.text[0])
                report->first_failure = why;
        }
        if (i < annotation->game->count)
            add_turn(analyst, &moment->position, annotation->game->turns[i].turn);
    }
}

bool analyst_run(const AnalystConfig *config, Annotation *annotation, AnalystProgress *progress,
                 void *context, AnalystReport *report, Error *error) {
    Analyst analyst;
    *report = (AnalystReport){.engine = ""};
    if (!analyst_init(&analyst, config, annotation->game))
        return error_set(error, "out of memory");
    bool started = start_engine(&analyst, error);
    if (started) {
        snprintf(report->engine, sizeof report->engine, "%s", client_name(analyst.client));
        report->knows_rulesets = client_has_option(analyst.client, "UCI_Variant");
        run_game(&analyst, annotation, progress, context, report);
    }
    analyst_free(&analyst);
    return started;
}
