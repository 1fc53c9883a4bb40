#include "referee/players/player.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "client/client.h"
#include "referee/players/builtin.h"

#include <stdlib.h>

enum { STOP_TIMEOUT_MS = 1000 };

/* A player is either built in or an engine. */
struct Player {
    const TournamentConfig *config;
    const PlayerSpec *spec;
    Client *engine; /* NULL: the player is built in */
    uint64_t seed;  /* of a built-in player */
};

/* --- start and stop --- */

/* The engine's own name for the tournament's ruleset. */
static const char *variant_of(const Player *player) {
    return player->spec->variant ? player->spec->variant : player->config->rules->name;
}

/* 0 is not sent. */
static bool set_number_if_supported(Client *engine, const char *name, int64_t value, Error *error) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    return value == 0 || client_set_option_if_supported(engine, name, text, error);
}

/* Sends the tournament's rules to a UCI engine, if it has options for them. CECP and TextUI have no
 * such options. */
static bool set_tournament_options(Player *player, Error *error) {
    const TournamentConfig *config = player->config;
    Client *engine = player->engine;
    if (player->spec->kind != PLAYER_UCI)
        return true;
    if (config->nodes_per_ms > 0 && !client_has_option(engine, "nodestime"))
        return error_set(error, "%s has no option nodestime, which --nodestime needs",
                         client_name(engine));
    if (player->spec->ponders && !client_set_option(engine, "Ponder", "true", error))
        return error_wrap(error, "ponder=on");
    return (!config->tournament_draws ||
            client_set_option_if_supported(engine, "Tournament Draws", "true", error)) &&
           set_number_if_supported(engine, "Minimum Move Charge", config->minimum_charge_ms,
                                   error) &&
           set_number_if_supported(engine, "nodestime", config->nodes_per_ms, error);
}

/* The player's own options come after the tournament's, so that they take precedence. The ruleset
 * comes before them, so that the engine can say which do not fit it, and after them, because an
 * option may load the ruleset's definition. */
static bool set_options(Player *player, Error *error) {
    const PlayerSpec *spec = player->spec;
    if (spec->kind == PLAYER_TEXTUI)
        return true;
    if (!set_tournament_options(player, error))
        return false;
    int timeout_ms = (int)player->config->response_timeout_ms;
    if (spec->option_count > 0)
        client_set_variant(player->engine, variant_of(player), NULL);
    for (int i = 0; i < spec->option_count; i++)
        if (!client_apply_option(player->engine, spec->options[i].name, spec->options[i].value,
                                 timeout_ms, error))
            return false;
    return client_set_variant(player->engine, variant_of(player), error) &&
           client_wait_ready(player->engine, timeout_ms, error);
}

static bool start_program(Player *player, const PlayerRun *run, Error *error) {
    const PlayerSpec *spec = player->spec;
    static const ClientProtocol PROTOCOLS[] = {
        [PLAYER_UCI] = CLIENT_UCI, [PLAYER_CECP] = CLIENT_CECP, [PLAYER_TEXTUI] = CLIENT_TEXTUI};
    if (!player_spec_is_program(spec))
        return true;
    ClientConfig config = {.protocol = PROTOCOLS[spec->kind],
                           .dialect = spec->dialect,
                           .passes_with_king = spec->passes_with_king,
                           .argv = spec->argv,
                           .start_timeout_ms = (int)player->config->response_timeout_ms,
                           .transcript = run->transcript,
                           .errors = run->errors,
                           .directory = spec->directory,
                           .processor = run->processor,
                           .cancel = run->cancel};
    player->engine = client_start(&config, error);
    return player->engine && set_options(player, error);
}

Player *player_start(const TournamentConfig *config, const PlayerSpec *spec, const PlayerRun *run,
                     Error *error) {
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        error_set_out_of_memory(error);
        return NULL;
    }
    player->config = config;
    player->spec = spec;
    if (!start_program(player, run, error))
        player_stop(&player);
    return player;
}

void player_stop(Player **player) {
    if (!player || !*player)
        return;
    client_stop(&(*player)->engine);
    free(*player);
    *player = NULL;
}

const PlayerSpec *player_spec(const Player *player) {
    return player->spec;
}

const char *player_id(const Player *player) {
    return player->engine ? client_name(player->engine) : NULL;
}

ClientFailure player_failure(const Player *player) {
    return player->engine ? client_failure(player->engine) : CLIENT_FAILURE_NONE;
}

bool player_needs_restart(const Player *player) {
    if (player->spec->restart == RESTART_ON || player_failure(player) != CLIENT_FAILURE_NONE)
        return true;
    return player->spec->restart == RESTART_AUTO && player->engine &&
           client_must_restart(player->engine);
}

/* --- games --- */

bool player_new_game(Player *player, const StoredGame *stored, Colour side, uint64_t seed,
                     Error *error) {
    ClientGame game = {stored, side, player->spec->tc, player->spec->ponders};
    player->seed = seed;
    return !player->engine ||
           client_new_game(player->engine, &game, (int)player->config->response_timeout_ms, error);
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

static ClientSearch search_of(const Game *game, const MatchClocks *clocks) {
    Colour to_move = (Colour)game->now.player;
    return (ClientSearch){
        .game = game,
        .limits = clocks_limits(clocks, to_move),
        .clock_ms = {clocks_left_ms(clocks, WHITE), clocks_left_ms(clocks, BLACK)},
        .timeout_ms = clocks_deadline_ms(clocks, to_move)};
}

bool player_choose(Player *player, Player *opponent, const StoredGame *stored,
                   const MatchClocks *clocks, ClientBestMove *answer, Error *error) {
    if (!player->engine)
        return choose_builtin(player, &stored->game.now, answer, error);
    ClientSearch search = search_of(&stored->game, clocks);
    search.other = opponent->spec->ponders ? opponent->engine : NULL;
    bool answered = client_go(player->engine, &search, answer, error);
    if (answered && player->config->nodes_per_ms > 0)
        answer->elapsed_us =
            min64(answer->nodes, INT64_MAX / 1000) * 1000 / player->config->nodes_per_ms;
    return answered;
}

void player_ponder(Player *player, const Game *expected, const MatchClocks *clocks) {
    ClientSearch search = search_of(expected, clocks);
    if (player->engine && player->spec->ponders)
        client_ponder(player->engine, &search, NULL);
}

void player_game_over(Player *player, const StoredGame *stored) {
    if (player->engine)
        client_game_over(player->engine, &stored->game, stored_game_result(stored),
                         stored_game_reason(stored));
}

void player_recover(Player *player) {
    if (player->engine)
        client_stop_search(player->engine, STOP_TIMEOUT_MS, NULL, NULL);
}
