#include "client/uci.h"

#include "base/os/clock.h"
#include "client/process.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GO_SIZE = 256 };

struct UciClient {
    Process *process;

    ClientOptions options;

    bool searching; /* uci_client_go() gave up waiting, and bestmove may still come */
    int64_t go_sent_at;
    ClientBestMove answer;
};

/* ---- Requests ---- */

typedef enum { REPLY_INCOMPLETE, REPLY_COMPLETE, REPLY_INVALID } ReplyStatus;

/* Parses a line of the answer, and says whether it was the last. */
typedef ReplyStatus (*ReplyParser)(UciClient *client, const char *line);

/* Reads lines until `parse` returns REPLY_COMPLETE, or until the deadline. `what` describes the
 * awaited line in errors. */
static bool await(UciClient *client, const char *what, ReplyParser parse, int64_t deadline,
                  Error *error) {
    const char *line;
    while (process_read(client->process, deadline, &line, error)) {
        if (!line)
            return process_fail_timeout(client->process, what, error);
        switch (parse(client, line)) {
        case REPLY_COMPLETE:
            return true;
        case REPLY_INVALID:
            return process_fail(client->process, CLIENT_FAILURE_PROTOCOL, error, "not a %s: %s",
                                what, QUOTE(line));
        case REPLY_INCOMPLETE:
            break;
        }
    }
    return false;
}

/* Parses what follows `option` in `option name WORDS type ...`. */
static void parse_option(UciClient *client, const char *rest) {
    if (!client_word_is(client_word(&rest), "name"))
        return;
    const char *start = rest + strspn(rest, " ");
    const char *end = start;
    for (ClientWord word; (word = client_word(&rest)).length > 0 && !client_word_is(word, "type");)
        end = word.text + word.length;
    client_options_add(&client->options, start, (size_t)(end - start));
}

static ReplyStatus parse_handshake_line(UciClient *client, const char *line) {
    ClientWord first = client_word(&line);
    if (client_word_is(first, "uciok"))
        return REPLY_COMPLETE;
    if (client_word_is(first, "option"))
        parse_option(client, line);
    if (client_word_is(first, "id") && client_word_is(client_word(&line), "name"))
        process_set_name(client->process, line + strspn(line, " "));
    return REPLY_INCOMPLETE;
}

static ReplyStatus parse_ready_line(UciClient *client, const char *line) {
    (void)client;
    return client_word_is(client_word(&line), "readyok") ? REPLY_COMPLETE : REPLY_INCOMPLETE;
}

typedef struct {
    ClientSearchInfo search_info;
    int64_t line_number, nodes;
    bool is_bound;
} UciInfo;

/* Parses what follows `info`. Unknown words are skipped. */
static UciInfo parse_info(const char *rest) {
    UciInfo info = {.line_number = 1};
    ClientSearchInfo *search_info = &info.search_info;
    for (ClientWord word;
         (word = client_word(&rest)).length > 0 && !client_word_is(word, "string");) {
        if (client_word_is(word, "depth"))
            client_number(&rest, &search_info->depth);
        else if (client_word_is(word, "nodes"))
            client_number(&rest, &info.nodes);
        else if (client_word_is(word, "multipv"))
            client_number(&rest, &info.line_number);
        else if (client_word_is(word, "lowerbound") || client_word_is(word, "upperbound"))
            info.is_bound = true;
        else if (client_word_is(word, "score")) {
            ClientWord unit = client_word(&rest);
            search_info->is_mate = client_word_is(unit, "mate");
            search_info->has_score = (search_info->is_mate || client_word_is(unit, "cp")) &&
                                     client_number(&rest, &search_info->score);
        } else if (client_word_is(word, "pv")) {
            rest += strspn(rest, " ");
            search_info->pv = *rest ? rest : NULL;
            break;
        }
    }
    return info;
}

static void update_from_info(ClientBestMove *answer, const char *rest) {
    UciInfo info = parse_info(rest);
    if (info.nodes > 0)
        answer->nodes = info.nodes;
    bool has_search_info = info.search_info.has_score || info.search_info.pv;
    if (info.line_number == 1 && !info.is_bound && has_search_info)
        client_bestmove_set_info(answer, &info.search_info);
}

static ReplyStatus parse_search_line(UciClient *client, const char *line) {
    ClientBestMove *answer = &client->answer;
    ClientWord first = client_word(&line);
    if (client_word_is(first, "info"))
        update_from_info(answer, line);
    if (!client_word_is(first, "bestmove"))
        return REPLY_INCOMPLETE;
    ClientWord move = client_word(&line);
    if (move.length == 0 || !client_word_copy(answer->bestmove, sizeof answer->bestmove, move))
        return REPLY_INVALID;
    if (client_word_is(client_word(&line), "ponder"))
        client_word_copy(answer->ponder, sizeof answer->ponder, client_word(&line));
    return REPLY_COMPLETE;
}

/* Waits for `bestmove`. Afterwards client->searching is true only if it may still come. */
static bool await_bestmove(UciClient *client, int64_t deadline, Error *error) {
    client->searching = true;
    bool answered = await(client, "bestmove", parse_search_line, deadline, error);
    client->searching = uci_client_failure(client) == CLIENT_FAILURE_HUNG;
    client->answer.elapsed_us =
        (answered ? process_received_at(client->process) : clock_now_us()) - client->go_sent_at;
    return answered;
}

/* Appends one limit to a `go` command. GO_SIZE has room for all of them. */
static void append_limit(char *command, const char *word, int64_t value) {
    size_t length = strlen(command);
    snprintf(command + length, GO_SIZE - length, " %s %" PRId64, word, value);
}

/* Writes the `go` command. Returns false if nothing limits the search. */
static bool write_go(char command[GO_SIZE], const ClientLimits *go) {
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

/* ---- Public functions ---- */

static bool do_handshake(UciClient *client, int64_t deadline, Error *error) {
    return process_begin_request(client->process, error) &&
           process_send(client->process, deadline, error, "uci") &&
           await(client, "uciok", parse_handshake_line, deadline, error);
}

UciClient *uci_client_start(const ClientConfig *config, Error *error) {
    int64_t deadline = process_deadline(config->start_timeout_ms);
    UciClient *client = calloc(1, sizeof *client);
    if (!client) {
        error_set_out_of_memory(error);
        return NULL;
    }
    client->process = process_start(config, error);
    if (!client->process || !do_handshake(client, deadline, error))
        uci_client_stop(&client);
    return client;
}

void uci_client_stop(UciClient **client) {
    if (!client || !*client)
        return;
    process_stop(&(*client)->process, "quit");
    free(*client);
    *client = NULL;
}

const char *uci_client_name(const UciClient *client) {
    return process_name(client->process);
}

bool uci_client_has_option(const UciClient *client, const char *name) {
    return client_options_have(&client->options, name);
}

bool uci_client_set_option(UciClient *client, const char *name, const char *value, Error *error) {
    if (!process_begin_request(client->process, error))
        return false;
    if (!uci_client_has_option(client, name))
        return process_refuse(client->process, error, "has no option %s", QUOTE(name));
    return process_send(client->process, PROCESS_NO_DEADLINE, error, "setoption name %s%s%s", name,
                        value ? " value " : "", value ? value : "");
}

bool uci_client_wait_ready(UciClient *client, int timeout_ms, Error *error) {
    int64_t deadline = process_deadline(timeout_ms);
    return process_begin_request(client->process, error) &&
           process_send(client->process, deadline, error, "isready") &&
           await(client, "readyok", parse_ready_line, deadline, error);
}

bool uci_client_new_game(UciClient *client, int timeout_ms, Error *error) {
    int64_t deadline = process_deadline(timeout_ms);
    return process_begin_request(client->process, error) &&
           process_send(client->process, deadline, error, "ucinewgame") &&
           process_send(client->process, deadline, error, "isready") &&
           await(client, "readyok", parse_ready_line, deadline, error);
}

bool uci_client_position(UciClient *client, const char *fen, const char *moves, Error *error) {
    bool has_moves = moves && *moves;
    return process_begin_request(client->process, error) &&
           process_send(client->process, PROCESS_NO_DEADLINE, error, "position %s%s%s%s",
                        fen ? "fen " : "startpos", fen ? fen : "", has_moves ? " moves " : "",
                        has_moves ? moves : "");
}

bool uci_client_position_from_game(UciClient *client, const Game *game, Style style, Error *error) {
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    char *turns = game_turns_text(game, style);
    if (!turns)
        return process_refuse_memory(client->process, error);
    bool sent = uci_client_position(client, game_starts_at_initial_position(game) ? NULL : fen,
                                    turns, error);
    free(turns);
    return sent;
}

static bool go_and_wait(UciClient *client, const ClientLimits *go, int timeout_ms, Error *error) {
    char command[GO_SIZE];
    if (!process_begin_request(client->process, error))
        return false;
    if (!write_go(command, go))
        return process_refuse(client->process, error, "the search has no limit");
    int64_t deadline = process_deadline(timeout_ms);
    client->go_sent_at = clock_now_us();
    return process_send(client->process, deadline, error, "%s", command) &&
           await_bestmove(client, deadline, error);
}

bool uci_client_go(UciClient *client, const ClientLimits *go, int timeout_ms,
                   ClientBestMove *answer, Error *error) {
    client->answer = (ClientBestMove){.bestmove = ""};
    bool answered = go_and_wait(client, go, timeout_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

static bool stop_and_wait(UciClient *client, int timeout_ms, Error *error) {
    if (!client->searching) {
        client->answer = (ClientBestMove){.bestmove = ""};
        return process_continue_request(client->process, error) &&
               process_refuse(client->process, error, "no search to stop");
    }
    int64_t deadline = process_deadline(timeout_ms);
    process_clear_hung(client->process);
    return process_continue_request(client->process, error) && /* bestmove may already be there */
           process_send(client->process, deadline, error, "stop") &&
           await_bestmove(client, deadline, error);
}

bool uci_client_stop_search(UciClient *client, int timeout_ms, ClientBestMove *answer,
                            Error *error) {
    bool answered = stop_and_wait(client, timeout_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

bool uci_client_alive(const UciClient *client) {
    return process_alive(client->process);
}

ClientFailure uci_client_failure(const UciClient *client) {
    return process_failure(client->process);
}
