#include "referee/players/player.h"

#include "referee/players/player_interface.h"

#include <stdlib.h>

struct Player {
    const PlayerInterface *interface;
    const PlayerSpec *spec;
    void *self;
};

static const PlayerInterface *interface_of(PlayerKind kind) {
    switch (kind) {
    case PLAYER_UCI:
        return &PLAYER_UCI_INTERFACE;
    case PLAYER_CECP:
        return &PLAYER_CECP_INTERFACE;
    case PLAYER_TEXTUI:
        return &PLAYER_TEXTUI_INTERFACE;
    default:
        return &PLAYER_BUILTIN_INTERFACE;
    }
}

Player *player_start(const TournamentConfig *config, const PlayerSpec *spec, FILE *transcript,
                     const atomic_bool *cancel, Error *error) {
    PlayerSetup setup = {config, spec,
                         (ClientConfig){.argv = spec->argv,
                                        .start_timeout_ms = (int)config->response_timeout_ms,
                                        .transcript = transcript,
                                        .cancel = cancel,
                                        .directory = spec->directory}};
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        error_set(error, "out of memory");
        return NULL;
    }
    player->spec = spec;
    player->interface = interface_of(spec->kind);
    player->self = player->interface->start(&setup, error);
    if (!player->self)
        player_stop(&player);
    return player;
}

const PlayerSpec *player_spec(const Player *player) {
    return player->spec;
}

void player_stop(Player **player) {
    if (!player || !*player)
        return;
    if ((*player)->self)
        (*player)->interface->stop((*player)->self);
    free(*player);
    *player = NULL;
}

bool player_new_game(Player *player, const StoredGame *record, const MatchClocks *clocks,
                     Colour side, uint64_t seed, Error *error) {
    return player->interface->new_game(player->self, record, clocks, side, seed, error);
}

bool player_choose(Player *player, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error) {
    return player->interface->choose(player->self, record, clocks, answer, error);
}

void player_game_over(Player *player, const StoredGame *record, const char *result,
                      const char *reason) {
    if (player->interface->game_over)
        player->interface->game_over(player->self, record, result, reason);
}

ClientFailure player_failure(const Player *player) {
    return player->interface->failure ? player->interface->failure(player->self)
                                      : CLIENT_FAILURE_NONE;
}

bool player_needs_restart(const Player *player) {
    return player->spec->restarts || player_failure(player) != CLIENT_FAILURE_NONE ||
           (player->interface->can_reuse && !player->interface->can_reuse(player->self));
}

void player_recover(Player *player) {
    if (player->interface->recover)
        player->interface->recover(player->self);
}
