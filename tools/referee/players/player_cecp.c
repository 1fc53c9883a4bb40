#include "referee/players/player_kinds.h"

#include "client/cecp.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Contest *contest;
    const PlayerSpec *spec;
    ClientCecp *client;
    int told; /* turns of the game that the engine knows */
} CecpPlayer;

static void stop(void *self) {
    CecpPlayer *cecp = self;
    client_cecp_stop(&cecp->client);
    free(cecp);
}

static bool set_options(const CecpPlayer *cecp, Error *error) {
    for (int i = 0; i < cecp->spec->option_count; i++)
        if (!client_cecp_set_option(cecp->client, cecp->spec->options[i].name,
                                    cecp->spec->options[i].value, error))
            return false;
    return true;
}

static const char *variant_of(const CecpPlayer *cecp) {
    return cecp->spec->variant ? cecp->spec->variant : cecp->contest->rules->name;
}

static void *start(const PlayerSetup *setup, Error *error) {
    CecpPlayer *cecp = calloc(1, sizeof *cecp);
    if (!cecp) {
        error_set(error, "out of memory");
        return NULL;
    }
    *cecp = (CecpPlayer){setup->contest, setup->spec, client_cecp_start(&setup->client, error), 0};
    if (cecp->client && set_options(cecp, error)) {
        if (client_cecp_has_variant(cecp->client, variant_of(cecp)))
            return cecp;
        error_set(error, "does not play variant '%.60s'", variant_of(cecp));
    }
    stop(cecp);
    return NULL;
}

static bool new_game(void *self, const Record *record, const Clocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)seed;
    CecpPlayer *cecp = self;
    const Game *game = &record->game;
    const Pace *pace = clocks->paces[side];
    ClientCecpTime time = {.session_moves = pace->moves_to_go,
                           .base_ms = pace->clock_ms,
                           .increment_ms = pace->increment_ms,
                           .move_ms = pace->movetime_ms,
                           .depth = pace->depth};
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    cecp->told = 0;
    return client_cecp_new_game(cecp->client, variant_of(cecp),
                                game_starts_as_usual(game) ? NULL : fen, &time,
                                (int)cecp->contest->patience_ms, error);
}

/* Tells the engine what has been played since it was last asked. */
static bool catch_up(CecpPlayer *cecp, const Game *game, Error *error) {
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        notation_write_turn(&pos, game->turns[i].turn, STYLE_LINE, text);
        if (i >= cecp->told && !client_cecp_play(cecp->client, text, error))
            return false;
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    cecp->told = game->count;
    return true;
}

static bool choose(void *self, const Record *record, const Clocks *clocks, ClientAnswer *answer,
                   Error *error) {
    CecpPlayer *cecp = self;
    Colour player = (Colour)record->game.now.player;
    *answer = (ClientAnswer){.bestmove = ""};
    if (!catch_up(cecp, &record->game, error) ||
        !client_cecp_go(cecp->client, clocks_left_ms(clocks, player),
                        clocks_left_ms(clocks, other(player)), clocks_deadline_ms(clocks, player),
                        answer, error))
        return false;
    cecp->told++;
    return true;
}

static void game_over(void *self, const Record *record, const char *result, const char *reason) {
    (void)record;
    const CecpPlayer *cecp = self;
    char text[64];
    snprintf(text, sizeof text, "%s {%.40s}", result, reason);
    client_cecp_result(cecp->client, text, NULL);
}

static ClientFailure failure(const void *self) {
    const CecpPlayer *cecp = self;
    return client_cecp_failure(cecp->client);
}

static bool can_reuse(const void *self) {
    const CecpPlayer *cecp = self;
    return client_cecp_can_reuse(cecp->client);
}

const PlayerCalls PLAYER_CECP_CALLS = {.start = start,
                                       .stop = stop,
                                       .new_game = new_game,
                                       .choose = choose,
                                       .game_over = game_over,
                                       .failure = failure,
                                       .can_reuse = can_reuse};
