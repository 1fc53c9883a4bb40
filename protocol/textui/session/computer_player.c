#include "textui/session/computer_player.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "base/os/thread.h"

enum {
    START_MIN_MS = 200,
    LATE_MS = 250, /* how late the answer to movetime may be before the engine is told to stop */
    STOP_MS = 500, /* how long to wait for the answer to `stop` */
    SHORT_CLOCK_MS = 2000,  /* with less time there is no second try: see think_timeout() */
    MOVE_OVERHEAD_MS = 100, /* the most that is subtracted from the clock sent to the engine, as a
                               reserve for this program */
    CLOCK_MAX = 1 << 30,    /* maximum clock sent to the engine, about 12 days */
};

void computer_player_init(ComputerPlayer *player, const char *path, FILE *transcript) {
    *player = (ComputerPlayer){.path = path, .transcript = transcript};
}

void computer_player_free(ComputerPlayer *player) {
    client_stop(&player->engine);
}

void computer_player_new_game(ComputerPlayer *player) {
    player->is_new_game = true;
}

/* --- one attempt --- */

/* A request being worked on. */
typedef struct {
    ComputerPlayer *player;
    const TurnRequest *request;
    Colour to_move;
    bool has_clock;
    int64_t deadline; /* when the clock runs out or the thinking time is over, by clock_now_ms() */
    Turn *turn;
} ComputerTurn;

static int64_t time_left(const ComputerTurn *wanted) {
    return max64(wanted->deadline - clock_now_ms(), 1);
}

/* How long to wait for uciok or readyok. With a clock, this is only a part of the time left: if the
 * engine is silent, there must be time for another try. */
static int handshake_timeout(const ComputerTurn *wanted) {
    int64_t left = time_left(wanted);
    int64_t part = max64(left / 5, min64(left, START_MIN_MS));
    return (int)(wanted->has_clock ? min64(CLIENT_START_MS, part) : CLIENT_START_MS);
}

/* Sets an option if the engine has it, and waits until the engine has accepted it. */
static bool set_option(Client *engine, const ComputerTurn *wanted, const char *name,
                       const char *value, Error *error) {
    return !client_has_option(engine, name) ||
           client_apply_option(engine, name, value, handshake_timeout(wanted), error);
}

/* The course asks the computer to use all processors. An engine that takes fewer threads gets half
 * as many, and so on. Failures are left to the next request. */
static void use_all_processors(Client *engine, const ComputerTurn *wanted) {
    bool is_set = false;
    for (int threads = thread_processors(); threads > 1 && !is_set; threads /= 2) {
        char text[16];
        snprintf(text, sizeof text, "%d", threads);
        is_set = set_option(engine, wanted, "Threads", text, NULL);
    }
}

static bool start_engine(ComputerPlayer *player, const ComputerTurn *wanted, Error *error) {
    if (player->engine)
        return true;
    const char *const argv[] = {player->path, NULL};
    ClientConfig config = {.protocol = CLIENT_UCI,
                           .argv = argv,
                           .start_timeout_ms = handshake_timeout(wanted),
                           .transcript = player->transcript};
    player->rules = NULL;
    player->level = LEVEL_MAX;
    player->engine = client_start(&config, error);
    if (player->engine)
        use_all_processors(player->engine, wanted);
    return player->engine != NULL;
}

/* Sends the engine the settings that have changed since the last request. */
static bool prepare_engine(ComputerPlayer *player, const ComputerTurn *wanted, Error *error) {
    Client *engine = player->engine;
    const Ruleset *rules = wanted->request->game->start.rules;
    if (player->level != wanted->request->level) {
        char level[16];
        snprintf(level, sizeof level, "%d", wanted->request->level);
        if (!set_option(engine, wanted, "Skill Level", level, error))
            return false;
        player->level = wanted->request->level;
    }
    if (player->rules == rules && !player->is_new_game)
        return true;
    if (!set_option(engine, wanted, "UCI_Variant", rules->name, error) ||
        !client_new_game(engine, NULL, handshake_timeout(wanted), error))
        return false;
    player->rules = rules;
    player->is_new_game = false;
    return true;
}

/* The depth limit that weakens an engine without the option Skill Level; 0: no limit. */
static int level_depth(const Client *engine, int level) {
    bool is_weak = level < LEVEL_MAX && !client_has_option(engine, "Skill Level");
    return is_weak ? 1 + level / 2 : 0;
}

static ClientLimits limits(const Client *engine, const ComputerTurn *wanted) {
    ClientLimits go = CLIENT_LIMITS_NONE;
    int64_t left = time_left(wanted);
    go.depth = level_depth(engine, wanted->request->level);
    if (!wanted->has_clock) {
        go.movetime_ms = max64(max64(left * 4 / 5, wanted->request->think_ms / 5), 1);
        return go;
    }
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (wanted->request->clock_ms[colour] != GAME_NO_CLOCK) {
            go.clock_ms[colour] = min64(wanted->request->clock_ms[colour], CLOCK_MAX);
            go.increment_ms[colour] = min64(wanted->request->increment_ms, CLOCK_MAX);
        }
    go.clock_ms[wanted->to_move] = max64(left - min64(left / 8, MOVE_OVERHEAD_MS), 1);
    return go;
}

/* How long to wait before the engine is told to stop. An engine that uses half of its clock for one
 * turn is considered hung, and the other half is left for a second try. With a short clock there is
 * only one try, which gets the whole clock except what is needed to stop the engine. */
static int64_t think_timeout(const ComputerTurn *wanted, const ClientLimits *go) {
    int64_t left = time_left(wanted);
    if (!wanted->has_clock)
        return go->movetime_ms + LATE_MS;
    return left < SHORT_CLOCK_MS ? left - left / 16 : left / 2;
}

static bool choose(Client *engine, const ComputerTurn *wanted, Error *error) {
    const TurnRequest *request = wanted->request;
    ClientBestMove answer;
    ClientSearch search = {.game = request->game,
                           .limits = limits(engine, wanted),
                           .clock_ms = {request->clock_ms[WHITE], request->clock_ms[BLACK]},
                           .stop_ms = STOP_MS,
                           .deadline_ms = wanted->has_clock ? wanted->deadline : INT64_MAX};
    search.timeout_ms = (int)think_timeout(wanted, &search.limits);
    return client_choose_turn(engine, &search, &answer, wanted->turn, error);
}

static bool make_attempt(Client **engine, void *context, Error *error) {
    const ComputerTurn *wanted = context;
    return start_engine(wanted->player, wanted, error) &&
           prepare_engine(wanted->player, wanted, error) && choose(*engine, wanted, error);
}

bool computer_player_choose_turn(ComputerPlayer *player, const TurnRequest *request, Turn *turn,
                                 Error *error) {
    Colour to_move = (Colour)request->game->now.player;
    int64_t clock = request->clock_ms[to_move];
    bool has_clock = clock != GAME_NO_CLOCK;
    int64_t allowed = has_clock ? min64(clock, CLOCK_MAX) : request->think_ms;
    ComputerTurn wanted = {player, request, to_move, has_clock, clock_now_ms() + allowed, turn};
    return client_retry(&player->engine, make_attempt, &wanted,
                        has_clock ? wanted.deadline : INT64_MAX, error);
}
