#include "core/engine.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "base/os/entropy.h"
#include "base/random.h"
#include "book/default_book.h"
#include "core/lag.h"
#include "core/skill.h"
#include "eval/evaluate.h"
#include "experience/pending_games.h"
#include "tablebase/probe.h"

#include <stdlib.h>
#include <string.h>

struct Engine {
    Options options;
    Game game;
    int learned_count; /* turns in the game when it was added to `pending_games`; -1: never added */
    uint64_t learned_key; /* key of the last position when the game was added */
    PendingGames pending_games;
    Threads *threads;
    Book *book;         /* NULL: no book */
    uint64_t book_seed; /* state of the random generator for book moves */
    Network *network;   /* the network of the option EvalFile; NULL: use the built-in ones */
    Error remark;       /* see engine_take_remark */
    Experience experience;
    Tablebase *tablebase; /* the current ruleset's tablebase; NULL: it has none */
    Syzygy *syzygy;       /* the current ruleset's Syzygy tables; NULL: none */
    Lag lag;
    GoParams asked; /* `ponder` only until engine_ponderhit */
    /* The members below belong to the search thread during a search. */
    SearchParams search_params;
    uint64_t *history;
    Skill skill;
    uint64_t random_state;
    Listener listener;
    bool may_use_book;
    bool awaits_tablebase;
    Turn kept_turns[MULTIPV_MAX]; /* see keep_best_turns */
};

/* The initial state of the random generator for book moves. */
static uint64_t book_seed(const Options *options) {
    return options->book_seed != 0 ? (uint64_t)options->book_seed : entropy_seed();
}

Engine *engine_new(FileAccess files) {
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->random_state = entropy_seed();
    engine->options.files = files;
    options_set_defaults(&engine->options);
    engine->threads = threads_new((int)engine->options.hash_mb);
    if (!engine->threads || !tablebase_new(engine->options.ruleset, &engine->tablebase)) {
        threads_free(engine->threads);
        free(engine);
        return NULL;
    }
    engine->book_seed = book_seed(&engine->options);
    engine->learned_count = -1;
    game_init(&engine->game, engine->options.ruleset);
    return engine;
}

void engine_free(Engine *engine) {
    if (!engine)
        return;
    engine_stop(engine);
    threads_free(engine->threads);
    book_close(engine->book);
    free(engine->network);
    experience_free(&engine->experience);
    tablebase_free(engine->tablebase);
    syzygy_free(engine->syzygy);
    pending_games_free(&engine->pending_games);
    game_free(&engine->game);
    free(engine->history);
    free(engine);
}

const Options *engine_options(const Engine *engine) {
    return &engine->options;
}

const Game *engine_game(const Engine *engine) {
    return &engine->game;
}

const Network *engine_network(const Engine *engine) {
    Family family = engine->options.ruleset->family;
    if (engine->network && engine->network->family == family)
        return engine->network;
    return evaluate_builtin_network(family);
}

/* --- options --- */

/* Opens the book that the options ask for; *book stays NULL if they ask for none, or the ruleset's
 * family has none. */
static bool open_book(const Options *options, Book **book, Error *error) {
    bool is_named = options->book_file[0], opened = true;
    *book = NULL;
    if (is_named)
        opened = (*book = book_open(options->book_file, error)) != NULL;
    else if (options->own_book)
        opened = default_book_open(options->ruleset->family, book, error);
    return opened || error_wrap(error, "option %s", is_named ? "BookFile" : "OwnBook");
}

static void replace_book(Engine *engine, Book *book) {
    book_close(engine->book);
    engine->book = book;
}

static bool change_book(Engine *engine, Error *error) {
    Book *book;
    if (!open_book(&engine->options, &book, error))
        return false;
    replace_book(engine, book);
    return true;
}

static bool change_network(Engine *engine, Error *error) {
    const char *path = engine->options.network_file;
    Network *network = NULL;
    if (*path) {
        network = malloc(sizeof *network);
        if (!network)
            return error_set(error, "option EvalFile: out of memory");
        if (!network_read(network, path, error)) {
            free(network);
            return error_wrap(error, "option EvalFile");
        }
    }
    threads_clear(engine->threads);
    free(engine->network);
    engine->network = network;
    return true;
}

/* Adds the waiting games to the experience file `path`, before the option names another file. */
static bool finish_pending_games(Engine *engine, const char *path, Error *error) {
    pending_games_be_patient(&engine->pending_games);
    return pending_games_learn(&engine->pending_games, path,
                               (size_t)engine->options.experience_bytes, &engine->experience,
                               error) ||
           error_wrap(error, "option Experience File: finished games still wait for the old file");
}

static bool change_experience(Engine *engine, const char *old_path, Error *error) {
    Experience experience = {0};
    const char *path = engine->options.experience_file;
    if (strcmp(path, old_path) != 0 && !finish_pending_games(engine, old_path, error) && *path)
        return false;
    if (*path && !experience_file_load(path, &experience, error))
        return error_wrap(error, "option Experience File");
    if (!*path)
        pending_games_free(&engine->pending_games); /* without a file, waiting games are dropped */
    experience_free(&engine->experience);
    engine->experience = experience;
    return true;
}

/* A file that is set already keeps what fits. */
static bool shrink_experience(Engine *engine, Error *error) {
    ExperienceFile file = {engine->options.experience_file,
                           (size_t)engine->options.experience_bytes, EXPERIENCE_LOCK_WAIT_MS};
    return !*file.path || experience_file_shrink(&file, &engine->experience, error) ||
           error_wrap(error, "option Experience Size");
}

/* Searches with other tables have other results. */
static bool change_syzygy(Engine *engine, Error *error) {
    const Options *options = &engine->options;
    Syzygy *syzygy;
    if (!syzygy_new(options->ruleset, options->syzygy_path, &syzygy))
        return error_set(error, "option SyzygyPath: out of memory");
    syzygy_free(engine->syzygy);
    engine->syzygy = syzygy;
    threads_clear(engine->threads);
    return true;
}

static void begin_game(Engine *engine) {
    threads_clear(engine->threads);
    game_free(&engine->game);
    game_init(&engine->game, engine->options.ruleset);
    engine->game.tournament_draws = engine->options.tournament_draws;
    engine->learned_count = -1;
}

static bool change_ruleset(Engine *engine, Error *error) {
    const Options *options = &engine->options;
    const Ruleset *rules = options->ruleset, *old = engine->game.start.rules;
    bool is_new = rules != old;
    /* A book that BookFile names is for all families. */
    bool needs_book = rules->family != old->family && !options->book_file[0];
    Book *book = NULL;
    Tablebase *tablebase = NULL;
    Syzygy *syzygy = NULL;
    if (needs_book && !open_book(options, &book, error))
        return false;
    if (is_new &&
        (!tablebase_new(rules, &tablebase) || !syzygy_new(rules, options->syzygy_path, &syzygy))) {
        book_close(book);
        tablebase_free(tablebase);
        return error_set(error, "option UCI_Variant: out of memory");
    }
    if (needs_book)
        replace_book(engine, book);
    if (is_new) {
        tablebase_free(engine->tablebase);
        syzygy_free(engine->syzygy);
        engine->tablebase = tablebase;
        engine->syzygy = syzygy;
    }
    begin_game(engine);
    return true;
}

/* Castling is only from chess's initial position; where nobody castles, any will do. Returns false,
 * with an error, if that is not what UCI_Chess960 asks for. */
static bool check_chess960(const Engine *engine, Error *error) {
    const Options *options = &engine->options;
    return !options->chess960 || !options->ruleset->castling ||
           error_set(error, "option UCI_Chess960: ruleset %s has castling as in chess only",
                     options->ruleset->name);
}

static bool apply_option(Engine *engine, OptionId id, const Options *old, Error *error) {
    const Options *options = &engine->options;
    switch (id) {
    case OPTION_HASH:
        return threads_set_table_size(engine->threads, (int)options->hash_mb) ||
               error_set(error, "option Hash: out of memory");
    case OPTION_THREADS:
        return threads_set_count(engine->threads, (int)options->threads) ||
               error_set(error, "option Threads: cannot start that many threads");
    case OPTION_CLEAR_HASH:
        threads_clear(engine->threads);
        break;
    case OPTION_RULESET:
        return change_ruleset(engine, error);
    case OPTION_TOURNAMENT_DRAWS:
        threads_clear(engine->threads);
        engine->game.tournament_draws = options->tournament_draws;
        break;
    case OPTION_CHESS960:
        return check_chess960(engine, error);
    case OPTION_BOOK:
        return change_book(engine, error);
    case OPTION_BOOK_SEED:
        engine->book_seed = book_seed(options);
        break;
    case OPTION_NETWORK:
        return change_network(engine, error);
    case OPTION_EXPERIENCE_FILE:
        return change_experience(engine, old->experience_file, error);
    case OPTION_EXPERIENCE_SIZE:
        return shrink_experience(engine, error);
    case OPTION_SYZYGY_PATH:
        return change_syzygy(engine, error);
    case OPTION_NO_ACTION:
        break;
    }
    return true;
}

static bool has_start_of(const Book *book, const Ruleset *rules) {
    Position start;
    BookMove move;
    position_start(&start, rules);
    return book_probe(book, &start, &move, 1) > 0;
}

static void remark_on_book(Engine *engine) {
    const Options *options = &engine->options;
    bool is_known = false;
    if (!*options->book_file || has_start_of(engine->book, options->ruleset))
        return;
    for (int i = 0; i < ruleset_count(); i++)
        is_known |= has_start_of(engine->book, ruleset_at(i));
    error_set(&engine->remark,
              is_known ? "BookFile: it has nothing for the initial position of ruleset %s"
                       : "BookFile: it has no initial position of %s or any other ruleset; other "
                         "programs' keys are different",
              options->ruleset->name);
}

static void remark_on_network(Engine *engine) {
    const Ruleset *rules = engine->options.ruleset;
    if (engine->network && engine->network->family != rules->family)
        error_set(&engine->remark,
                  "EvalFile: a network of family %s; ruleset %s is played with its built-in one",
                  ruleset_family_name((Family)engine->network->family), rules->name);
}

static void remark_on_syzygy(Engine *engine) {
    const Options *options = &engine->options;
    if (engine->syzygy && !syzygy_has_tables(engine->syzygy))
        error_set(&engine->remark, "SyzygyPath: no tables for ruleset %s in %s",
                  options->ruleset->name, QUOTE(options->syzygy_path));
}

/* Sets the remark on the option that has changed. */
static void set_remark(Engine *engine, OptionId id, const Options *old) {
    const Options *options = &engine->options;
    bool is_ruleset = id == OPTION_RULESET && options->ruleset != old->ruleset;
    engine->remark.text[0] = '\0';
    if (is_ruleset || strcmp(options->book_file, old->book_file) != 0)
        remark_on_book(engine);
    if (is_ruleset || id == OPTION_NETWORK)
        remark_on_network(engine);
    if (is_ruleset || id == OPTION_SYZYGY_PATH)
        remark_on_syzygy(engine);
    if (is_ruleset)
        check_chess960(engine, &engine->remark);
}

bool engine_set_option(Engine *engine, const char *name, const char *value, Error *error) {
    Options old = engine->options;
    OptionId id;
    if (options_set(&engine->options, name, value, &id, error) &&
        apply_option(engine, id, &old, error)) {
        set_remark(engine, id, &old);
        return true;
    }
    engine->options = old;
    return false;
}

bool engine_take_remark(Engine *engine, Error *remark) {
    *remark = engine->remark;
    engine->remark.text[0] = '\0';
    return *remark->text;
}

static bool is_added(const Engine *engine) {
    const Game *game = &engine->game;
    return game->count == engine->learned_count && game->now.key == engine->learned_key;
}

/* Queues the game for the experience file if it is over and not queued yet. Sets *is_new. */
static bool add_pending_game(Engine *engine, bool *is_new, Error *error) {
    Outcome outcome = game_outcome(&engine->game);
    *is_new = !is_added(engine) && outcome_is_over(outcome);
    if (!*is_new)
        return true;
    int white_points = outcome_white_points(outcome);
    if (!pending_games_add(&engine->pending_games, &engine->game, white_points))
        return error_set(error, "out of memory");
    engine->learned_count = engine->game.count;
    engine->learned_key = engine->game.now.key;
    return true;
}

bool engine_learn(Engine *engine, bool is_last, Error *error) {
    const Options *options = &engine->options;
    bool is_new;
    if (!*options->experience_file)
        return true;
    if (!add_pending_game(engine, &is_new, error))
        return false;
    if (is_last)
        pending_games_be_patient(&engine->pending_games);
    return pending_games_learn(&engine->pending_games, options->experience_file,
                               (size_t)options->experience_bytes, &engine->experience, error) ||
           (!is_new && !is_last); /* report an error once for each game, and again at the end */
}

void engine_clear(Engine *engine) {
    threads_clear(engine->threads);
}

/* --- the game --- */

static bool is_same_game(const Game *a, const Game *b) {
    if (a->count != b->count || a->now.rules != b->now.rules || a->now.key != b->now.key)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->turns[i].key != b->turns[i].key)
            return false;
    return true;
}

void engine_set_game(Engine *engine, const Game *game) {
    if (!is_same_game(&engine->game, game))
        engine->learned_count = -1;
    game_free(&engine->game);
    engine->game = *game;
    engine->game.tournament_draws = engine->options.tournament_draws;
}

bool engine_play(Engine *engine, const char *text, Error *error) {
    return game_play_text(&engine->game, text, GAME_NO_CLOCK, error);
}

bool engine_take_back(Engine *engine) {
    return game_undo(&engine->game);
}

int engine_probe_book(const Engine *engine, const Position *pos, BookMove *moves, int max) {
    return engine->book ? book_probe(engine->book, pos, moves, max) : 0;
}

/* --- searching --- */

static void forward_info(void *context, const SearchInfo *info) {
    const Reports *reports = &((Engine *)context)->listener.reports;
    if (reports->info)
        reports->info(reports->context, info);
}

static void forward_currmove(void *context, int depth, Move move, int number) {
    const Reports *reports = &((Engine *)context)->listener.reports;
    if (reports->currmove)
        reports->currmove(reports->context, depth, move, number);
}

static bool pick_from_book(Engine *engine, Turn *turn) {
    return book_pick_turn(engine->book, &engine->search_params.root.pos, &engine->book_seed, turn);
}

/* May the turn be searched? */
static bool is_asked_for(const GoParams *asked, Turn turn) {
    return asked->searchmove_count == 0 ||
           turn_is_among(asked->searchmoves, asked->searchmove_count, turn);
}

/* If the Syzygy tables know the root, leaves only the turns that keep its result and make progress.
 * Not where the built-in tablebase knows the shortest win. */
static void keep_best_turns(Engine *engine) {
    SearchParams *params = &engine->search_params;
    const Root *root = &params->root;
    TablebaseResult result;
    MoveList best;
    int count = 0;
    if (!params->syzygy || params->multipv > 1 || search_params_full_width(params) ||
        (probe_result(params->tablebase, root->tournament_draws, &root->pos, 0, &result) &&
         !result.drawn))
        return;
    syzygy_best_moves(params->syzygy, &root->pos, root->tournament_draws, &best);
    for (int i = 0; i < best.count && count < MULTIPV_MAX; i++)
        if (is_asked_for(&engine->asked, turn_single(best.moves[i])))
            engine->kept_turns[count++] = turn_single(best.moves[i]);
    if (count > 0) {
        params->searchmoves = engine->kept_turns;
        params->searchmove_count = count;
    }
}

static BestMove find_bestmove(Engine *engine, Threads *threads, const Signals *signals) {
    Reports reports = {.info = forward_info, .currmove = forward_currmove, .context = engine};
    if (engine->asked.answers_none || outcome_is_over(game_outcome(&engine->game)))
        return (BestMove){0};
    if (outcome_pass_is_forced(&engine->search_params.root.pos))
        return (BestMove){.turn = turn_single(MOVE_PASS)};
    BestMove bestmove = {.from_book = true};
    if (engine->may_use_book && pick_from_book(engine, &bestmove.turn))
        return bestmove;
    if (engine->awaits_tablebase)
        tablebase_wait(engine->tablebase, &signals->stop);
    keep_best_turns(engine);
    const SearchInfo *found = threads_search(threads, &engine->search_params, &reports);
    bestmove = (BestMove){.turn = found->pv[0]};
    if (skill_is_limited(&engine->skill) &&
        skill_pick_random(&engine->skill, &engine->search_params, &bestmove.turn))
        return bestmove;
    if (found->pv_count > 1)
        bestmove.ponder = found->pv[1];
    return bestmove;
}

static void run_search(void *context, Threads *threads, const Signals *signals) {
    Engine *engine = context;
    BestMove bestmove = find_bestmove(engine, threads, signals);
    threads_sleep_while_pondering(threads);
    lag_end_turn(&engine->lag, clock_now_ms());
    bestmove.has_remark = syzygy_take_error(engine->syzygy, &bestmove.remark);
    engine->listener.bestmove(engine->listener.reports.context, &bestmove);
}

/* Clamps a time to a year, so that sums cannot overflow. */
static int64_t clamp_time(int64_t ms) {
    static const int64_t A_YEAR = 366LL * 24 * 3600 * 1000;
    return ms > A_YEAR ? A_YEAR : ms < -A_YEAR ? -A_YEAR : ms;
}

static Limits complete_limits(const Engine *engine) {
    const Options *options = &engine->options;
    Limits limits = engine->asked.limits;
    TimeLimits *time = &limits.time;
    time->clock = clamp_time(time->clock);
    time->increment = clamp_time(time->increment);
    time->movetime = clamp_time(time->movetime);
    time->nodes_per_ms = options->nodes_per_ms;
    if (time->nodes_per_ms == 0) { /* a clock that counts nodes has no communication overhead */
        time->lag = engine->lag.lag;
        time->overhead = max64(options->move_overhead_ms, time->lag);
    }
    time->minimum_charge = options->minimum_charge_ms;
    return limits;
}

/* The tablebase if few enough pieces are left for the search to reach it; else NULL. */
static Tablebase *near_tablebase(const Engine *engine) {
    enum { NEAR = 16 }; /* pieces */
    const Position *root = &engine->game.now;
    return popcount(position_occupied(root)) <= NEAR ? engine->tablebase : NULL;
}

/* Copies the repetition keys of the game's earlier turns. If out of memory, copies none and returns
 * false. */
static bool copy_history(Engine *engine) {
    const Game *game = &engine->game;
    free(engine->history);
    engine->history = malloc((size_t)(game->count + 1) * sizeof *engine->history);
    for (int i = 0; engine->history && i < game->count; i++)
        engine->history[i] = game->turns[i].key;
    return engine->history != NULL;
}

/* Makes search parameters of what was asked, of the options and of the game. */
static void prepare_search_params(Engine *engine) {
    const GoParams *asked = &engine->asked;
    const Game *game = &engine->game;
    engine->search_params =
        (SearchParams){.root = {.pos = game->now,
                                .history = engine->history,
                                .history_count = engine->history ? game->count : 0,
                                .tournament_draws = engine->options.tournament_draws},
                       .network = engine_network(engine),
                       .experience = &engine->experience,
                       .tablebase = near_tablebase(engine),
                       .syzygy = engine->syzygy,
                       .searchmoves = asked->searchmoves,
                       .searchmove_count = asked->searchmove_count,
                       .multipv = (int)engine->options.multipv,
                       .limits = complete_limits(engine)};
}

static void prepare_skill(Engine *engine) {
    const Options *options = &engine->options;
    double level =
        options->limit_strength ? skill_level((int)options->elo) : (double)options->skill_level;
    skill_init(&engine->skill, level, random_next(&engine->random_state));
    if (!skill_is_limited(&engine->skill))
        return;
    engine->search_params.syzygy = NULL;
    skill_weaken(&engine->skill, &engine->search_params);
}

/* Only an ordinary search for a move uses the book: not analysis, pondering, a mate search or one
 * with searchmoves. */
static bool may_use_book(const Engine *engine) {
    const GoParams *asked = &engine->asked;
    return engine->book && engine->options.own_book && !asked->infinite && !asked->ponder &&
           !asked->limits.mate && asked->searchmove_count == 0;
}

/* A search without a time limit waits until the tablebase is computed, so that its result is the
 * same every time. */
static bool awaits_tablebase(const Engine *engine) {
    const GoParams *asked = &engine->asked;
    const TimeLimits *time = &engine->search_params.limits.time;
    bool is_timed = (time->has_clock || time->movetime > 0) && time->nodes_per_ms == 0;
    return engine->search_params.tablebase && !is_timed && !asked->infinite && !asked->ponder;
}

void engine_note_clock(Engine *engine, int64_t ms) {
    lag_note_clock(&engine->lag, engine->game.count, clamp_time(ms));
}

/* Called when the engine's clock starts to run. */
static void start_turn(Engine *engine) {
    const TimeLimits *time = &engine->search_params.limits.time;
    if (time->has_clock)
        lag_start_turn(&engine->lag, engine->game.count, time->increment, clock_now_ms());
}

bool engine_go(Engine *engine, const GoParams *params, const Listener *listener) {
    bool has_history = copy_history(engine);
    engine->asked = *params;
    prepare_search_params(engine);
    prepare_skill(engine);
    engine->listener = *listener;
    engine->may_use_book = may_use_book(engine);
    engine->awaits_tablebase = awaits_tablebase(engine);
    if (engine->search_params.tablebase)
        tablebase_compute(engine->tablebase);
    if (!params->infinite && !params->ponder)
        start_turn(engine);
    threads_start(engine->threads, run_search, engine, params->infinite || params->ponder);
    return has_history;
}

void engine_run_task(Engine *engine, ThreadsTask *task, void *context) {
    threads_start(engine->threads, task, context, false);
}

bool engine_ponderhit(Engine *engine) {
    bool was_pondering = engine->asked.ponder && threads_is_pondering(engine->threads);
    engine->asked.ponder = false;
    if (was_pondering && !engine->asked.infinite) {
        start_turn(engine);
        threads_end_pondering(engine->threads, false);
    }
    return was_pondering;
}

void engine_stop(Engine *engine) {
    threads_end_pondering(engine->threads, true);
    tablebase_wake(engine->tablebase);
}

bool engine_is_busy(const Engine *engine) {
    return threads_is_busy(engine->threads);
}

bool engine_awaits_command(const Engine *engine) {
    return threads_is_pondering(engine->threads);
}

bool engine_wait(Engine *engine) {
    if (engine_awaits_command(engine))
        return false;
    threads_wait(engine->threads);
    return true;
}
