#include "train/selfplay.h"

#include "base/os/thread.h"
#include "base/random.h"
#include "rules/game.h"
#include "search/search.h"
#include "train/samples.h"

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
    Mutex mutex; /* protects config->out and the members below */
    int next;    /* number of the next game, from 0 */
    int done;
    uint64_t positions;
    bool failed;
} SelfplayShared;

/* State of one thread. */
typedef struct {
    SelfplayShared *shared;
    SearchShared *search_shared;
    SearchThread *search_thread;
    Samples samples; /* samples of the current game */
} SelfplayWorker;

/* The number of the next game; -1 if no game is left, or after a failure. */
static int next_game(SelfplayShared *shared) {
    mutex_lock(&shared->mutex);
    int game = shared->failed || shared->next == shared->config->games ? -1 : shared->next++;
    mutex_unlock(&shared->mutex);
    return game;
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
static bool add_sample(SelfplayWorker *worker, const Position *pos, Score score) {
    MoveList list;
    outcome_find(pos, &list);
    return !movelist_is_quiet(pos, &list) || samples_add(&worker->samples, sample_pack(pos, score));
}

/* Adds the positions in which the player chooses the half-moves of this turn. */
static bool add_turn_samples(SelfplayWorker *worker, const Position *pos, const SearchInfo *best) {
    bool good = add_sample(worker, pos, best->score);
    if (good && best->pv[0].count == 2) {
        Position between;
        position_apply(&between, pos, best->pv[0].moves[0]);
        good = add_sample(worker, &between, best->score);
    }
    return good;
}

/* Searches for a turn and plays it. Sets *winner if the search has proven a win. Returns false if
 * out of memory. */
static bool play_turn(SelfplayWorker *worker, Game *game, Colour *winner) {
    static const Signals NO_SIGNALS;
    static const Reports NO_REPORTS;
    uint64_t history[TURNS_MAX + 1];
    if (game_pass_if_forced(game))
        return true;
    for (int i = 0; i < game->count; i++)
        history[i] = game->turns[i].key;
    SearchParams params = {
        .root = game->now,
        .network = worker->shared->config->network,
        .history = history,
        .history_count = game->count,
        .limits = {.nodes = worker->shared->config->nodes, .tournament_draws = true}};
    shared_begin_search(worker->search_shared);
    const SearchInfo *best = search_run(worker->search_thread, &params, &NO_SIGNALS, &NO_REPORTS);
    Colour player = (Colour)game->now.player;
    if (!add_turn_samples(worker, &game->now, best))
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
static bool play_game(SelfplayWorker *worker, int number) {
    const SelfplayConfig *config = worker->shared->config;
    uint64_t rng = random_seed(config->seed, (uint64_t)number);
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

static void write_samples(SelfplayWorker *worker, bool good) {
    SelfplayShared *shared = worker->shared;
    size_t count = worker->samples.count;
    mutex_lock(&shared->mutex);
    if (!good ||
        fwrite(worker->samples.samples, sizeof(Sample), count, shared->config->out) != count)
        shared->failed = true;
    shared->positions += count;
    shared->done++;
    if (shared->done % 100 == 0 || shared->done == shared->config->games)
        fprintf(stderr, "\r%d of %d games, %llu positions ", shared->done, shared->config->games,
                (unsigned long long)shared->positions);
    mutex_unlock(&shared->mutex);
}

static void *work(void *argument) {
    SelfplayWorker worker = {.shared = argument};
    worker.search_shared = shared_new(HASH_MB);
    if (worker.search_shared)
        worker.search_thread = search_thread_new(worker.search_shared, SEARCH_LEADER);
    int game;
    while ((game = next_game(worker.shared)) >= 0)
        write_samples(&worker, worker.search_thread && play_game(&worker, game));
    search_thread_free(worker.search_thread);
    shared_free(worker.search_shared);
    samples_free(&worker.samples);
    return NULL;
}

bool selfplay_run(const SelfplayConfig *config) {
    SelfplayShared shared = {.config = config};
    Thread threads[SELFPLAY_THREADS_MAX];
    int started = 0;
    mutex_init(&shared.mutex);
    while (started < config->threads && thread_start(&threads[started], work, &shared))
        started++;
    for (int i = 0; i < started; i++)
        thread_join(&threads[i]);
    mutex_destroy(&shared.mutex);
    fprintf(stderr, "\n");
    return started > 0 && !shared.failed && fflush(config->out) == 0;
}
