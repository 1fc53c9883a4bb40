#include "client/external_protocol.h"
#include "client/uci.h"

#include <stdlib.h>

typedef struct {
    UciClient *client;
    Style style; /* notation of the turns sent to the engine */
} ExternalUci;

static void stop(void *self) {
    ExternalUci *uci = self;
    uci_client_stop(&uci->client);
    free(uci);
}

static void *start(const ExternalEngineConfig *config, Error *error) {
    ExternalUci *uci = calloc(1, sizeof *uci);
    if (!uci) {
        error_set_out_of_memory(error);
        return NULL;
    }
    uci->style = config->passes_with_king ? STYLE_KING_PASS : STYLE_UCI;
    uci->client = uci_client_start(&config->client, error);
    if (uci->client)
        return uci;
    stop(uci);
    return NULL;
}

static const char *name(const void *self) {
    const ExternalUci *uci = self;
    return uci_client_name(uci->client);
}

static ClientFailure failure(const void *self) {
    const ExternalUci *uci = self;
    return uci_client_failure(uci->client);
}

static bool has_option(const void *self, const char *option) {
    const ExternalUci *uci = self;
    return uci_client_has_option(uci->client, option);
}

static bool set_option(void *self, const char *option, const char *value, Error *error) {
    const ExternalUci *uci = self;
    return uci_client_set_option(uci->client, option, value, error);
}

static bool set_variant(void *self, const char *variant, Error *error) {
    return set_option(self, "UCI_Variant", variant, error);
}

static bool wait_ready(void *self, int timeout_ms, Error *error) {
    const ExternalUci *uci = self;
    return uci_client_wait_ready(uci->client, timeout_ms, error);
}

static bool new_game(void *self, const ExternalGame *game, int timeout_ms, Error *error) {
    (void)game;
    const ExternalUci *uci = self;
    return uci_client_new_game(uci->client, timeout_ms, error);
}

static bool go(void *self, const ExternalSearch *search, ClientBestMove *answer, Error *error) {
    const ExternalUci *uci = self;
    return uci_client_position_from_game(uci->client, search->game, uci->style, error) &&
           uci_client_go(uci->client, &search->limits, search->timeout_ms, answer, error);
}

static bool stop_search(void *self, int timeout_ms, ClientBestMove *answer, Error *error) {
    const ExternalUci *uci = self;
    return uci_client_stop_search(uci->client, timeout_ms, answer, error);
}

/* UCI has no command for the end of a game, but the last position shows whether the game was
 * decided on the board. */
static void game_over(void *self, const Game *game, const char *result, const char *reason) {
    (void)result, (void)reason;
    const ExternalUci *uci = self;
    if (outcome_is_over(game_outcome(game)))
        uci_client_position_from_game(uci->client, game, uci->style, NULL);
}

const ExternalOperations EXTERNAL_UCI_OPERATIONS = {.start = start,
                                                    .stop = stop,
                                                    .name = name,
                                                    .failure = failure,
                                                    .new_game = new_game,
                                                    .go = go,
                                                    .has_option = has_option,
                                                    .set_option = set_option,
                                                    .set_variant = set_variant,
                                                    .wait_ready = wait_ready,
                                                    .stop_search = stop_search,
                                                    .game_over = game_over};
