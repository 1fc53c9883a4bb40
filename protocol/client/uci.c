#include "client/uci.h"

#include "base/os/clock.h"
#include "client/process.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GO_SIZE = 256 };

struct Client {
    Process *process;

    ClientOptions options;

    bool searching; /* after a client_go() that is late: bestmove is still owed */
    int64_t go_sent_at;
    ClientAnswer answer;
};

/* ---- Requests ---- */

typedef enum { TAKEN_MORE, TAKEN_DONE, TAKEN_NONSENSE } Taken;

/* Looks at a line of the answer: was it the last? */
typedef Taken (*Taker)(Client *client, const char *line);

/* Reads lines until `take` is done, at most until the deadline. `what` names what is waited for. */
static bool await(Client *client, const char *what, Taker take, int64_t deadline, Error *error) {
    const char *line;
    while (process_read(client->process, deadline, &line, error)) {
        if (!line)
            return process_fail_late(client->process, what, error);
        switch (take(client, line)) {
        case TAKEN_DONE:
            return true;
        case TAKEN_NONSENSE:
            return process_fail(client->process, CLIENT_FAILURE_NONSENSE, error,
                                "not a %s: '%.80s'", what, line);
        case TAKEN_MORE:
            break;
        }
    }
    return false;
}

/* The rest of `option name WORDS type …`. */
static void take_option(Client *client, const char *rest) {
    if (!client_word_is(client_word(&rest), "name"))
        return;
    const char *start = rest + strspn(rest, " ");
    const char *end = start;
    for (ClientWord word; (word = client_word(&rest)).length > 0 && !client_word_is(word, "type");)
        end = word.text + word.length;
    client_options_add(&client->options, start, (size_t)(end - start));
}

static Taken take_handshake(Client *client, const char *line) {
    ClientWord first = client_word(&line);
    if (client_word_is(first, "uciok"))
        return TAKEN_DONE;
    if (client_word_is(first, "option"))
        take_option(client, line);
    if (client_word_is(first, "id") && client_word_is(client_word(&line), "name"))
        process_set_name(client->process, line + strspn(line, " "));
    return TAKEN_MORE;
}

static Taken take_ready(Client *client, const char *line) {
    (void)client;
    return client_word_is(client_word(&line), "readyok") ? TAKEN_DONE : TAKEN_MORE;
}

typedef struct {
    ClientThought thought;
    int64_t line_number, nodes;
    bool is_bound;
} Info;

/* Reads what follows `info`. Words that are not known are passed over. */
static Info parse_info(const char *rest) {
    Info info = {.line_number = 1};
    ClientThought *thought = &info.thought;
    for (ClientWord word;
         (word = client_word(&rest)).length > 0 && !client_word_is(word, "string");) {
        if (client_word_is(word, "depth"))
            client_number(&rest, &thought->depth);
        else if (client_word_is(word, "nodes"))
            client_number(&rest, &info.nodes);
        else if (client_word_is(word, "multipv"))
            client_number(&rest, &info.line_number);
        else if (client_word_is(word, "lowerbound") || client_word_is(word, "upperbound"))
            info.is_bound = true;
        else if (client_word_is(word, "score")) {
            ClientWord unit = client_word(&rest);
            thought->is_mate = client_word_is(unit, "mate");
            thought->has_score = (thought->is_mate || client_word_is(unit, "cp")) &&
                                 client_number(&rest, &thought->score);
        } else if (client_word_is(word, "pv")) {
            rest += strspn(rest, " ");
            thought->pv = *rest ? rest : NULL;
            break;
        }
    }
    return info;
}

static void take_info(ClientAnswer *answer, const char *rest) {
    Info info = parse_info(rest);
    if (info.nodes > 0)
        answer->nodes = info.nodes;
    bool has_thought = info.thought.has_score || info.thought.pv;
    if (info.line_number == 1 && !info.is_bound && has_thought)
        client_answer_think(answer, &info.thought);
}

static Taken take_search(Client *client, const char *line) {
    ClientAnswer *answer = &client->answer;
    ClientWord first = client_word(&line);
    if (client_word_is(first, "info"))
        take_info(answer, line);
    if (!client_word_is(first, "bestmove"))
        return TAKEN_MORE;
    ClientWord move = client_word(&line);
    if (move.length == 0 || !client_word_copy(answer->bestmove, sizeof answer->bestmove, move))
        return TAKEN_NONSENSE;
    if (client_word_is(client_word(&line), "ponder"))
        client_word_copy(answer->ponder, sizeof answer->ponder, client_word(&line));
    return TAKEN_DONE;
}

/* Keeps client->searching true only if the answer may still come. */
static bool await_bestmove(Client *client, int64_t deadline, Error *error) {
    client->searching = true;
    bool answered = await(client, "bestmove", take_search, deadline, error);
    client->searching = client_failure(client) == CLIENT_FAILURE_HUNG;
    client->answer.elapsed_us =
        (answered ? process_heard_at(client->process) : clock_now_us()) - client->go_sent_at;
    return answered;
}

/* Appends one part of a `go` command, which GO_SIZE is large enough for. */
static void append_limit(char *command, const char *word, int64_t value) {
    size_t length = strlen(command);
    snprintf(command + length, GO_SIZE - length, " %s %" PRId64, word, value);
}

/* False if nothing limits the search. */
static bool write_go(char command[GO_SIZE], const ClientGo *go) {
    static const char *const clocks[2] = {"wtime", "btime"};
    static const char *const increments[2] = {"winc", "binc"};
    snprintf(command, GO_SIZE, "go%s", go->infinite ? " infinite" : "");
    for (int side = 0; side < 2; side++)
        if (go->clock_ms[side] >= 0)
            append_limit(command, clocks[side], go->clock_ms[side]);
    for (int side = 0; side < 2; side++)
        if (go->clock_ms[side] >= 0 && go->increment_ms[side] > 0)
            append_limit(command, increments[side], go->increment_ms[side]);
    bool has_clock = go->clock_ms[0] >= 0 || go->clock_ms[1] >= 0;
    if (has_clock && go->moves_to_go > 0)
        append_limit(command, "movestogo", go->moves_to_go);
    if (go->movetime_ms > 0)
        append_limit(command, "movetime", go->movetime_ms);
    if (go->depth > 0)
        append_limit(command, "depth", go->depth);
    if (go->nodes > 0)
        append_limit(command, "nodes", go->nodes);
    return strcmp(command, "go") != 0;
}

/* ---- What callers see ---- */

static bool shake_hands(Client *client, int64_t deadline, Error *error) {
    return process_begin(client->process, error) &&
           process_send(client->process, deadline, error, "uci") &&
           await(client, "uciok", take_handshake, deadline, error);
}

Client *client_start(const ClientConfig *config, Error *error) {
    int64_t deadline = process_moment(config->start_timeout_ms);
    Client *client = calloc(1, sizeof *client);
    if (!client) {
        error_set(error, "out of memory");
        return NULL;
    }
    client->process = process_start(config, error);
    if (!client->process || !shake_hands(client, deadline, error))
        client_stop_process(&client);
    return client;
}

void client_stop_process(Client **client) {
    if (!client || !*client)
        return;
    process_stop(&(*client)->process, "quit");
    free(*client);
    *client = NULL;
}

const char *client_name(const Client *client) {
    return process_name(client->process);
}

bool client_has_option(const Client *client, const char *name) {
    return client_options_have(&client->options, name);
}

bool client_set_option(Client *client, const char *name, const char *value, Error *error) {
    if (!process_begin(client->process, error))
        return false;
    if (!client_has_option(client, name))
        return error_set(error, "%.60s: has no option '%s'", client_name(client), name);
    return process_send(client->process, PROCESS_NEVER, error, "setoption name %s%s%s", name,
                        value ? " value " : "", value ? value : "");
}

bool client_suggest_option(Client *client, const char *name, const char *value, Error *error) {
    return !client_has_option(client, name) || client_set_option(client, name, value, error);
}

bool client_ready(Client *client, int timeout_ms, Error *error) {
    int64_t deadline = process_moment(timeout_ms);
    return process_begin(client->process, error) &&
           process_send(client->process, deadline, error, "isready") &&
           await(client, "readyok", take_ready, deadline, error);
}

bool client_new_game(Client *client, int timeout_ms, Error *error) {
    int64_t deadline = process_moment(timeout_ms);
    return process_begin(client->process, error) &&
           process_send(client->process, deadline, error, "ucinewgame") &&
           process_send(client->process, deadline, error, "isready") &&
           await(client, "readyok", take_ready, deadline, error);
}

bool client_position(Client *client, const char *fen, const char *moves, Error *error) {
    bool has_moves = moves && *moves;
    return process_begin(client->process, error) &&
           process_send(client->process, PROCESS_NEVER, error, "position %s%s%s%s",
                        fen ? "fen " : "startpos", fen ? fen : "", has_moves ? " moves " : "",
                        has_moves ? moves : "");
}

bool client_position_of(Client *client, const Game *game, Style style, Error *error) {
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    char *turns = game_turns_text(game, style);
    if (!turns)
        return error_set(error, "out of memory");
    bool sent = client_position(client, game_starts_as_usual(game) ? NULL : fen, turns, error);
    free(turns);
    return sent;
}

static bool go_and_wait(Client *client, const ClientGo *go, int deadline_ms, Error *error) {
    char command[GO_SIZE];
    if (!process_begin(client->process, error))
        return false;
    if (!write_go(command, go))
        return error_set(error, "%.60s: nothing limits the search", client_name(client));
    int64_t deadline = process_moment(deadline_ms);
    client->go_sent_at = clock_now_us();
    return process_send(client->process, deadline, error, "%s", command) &&
           await_bestmove(client, deadline, error);
}

bool client_go(Client *client, const ClientGo *go, int deadline_ms, ClientAnswer *answer,
               Error *error) {
    client->answer = (ClientAnswer){.bestmove = ""};
    bool answered = go_and_wait(client, go, deadline_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

static bool stop_and_wait(Client *client, int timeout_ms, Error *error) {
    if (!client->searching) {
        client->answer = (ClientAnswer){.bestmove = ""};
        return process_continue(client->process, error) &&
               error_set(error, "%.60s: no search to halt", client_name(client));
    }
    int64_t deadline = process_moment(timeout_ms);
    process_forgive(client->process);
    return process_continue(client->process, error) && /* bestmove may have come meanwhile */
           process_send(client->process, deadline, error, "stop") &&
           await_bestmove(client, deadline, error);
}

bool client_halt(Client *client, int timeout_ms, ClientAnswer *answer, Error *error) {
    bool answered = stop_and_wait(client, timeout_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

bool client_alive(const Client *client) {
    return process_alive(client->process);
}

ClientFailure client_failure(const Client *client) {
    return process_failure(client->process);
}
