#include "train/selfplay.h"

#include "base/random.h"
#include "batch/jobs.h"
#include "batch/searcher.h"
#include "cli/progress.h"
#include "eval/wdl.h"
#include "rules/game.h"
#include "search/bench.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    RANDOM_TURNS_MIN = 4, /* random turns of the opening */
    RANDOM_TURNS_MAX = 12,
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

typedef struct {
    const SelfplayConfig *config;
    const Tablebase *tablebase;
    const JobFile *file;
    uint64_t done_before, items_before; /* games and samples in the file before this run */
    Progress progress;
} Selfplay;

/* State of one thread. */
typedef struct {
    Selfplay *selfplay;
    Searcher searcher;
    uint64_t rng;         /* of the current game */
    Game game;            /* the current one */
    Samples samples;      /* its samples */
    EvalSample evaluated; /* some of the positions that the last search evaluated */
    Colour winner;        /* COLOURS: the game is drawn or goes on */
    Colour leader;        /* who was ahead by a decisive margin in the last turns */
    int decisive_turns;   /* for how many */
    bool plays_on;        /* even so, the game does not end before it is won for certain */
} SelfplayWorker;

/* --- searches --- */

static SearchParams search_params(const SelfplayWorker *worker, const Position *pos,
                                  uint64_t nodes) {
    return (SearchParams){.root = {.pos = *pos, .tournament_draws = true},
                          .network = worker->selfplay->config->network,
                          .tablebase = worker->selfplay->tablebase,
                          .without_proof_search = true, /* it would take a third of the nodes */
                          .limits.nodes = nodes};
}

/* Searches the current game's position, but only `searchmoves` if `count` is not 0. Samples the
 * positions evaluated. */
static const SearchInfo *search(SelfplayWorker *worker, const Turn *searchmoves, int count,
                                uint64_t nodes) {
    const Game *game = &worker->game;
    uint64_t history[TURNS_MAX + 1];
    for (int i = 0; i < game->count; i++)
        history[i] = game->turns[i].key;
    SearchParams params = search_params(worker, &game->now, nodes);
    params.root.history = history;
    params.root.history_count = game->count;
    params.searchmoves = searchmoves;
    params.searchmove_count = count;
    params.eval_sample = &worker->evaluated;
    eval_sample_begin(&worker->evaluated);
    return searcher_run(&worker->searcher, &params, NULL);
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

/* Adds the position if it is quiet. `ply` is SAMPLE_PLY_UNKNOWN if it did not occur in the game and
 * so has no result. Returns false if out of memory. */
static bool add_sample(SelfplayWorker *worker, const Position *pos, Score score, int ply) {
    Sample sample = sample_pack(pos, score, ply);
    sample.deviates = ply == SAMPLE_PLY_UNKNOWN;
    return !outcome_is_quiet(pos) || samples_add(&worker->samples, sample);
}

/* Adds the positions in which the player chooses the half-moves of the best turn. */
static bool add_turn_samples(SelfplayWorker *worker, const Position *pos, const SearchInfo *best,
                             int ply) {
    Turn turn = best->pv[0];
    bool good = add_sample(worker, pos, best->score, ply);
    if (good && turn.count == 2) {
        Position between;
        position_apply(&between, pos, turn.moves[0]);
        good = add_sample(worker, &between, best->score, ply);
    }
    return good;
}

/* Adds some of the positions that the last search evaluated, each with the score of a search of its
 * own. Most arise from bad turns, and a network trained on games alone does not learn how to refute
 * those. Returns false if out of memory. */
static bool add_evaluated_samples(SelfplayWorker *worker) {
    uint64_t nodes = worker->selfplay->config->nodes / 4 + 1;
    bool good = true;
    for (int i = 0; i < worker->evaluated.count && good; i++) {
        const Position *pos = &worker->evaluated.positions[i];
        if (!position_begins_turn(pos) || !outcome_is_quiet(pos))
            continue;
        SearchParams params = search_params(worker, pos, nodes);
        good = add_turn_samples(worker, pos, searcher_run(&worker->searcher, &params, NULL),
                                SAMPLE_PLY_UNKNOWN);
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
    bool good = random_below(worker, 2) == 0
                    ? turn_pick_random(&worker->game.now, &worker->rng, turn)
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
    uint64_t nodes = worker->selfplay->config->nodes;
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
    adjudicate(worker, best->score);
    if (!add_turn_samples(worker, &game->now, best, game->count) || !add_evaluated_samples(worker))
        return false;
    return deviate(worker, nodes, &turn) && game_play(game, turn, GAME_NO_CLOCK);
}

/* --- games --- */

/* Is the opening worth a game? Most of those that are already decided are not. */
static bool accepts_opening(SelfplayWorker *worker) {
    Colour leader;
    if (outcome_is_over(game_outcome(&worker->game)))
        return false;
    if (outcome_pass_is_forced(&worker->game.now))
        return true;
    Score score = search(worker, NULL, 0, worker->selfplay->config->nodes / 4 + 1)->score;
    return !is_decisive(&worker->game.now, score, DECIDED_THOUSANDTHS, &leader) ||
           (!score_is_decisive(score) && random_below(worker, DECIDED_EVERY) == 0);
}

/* Starts the current game anew, with an opening that is worth it. Returns false if out of memory.
 */
static bool begin_game(SelfplayWorker *worker) {
    do {
        game_free(&worker->game);
        game_init(&worker->game, worker->selfplay->config->rules);
        worker->game.tournament_draws = true;
        int turns =
            RANDOM_TURNS_MIN + (int)random_below(worker, RANDOM_TURNS_MAX - RANDOM_TURNS_MIN + 1);
        if (!game_play_random(&worker->game, turns, &worker->rng))
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

/* Plays one game, which depends on the config and the game's number. */
static bool play_game(void *context, uint64_t number, JobItems *result, Error *error) {
    SelfplayWorker *worker = context;
    worker->rng = random_seed(worker->selfplay->config->seed, number);
    worker->evaluated.rng = random_next(&worker->rng);
    searcher_clear(&worker->searcher);
    bool good = begin_game(worker) && play_to_end(worker);
    game_free(&worker->game);
    if (good)
        finish_samples(worker, number % SAMPLE_VALIDATION_EVERY == 0);
    *result = (JobItems){worker->samples.samples, worker->samples.count};
    return good || error_set(error, "out of memory");
}

static void report(void *context) {
    Selfplay *selfplay = context;
    const JobFile *file = selfplay->file;
    if (!progress_is_due(&selfplay->progress))
        return;
    uint64_t done = file->done - selfplay->done_before;
    uint64_t all = file->jobs - selfplay->done_before;
    double speed =
        (double)(file->items - selfplay->items_before) / progress_seconds(&selfplay->progress);
    progress_show(&selfplay->progress, (double)done / (double)all,
                  "%" PRIu64 " of %" PRIu64 " games, %" PRIu64 " positions, %.0f positions/s",
                  file->done, file->jobs, file->items, speed);
}

static bool begin_worker(void *context, void *selfplay) {
    SelfplayWorker *worker = context;
    worker->selfplay = selfplay;
    return searcher_init(&worker->searcher, HASH_MB);
}

static void end_worker(void *context) {
    SelfplayWorker *worker = context;
    searcher_free(&worker->searcher);
    samples_free(&worker->samples);
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
    Selfplay selfplay = {.config = config,
                         .tablebase = tablebase,
                         .file = &shard->part,
                         .done_before = shard->part.done,
                         .items_before = shard->part.items};
    Jobs jobs = {.context = &selfplay,
                 .threads = config->threads,
                 .worker_size = sizeof(SelfplayWorker),
                 .begin_worker = begin_worker,
                 .end_worker = end_worker,
                 .run = play_game,
                 .report = report};
    progress_start(&selfplay.progress);
    bool done = jobs_run(&jobs, &shard->part, error);
    progress_clear(&selfplay.progress);
    tablebase_free(tablebase);
    return done;
}
