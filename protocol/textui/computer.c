#include "textui/computer.h"

#include "base/minmax.h"
#include "base/os/clock.h"

enum {
    START_MS = 3000, /* for an engine to say uciok, or readyok */
    START_LEAST_MS = 200,
    LATE_MS = 250,       /* beyond what it was given, before an engine is told to stop */
    STOP_MS = 500,       /* for it to answer then */
    TIGHT_MS = 2000,     /* a clock below this is the engine's to use up; see patience() */
    MARGIN_MS = 100,     /* most that is kept back from the engine's clock, for our own doings */
    CLOCK_MAX = 1 << 30, /* about 12 days, as far as an engine need know */
};

void machine_init(Machine *machine, const char *path, FILE *transcript) {
    *machine = (Machine){.path = path, .transcript = transcript};
}

void machine_free(Machine *machine) {
    client_stop_process(&machine->client);
}

void machine_new_game(Machine *machine) {
    machine->is_new_game = true;
}

/* --- one attempt --- */

typedef struct {
    const Task *task;
    Colour player;
    bool has_clock;
    int64_t until; /* by when there should be an answer; with a clock there must be */
} Attempt;

static int64_t time_left(const Attempt *attempt) {
    return larger(attempt->until - clock_now_ms(), 1);
}

/* How long to wait for an answer that takes an engine no thought. Of a clock no more than a part:
 * a silent engine is asked again, and must not cost the game. */
static int short_wait(const Attempt *attempt) {
    int64_t left = time_left(attempt);
    int64_t part = larger(left / 5, smaller(left, START_LEAST_MS));
    return (int)(attempt->has_clock ? smaller(START_MS, part) : START_MS);
}

static bool start_engine(Machine *machine, const Attempt *attempt, Error *error) {
    if (machine->client)
        return true;
    const char *const argv[] = {machine->path, NULL};
    ClientConfig config = {
        .argv = argv, .start_timeout_ms = short_wait(attempt), .transcript = machine->transcript};
    machine->client = client_start(&config, error);
    machine->rules = NULL;
    machine->level = LEVEL_MAX;
    return machine->client != NULL;
}

/* Tells the engine what has changed since it was last asked. */
static bool prepare_engine(Machine *machine, const Attempt *attempt, Error *error) {
    const Task *task = attempt->task;
    const Ruleset *rules = task->game->start.rules;
    if (machine->level != task->level) {
        char level[16];
        snprintf(level, sizeof level, "%d", task->level);
        if (!client_suggest_option(machine->client, "Skill Level", level, error))
            return false;
        machine->level = task->level;
    }
    if (machine->rules == rules && !machine->is_new_game)
        return true;
    if (!client_suggest_option(machine->client, "UCI_Variant", rules->name, error) ||
        !client_new_game(machine->client, short_wait(attempt), error))
        return false;
    machine->rules = rules;
    machine->is_new_game = false;
    return true;
}

/* An engine that has no way to be weak is kept from looking far. */
static int level_depth(const Machine *machine, int level) {
    bool is_weak = level < LEVEL_MAX && !client_has_option(machine->client, "Skill Level");
    return is_weak ? 1 + level / 2 : 0;
}

static ClientGo limits(const Machine *machine, const Attempt *attempt) {
    ClientGo go = CLIENT_GO_UNLIMITED;
    int64_t left = time_left(attempt);
    go.depth = level_depth(machine, attempt->task->level);
    if (!attempt->has_clock) {
        go.movetime_ms = larger(larger(left * 4 / 5, attempt->task->think_ms / 5), 1);
        return go;
    }
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (attempt->task->clock_ms[colour] != GAME_NO_CLOCK)
            go.clock_ms[colour] = smaller(attempt->task->clock_ms[colour], CLOCK_MAX);
    go.clock_ms[attempt->player] = larger(left - smaller(left / 8, MARGIN_MS), 1);
    return go;
}

/* How long to wait before the engine is told to stop. No engine spends half of a clock on one
 * turn: one that tries has gone silent, and another attempt needs time too. But what remains of a
 * short clock is a single attempt's, whose last moment is kept for the engine to stop in. */
static int64_t patience(const Attempt *attempt, const ClientGo *go) {
    int64_t left = time_left(attempt);
    if (!attempt->has_clock)
        return go->movetime_ms + LATE_MS;
    return left < TIGHT_MS ? left - left / 16 : left / 2;
}

static bool think(Machine *machine, const Attempt *attempt, ClientAnswer *answer, Error *error) {
    ClientGo go = limits(machine, attempt);
    if (client_go(machine->client, &go, (int)patience(attempt, &go), answer, error))
        return true;
    if (client_failure(machine->client) != CLIENT_FAILURE_HUNG)
        return false;
    int64_t grace = attempt->has_clock ? smaller(STOP_MS, time_left(attempt)) : STOP_MS;
    return client_halt(machine->client, (int)grace, answer, NULL);
}

static bool read_answer(const Machine *machine, const Game *game, const ClientAnswer *answer,
                        Turn *turn, Error *error) {
    Error why;
    return notation_read_turn(&game->now, answer->bestmove, turn, &why) ||
           error_set(error, "%.60s: %s", client_name(machine->client), why.text);
}

static bool make_attempt(Machine *machine, const Attempt *attempt, Turn *turn, Error *error) {
    ClientAnswer answer;
    return start_engine(machine, attempt, error) && prepare_engine(machine, attempt, error) &&
           client_position_of(machine->client, attempt->task->game, STYLE_LINE, error) &&
           think(machine, attempt, &answer, error) &&
           read_answer(machine, attempt->task->game, &answer, turn, error);
}

bool machine_choose(Machine *machine, const Task *task, Turn *turn, Error *error) {
    Colour player = (Colour)task->game->now.player;
    int64_t clock = task->clock_ms[player];
    bool has_clock = clock != GAME_NO_CLOCK;
    Attempt attempt = {task, player, has_clock,
                       clock_now_ms() + (has_clock ? smaller(clock, CLOCK_MAX) : task->think_ms)};
    for (int tries = 0; tries < 2; tries++) {
        if (make_attempt(machine, &attempt, turn, error))
            return true;
        client_stop_process(&machine->client);
        if (has_clock && clock_now_ms() >= attempt.until)
            return false;
    }
    return false;
}
