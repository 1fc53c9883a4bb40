#include "referee/players/match_game.h"

#include "base/random.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

const char *match_game_reason(const MatchGame *match_game) {
    if (match_game->termination.kind != TERMINATION_BY_RULES)
        return termination_name(match_game->termination.kind);
    return outcome_reason_name(game_outcome(&match_game->record.game).reason);
}

int match_game_white_points(const MatchGame *match_game) {
    if (match_game->termination.kind == TERMINATION_MAX_TURNS)
        return 1;
    if (match_game->termination.kind != TERMINATION_BY_RULES)
        return match_game->termination.loser == WHITE ? 0 : 2;
    Outcome outcome = game_outcome(&match_game->record.game);
    return outcome.drawn ? 1 : outcome.winner == WHITE ? 2 : 0;
}

void match_game_init(MatchGame *match_game, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black) {
    *match_game = (MatchGame){.opening_turns = opening->count};
    StoredGame *record = &match_game->record;
    stored_game_init(record, config->rules);
    record->game = *opening;
    *opening = (Game){0};
    record->game.tournament_draws = config->tournament_draws;
    const PlayerSpec *specs[COLOURS] = {white, black};
    for (int i = WHITE; i <= BLACK; i++) {
        utf8_copy(record->names[i], sizeof record->names[i], specs[i]->name);
        if (!time_control_has_clock(&specs[i]->tc))
            continue;
        record->timed = true;
        record->initial_ms[i] = record->current_ms[i] = specs[i]->tc.clock_ms;
    }
}

void match_game_free(MatchGame *match_game) {
    stored_game_free(&match_game->record);
    free(match_game->evaluations);
    match_game->evaluations = NULL;
}

void match_game_forfeit(MatchGame *match_game, TerminationKind kind, Colour loser,
                        const char *detail) {
    match_game->termination = (Termination){.kind = kind, .loser = loser};
    snprintf(match_game->termination.detail, sizeof match_game->termination.detail, "%s", detail);
}

/* --- one turn --- */

typedef struct {
    MatchGame *match_game;
    const TournamentConfig *config;
    Player *const *players;
    MatchClocks clocks;
    const atomic_bool *cancel;
    Error *run_error;
} MatchGameRun;

typedef enum { RUN_ONGOING, RUN_FINISHED, RUN_CANCELLED } RunState;

static RunState forfeit(MatchGameRun *run, TerminationKind kind, Colour loser, const char *detail) {
    match_game_forfeit(run->match_game, kind, loser, detail);
    return RUN_FINISHED;
}

/* Ends the game by the failure of a player. If that was not its fault, or the run is cancelled, the
 * game has no result. */
static RunState fail_player(MatchGameRun *run, Colour loser, const Error *error) {
    ClientFailure failure = player_failure(run->players[loser]);
    if (atomic_load(run->cancel) || failure == CLIENT_FAILURE_NONE) {
        *run->run_error = *error;
        return RUN_CANCELLED;
    }
    TerminationKind kind = termination_of_failure(failure);
    return forfeit(run, kind, loser, error->text);
}

static RunState lose_on_time(MatchGameRun *run, Colour loser) {
    StoredGame *record = &run->match_game->record;
    if (record->initial_ms[loser] != GAME_NO_CLOCK)
        record->current_ms[loser] = 0;
    game_expire(&record->game, loser);
    return forfeit(run, TERMINATION_TIME_FORFEIT, loser, "");
}

static bool store_evaluation(MatchGame *match_game, const TurnEvaluation *evaluation) {
    int index = match_game->record.game.count - 1;
    if (index >= match_game->evaluation_capacity) {
        int capacity = 2 * index + 64;
        TurnEvaluation *evaluations =
            realloc(match_game->evaluations, (size_t)capacity * sizeof *evaluations);
        if (!evaluations)
            return false;
        memset(evaluations + match_game->evaluation_capacity, 0,
               (size_t)(capacity - match_game->evaluation_capacity) * sizeof *evaluations);
        match_game->evaluations = evaluations;
        match_game->evaluation_capacity = capacity;
    }
    match_game->evaluations[index] = *evaluation;
    return true;
}

static TurnEvaluation evaluation_of(const ClientBestMove *answer) {
    return (TurnEvaluation){answer->has_score, answer->is_mate, answer->score,
                            answer->depth,     answer->nodes,   answer->elapsed_us};
}

/* Plays the answer that came in time, or ends the game if it is not a legal turn. */
static RunState apply_answer(MatchGameRun *run, Colour player, const ClientBestMove *answer) {
    MatchGame *match_game = run->match_game;
    StoredGame *record = &match_game->record;
    TurnEvaluation evaluation = evaluation_of(answer);
    Turn turn;
    Error error;
    char detail[ERROR_TEXT_SIZE];
    if (answer->resigned)
        return forfeit(run, TERMINATION_RESIGNATION, player, "");
    if (answer->claim[0] && !answer->bestmove[0]) {
        snprintf(detail, sizeof detail, "claimed '%s', but the game is not over", answer->claim);
        return forfeit(run, TERMINATION_FALSE_CLAIM, player, detail);
    }
    if (!notation_read_turn(&record->game.now, answer->bestmove, &turn, &error))
        return forfeit(run, TERMINATION_ILLEGAL_MOVE, player, error.text);
    record->current_ms[player] = clocks_left_ms(&run->clocks, player);
    bool stored = game_play(&record->game, turn, record->current_ms[player]) &&
                  store_evaluation(match_game, &evaluation);
    if (stored)
        return RUN_ONGOING;
    error_set(run->run_error, "out of memory");
    return RUN_CANCELLED;
}

/* Ends the game because the player is late or has failed. */
static RunState handle_no_answer(MatchGameRun *run, Colour player, const ClientBestMove *answer,
                                 const Error *error) {
    bool is_late = player_failure(run->players[player]) == CLIENT_FAILURE_HUNG;
    if (!is_late || atomic_load(run->cancel))
        return fail_player(run, player, error);
    player_recover(run->players[player]);
    if (!clocks_charge(&run->clocks, player, answer->elapsed_us))
        return lose_on_time(run, player);
    return forfeit(run, TERMINATION_HANG, player, error->text);
}

static RunState take_turn(MatchGameRun *run) {
    StoredGame *record = &run->match_game->record;
    Colour player = (Colour)record->game.now.player;
    ClientBestMove answer;
    Error error;
    if (!player_choose(run->players[player], record, &run->clocks, &answer, &error))
        return handle_no_answer(run, player, &answer, &error);
    if (!clocks_charge(&run->clocks, player, answer.elapsed_us))
        return lose_on_time(run, player);
    return apply_answer(run, player, &answer);
}

/* --- the game --- */

static RunState start_players(MatchGameRun *run, uint64_t seed) {
    for (int i = WHITE; i <= BLACK; i++) {
        Error error;
        PlayerGame game = {&run->match_game->record, &run->clocks, (Colour)i,
                           random_seed(seed, (uint64_t)i)};
        if (!player_new_game(run->players[i], &game, &error))
            return fail_player(run, (Colour)i, &error);
    }
    return RUN_ONGOING;
}

static RunState advance(MatchGameRun *run) {
    Game *game = &run->match_game->record.game;
    if (atomic_load(run->cancel))
        return RUN_CANCELLED;
    game_pass_if_forced(game);
    if (outcome_is_over(game_outcome(game)))
        return RUN_FINISHED;
    if (game->count - run->match_game->opening_turns >= run->config->max_turns) {
        run->match_game->termination.kind = TERMINATION_MAX_TURNS;
        return RUN_FINISHED;
    }
    return take_turn(run);
}

static void send_result(const MatchGameRun *run) {
    for (int i = WHITE; i <= BLACK; i++)
        if (player_failure(run->players[i]) == CLIENT_FAILURE_NONE)
            player_game_over(run->players[i], &run->match_game->record,
                             termination_pgn_result(match_game_white_points(run->match_game)),
                             match_game_reason(run->match_game));
}

bool match_game_play(MatchGame *match_game, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error) {
    MatchGameRun run = {.match_game = match_game,
                        .config = config,
                        .players = players,
                        .cancel = cancel,
                        .run_error = error};
    clocks_start(&run.clocks, config, player_spec(players[WHITE]), player_spec(players[BLACK]));
    RunState run_state = start_players(&run, seed);
    while (run_state == RUN_ONGOING)
        run_state = advance(&run);
    if (run_state == RUN_CANCELLED || atomic_load(cancel))
        return false;
    send_result(&run);
    return true;
}
