#include "client/external_engine.h"

#include "base/minmax.h"
#include "base/os/clock.h"

enum { ATTEMPTS = 2 };

static const ExternalOperations *operations_of(ExternalProtocol protocol) {
    switch (protocol) {
    case EXTERNAL_CECP:
        return &EXTERNAL_CECP_OPERATIONS;
    case EXTERNAL_TEXTUI:
        return &EXTERNAL_TEXTUI_OPERATIONS;
    default:
        return &EXTERNAL_UCI_OPERATIONS;
    }
}

/* --- start and stop --- */

bool external_engine_start(ExternalEngine *engine, const ExternalEngineConfig *config,
                           Error *error) {
    if (engine->client)
        return true;
    engine->operations = operations_of(config->protocol);
    engine->client = engine->operations->start(config, error);
    return engine->client != NULL;
}

void external_engine_stop(ExternalEngine *engine) {
    if (engine->client)
        engine->operations->stop(engine->client);
    engine->client = NULL;
}

bool external_engine_is_running(const ExternalEngine *engine) {
    return engine->client != NULL;
}

const char *external_engine_name(const ExternalEngine *engine) {
    return engine->operations->name(engine->client);
}

ClientFailure external_engine_failure(const ExternalEngine *engine) {
    return engine->operations->failure(engine->client);
}

bool external_engine_must_restart(const ExternalEngine *engine) {
    const ExternalOperations *operations = engine->operations;
    return external_engine_failure(engine) != CLIENT_FAILURE_NONE ||
           (operations->can_reuse && !operations->can_reuse(engine->client));
}

/* --- options --- */

bool external_engine_has_option(const ExternalEngine *engine, const char *name) {
    const ExternalOperations *operations = engine->operations;
    return operations->has_option && operations->has_option(engine->client, name);
}

bool external_engine_set_option(ExternalEngine *engine, const char *name, const char *value,
                                Error *error) {
    if (engine->operations->set_option)
        return engine->operations->set_option(engine->client, name, value, error);
    error_set(error, "has no option %s", QUOTE(name));
    return error_wrap(error, "%s", external_engine_name(engine));
}

bool external_engine_set_option_if_supported(ExternalEngine *engine, const char *name,
                                             const char *value, Error *error) {
    return !external_engine_has_option(engine, name) ||
           external_engine_set_option(engine, name, value, error);
}

bool external_engine_set_variant(ExternalEngine *engine, const char *variant, Error *error) {
    return !engine->operations->set_variant ||
           engine->operations->set_variant(engine->client, variant, error);
}

bool external_engine_wait_ready(ExternalEngine *engine, int timeout_ms, Error *error) {
    return !engine->operations->wait_ready ||
           engine->operations->wait_ready(engine->client, timeout_ms, error);
}

/* --- games --- */

bool external_engine_new_game(ExternalEngine *engine, const ExternalGame *game, int timeout_ms,
                              Error *error) {
    return engine->operations->new_game(engine->client, game, timeout_ms, error);
}

bool external_engine_go(ExternalEngine *engine, const ExternalSearch *search,
                        ClientBestMove *answer, Error *error) {
    *answer = (ClientBestMove){.bestmove = ""};
    return engine->operations->go(engine->client, search, answer, error);
}

bool external_engine_stop_search(ExternalEngine *engine, int timeout_ms, ClientBestMove *answer,
                                 Error *error) {
    if (engine->operations->stop_search)
        return engine->operations->stop_search(engine->client, timeout_ms, answer, error);
    return error_set(error, "%s: cannot stop a search", external_engine_name(engine));
}

/* If a late search cannot be stopped, *error remains the search's error. */
static bool go_or_stop(ExternalEngine *engine, const ExternalSearch *search, ClientBestMove *answer,
                       Error *error) {
    if (external_engine_go(engine, search, answer, error))
        return true;
    if (external_engine_failure(engine) != CLIENT_FAILURE_HUNG)
        return false;
    int64_t left = search->deadline_ms - clock_now_ms();
    int timeout_ms = (int)min64(search->stop_ms, max64(left, 1));
    return external_engine_stop_search(engine, timeout_ms, answer, NULL);
}

bool external_engine_choose_turn(ExternalEngine *engine, const ExternalSearch *search,
                                 ClientBestMove *answer, Turn *turn, Error *error) {
    if (!go_or_stop(engine, search, answer, error))
        return false;
    Refusal refusal;
    if (notation_read_turn(&search->game->now, answer->bestmove, turn, &refusal))
        return true;
    refusal_error(&refusal, answer->bestmove, error);
    return error_wrap(error, "%s", external_engine_name(engine));
}

void external_engine_game_over(ExternalEngine *engine, const Game *game, const char *result,
                               const char *reason) {
    if (engine->operations->game_over)
        engine->operations->game_over(engine->client, game, result, reason);
}

/* --- restart policy --- */

bool external_engine_retry(ExternalEngine *engine, ExternalAttempt *attempt, void *context,
                           int64_t deadline_ms, Error *error) {
    for (int i = 0; i < ATTEMPTS; i++) {
        if (attempt(engine, context, error))
            return true;
        external_engine_stop(engine);
        if (clock_now_ms() >= deadline_ms)
            return false;
    }
    return false;
}
