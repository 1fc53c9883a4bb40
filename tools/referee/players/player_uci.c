#include "referee/players/player_interface.h"

#include <stdlib.h>

enum { STOP_TIMEOUT_MS = 1000 };

typedef struct {
    const TournamentConfig *config;
    const PlayerSpec *spec;
    UciClient *client;
} UciPlayer;

/* What the rules of the tournament ask for comes first, so that the player's own options may say
 * otherwise; the ruleset last, because an option may bring its definition. */
static bool set_options(const UciPlayer *uci, Error *error) {
    const TournamentConfig *config = uci->config;
    const PlayerSpec *spec = uci->spec;
    char charge[24];
    snprintf(charge, sizeof charge, "%lld", (long long)config->minimum_charge_ms);
    if ((config->tournament_draws &&
         !uci_client_set_option_if_supported(uci->client, "Tournament Draws", "true", error)) ||
        (config->minimum_charge_ms > 0 &&
         !uci_client_set_option_if_supported(uci->client, "Minimum Move Charge", charge, error)))
        return false;
    for (int i = 0; i < spec->option_count; i++)
        if (!uci_client_set_option(uci->client, spec->options[i].name, spec->options[i].value,
                                   error))
            return false;
    return uci_client_set_option(uci->client, "UCI_Variant",
                                 spec->variant ? spec->variant : config->rules->name, error) &&
           uci_client_wait_ready(uci->client, (int)config->response_timeout_ms, error);
}

static void stop(void *self) {
    UciPlayer *uci = self;
    uci_client_stop(&uci->client);
    free(uci);
}

static void *start(const PlayerSetup *setup, Error *error) {
    UciPlayer *uci = calloc(1, sizeof *uci);
    if (!uci) {
        error_set(error, "out of memory");
        return NULL;
    }
    *uci = (UciPlayer){setup->config, setup->spec, uci_client_start(&setup->client, error)};
    if (uci->client && set_options(uci, error))
        return uci;
    stop(uci);
    return NULL;
}

static bool new_game(void *self, const StoredGame *record, const MatchClocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)record, (void)clocks, (void)side, (void)seed;
    const UciPlayer *uci = self;
    return uci_client_new_game(uci->client, (int)uci->config->response_timeout_ms, error);
}

static bool choose(void *self, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error) {
    const UciPlayer *uci = self;
    const Game *game = &record->game;
    Colour player = (Colour)game->now.player;
    ClientLimits go = clocks_limits(clocks, player);
    Style style = uci->spec->passes_with_king ? STYLE_KING_PASS : STYLE_UCI;
    *answer = (ClientBestMove){.bestmove = ""};
    return uci_client_position_from_game(uci->client, game, style, error) &&
           uci_client_go(uci->client, &go, clocks_deadline_ms(clocks, player), answer, error);
}

/* UCI has no word for it, but the last position shows what the board decided. */
static void game_over(void *self, const StoredGame *record, const char *result,
                      const char *reason) {
    (void)result, (void)reason;
    const UciPlayer *uci = self;
    Style style = uci->spec->passes_with_king ? STYLE_KING_PASS : STYLE_UCI;
    if (outcome_is_over(game_outcome(&record->game)))
        uci_client_position_from_game(uci->client, &record->game, style, NULL);
}

static ClientFailure failure(const void *self) {
    const UciPlayer *uci = self;
    return uci_client_failure(uci->client);
}

static void recover(void *self) {
    const UciPlayer *uci = self;
    uci_client_stop_search(uci->client, STOP_TIMEOUT_MS, NULL, NULL);
}

const PlayerInterface PLAYER_UCI_INTERFACE = {.start = start,
                                              .stop = stop,
                                              .new_game = new_game,
                                              .choose = choose,
                                              .game_over = game_over,
                                              .failure = failure,
                                              .recover = recover};
