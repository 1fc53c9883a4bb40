#include "client/external_engine.h"

#include "base/minmax.h"
#include "base/os/clock.h"

enum {
    START_MS = 3000, /* for an engine to say uciok, or readyok */
    START_MIN_MS = 200,
    LATE_MS = 250,          /* beyond what it was given, before an engine is told to stop */
    STOP_MS = 500,          /* for it to answer then */
    SHORT_CLOCK_MS = 2000,  /* a clock below this is the engine's to use up; see think_timeout() */
    MOVE_OVERHEAD_MS = 100, /* most that is kept back from the engine's clock, for our own doings */
    CLOCK_MAX = 1 << 30,    /* about 12 days, as far as an engine need know */
};

void external_engine_init(ExternalEngine *engine, const char *path, FILE *transcript) {
    *engine = (ExternalEngine){.path = path, .transcript = transcript};
}

void external_engine_free(ExternalEngine *engine) {
    uci_client_stop(&engine->client);
}

void external_engine_new_game(ExternalEngine *engine) {
    engine->is_new_game = true;
}

/* --- one attempt --- */

typedef struct {
    const TurnRequest *request;
    Colour player;
    bool has_clock;
    int64_t deadline; /* by when there should be an answer; with a clock there must be */
} Attempt;

static int64_t time_left(const Attempt *attempt) {
    return max64(attempt->deadline - clock_now_ms(), 1);
}

/* How long to wait for an answer that takes an engine no thought. Of a clock no more than a part:
 * a silent engine is asked again, and must not cost the game. */
static int handshake_timeout(const Attempt *attempt) {
    int64_t left = time_left(attempt);
    int64_t part = max64(left / 5, min64(left, START_MIN_MS));
    return (int)(attempt->has_clock ? min64(START_MS, part) : START_MS);
}

static bool start_engine(ExternalEngine *engine, const Attempt *attempt, Error *error) {
    if (engine->client)
        return true;
    const char *const argv[] = {engine->path, NULL};
    ClientConfig config = {.argv = argv,
                           .start_timeout_ms = handshake_timeout(attempt),
                           .transcript = engine->transcript};
    engine->client = uci_client_start(&config, error);
    engine->rules = NULL;
    engine->level = LEVEL_MAX;
    return engine->client != NULL;
}

/* Tells the engine what has changed since it was last asked. */
static bool prepare_engine(ExternalEngine *engine, const Attempt *attempt, Error *error) {
    const TurnRequest *request = attempt->request;
    const Ruleset *rules = request->game->start.rules;
    if (engine->level != request->level) {
        char level[16];
        snprintf(level, sizeof level, "%d", request->level);
        if (!uci_client_set_option_if_supported(engine->client, "Skill Level", level, error))
            return false;
        engine->level = request->level;
    }
    if (engine->rules == rules && !engine->is_new_game)
        return true;
    if (!uci_client_set_option_if_supported(engine->client, "UCI_Variant", rules->name, error) ||
        !uci_client_new_game(engine->client, handshake_timeout(attempt), error))
        return false;
    engine->rules = rules;
    engine->is_new_game = false;
    return true;
}

/* An engine that has no way to be weak is kept from looking far. */
static int level_depth(const ExternalEngine *engine, int level) {
    bool is_weak = level < LEVEL_MAX && !uci_client_has_option(engine->client, "Skill Level");
    return is_weak ? 1 + level / 2 : 0;
}

static ClientLimits limits(const ExternalEngine *engine, const Attempt *attempt) {
    ClientLimits go = CLIENT_LIMITS_NONE;
    int64_t left = time_left(attempt);
    go.depth = level_depth(engine, attempt->request->level);
    if (!attempt->has_clock) {
        go.movetime_ms = max64(max64(left * 4 / 5, attempt->request->think_ms / 5), 1);
        return go;
    }
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (attempt->request->clock_ms[colour] != GAME_NO_CLOCK)
            go.clock_ms[colour] = min64(attempt->request->clock_ms[colour], CLOCK_MAX);
    go.clock_ms[attempt->player] = max64(left - min64(left / 8, MOVE_OVERHEAD_MS), 1);
    return go;
}

/* How long to wait before the engine is told to stop. No engine spends half of a clock on one
 * turn: one that tries has gone silent, and another attempt needs time too. But what remains of a
 * short clock is a single attempt's, whose last moment is kept for the engine to stop in. */
static int64_t think_timeout(const Attempt *attempt, const ClientLimits *go) {
    int64_t left = time_left(attempt);
    if (!attempt->has_clock)
        return go->movetime_ms + LATE_MS;
    return left < SHORT_CLOCK_MS ? left - left / 16 : left / 2;
}

static bool search(ExternalEngine *engine, const Attempt *attempt, ClientBestMove *answer,
                   Error *error) {
    ClientLimits go = limits(engine, attempt);
    if (uci_client_go(engine->client, &go, (int)think_timeout(attempt, &go), answer, error))
        return true;
    if (uci_client_failure(engine->client) != CLIENT_FAILURE_HUNG)
        return false;
    int64_t grace = attempt->has_clock ? min64(STOP_MS, time_left(attempt)) : STOP_MS;
    return uci_client_stop_search(engine->client, (int)grace, answer, NULL);
}

static bool read_answer(const ExternalEngine *engine, const Game *game,
                        const ClientBestMove *answer, Turn *turn, Error *error) {
    Error why;
    return notation_read_turn(&game->now, answer->bestmove, turn, &why) ||
           error_set(error, "%.60s: %s", uci_client_name(engine->client), why.text);
}

static bool make_attempt(ExternalEngine *engine, const Attempt *attempt, Turn *turn, Error *error) {
    ClientBestMove answer;
    return start_engine(engine, attempt, error) && prepare_engine(engine, attempt, error) &&
           uci_client_position_from_game(engine->client, attempt->request->game, STYLE_UCI,
                                         error) &&
           search(engine, attempt, &answer, error) &&
           read_answer(engine, attempt->request->game, &answer, turn, error);
}

bool external_engine_choose_turn(ExternalEngine *engine, const TurnRequest *request, Turn *turn,
                                 Error *error) {
    Colour player = (Colour)request->game->now.player;
    int64_t clock = request->clock_ms[player];
    bool has_clock = clock != GAME_NO_CLOCK;
    Attempt attempt = {request, player, has_clock,
                       clock_now_ms() + (has_clock ? min64(clock, CLOCK_MAX) : request->think_ms)};
    for (int tries = 0; tries < 2; tries++) {
        if (make_attempt(engine, &attempt, turn, error))
            return true;
        uci_client_stop(&engine->client);
        if (has_clock && clock_now_ms() >= attempt.deadline)
            return false;
    }
    return false;
}
