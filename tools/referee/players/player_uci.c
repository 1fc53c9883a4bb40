#include "referee/players/player_kinds.h"

#include <stdlib.h>

enum { HALT_MS = 1000 };

typedef struct {
    const Contest *contest;
    const PlayerSpec *spec;
    Client *client;
} UciPlayer;

/* What the rules of the tournament ask for comes first, so that the player's own options may say
 * otherwise; the ruleset last, because an option may bring its definition. */
static bool set_options(const UciPlayer *uci, Error *error) {
    const Contest *contest = uci->contest;
    const PlayerSpec *spec = uci->spec;
    char charge[24];
    snprintf(charge, sizeof charge, "%lld", (long long)contest->minimum_charge_ms);
    if ((contest->tournament_draws &&
         !client_suggest_option(uci->client, "Tournament Draws", "true", error)) ||
        (contest->minimum_charge_ms > 0 &&
         !client_suggest_option(uci->client, "Minimum Move Charge", charge, error)))
        return false;
    for (int i = 0; i < spec->option_count; i++)
        if (!client_set_option(uci->client, spec->options[i].name, spec->options[i].value, error))
            return false;
    return client_set_option(uci->client, "UCI_Variant",
                             spec->variant ? spec->variant : contest->rules->name, error) &&
           client_ready(uci->client, (int)contest->patience_ms, error);
}

static void stop(void *self) {
    UciPlayer *uci = self;
    client_stop_process(&uci->client);
    free(uci);
}

static void *start(const PlayerSetup *setup, Error *error) {
    UciPlayer *uci = calloc(1, sizeof *uci);
    if (!uci) {
        error_set(error, "out of memory");
        return NULL;
    }
    *uci = (UciPlayer){setup->contest, setup->spec, client_start(&setup->client, error)};
    if (uci->client && set_options(uci, error))
        return uci;
    stop(uci);
    return NULL;
}

static bool new_game(void *self, const Record *record, const Clocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)record, (void)clocks, (void)side, (void)seed;
    const UciPlayer *uci = self;
    return client_new_game(uci->client, (int)uci->contest->patience_ms, error);
}

static bool choose(void *self, const Record *record, const Clocks *clocks, ClientAnswer *answer,
                   Error *error) {
    const UciPlayer *uci = self;
    const Game *game = &record->game;
    Colour player = (Colour)game->now.player;
    ClientGo go = clocks_limits(clocks, player);
    Style style = uci->spec->passes_with_king ? STYLE_KING_PASS : STYLE_LINE;
    *answer = (ClientAnswer){.bestmove = ""};
    return client_position_of(uci->client, game, style, error) &&
           client_go(uci->client, &go, clocks_deadline_ms(clocks, player), answer, error);
}

/* UCI has no word for it, but the last position shows what the board decided. */
static void game_over(void *self, const Record *record, const char *result, const char *reason) {
    (void)result, (void)reason;
    const UciPlayer *uci = self;
    Style style = uci->spec->passes_with_king ? STYLE_KING_PASS : STYLE_LINE;
    if (outcome_is_over(game_outcome(&record->game)))
        client_position_of(uci->client, &record->game, style, NULL);
}

static ClientFailure failure(const void *self) {
    const UciPlayer *uci = self;
    return client_failure(uci->client);
}

static void recover(void *self) {
    const UciPlayer *uci = self;
    client_halt(uci->client, HALT_MS, NULL, NULL);
}

const PlayerCalls PLAYER_UCI_CALLS = {.start = start,
                                      .stop = stop,
                                      .new_game = new_game,
                                      .choose = choose,
                                      .game_over = game_over,
                                      .failure = failure,
                                      .recover = recover};
