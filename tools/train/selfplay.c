#include "train/selfplay.h"

#include "base/os/thread.h"
#include "base/random.h"
#include "cli/progress.h"
#include "rules/game.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    RANDOM_PLIES_MIN = 4, /* the opening's random turns */
    RANDOM_PLIES_MAX = 12,
    TURNS_MAX = 300, /* a longer game is drawn */
    HASH_MB = 2,
};

/* State shared by all threads. */
typedef struct {
    const SelfplayConfig *config;
    const Tablebase *tablebase;
    Mutex mutex; /* protects all members below */
    Shard *shard;
    uint64_t next;                      /* number of the next game, from 0 */
    uint64_t done_before, count_before; /* of the shard's games and samples, before this run */
    Progress progress;
    bool failed;
    Error error; /* the first error */
} SelfplayShared;

/* State of one thread. */
typedef struct {
    SelfplayShared *shared;
    SearchShared *search_shared;
    SearchThread *search_thread;
    Samples samples; /* samples of the current game */
} SelfplayWorker;

/* Sets *number to that of the next game. Returns false if no game is left, or after a failure. */
static bool next_game(SelfplayShared *shared, uint64_t *number) {
    uint64_t games = shared->shard->origin.games;
    mutex_lock(&shared->mutex);
    while (shared->next < games && shard_has_game(shared->shard, shared->next))
        shared->next++;
    bool found = !shared->failed && shared->next < games;
    if (found)
        *number = shared->next++;
    mutex_unlock(&shared->mutex);
    return found;
}

/* Plays random turns, which may end the game. Returns false if out of memory. */
static bool play_opening(Game *game, uint64_t *rng) {
    int plies =
        RANDOM_PLIES_MIN + (int)(random_next(rng) % (RANDOM_PLIES_MAX - RANDOM_PLIES_MIN + 1));
    while (game->count < plies && !outcome_is_over(game_outcome(game))) {
        TurnList turns;
        if (!turn_list_make(&game->now, &turns))
            return false;
        Turn turn = turns.turns[random_next(rng) % (uint64_t)turns.count];
        turn_list_free(&turns);
        if (!game_play(game, turn, GAME_NO_CLOCK))
            return false;
    }
    return true;
}

/* Adds the position if it is quiet. Returns false if out of memory. */
static bool add_sample(SelfplayWorker *worker, const Position *pos, Score score, int ply) {
    MoveList list;
    outcome_find(pos, &list);
    return !movelist_is_quiet(pos, &list) ||
           samples_add(&worker->samples, sample_pack(pos, score, ply));
}

/* Adds the positions in which the player chooses the half-moves of this turn. */
static bool add_turn_samples(SelfplayWorker *worker, const Game *game, const SearchInfo *best) {
    const Position *pos = &game->now;
    bool good = add_sample(worker, pos, best->score, game->count);
    if (good && best->pv[0].count == 2) {
        Position between;
        position_apply(&between, pos, best->pv[0].moves[0]);
        good = add_sample(worker, &between, best->score, game->count);
    }
    return good;
}

/* Sets *turn to the only turn. Returns false if there is a choice, or if the position is quiet: it
 * then becomes a sample, which needs a search. */
static bool find_forced_capture(const Position *pos, Turn *turn) {
    MoveList list;
    outcome_find(pos, &list);
    if (pos->rules->halfmoves_per_turn > 1 || list.count != 1 || movelist_is_quiet(pos, &list))
        return false;
    *turn = turn_single(list.moves[0]);
    return true;
}

/* Searches for a turn and plays it; a forced capture needs no search. Sets *winner if the search
 * has proven a win. Returns false if out of memory. */
static bool play_turn(SelfplayWorker *worker, Game *game, Colour *winner) {
    static const Signals NO_SIGNALS;
    static const Reports NO_REPORTS;
    uint64_t history[TURNS_MAX + 1];
    Turn forced;
    if (outcome_pass_is_forced(&game->now))
        return game_pass_if_forced(game);
    if (find_forced_capture(&game->now, &forced))
        return game_play(game, forced, GAME_NO_CLOCK);
    for (int i = 0; i < game->count; i++)
        history[i] = game->turns[i].key;
    SearchParams params = {
        .root = game->now,
        .network = worker->shared->config->network,
        .tablebase = worker->shared->tablebase,
        .history = history,
        .history_count = game->count,
        .limits = {.nodes = worker->shared->config->nodes, .tournament_draws = true}};
    shared_begin_search(worker->search_shared, false);
    const SearchInfo *best = search_run(worker->search_thread, &params, &NO_SIGNALS, &NO_REPORTS);
    Colour player = (Colour)game->now.player;
    if (!add_turn_samples(worker, game, best))
        return false;
    if (score_is_decisive(best->score))
        *winner = best->score > 0 ? player : other(player);
    return game_play(game, best->pv[0], GAME_NO_CLOCK);
}

/* Plays a game to its end; *winner is COLOURS if it is drawn. Returns false if out of memory. */
static bool play_to_end(SelfplayWorker *worker, Game *game, Colour *winner) {
    *winner = COLOURS;
    while (*winner == COLOURS && game->count < TURNS_MAX && !outcome_is_over(game_outcome(game)))
        if (!play_turn(worker, game, winner))
            return false;
    Outcome outcome = game_outcome(game);
    if (*winner == COLOURS && outcome_is_over(outcome) && !outcome.drawn)
        *winner = outcome.winner;
    return true;
}

static void set_results(Samples *samples, Colour winner) {
    for (size_t i = 0; i < samples->count; i++) {
        Sample *sample = &samples->samples[i];
        sample->points = winner == COLOURS ? 1 : sample->player == winner ? 2 : 0;
    }
}

/* Plays one game, whose opening depends on the seed and the game's number. Returns false if out of
 * memory. */
static bool play_game(SelfplayWorker *worker, uint64_t number) {
    const SelfplayConfig *config = worker->shared->config;
    uint64_t rng = random_seed(config->seed, number);
    Game game = {0};
    Colour winner;
    bool good;
    worker->samples.count = 0;
    shared_clear(worker->search_shared);
    do {
        game_free(&game);
        game_init(&game, config->rules);
        game.tournament_draws = true;
        good = play_opening(&game, &rng);
    } while (good && outcome_is_over(game_outcome(&game)));
    good = good && play_to_end(worker, &game, &winner);
    game_free(&game);
    if (good)
        set_results(&worker->samples, winner);
    return good;
}

static void show_progress(SelfplayShared *shared) {
    const Shard *shard = shared->shard;
    uint64_t done = shard->done - shared->done_before;
    uint64_t all = shard->origin.games - shared->done_before;
    double speed =
        (double)(shard->count - shared->count_before) / progress_seconds(&shared->progress);
    progress_show(&shared->progress, (double)done / (double)all,
                  "%" PRIu64 " of %" PRIu64 " games, %" PRIu64 " positions, %.0f positions/s",
                  shard->done, shard->origin.games, shard->count, speed);
}

static void add_game(SelfplayWorker *worker, uint64_t number, bool is_played) {
    SelfplayShared *shared = worker->shared;
    Error error;
    mutex_lock(&shared->mutex);
    bool good = is_played ? shard_add_game(shared->shard, number, &worker->samples, &error)
                          : error_set(&error, "out of memory");
    if (!good && !shared->failed)
        shared->error = error;
    shared->failed = shared->failed || !good;
    if (good && progress_is_due(&shared->progress))
        show_progress(shared);
    mutex_unlock(&shared->mutex);
}

static void *work(void *argument) {
    SelfplayWorker worker = {.shared = argument};
    worker.search_shared = shared_new(HASH_MB);
    if (worker.search_shared)
        worker.search_thread = search_thread_new(worker.search_shared, SEARCH_LEADER);
    uint64_t number;
    while (next_game(worker.shared, &number))
        add_game(&worker, number, worker.search_thread && play_game(&worker, number));
    search_thread_free(worker.search_thread);
    shared_free(worker.search_shared);
    samples_free(&worker.samples);
    return NULL;
}

SampleOrigin selfplay_origin(const SelfplayConfig *config) {
    SampleOrigin origin = {.games = (uint64_t)config->games,
                           .nodes = config->nodes,
                           .seed = config->seed,
                           .network = config->network->checksum};
    snprintf(origin.ruleset, sizeof origin.ruleset, "%s", config->rules->name);
    return origin;
}

bool selfplay_run(const SelfplayConfig *config, Shard *shard, Error *error) {
    Tablebase *tablebase;
    if (!tablebase_new(config->rules, &tablebase))
        return error_set(error, "out of memory");
    tablebase_compute(tablebase);
    if (!tablebase_wait(tablebase, NULL)) {
        tablebase_free(tablebase);
        return error_set(error, "out of memory, or cannot start a thread");
    }
    SelfplayShared shared = {.config = config,
                             .tablebase = tablebase,
                             .shard = shard,
                             .done_before = shard->done,
                             .count_before = shard->count};
    Thread threads[SELFPLAY_THREADS_MAX];
    int started = 0;
    mutex_init(&shared.mutex);
    progress_start(&shared.progress);
    while (started < config->threads && thread_start(&threads[started], work, &shared))
        started++;
    for (int i = 0; i < started; i++)
        thread_join(&threads[i]);
    mutex_destroy(&shared.mutex);
    progress_clear(&shared.progress);
    tablebase_free(tablebase);
    if (shared.failed)
        *error = shared.error;
    return !shared.failed &&
           (started > 0 || error_set(error, "out of memory, or cannot start a thread"));
}
