#include "referee/players/player_interface.h"

#include "client/cecp.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const TournamentConfig *config;
    const PlayerSpec *spec;
    CecpClient *client;
    int turns_sent; /* turns of the game that the engine knows */
} CecpPlayer;

static void stop(void *self) {
    CecpPlayer *cecp = self;
    cecp_client_stop(&cecp->client);
    free(cecp);
}

static bool set_options(const CecpPlayer *cecp, Error *error) {
    for (int i = 0; i < cecp->spec->option_count; i++)
        if (!cecp_client_set_option(cecp->client, cecp->spec->options[i].name,
                                    cecp->spec->options[i].value, error))
            return false;
    return true;
}

static const char *variant_of(const CecpPlayer *cecp) {
    return cecp->spec->variant ? cecp->spec->variant : cecp->config->rules->name;
}

static void *start(const PlayerSetup *setup, Error *error) {
    CecpPlayer *cecp = calloc(1, sizeof *cecp);
    if (!cecp) {
        error_set(error, "out of memory");
        return NULL;
    }
    *cecp = (CecpPlayer){setup->config, setup->spec, cecp_client_start(&setup->client, error), 0};
    if (cecp->client && set_options(cecp, error)) {
        if (cecp_client_has_variant(cecp->client, variant_of(cecp)))
            return cecp;
        error_set(error, "does not play variant '%.60s'", variant_of(cecp));
    }
    stop(cecp);
    return NULL;
}

static bool new_game(void *self, const StoredGame *record, const MatchClocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)seed;
    CecpPlayer *cecp = self;
    const Game *game = &record->game;
    const MatchTimeControl *tc = clocks->tcs[side];
    CecpTimeControl time = {.moves_per_session = tc->moves_to_go,
                            .base_ms = tc->clock_ms,
                            .increment_ms = tc->increment_ms,
                            .move_ms = tc->movetime_ms,
                            .depth = tc->depth};
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    cecp->turns_sent = 0;
    return cecp_client_new_game(cecp->client, variant_of(cecp),
                                game_starts_at_initial_position(game) ? NULL : fen, &time,
                                (int)cecp->config->response_timeout_ms, error);
}

/* Tells the engine what has been played since it was last asked. */
static bool send_turns(CecpPlayer *cecp, const Game *game, Error *error) {
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        notation_write_turn(&pos, game->turns[i].turn, STYLE_UCI, text);
        if (i >= cecp->turns_sent && !cecp_client_send_move(cecp->client, text, error))
            return false;
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    cecp->turns_sent = game->count;
    return true;
}

static bool choose(void *self, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error) {
    CecpPlayer *cecp = self;
    Colour player = (Colour)record->game.now.player;
    *answer = (ClientBestMove){.bestmove = ""};
    if (!send_turns(cecp, &record->game, error) ||
        !cecp_client_go(cecp->client, clocks_left_ms(clocks, player),
                        clocks_left_ms(clocks, other(player)), clocks_deadline_ms(clocks, player),
                        answer, error))
        return false;
    cecp->turns_sent++;
    return true;
}

static void game_over(void *self, const StoredGame *record, const char *result,
                      const char *reason) {
    (void)record;
    const CecpPlayer *cecp = self;
    char text[64];
    snprintf(text, sizeof text, "%s {%.40s}", result, reason);
    cecp_client_send_result(cecp->client, text, NULL);
}

static ClientFailure failure(const void *self) {
    const CecpPlayer *cecp = self;
    return cecp_client_failure(cecp->client);
}

static bool can_reuse(const void *self) {
    const CecpPlayer *cecp = self;
    return cecp_client_can_reuse(cecp->client);
}

const PlayerInterface PLAYER_CECP_INTERFACE = {.start = start,
                                               .stop = stop,
                                               .new_game = new_game,
                                               .choose = choose,
                                               .game_over = game_over,
                                               .failure = failure,
                                               .can_reuse = can_reuse};
