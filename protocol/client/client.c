#include "client/client.h"

#include "base/minmax.h"
#include "base/os/clock.h"

#include <stdlib.h>

enum { ATTEMPTS = 2 };

static const ClientOperations *const PROTOCOLS[CLIENT_PROTOCOLS] = {
    [CLIENT_UCI] = &UCI_CLIENT_OPERATIONS,
    [CLIENT_CECP] = &CECP_CLIENT_OPERATIONS,
    [CLIENT_TEXTUI] = &TEXTUI_CLIENT_OPERATIONS,
};

/* --- start and stop --- */

Client *client_start(const ClientConfig *config, Error *error) {
    const ClientOperations *operations = PROTOCOLS[config->protocol];
    Client *client = calloc(1, operations->size);
    if (!client) {
        error_set_out_of_memory(error);
        return NULL;
    }
    client->operations = operations;
    client->process = process_start(config, error);
    /* What this process takes to start the other one, on a busy machine, is not its time. */
    int64_t deadline = process_deadline(config->start_timeout_ms);
    if (!client->process || !operations->start(client, config, deadline, error))
        client_stop(&client);
    return client;
}

void client_stop(Client **client) {
    if (!client || !*client)
        return;
    process_stop(&(*client)->process, (*client)->operations->quit_command);
    free(*client);
    *client = NULL;
}

const char *client_name(const Client *client) {
    return process_name(client->process);
}

ClientFailure client_failure(const Client *client) {
    return process_failure(client->process);
}

bool client_must_restart(const Client *client) {
    const ClientOperations *operations = client->operations;
    return client_failure(client) != CLIENT_FAILURE_NONE ||
           (operations->can_reuse && !operations->can_reuse(client));
}

/* --- options --- */

bool client_has_option(const Client *client, const char *name) {
    return client->operations->has_option && client->operations->has_option(client, name);
}

bool client_set_option(Client *client, const char *name, const char *value, Error *error) {
    if (client->operations->set_option)
        return client->operations->set_option(client, name, value, error);
    return process_refuse(client->process, error, "has no option %s", QUOTE(name));
}

bool client_set_option_if_supported(Client *client, const char *name, const char *value,
                                    Error *error) {
    return !client_has_option(client, name) || client_set_option(client, name, value, error);
}

bool client_set_variant(Client *client, const char *variant, Error *error) {
    return !client->operations->set_variant ||
           client->operations->set_variant(client, variant, error);
}

bool client_wait_ready(Client *client, int timeout_ms, Error *error) {
    return !client->operations->wait_ready ||
           client->operations->wait_ready(client, timeout_ms, error);
}

bool client_apply_option(Client *client, const char *name, const char *value, int timeout_ms,
                         Error *error) {
    return client_set_option(client, name, value, error) &&
           (client_wait_ready(client, timeout_ms, error) ||
            error_wrap(error, "option %s, set to %s", name, QUOTE(value)));
}

/* --- games --- */

bool client_new_game(Client *client, const ClientGame *game, int timeout_ms, Error *error) {
    return client->operations->new_game(client, game, timeout_ms, error);
}

bool client_go(Client *client, const ClientSearch *search, ClientBestMove *answer, Error *error) {
    *answer = (ClientBestMove){.bestmove = ""};
    process_keep_output_of(client->process, search->other ? search->other->process : NULL);
    bool answered = client->operations->go(client, search, answer, error);
    process_keep_output_of(client->process, NULL);
    return answered;
}

bool client_ponder(Client *client, const ClientSearch *search, Error *error) {
    return !client->operations->ponder || client->operations->ponder(client, search, error);
}

bool client_stop_search(Client *client, int timeout_ms, ClientBestMove *answer, Error *error) {
    if (client->operations->stop_search)
        return client->operations->stop_search(client, timeout_ms, answer, error);
    return process_refuse(client->process, error, "cannot stop a search");
}

/* If a late search cannot be stopped, *error remains the search's error. */
static bool go_or_stop(Client *client, const ClientSearch *search, ClientBestMove *answer,
                       Error *error) {
    if (client_go(client, search, answer, error))
        return true;
    if (client_failure(client) != CLIENT_FAILURE_HUNG)
        return false;
    int64_t left = search->deadline_ms - clock_now_ms();
    int timeout_ms = (int)min64(search->stop_ms, max64(left, 1));
    return client_stop_search(client, timeout_ms, answer, NULL);
}

bool client_choose_turn(Client *client, const ClientSearch *search, ClientBestMove *answer,
                        Turn *turn, Error *error) {
    if (!go_or_stop(client, search, answer, error))
        return false;
    Refusal refusal;
    if (notation_read_turn(&search->game->now, answer->bestmove, turn, &refusal))
        return true;
    refusal_error(&refusal, answer->bestmove, error);
    return error_wrap(error, "%s", client_name(client));
}

void client_game_over(Client *client, const Game *game, const char *result, const char *reason) {
    if (client->operations->game_over)
        client->operations->game_over(client, game, result, reason);
}

/* --- restart policy --- */

bool client_retry(Client **client, ClientAttempt *attempt, void *context, int64_t deadline_ms,
                  Error *error) {
    for (int i = 0; i < ATTEMPTS; i++) {
        if (attempt(client, context, error))
            return true;
        client_stop(client);
        if (clock_now_ms() >= deadline_ms)
            return false;
    }
    return false;
}
