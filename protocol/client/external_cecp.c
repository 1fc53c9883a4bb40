#include "client/cecp.h"
#include "client/external_protocol.h"

#include <stdlib.h>

typedef struct {
    CecpClient *client;
    const char *variant; /* NULL: the engine's default */
    int turns_sent;      /* number of the game's turns that the engine knows */
} ExternalCecp;

static void stop(void *self) {
    ExternalCecp *cecp = self;
    cecp_client_stop(&cecp->client);
    free(cecp);
}

static void *start(const ExternalEngineConfig *config, Error *error) {
    ExternalCecp *cecp = calloc(1, sizeof *cecp);
    if (!cecp) {
        error_set_out_of_memory(error);
        return NULL;
    }
    cecp->client = cecp_client_start(&config->client, error);
    if (cecp->client)
        return cecp;
    stop(cecp);
    return NULL;
}

static const char *name(const void *self) {
    const ExternalCecp *cecp = self;
    return cecp_client_name(cecp->client);
}

static ClientFailure failure(const void *self) {
    const ExternalCecp *cecp = self;
    return cecp_client_failure(cecp->client);
}

static bool can_reuse(const void *self) {
    const ExternalCecp *cecp = self;
    return cecp_client_can_reuse(cecp->client);
}

static bool has_option(const void *self, const char *option) {
    const ExternalCecp *cecp = self;
    return cecp_client_has_option(cecp->client, option);
}

static bool set_option(void *self, const char *option, const char *value, Error *error) {
    const ExternalCecp *cecp = self;
    return cecp_client_set_option(cecp->client, option, value, error);
}

static bool set_variant(void *self, const char *variant, Error *error) {
    ExternalCecp *cecp = self;
    cecp->variant = variant;
    return cecp_client_has_variant(cecp->client, variant) ||
           error_set(error, "does not play variant %s", QUOTE(variant));
}

static bool new_game(void *self, const ExternalGame *game, int timeout_ms, Error *error) {
    ExternalCecp *cecp = self;
    const Game *opening = &game->stored->game;
    char fen[FEN_SIZE];
    position_to_fen(&opening->start, fen);
    cecp->turns_sent = 0;
    return cecp_client_new_game(cecp->client, cecp->variant,
                                game_starts_at_initial_position(opening) ? NULL : fen, &game->time,
                                timeout_ms, error);
}

/* Sends the turns that the engine does not know yet. */
static bool send_turns(ExternalCecp *cecp, const Game *game, Error *error) {
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

static bool go(void *self, const ExternalSearch *search, ClientBestMove *answer, Error *error) {
    ExternalCecp *cecp = self;
    Colour player = (Colour)search->game->now.player;
    if (!send_turns(cecp, search->game, error) ||
        !cecp_client_go(cecp->client, search->clock_ms[player], search->clock_ms[other(player)],
                        search->timeout_ms, answer, error))
        return false;
    cecp->turns_sent++; /* the engine knows the turn that it has chosen */
    return true;
}

static void game_over(void *self, const Game *game, const char *result, const char *reason) {
    (void)game;
    const ExternalCecp *cecp = self;
    char text[128];
    snprintf(text, sizeof text, "%s {%s}", result, reason);
    cecp_client_send_result(cecp->client, text, NULL);
}

const ExternalOperations EXTERNAL_CECP_OPERATIONS = {.start = start,
                                                     .stop = stop,
                                                     .name = name,
                                                     .failure = failure,
                                                     .new_game = new_game,
                                                     .go = go,
                                                     .can_reuse = can_reuse,
                                                     .has_option = has_option,
                                                     .set_option = set_option,
                                                     .set_variant = set_variant,
                                                     .game_over = game_over};
