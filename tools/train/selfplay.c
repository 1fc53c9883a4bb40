#include "train/selfplay.h"

#include "base/os/thread.h"
#include "base/random.h"
#include "cli/progress.h"
#include "eval/wdl.h"
#include "rules/game.h"
#include "search/bench.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    RANDOM_PLIES_MIN = 4, /* random turns of the opening */
    RANDOM_PLIES_MAX = 12,
    TURNS_MAX = 300,      /* a longer game is drawn */
    DEVIATION_TURNS = 40, /* in the first so many turns one in so many may not be the best */
    DEVIATION_EVERY = 20,
    DECISIVE_THOUSANDTHS = 985, /* a score is decisive if so many games with it are won */
    DECISIVE_TURNS = 4,         /* a game ends after so many decisive turns */
    PLAYED_ON_EVERY = 4,        /* but one in so many goes on, so that its end is learned, too */
    DECIDED_THOUSANDTHS = 950,  /* an opening is decided if so many games with its score are won */
    DECIDED_EVERY = 8,          /* one in so many decided openings is played */
    HASH_MB = 1,
    ENGINE_BENCH_DEPTH = 6,
};

/* State shared by all threads. */
typedef struct {
    const SelfplayConfig *config;
    const Tablebase *tablebase;
    Mutex mutex; /* protects all members below */
    Shard *shard;
    uint64_t next;                      /* number of the next game, from 0 */
    uint64_t done_before, count_before; /* games and samples in the shard before this run */
    Progress progress;
    bool failed;
    Error error; /* the first error */
} SelfplayShared;

/* State of one thread. */
typedef struct {
    SelfplayShared *shared;
    SearchShared *search_shared;
    SearchThread *search_thread;
    uint64_t rng;       /* of the current game */
    Game game;          /* the current one */
    Samples samples;    /* its samples */
    Colour winner;      /* COLOURS: the game is drawn or goes on */
    Colour leader;      /* who was ahead by a decisive margin in the last turns */
    int decisive_turns; /* for how many */
    bool plays_on;      /* even so, the game does not end before it is won for certain */
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

/* --- searches --- */

static const SearchInfo *search(SelfplayWorker *worker, const Turn *searchmoves, int count,
                                uint64_t nodes) {
    static const Signals NO_SIGNALS;
    static const Reports NO_REPORTS;
    const Game *game = &worker->game;
    uint64_t history[TURNS_MAX + 1];
    for (int i = 0; i < game->count; i++)
        history[i] = game->turns[i].key;
    SearchParams params = {.root = {.pos = game->now,
                                    .history = history,
                                    .history_count = game->count,
                                    .tournament_draws = true},
                           .network = worker->shared->config->network,
                           .tablebase = worker->shared->tablebase,
                           .searchmoves = searchmoves,
                           .searchmove_count = count,
                           .without_proof_search = true, /* it would take a third of the nodes */
                           .limits.nodes = nodes};
    shared_begin_search(worker->search_shared, false);
    return search_run(worker->search_thread, &params, &NO_SIGNALS, &NO_REPORTS);
}

/* A random number from 0 to `end` - 1. */
static uint64_t random_below(SelfplayWorker *worker, uint64_t end) {
    return random_next(&worker->rng) % end;
}

/* Is one player so far ahead that at least `thousandths` of such games are won? If so, sets
 * *leader. */
static bool is_decisive(const Position *pos, Score score, int thousandths, Colour *leader) {
    Wdl wdl = wdl_of(pos->rules->family, score);
    *leader = score > 0 ? (Colour)pos->player : other((Colour)pos->player);
    return wdl.win >= thousandths || wdl.loss >= thousandths;
}

/* --- samples --- */

/* Adds the position if it is quiet. Returns false if out of memory. */
static bool add_sample(SelfplayWorker *worker, const Position *pos, Score score) {
    MoveList list;
    outcome_find(pos, &list);
    return !movelist_is_quiet(pos, &list) ||
           samples_add(&worker->samples, sample_pack(pos, score, worker->game.count));
}

/* Adds the positions in which the player chooses the half-moves of this turn. */
static bool add_turn_samples(SelfplayWorker *worker, Turn turn, Score score) {
    const Position *pos = &worker->game.now;
    bool good = add_sample(worker, pos, score);
    if (good && turn.count == 2) {
        Position between;
        position_apply(&between, pos, turn.moves[0]);
        good = add_sample(worker, &between, score);
    }
    return good;
}

/* Notes that the next turn is not the best one. */
static void mark_deviation(SelfplayWorker *worker) {
    for (size_t i = 0; i < worker->samples.count; i++)
        worker->samples.samples[i].deviates = true;
}

static void finish_samples(SelfplayWorker *worker, bool is_validation) {
    for (size_t i = 0; i < worker->samples.count; i++) {
        Sample *sample = &worker->samples.samples[i];
        sample->points = worker->winner == COLOURS          ? SAMPLE_DRAW
                         : sample->player == worker->winner ? SAMPLE_WIN
                                                            : 0;
        sample->validation = is_validation;
    }
}

/* --- turns --- */

/* Sets *turn to one of the legal turns. Returns false if out of memory. */
static bool choose_random_turn(SelfplayWorker *worker, Turn *turn) {
    TurnList turns;
    if (!turn_list_make(&worker->game.now, &turns))
        return false;
    *turn = turns.turns[random_below(worker, (uint64_t)turns.count)];
    turn_list_free(&turns);
    return true;
}

/* Sets *turn to the second-best turn, after `best`, if there is one. Returns false if out of
 * memory. */
static bool choose_second_best_turn(SelfplayWorker *worker, Turn best, uint64_t nodes, Turn *turn) {
    TurnList turns;
    int kept = 0;
    if (!turn_list_make(&worker->game.now, &turns))
        return false;
    for (int i = 0; i < turns.count; i++)
        if (!turn_equal(turns.turns[i], best))
            turns.turns[kept++] = turns.turns[i];
    if (kept > 0)
        *turn = search(worker, turns.turns, kept, nodes)->pv[0];
    turn_list_free(&turns);
    return true;
}

/* Sometimes replaces the best turn by another one, so that games differ. Returns false if out of
 * memory. */
static bool deviate(SelfplayWorker *worker, uint64_t nodes, Turn *turn) {
    Turn best = *turn;
    if (worker->game.count >= DEVIATION_TURNS || random_below(worker, DEVIATION_EVERY) != 0)
        return true;
    bool good = random_below(worker, 2) == 0 ? choose_random_turn(worker, turn)
                                             : choose_second_best_turn(worker, best, nodes, turn);
    if (good && !turn_equal(*turn, best))
        mark_deviation(worker);
    return good;
}

/* Notes who is far ahead. A player who has been so for several turns, or whose win is proven, wins
 * the game. */
static void adjudicate(SelfplayWorker *worker, Score score) {
    Colour leader;
    bool decisive = is_decisive(&worker->game.now, score, DECISIVE_THOUSANDTHS, &leader);
    worker->decisive_turns = !decisive                  ? 0
                             : leader == worker->leader ? worker->decisive_turns + 1
                                                        : 1;
    worker->leader = leader;
    bool ends = worker->decisive_turns >= DECISIVE_TURNS && !worker->plays_on;
    if (score_is_decisive(score) || ends)
        worker->winner = leader;
}

/* Sets *turn to the only turn. Returns false if there is a choice, or if the position is quiet: it
 * then becomes a sample, which needs a search. */
static bool find_forced_capture(const Position *pos, const MoveList *list, Turn *turn) {
    if (pos->rules->halfmoves_per_turn > 1 || list->count != 1 || movelist_is_quiet(pos, list))
        return false;
    *turn = turn_single(list->moves[0]);
    return true;
}

/* The nodes to search for a turn: half to one and a half times those of the config; a quarter of
 * that where the position will be no sample, because a capture is forced. */
static uint64_t choose_nodes(SelfplayWorker *worker, const MoveList *list) {
    const Position *pos = &worker->game.now;
    uint64_t nodes = worker->shared->config->nodes;
    nodes = nodes / 2 + random_below(worker, nodes + 1);
    if (pos->rules->halfmoves_per_turn == 1 && !movelist_is_quiet(pos, list))
        nodes /= 4;
    return nodes > 0 ? nodes : 1;
}

/* Searches for a turn and plays it; a forced capture needs no search. Returns false if out of
 * memory. */
static bool play_turn(SelfplayWorker *worker) {
    Game *game = &worker->game;
    MoveList list;
    Turn turn;
    if (outcome_pass_is_forced(&game->now))
        return game_pass_if_forced(game);
    outcome_find(&game->now, &list);
    if (find_forced_capture(&game->now, &list, &turn))
        return game_play(game, turn, GAME_NO_CLOCK);
    uint64_t nodes = choose_nodes(worker, &list);
    const SearchInfo *best = search(worker, NULL, 0, nodes);
    turn = best->pv[0];
    if (!add_turn_samples(worker, turn, best->score))
        return false;
    adjudicate(worker, best->score);
    return deviate(worker, nodes, &turn) && game_play(game, turn, GAME_NO_CLOCK);
}

/* --- games --- */

/* Plays random turns, which may end the game. Returns false if out of memory. */
static bool play_opening(SelfplayWorker *worker) {
    Game *game = &worker->game;
    int plies =
        RANDOM_PLIES_MIN + (int)random_below(worker, RANDOM_PLIES_MAX - RANDOM_PLIES_MIN + 1);
    while (game->count < plies && !outcome_is_over(game_outcome(game))) {
        Turn turn;
        if (!choose_random_turn(worker, &turn) || !game_play(game, turn, GAME_NO_CLOCK))
            return false;
    }
    return true;
}

/* Is the opening worth a game? Most of those that are already decided are not. */
static bool accepts_opening(SelfplayWorker *worker) {
    Colour leader;
    if (outcome_is_over(game_outcome(&worker->game)))
        return false;
    if (outcome_pass_is_forced(&worker->game.now))
        return true;
    Score score = search(worker, NULL, 0, worker->shared->config->nodes / 4 + 1)->score;
    return !is_decisive(&worker->game.now, score, DECIDED_THOUSANDTHS, &leader) ||
           (!score_is_decisive(score) && random_below(worker, DECIDED_EVERY) == 0);
}

/* Starts the current game anew, with an opening that is worth it. Returns false if out of memory.
 */
static bool begin_game(SelfplayWorker *worker) {
    do {
        game_free(&worker->game);
        game_init(&worker->game, worker->shared->config->rules);
        worker->game.tournament_draws = true;
        if (!play_opening(worker))
            return false;
    } while (!accepts_opening(worker));
    worker->samples.count = 0;
    worker->winner = COLOURS;
    worker->decisive_turns = 0;
    worker->plays_on = random_below(worker, PLAYED_ON_EVERY) == 0;
    return true;
}

static bool play_to_end(SelfplayWorker *worker) {
    Game *game = &worker->game;
    while (worker->winner == COLOURS && game->count < TURNS_MAX &&
           !outcome_is_over(game_outcome(game)))
        if (!play_turn(worker))
            return false;
    Outcome outcome = game_outcome(game);
    if (worker->winner == COLOURS && outcome_is_over(outcome) && !outcome.drawn)
        worker->winner = outcome.winner;
    return true;
}

/* Plays one game, which depends on the config and the game's number. Returns false if out of
 * memory. */
static bool play_game(SelfplayWorker *worker, uint64_t number) {
    worker->rng = random_seed(worker->shared->config->seed, number);
    shared_clear(worker->search_shared);
    bool good = begin_game(worker) && play_to_end(worker);
    game_free(&worker->game);
    if (good)
        finish_samples(worker, number % SAMPLE_VALIDATION_EVERY == 0);
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

/* Sets *engine to a number that differs between versions of the engine that play different games:
 * the nodes of the bench, in the positions of the family. Returns false if out of memory. */
static bool find_engine(Family family, uint64_t *engine) {
    static const Signals NO_SIGNALS;
    *engine = 0;
    for (int i = 0; i < bench_count(); i++) {
        if (ruleset_find(bench_position(i)->ruleset)->family != family)
            continue;
        uint64_t nodes = bench_run(i, ENGINE_BENCH_DEPTH, &NO_SIGNALS);
        if (nodes == 0)
            return false;
        *engine += nodes;
    }
    return true;
}

bool selfplay_origin(const SelfplayConfig *config, SampleOrigin *origin, Error *error) {
    *origin = (SampleOrigin){.games = (uint64_t)config->games,
                             .nodes = config->nodes,
                             .seed = config->seed,
                             .network = config->network->checksum};
    snprintf(origin->ruleset, sizeof origin->ruleset, "%s", config->rules->name);
    return find_engine(config->rules->family, &origin->engine) || error_set(error, "out of memory");
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
