#include "referee/players/match_game.h"

#include "base/random.h"
#include "base/utf8.h"
#include "files/model/result.h"
#include "referee/players/adjudicator.h"

#include <stdio.h>

int match_game_white_points(const StoredGame *stored) {
    return result_white_points(stored_game_result(stored));
}

bool match_game_init(StoredGame *stored, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black) {
    stored_game_init(stored, config->rules);
    stored->opening_turns = opening->count;
    stored->game = *opening;
    *opening = (Game){0};
    stored->game.tournament_draws = config->tournament_draws;
    const PlayerSpec *specs[COLOURS] = {white, black};
    bool named = true;
    for (int i = WHITE; i <= BLACK; i++) {
        named = stored_game_set_name(stored, (Colour)i, specs[i]->name) && named;
        if (!time_control_has_clock(&specs[i]->tc))
            continue;
        stored->timed = true;
        stored->initial_ms[i] = stored->current_ms[i] = specs[i]->tc.clock_ms;
    }
    return named;
}

/* --- one turn --- */

typedef struct {
    StoredGame *stored;
    const TournamentConfig *config;
    Player *const *players;
    MatchClocks clocks;
    Adjudicator adjudicator;
    const atomic_bool *cancel;
    Error *run_error;
} MatchGameRun;

typedef enum { RUN_ONGOING, RUN_FINISHED, RUN_CANCELLED } RunState;

/* Ends the game for a reason other than the rules. `loser` is ignored if the game is drawn. */
static RunState terminate(MatchGameRun *run, TerminationKind kind, Colour loser,
                          const char *detail) {
    stored_game_terminate(run->stored, kind, loser, detail);
    return RUN_FINISHED;
}

/* How a game ends when a player fails in this way. */
static TerminationKind termination_of_failure(ClientFailure failure) {
    switch (failure) {
    case CLIENT_FAILURE_HUNG:
        return TERMINATION_HANG;
    case CLIENT_FAILURE_FLOODED:
        return TERMINATION_FLOOD;
    case CLIENT_FAILURE_PROTOCOL:
        return TERMINATION_PROTOCOL_ERROR;
    default:
        return TERMINATION_CRASH;
    }
}

/* Ends the game because a player failed. If the failure was not the player's fault, or the run is
 * cancelled, the game has no result. */
static RunState fail_player(MatchGameRun *run, Colour loser, const Error *error) {
    ClientFailure failure = player_failure(run->players[loser]);
    if (atomic_load(run->cancel) || failure == CLIENT_FAILURE_NONE ||
        failure == CLIENT_FAILURE_CANCELLED) {
        *run->run_error = *error;
        return RUN_CANCELLED;
    }
    TerminationKind kind = termination_of_failure(failure);
    return terminate(run, kind, loser, error->text);
}

static TurnEvaluation evaluation_of(const ClientBestMove *answer) {
    return (TurnEvaluation){answer->has_score, answer->is_mate, answer->score,
                            answer->depth,     answer->nodes,   answer->elapsed_us};
}

/* Plays an answer that came in time, or ends the game if it is not a legal turn. */
static RunState apply_answer(MatchGameRun *run, Colour player, const ClientBestMove *answer) {
    StoredGame *stored = run->stored;
    TurnEvaluation evaluation = evaluation_of(answer);
    Turn turn;
    Refusal refusal;
    Error error;
    char detail[ERROR_TEXT_SIZE];
    if (answer->resigned)
        return terminate(run, TERMINATION_RESIGNATION, player, "");
    if (answer->claim[0] && !answer->bestmove[0]) {
        snprintf(detail, sizeof detail, "claimed %s, but the game is not over",
                 QUOTE(answer->claim));
        return terminate(run, TERMINATION_FALSE_CLAIM, player, detail);
    }
    if (!notation_read_turn(&stored->game.now, answer->bestmove, &turn, &refusal)) {
        refusal_error(&refusal, answer->bestmove, &error);
        return terminate(run, TERMINATION_ILLEGAL_MOVE, player, error.text);
    }
    stored->current_ms[player] = clocks_left_ms(&run->clocks, player);
    if (game_play(&stored->game, turn, stored->current_ms[player]) &&
        stored_game_set_evaluation(stored, stored->game.count - 1, &evaluation)) {
        adjudicator_add(&run->adjudicator, player, &evaluation);
        return RUN_ONGOING;
    }
    error_set(run->run_error, "out of memory");
    return RUN_CANCELLED;
}

/* Lets the player think about the reply that it expects to its last turn, unless the game would be
 * over, or the player would not be to move then. */
static void let_ponder(MatchGameRun *run, Colour player, const char *reply) {
    Game *game = &run->stored->game;
    Turn turn;
    if (!player_spec(run->players[player])->ponders || outcome_is_over(game_outcome(game)) ||
        outcome_pass_is_forced(&game->now) || !notation_read_turn(&game->now, reply, &turn, NULL) ||
        !game_play(game, turn, GAME_NO_CLOCK))
        return;
    if (outcome_can_move(&game->now) && !outcome_is_over(game_outcome(game)) &&
        game->now.player == player)
        player_ponder(run->players[player], game, &run->clocks);
    game_undo(game);
}

/* Ends the game because the player is late or has failed. */
static RunState handle_no_answer(MatchGameRun *run, Colour player, const ClientBestMove *answer,
                                 const Error *error) {
    bool is_late = player_failure(run->players[player]) == CLIENT_FAILURE_HUNG;
    if (!is_late || atomic_load(run->cancel))
        return fail_player(run, player, error);
    player_recover(run->players[player]);
    /* The time waited is not charged to a clock that counts nodes. */
    if (!run->clocks.count_nodes && !clocks_charge(&run->clocks, player, answer->elapsed_us))
        return terminate(run, TERMINATION_TIME_FORFEIT, player, "");
    return terminate(run, TERMINATION_HANG, player, error->text);
}

static RunState take_turn(MatchGameRun *run) {
    StoredGame *stored = run->stored;
    Colour player = (Colour)stored->game.now.player;
    ClientBestMove answer;
    Error error;
    if (!player_choose(run->players[player], run->players[other(player)], stored, &run->clocks,
                       &answer, &error))
        return handle_no_answer(run, player, &answer, &error);
    if (!clocks_charge(&run->clocks, player, answer.elapsed_us))
        return terminate(run, TERMINATION_TIME_FORFEIT, player, "");
    RunState state = apply_answer(run, player, &answer);
    if (state == RUN_ONGOING)
        let_ponder(run, player, answer.ponder);
    return state;
}

/* --- the game --- */

static RunState start_players(MatchGameRun *run, uint64_t seed) {
    for (int i = WHITE; i <= BLACK; i++) {
        Error error;
        uint64_t player_seed = random_seed(seed, (uint64_t)i);
        if (!player_new_game(run->players[i], run->stored, (Colour)i, player_seed, &error))
            return fail_player(run, (Colour)i, &error);
    }
    return RUN_ONGOING;
}

static RunState advance(MatchGameRun *run) {
    Game *game = &run->stored->game;
    if (atomic_load(run->cancel) || !game_play_forced_pass(game, run->run_error))
        return RUN_CANCELLED;
    if (outcome_is_over(game_outcome(game)))
        return RUN_FINISHED;
    TerminationKind kind;
    Colour loser = WHITE;
    if (adjudicator_decides(&run->adjudicator, &kind, &loser))
        return terminate(run, kind, loser, "");
    if (game->count - run->stored->opening_turns >= run->config->max_turns)
        return terminate(run, TERMINATION_MAX_TURNS, loser, "");
    return take_turn(run);
}

static void send_result(const MatchGameRun *run) {
    for (int i = WHITE; i <= BLACK; i++)
        if (player_failure(run->players[i]) == CLIENT_FAILURE_NONE)
            player_game_over(run->players[i], run->stored);
}

bool match_game_play(StoredGame *stored, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error) {
    MatchGameRun run = {.stored = stored,
                        .config = config,
                        .players = players,
                        .cancel = cancel,
                        .run_error = error};
    adjudicator_start(&run.adjudicator, config, &stored->game);
    clocks_start(&run.clocks, config, player_spec(players[WHITE]), player_spec(players[BLACK]));
    RunState run_state = start_players(&run, seed);
    while (run_state == RUN_ONGOING)
        run_state = advance(&run);
    if (run_state == RUN_CANCELLED || atomic_load(cancel))
        return false;
    send_result(&run);
    return true;
}
