/* Engines and searches: see misere.h. */
#include "base/os/thread.h"
#include "core/engine.h"
#include "eval/wdl.h"
#include "library/handles.h"
#include "search/perft.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct MisereEngine {
    Engine *engine;
    MisereListener listener;
    char *pv; /* what MisereInfo.pv and MisereBestMove point to */
    Mutex mutex;
    Condition idle;
    bool is_busy; /* guarded by the mutex: has a search begun that has not found its turn? */
};

/* The engine whose listener this thread is calling, which must not wait for it; or NULL. */
static _Thread_local const MisereEngine *listened_to;

/* --- an engine --- */

enum { PV_TEXT_SIZE = MAX_PLY * TURN_TEXT_SIZE };

MisereEngine *misere_engine_new(MisereError *error) {
    MisereEngine *engine = calloc(1, sizeof *engine);
    if (engine) {
        mutex_init(&engine->mutex);
        condition_init(&engine->idle);
        engine->pv = malloc(PV_TEXT_SIZE);
        engine->engine = engine->pv ? engine_new((FileAccess){.only = NULL}) : NULL;
        if (engine->engine)
            return engine;
    }
    misere_engine_free(engine);
    handles_fail(error, "there is not enough memory, or no thread can be started");
    return NULL;
}

void misere_engine_free(MisereEngine *engine) {
    if (!engine)
        return;
    assert(engine != listened_to);
    engine_free(engine->engine);
    condition_destroy(&engine->idle);
    mutex_destroy(&engine->mutex);
    free(engine->pv);
    free(engine);
}

bool misere_engine_is_busy(MisereEngine *engine) {
    mutex_lock(&engine->mutex);
    bool is_busy = engine->is_busy;
    mutex_unlock(&engine->mutex);
    return is_busy;
}

/* Fails during a search; otherwise waits until the search's thread is idle. */
static bool await_idle(MisereEngine *engine, MisereError *error) {
    assert(engine != listened_to);
    if (misere_engine_is_busy(engine))
        return handles_fail(error, "a search is running");
    misere_engine_wait(engine);
    return true;
}

bool misere_engine_set(MisereEngine *engine, const char *option, const char *value,
                       MisereError *error) {
    Error bad;
    if (!await_idle(engine, error))
        return false;
    return engine_set_option(engine->engine, option, value, &bad) || handles_fail(error, bad.text);
}

bool misere_engine_clear(MisereEngine *engine, MisereError *error) {
    if (!await_idle(engine, error))
        return false;
    engine_clear(engine->engine);
    return true;
}

/* --- what a search reports --- */

/* Writes turns with spaces between them, of which the first is played in *root. */
static void write_turns(char *out, const Position *root, const Turn *turns, int count) {
    Position now = *root, after;
    *out = '\0';
    for (int i = 0; i < count && turns[i].count > 0; i++) {
        if (i > 0)
            *out++ = ' ';
        notation_write_turn(&now, turns[i], STYLE_UCI, out);
        out += strlen(out);
        turn_apply(&after, &now, turns[i]);
        now = after;
    }
}

static void report_info(void *context, const SearchInfo *info) {
    static const MisereBound BOUNDS[] = {[BOUND_EXACT] = MISERE_EXACT,
                                         [BOUND_LOWER] = MISERE_LOWER_BOUND,
                                         [BOUND_UPPER] = MISERE_UPPER_BOUND};
    MisereEngine *engine = context;
    const Position *root = &engine_game(engine->engine)->now;
    bool is_mate = score_is_decisive(info->score);
    Wdl wdl = wdl_of(root->rules->family, info->score);
    write_turns(engine->pv, root, info->pv, info->pv_count);
    MisereInfo told = {
        .multipv = info->multipv,
        .depth = info->depth,
        .seldepth = info->seldepth,
        .is_mate = is_mate,
        .score = is_mate ? search_mate_distance(root->rules, info->score) : info->score,
        .bound = BOUNDS[info->bound],
        .win = wdl.win,
        .draw = wdl.draw,
        .loss = wdl.loss,
        .nodes = info->nodes,
        .tablebase_hits = info->tablebase_hits,
        .elapsed_ms = info->elapsed_ms,
        .hashfull = info->hashfull,
        .pv = engine->pv,
    };
    listened_to = engine;
    engine->listener.info(engine->listener.context, &told);
    listened_to = NULL;
}

static void report_bestmove(void *context, const BestMove *bestmove) {
    MisereEngine *engine = context;
    const Position *root = &engine_game(engine->engine)->now;
    Turn turns[] = {bestmove->turn, bestmove->ponder};
    write_turns(engine->pv, root, turns, 2);
    char *space = strchr(engine->pv, ' ');
    if (space)
        *space = '\0';
    MisereBestMove told = {
        .turn = engine->pv, .ponder = space ? space + 1 : "", .from_book = bestmove->from_book};
    mutex_lock(&engine->mutex);
    engine->is_busy = false;
    condition_broadcast(&engine->idle);
    mutex_unlock(&engine->mutex);
    listened_to = engine;
    if (engine->listener.bestmove)
        engine->listener.bestmove(engine->listener.context, &told);
    listened_to = NULL;
}

/* --- a search --- */

/* Makes `game` the engine's game. */
static bool set_game(MisereEngine *engine, const Game *game, MisereError *error) {
    const Options *options = engine_options(engine->engine);
    const Ruleset *rules = game->start.rules;
    Error bad;
    Game copy;
    if (options->ruleset != rules &&
        !engine_set_option(engine->engine, "UCI_Variant", rules->name, &bad))
        return handles_fail(error, bad.text);
    if (options->tournament_draws != game->tournament_draws &&
        !engine_set_option(engine->engine, "Tournament Draws",
                           game->tournament_draws ? "true" : "false", &bad))
        return handles_fail(error, bad.text);
    if (!game_copy(&copy, game))
        return handles_fail(error, "out of memory");
    engine_set_game(engine->engine, &copy);
    return true;
}

/* Reads the turns to search. */
static bool read_searchmoves(const Position *pos, const char *texts, GoParams *go,
                             MisereError *error) {
    for (; *texts; texts += strspn(texts, " ")) {
        size_t length = strcspn(texts, " ");
        char text[TURN_TEXT_SIZE];
        Refusal refusal;
        snprintf(text, sizeof text, "%.*s", (int)length, texts);
        if (go->searchmove_count == MULTIPV_MAX)
            return handles_fail(error, "there are too many searchmoves");
        if (!notation_read_any_turn(pos, text, &go->searchmoves[go->searchmove_count], &refusal))
            return handles_refuse(&refusal, text, error);
        go->searchmove_count++;
        texts += length;
    }
    return true;
}

static bool read_limits(const Position *pos, const MisereLimits *limits, GoParams *go,
                        MisereError *error) {
    *go = (GoParams){.ponder = limits->ponder,
                     .limits = {.depth = limits->depth,
                                .nodes = limits->nodes,
                                .mate = limits->mate,
                                .time = {.has_clock = limits->has_clock,
                                         .clock = limits->clock,
                                         .increment = limits->increment,
                                         .moves_to_go = limits->moves_to_go,
                                         .movetime = limits->movetime}}};
    if (limits->depth < 0 || limits->mate < 0 || limits->movetime < 0 || limits->increment < 0 ||
        limits->moves_to_go < 0)
        return handles_fail(error, "a limit is negative");
    go->infinite = !limits->depth && !limits->mate && !limits->nodes && !limits->movetime &&
                   !limits->has_clock;
    return read_searchmoves(pos, limits->searchmoves ? limits->searchmoves : "", go, error);
}

bool misere_engine_go(MisereEngine *engine, const MisereGame *game, const MisereLimits *limits,
                      const MisereListener *listener, MisereError *error) {
    static const MisereLimits NONE = {.ponder = false};
    GoParams go;
    if (!await_idle(engine, error) ||
        !read_limits(&game->stored.game.now, limits ? limits : &NONE, &go, error) ||
        !set_game(engine, &game->stored.game, error))
        return false;
    engine->listener = listener ? *listener : (MisereListener){.context = NULL};
    mutex_lock(&engine->mutex);
    engine->is_busy = true;
    mutex_unlock(&engine->mutex);
    engine_go(engine->engine, &go,
              &(Listener){.reports = {.info = engine->listener.info ? report_info : NULL,
                                      .context = engine},
                          .bestmove = report_bestmove});
    return true;
}

void misere_engine_ponderhit(MisereEngine *engine) {
    engine_ponderhit(engine->engine);
}

void misere_engine_stop(MisereEngine *engine) {
    engine_stop(engine->engine);
}

void misere_engine_wait(MisereEngine *engine) {
    assert(engine != listened_to);
    mutex_lock(&engine->mutex);
    while (engine->is_busy)
        condition_wait(&engine->idle, &engine->mutex);
    mutex_unlock(&engine->mutex);
    engine_wait(engine->engine);
}

/* --- counting --- */

uint64_t misere_game_perft(const MisereGame *game, int depth) {
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    return perft(&game->stored.game.now, depth, NULL);
}
