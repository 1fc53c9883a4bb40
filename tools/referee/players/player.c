#include "referee/players/player.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "client/external_engine.h"
#include "referee/players/builtin.h"

#include <stdlib.h>

enum { STOP_TIMEOUT_MS = 1000 };

/* A player is either built in or an external engine. */
struct Player {
    const TournamentConfig *config;
    const PlayerSpec *spec;
    ExternalEngine engine; /* the program; not running if the player is built in */
    uint64_t seed;         /* seed of a built-in player */
};

static bool is_program(const Player *player) {
    return external_engine_is_running(&player->engine);
}

/* --- start and stop --- */

/* The engine's own name for the tournament's ruleset. */
static const char *variant_of(const Player *player) {
    return player->spec->variant ? player->spec->variant : player->config->rules->name;
}

/* Sends a number as an option, unless it is 0. */
static bool set_number_if_supported(ExternalEngine *engine, const char *name, int64_t value,
                                    Error *error) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    return value == 0 || external_engine_set_option_if_supported(engine, name, text, error);
}

/* Sends the tournament's rules to a UCI engine, if it has options for them. CECP and TextUI have no
 * such options. */
static bool set_tournament_options(Player *player, Error *error) {
    const TournamentConfig *config = player->config;
    ExternalEngine *engine = &player->engine;
    if (player->spec->kind != PLAYER_UCI)
        return true;
    if (config->nodes_per_ms > 0 && !external_engine_has_option(engine, "nodestime"))
        return error_set(error, "%s has no option nodestime, which --nodestime needs",
                         external_engine_name(engine));
    return (!config->tournament_draws ||
            external_engine_set_option_if_supported(engine, "Tournament Draws", "true", error)) &&
           set_number_if_supported(engine, "Minimum Move Charge", config->minimum_charge_ms,
                                   error) &&
           set_number_if_supported(engine, "nodestime", config->nodes_per_ms, error);
}

/* The player's own options come after the tournament's, so that they take precedence, and before
 * the ruleset, because an option may load the ruleset's definition. */
static bool set_options(Player *player, Error *error) {
    const PlayerSpec *spec = player->spec;
    if (spec->kind == PLAYER_TEXTUI)
        return true;
    if (!set_tournament_options(player, error))
        return false;
    for (int i = 0; i < spec->option_count; i++)
        if (!external_engine_set_option(&player->engine, spec->options[i].name,
                                        spec->options[i].value, error))
            return false;
    return external_engine_set_variant(&player->engine, variant_of(player), error) &&
           external_engine_wait_ready(&player->engine, (int)player->config->response_timeout_ms,
                                      error);
}

/* Finds a program's protocol. Returns false if the player is built in. */
static bool find_protocol(const PlayerSpec *spec, ExternalProtocol *protocol) {
    switch (spec->kind) {
    case PLAYER_UCI:
        *protocol = EXTERNAL_UCI;
        return true;
    case PLAYER_CECP:
        *protocol = EXTERNAL_CECP;
        return true;
    case PLAYER_TEXTUI:
        *protocol = EXTERNAL_TEXTUI;
        return true;
    default:
        return false;
    }
}

static bool start_program(Player *player, FILE *transcript, const atomic_bool *cancel,
                          Error *error) {
    const PlayerSpec *spec = player->spec;
    ExternalEngineConfig config = {
        .dialect = spec->dialect,
        .client = {.argv = spec->argv,
                   .start_timeout_ms = (int)player->config->response_timeout_ms,
                   .transcript = transcript,
                   .cancel = cancel,
                   .directory = spec->directory},
        .passes_with_king = spec->passes_with_king};
    if (!find_protocol(spec, &config.protocol))
        return true;
    return external_engine_start(&player->engine, &config, error) && set_options(player, error);
}

Player *player_start(const TournamentConfig *config, const PlayerSpec *spec, FILE *transcript,
                     const atomic_bool *cancel, Error *error) {
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        error_set_out_of_memory(error);
        return NULL;
    }
    player->config = config;
    player->spec = spec;
    if (!start_program(player, transcript, cancel, error))
        player_stop(&player);
    return player;
}

void player_stop(Player **player) {
    if (!player || !*player)
        return;
    external_engine_stop(&(*player)->engine);
    free(*player);
    *player = NULL;
}

const PlayerSpec *player_spec(const Player *player) {
    return player->spec;
}

ClientFailure player_failure(const Player *player) {
    return is_program(player) ? external_engine_failure(&player->engine) : CLIENT_FAILURE_NONE;
}

bool player_needs_restart(const Player *player) {
    return player->spec->restarts ||
           (is_program(player) && external_engine_must_restart(&player->engine));
}

/* --- games --- */

bool player_new_game(Player *player, const PlayerGame *game, Error *error) {
    const MatchTimeControl *tc = game->clocks->tcs[game->side];
    ExternalGame external = {.stored = game->stored,
                             .side = game->side,
                             .time = {.moves_per_session = tc->moves_to_go,
                                      .base_ms = tc->clock_ms,
                                      .increment_ms = tc->increment_ms,
                                      .move_ms = tc->movetime_ms,
                                      .depth = tc->depth}};
    player->seed = game->seed;
    return !is_program(player) ||
           external_engine_new_game(&player->engine, &external,
                                    (int)player->config->response_timeout_ms, error);
}

static bool choose_builtin(Player *player, const Position *now, ClientBestMove *answer,
                           Error *error) {
    int64_t started_us = clock_now_us();
    Turn turn;
    *answer = (ClientBestMove){.bestmove = ""};
    if (!builtin_choose(player->spec->kind, now, &player->seed, &turn))
        return error_set(error, "out of memory");
    notation_write_turn(now, turn, STYLE_UCI, answer->bestmove);
    /* A built-in player searches nothing, and so reports no nodes. */
    answer->elapsed_us = player->config->nodes_per_ms > 0 ? 0 : clock_now_us() - started_us;
    return true;
}

bool player_choose(Player *player, const StoredGame *stored, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error) {
    const Game *game = &stored->game;
    Colour to_move = (Colour)game->now.player;
    if (!is_program(player))
        return choose_builtin(player, &game->now, answer, error);
    ExternalSearch search = {
        .game = game,
        .limits = clocks_limits(clocks, to_move),
        .clock_ms = {clocks_left_ms(clocks, WHITE), clocks_left_ms(clocks, BLACK)},
        .timeout_ms = clocks_deadline_ms(clocks, to_move)};
    bool answered = external_engine_go(&player->engine, &search, answer, error);
    if (answered && player->config->nodes_per_ms > 0)
        answer->elapsed_us =
            min64(answer->nodes, INT64_MAX / 1000) * 1000 / player->config->nodes_per_ms;
    return answered;
}

void player_game_over(Player *player, const StoredGame *stored, const char *result,
                      const char *reason) {
    if (is_program(player))
        external_engine_game_over(&player->engine, &stored->game, result, reason);
}

void player_recover(Player *player) {
    if (is_program(player))
        external_engine_stop_search(&player->engine, STOP_TIMEOUT_MS, NULL, NULL);
}
