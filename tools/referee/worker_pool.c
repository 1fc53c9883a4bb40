#include "referee/worker_pool.h"

#include "base/random.h"
#include "referee/game_log.h"
#include "referee/players/match_game.h"
#include "referee/standings.h"

#include <stdlib.h>

/* A thread of the pool. Players are kept for the thread's next game if the same players take part.
 */
typedef struct {
    WorkerPool *pool;
    Thread thread;
    Player *players[COLOURS];
} GameWorker;

struct WorkerPool {
    WorkerPoolSetup setup;
    atomic_bool cancel;
    Mutex mutex;          /* guards the members below, and the setup's schedule and journal */
    Condition game_ended; /* a game has ended, or the pool is stopping */
    bool stopping;        /* no more games are started */
    int games_running;
    RunningSprt test; /* set if runs_sprt() */
    WorkerPoolStatus status;
    int worker_count;
    GameWorker workers[];
};

/* Only a pool that plays all games, not one shard, can stop the tournament by SPRT. */
static bool runs_sprt(const WorkerPoolSetup *setup) {
    return setup->config->has_sprt && setup->shards == 1;
}

/* --- players --- */

/* Gives the worker the players of the pairing, starting them as needed. On failure *missing is the
 * colour whose player could not be started. */
static bool prepare_players(GameWorker *worker, const GamePairing *pairing, Colour *missing,
                            Error *error) {
    const WorkerPoolSetup *setup = &worker->pool->setup;
    const PlayerSpec *specs[COLOURS] = {&setup->config->players[pairing->white],
                                        &setup->config->players[pairing->black]};
    Player **players = worker->players;
    bool swapped = (players[WHITE] && player_spec(players[WHITE]) == specs[BLACK]) ||
                   (players[BLACK] && player_spec(players[BLACK]) == specs[WHITE]);
    if (swapped) {
        Player *white = players[WHITE];
        players[WHITE] = players[BLACK];
        players[BLACK] = white;
    }
    for (int i = WHITE; i <= BLACK; i++)
        if (players[i] && (player_spec(players[i]) != specs[i] || player_needs_restart(players[i])))
            player_stop(&players[i]);
    PlayerRun run = {setup->transcript, setup->errors, &worker->pool->cancel,
                     setup->has_affinity ? 1 + (int)(worker - worker->pool->workers) : 0};
    for (int i = WHITE; i <= BLACK; i++)
        if (!players[i] && !(players[i] = player_start(setup->config, specs[i], &run, error))) {
            *missing = (Colour)i;
            return false;
        }
    return true;
}

static void stop_players(GameWorker *worker) {
    for (int i = WHITE; i <= BLACK; i++)
        player_stop(&worker->players[i]);
}

/* --- a game --- */

/* Plays a game. Returns false if the game has no result: either the pool was cancelled, or `error`
 * says why. */
static bool play_game(GameWorker *worker, int number, const GamePairing *pairing,
                      StoredGame *match_game, Error *error) {
    WorkerPool *pool = worker->pool;
    const TournamentConfig *config = pool->setup.config;
    Game opening;
    Colour missing = WHITE;
    if (!openings_game(pool->setup.openings, pairing->opening, &opening, error))
        return false;
    if (!match_game_init(match_game, config, &opening, &config->players[pairing->white],
                         &config->players[pairing->black])) {
        stored_game_free(match_game);
        return error_set_out_of_memory(error);
    }
    bool are_ready = prepare_players(worker, pairing, &missing, error);
    int loser = missing == WHITE ? pairing->white : pairing->black;
    bool has_result =
        are_ready
            ? match_game_play(match_game, config, worker->players,
                              random_seed(config->seed, (uint64_t)number), &pool->cancel, error)
            : player_spec_is_program(&config->players[loser]) && !error->is_shortage;
    if (!are_ready && has_result)
        stored_game_terminate(match_game, TERMINATION_CRASH, missing, error->text);
    has_result = has_result && !atomic_load(&pool->cancel);
    if (!has_result)
        stored_game_free(match_game);
    return has_result;
}

static void describe_result(WorkerPool *pool, int number, const GamePairing *pairing,
                            const StoredGame *match_game) {
    const PlayerSpec *players = pool->setup.config->players;
    char white[CROSSTABLE_NAME_SIZE], black[CROSSTABLE_NAME_SIZE];
    crosstable_truncate(players[pairing->white].name, CROSSTABLE_NAME_COLUMNS, white, sizeof white);
    crosstable_truncate(players[pairing->black].name, CROSSTABLE_NAME_COLUMNS, black, sizeof black);
    snprintf(pool->status.last, sizeof pool->status.last, "game %d: %s - %s %s %s", number + 1,
             white, black, stored_game_result(match_game), stored_game_reason(match_game));
}

/* Stops the pool, abandoning the games in progress and the openings in preparation. */
static void stop_pool(WorkerPool *pool) {
    pool->stopping = true;
    /* This comes first, so that an opening that is cancelled does not count as an error. */
    atomic_store(&pool->cancel, true);
    openings_cancel(pool->setup.openings);
}

/* Stops the pool after an error. Only the first error is kept. */
static void abort_pool(WorkerPool *pool, const char *error_text) {
    if (!pool->status.error_text[0])
        snprintf(pool->status.error_text, sizeof pool->status.error_text, "%s", error_text);
    stop_pool(pool);
}

/* Writes the game to the log first, then to the schedule, so that every game that counts is on
 * disk, and to games.pgn. */
static void record_result(WorkerPool *pool, int number, const GamePairing *pairing,
                          const StoredGame *match_game) {
    const WorkerPoolSetup *setup = &pool->setup;
    Error error;
    uint64_t digest;
    char *line = game_log_write(match_game, setup->config, number, pairing);
    if (line && !game_log_read_digest(line, setup->config, pairing, &digest, &error))
        abort_pool(pool, error.text);
    else if (!line || !journal_append(setup->journal, number, line, &error))
        abort_pool(pool, line ? error.text : "out of memory");
    else if (!schedule_set_result(setup->schedule, number, match_game_white_points(match_game),
                                  match_game->termination.kind))
        abort_pool(pool, "out of memory");
    else if (setup->pgn && !results_write_game(setup->pgn, setup->results, number, &error))
        abort_pool(pool, error.text);
    else {
        schedule_set_digest(setup->schedule, number, digest);
        describe_result(pool, number, pairing, match_game);
    }
    free(line);
    pool->status.finished++;
    if (runs_sprt(setup) && running_sprt_advance(&pool->test, setup->schedule))
        pool->stopping = true;
}

/* Takes the next game, waiting for other games to finish if it depends on them. Returns -1 if no
 * game is left. */
static int next_game(WorkerPool *pool, GamePairing *pairing) {
    for (;;) {
        const WorkerPoolSetup *setup = &pool->setup;
        int number = pool->stopping ? -1
                                    : schedule_next(setup->schedule, setup->game_limit,
                                                    setup->shard, setup->shards);
        if (number >= 0)
            schedule_pairing(setup->schedule, number, pairing);
        if (number >= 0 || pool->stopping || pool->games_running == 0)
            return number;
        condition_wait(&pool->game_ended, &pool->mutex);
    }
}

static void *run_worker(void *context) {
    GameWorker *worker = context;
    WorkerPool *pool = worker->pool;
    GamePairing pairing;
    mutex_lock(&pool->mutex);
    for (int number; (number = next_game(pool, &pairing)) >= 0;) {
        pool->games_running++;
        mutex_unlock(&pool->mutex);
        StoredGame match_game;
        Error error;
        bool played = play_game(worker, number, &pairing, &match_game, &error);
        mutex_lock(&pool->mutex);
        pool->games_running--;
        if (played)
            record_result(pool, number, &pairing, &match_game);
        else if (!atomic_load(&pool->cancel))
            abort_pool(pool, error.text);
        else
            pool->stopping = true;
        if (played)
            stored_game_free(&match_game);
        condition_broadcast(&pool->game_ended);
    }
    mutex_unlock(&pool->mutex);
    stop_players(worker);
    mutex_lock(&pool->mutex);
    pool->status.running--;
    condition_broadcast(&pool->game_ended);
    mutex_unlock(&pool->mutex);
    return NULL;
}

/* --- the worker pool --- */

WorkerPool *worker_pool_start(const WorkerPoolSetup *setup) {
    WorkerPool *pool = calloc(1, sizeof *pool + (size_t)setup->concurrency * sizeof *pool->workers);
    if (!pool)
        return NULL;
    pool->setup = *setup;
    atomic_init(&pool->cancel, false);
    if (runs_sprt(setup)) {
        running_sprt_start(&pool->test, setup->config);
        pool->stopping = running_sprt_advance(&pool->test, setup->schedule);
    }
    mutex_init(&pool->mutex);
    condition_init(&pool->game_ended);
    mutex_lock(&pool->mutex);
    for (int i = 0; i < setup->concurrency; i++) {
        pool->workers[i].pool = pool;
        if (!thread_start(&pool->workers[i].thread, run_worker, &pool->workers[i]))
            break;
        pool->worker_count++;
        pool->status.running++;
    }
    mutex_unlock(&pool->mutex);
    if (pool->worker_count > 0)
        return pool;
    worker_pool_join(pool);
    return NULL;
}

WorkerPoolStatus worker_pool_status(WorkerPool *pool) {
    mutex_lock(&pool->mutex);
    WorkerPoolStatus status = pool->status;
    mutex_unlock(&pool->mutex);
    return status;
}

void worker_pool_inspect(WorkerPool *pool, WorkerPoolVisitor *visitor, void *context) {
    mutex_lock(&pool->mutex);
    visitor(context, pool->setup.schedule, runs_sprt(&pool->setup) ? &pool->test : NULL);
    mutex_unlock(&pool->mutex);
}

void worker_pool_cancel(WorkerPool *pool) {
    mutex_lock(&pool->mutex);
    stop_pool(pool);
    condition_broadcast(&pool->game_ended);
    mutex_unlock(&pool->mutex);
}

void worker_pool_join(WorkerPool *pool) {
    for (int i = 0; i < pool->worker_count; i++)
        thread_join(&pool->workers[i].thread);
    condition_destroy(&pool->game_ended);
    mutex_destroy(&pool->mutex);
    free(pool);
}
