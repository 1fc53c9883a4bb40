#include "referee/players/player.h"

#include "referee/players/player_kinds.h"

#include <stdlib.h>

struct Player {
    const PlayerCalls *calls;
    const PlayerSpec *spec;
    void *self;
};

static const PlayerCalls *calls_of(PlayerKind kind) {
    switch (kind) {
    case PLAYER_UCI:
        return &PLAYER_UCI_CALLS;
    case PLAYER_CECP:
        return &PLAYER_CECP_CALLS;
    case PLAYER_TEXTUI:
        return &PLAYER_TEXTUI_CALLS;
    default:
        return &PLAYER_BUILTIN_CALLS;
    }
}

Player *player_start(const Contest *contest, const PlayerSpec *spec, FILE *transcript,
                     const atomic_bool *cancel, Error *error) {
    PlayerSetup setup = {contest, spec,
                         (ClientConfig){.argv = spec->words,
                                        .start_timeout_ms = (int)contest->patience_ms,
                                        .transcript = transcript,
                                        .cancel = cancel,
                                        .directory = spec->directory}};
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        error_set(error, "out of memory");
        return NULL;
    }
    player->spec = spec;
    player->calls = calls_of(spec->kind);
    player->self = player->calls->start(&setup, error);
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
        (*player)->calls->stop((*player)->self);
    free(*player);
    *player = NULL;
}

bool player_new_game(Player *player, const Record *record, const Clocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    return player->calls->new_game(player->self, record, clocks, side, seed, error);
}

bool player_choose(Player *player, const Record *record, const Clocks *clocks, ClientAnswer *answer,
                   Error *error) {
    return player->calls->choose(player->self, record, clocks, answer, error);
}

void player_game_over(Player *player, const Record *record, const char *result,
                      const char *reason) {
    if (player->calls->game_over)
        player->calls->game_over(player->self, record, result, reason);
}

ClientFailure player_failure(const Player *player) {
    return player->calls->failure ? player->calls->failure(player->self) : CLIENT_FAILURE_NONE;
}

bool player_is_spent(const Player *player) {
    return player->spec->restarts || player_failure(player) != CLIENT_FAILURE_NONE ||
           (player->calls->can_reuse && !player->calls->can_reuse(player->self));
}

void player_recover(Player *player) {
    if (player->calls->recover)
        player->calls->recover(player->self);
}
