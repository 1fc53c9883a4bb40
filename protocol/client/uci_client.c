#include "client/uci_client.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "base/text.h"
#include "client/client_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GO_SIZE = 256, STOP_TIMEOUT_MS = 2000 /* for a ponder search after the game */ };

typedef struct {
    Client base;
    Style style; /* notation of the turns sent to the engine */

    ClientOptions options;
    char refusal[ERROR_TEXT_SIZE]; /* see parse_ready_line; "": none */
    char option[CLIENT_NAME_SIZE]; /* the last one that was set; "": none, or too long */

    bool searching; /* uci_client_go() gave up waiting, and bestmove may still come */
    int64_t go_sent_at;
    ClientBestMove answer;

    bool pondering; /* `go ponder` was sent, and bestmove has not been read */
    int ponder_count;
    Turn ponder_turn; /* the last one of the position that is pondered, after ponder_count turns */
} UciClient;

/* ---- Requests ---- */

typedef enum { REPLY_INCOMPLETE, REPLY_COMPLETE, REPLY_INVALID } ReplyStatus;

/* Parses a line of the answer, and says whether it was the last. */
typedef ReplyStatus (*ReplyParser)(UciClient *client, const char *line);

/* Reads lines until `parse` returns REPLY_COMPLETE, or until the deadline. `what` describes the
 * awaited line in errors. */
static bool await(UciClient *client, const char *what, ReplyParser parse, int64_t deadline,
                  Error *error) {
    const char *line;
    while (process_read(client->base.process, deadline, &line, error)) {
        if (!line)
            return process_fail_timeout(client->base.process, what, error);
        switch (parse(client, line)) {
        case REPLY_COMPLETE:
            return true;
        case REPLY_INVALID:
            return process_fail(client->base.process, CLIENT_FAILURE_PROTOCOL, error,
                                "not a %s: %s", what, QUOTE(line));
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
    client_options_add(&client->options, start, (size_t)(end - start), rest + strspn(rest, " "));
}

static ReplyStatus parse_handshake_line(UciClient *client, const char *line) {
    ClientWord first = client_word(&line);
    if (client_word_is(first, "uciok"))
        return REPLY_COMPLETE;
    if (client_word_is(first, "option"))
        parse_option(client, line);
    if (client_word_is(first, "id") && client_word_is(client_word(&line), "name"))
        process_set_name(client->base.process, line + strspn(line, " "));
    return REPLY_INCOMPLETE;
}

/* Does the line say something about the last option: `info string NAME: ...`? So ours says that a
 * network or a book is not for the ruleset. */
static bool remarks_on_option(const UciClient *client, const char *line) {
    static const char START[] = "info string ";
    const char *name = line + strlen(START);
    return *client->option && text_starts_ignoring_case(line, START) &&
           text_starts_ignoring_case(name, client->option) &&
           text_starts(name + strlen(client->option), ": ");
}

/* Keeps the first line by which our engines and others refuse what they were told. */
static ReplyStatus parse_ready_line(UciClient *client, const char *line) {
    bool is_refusal =
        text_starts_ignoring_case(line, "info string error") || remarks_on_option(client, line);
    if (is_refusal && !*client->refusal)
        snprintf(client->refusal, sizeof client->refusal, "%s", line);
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
    client->searching = process_failure(client->base.process) == CLIENT_FAILURE_HUNG;
    client->answer.elapsed_us =
        (answered ? process_received_at(client->base.process) : clock_now_us()) -
        client->go_sent_at;
    return answered;
}

/* Appends one limit to a `go` command. GO_SIZE has room for all of them. */
static void append_limit(char *command, const char *word, int64_t value) {
    size_t length = strlen(command);
    snprintf(command + length, GO_SIZE - length, " %s %" PRId64, word, value);
}

/* Returns false if nothing limits the search. */
static bool write_go(char command[GO_SIZE], const ClientLimits *limits) {
    static const char *const clocks[2] = {"wtime", "btime"};
    static const char *const increments[2] = {"winc", "binc"};
    snprintf(command, GO_SIZE, "go%s", limits->infinite ? " infinite" : "");
    for (int side = 0; side < 2; side++)
        if (limits->clock_ms[side] >= 0)
            append_limit(command, clocks[side], limits->clock_ms[side]);
    for (int side = 0; side < 2; side++)
        if (limits->clock_ms[side] >= 0 && limits->increment_ms[side] > 0)
            append_limit(command, increments[side], limits->increment_ms[side]);
    bool has_clock = limits->clock_ms[0] >= 0 || limits->clock_ms[1] >= 0;
    if (has_clock && limits->moves_to_go > 0)
        append_limit(command, "movestogo", limits->moves_to_go);
    if (limits->movetime_ms > 0)
        append_limit(command, "movetime", limits->movetime_ms);
    if (limits->depth > 0)
        append_limit(command, "depth", limits->depth);
    if (limits->nodes > 0)
        append_limit(command, "nodes", limits->nodes);
    return strcmp(command, "go") != 0;
}

/* ---- Options ---- */

static bool start(Client *base, const ClientConfig *config, int64_t deadline, Error *error) {
    UciClient *client = (UciClient *)base;
    client->style = config->passes_with_king ? STYLE_KING_PASS : STYLE_UCI;
    return process_begin_request(base->process, error) &&
           process_send(base->process, deadline, error, "uci") &&
           await(client, "uciok", parse_handshake_line, deadline, error);
}

static bool has_option(const Client *base, const char *name) {
    const UciClient *client = (const UciClient *)base;
    return client_options_have(&client->options, name);
}

static bool set_option(Client *base, const char *name, const char *value, Error *error) {
    if (!process_begin_request(base->process, error))
        return false;
    if (!has_option(base, name))
        return process_refuse(base->process, error, "has no option %s", QUOTE(name));
    Error why;
    ClientSetting set;
    UciClient *client = (UciClient *)base;
    if (!client_options_check(&client->options, name, value, &set, &why))
        return process_refuse(base->process, error, "%s", why.text);
    client_word_copy(client->option, sizeof client->option, set.name);
    bool has_value = value && !client_options_is_button(&client->options, name);
    return process_send(base->process, PROCESS_NO_DEADLINE, error, "setoption name %.*s%s%.*s",
                        (int)set.name.length, set.name.text, has_value ? " value " : "",
                        (int)set.value.length, set.value.text);
}

static bool set_variant(Client *base, const char *variant, Error *error) {
    return set_option(base, "UCI_Variant", variant, error);
}

static bool await_ready(Client *base, int64_t deadline, Error *error) {
    return process_send(base->process, deadline, error, "isready") &&
           await((UciClient *)base, "readyok", parse_ready_line, deadline, error);
}

static bool wait_ready(Client *base, int timeout_ms, Error *error) {
    UciClient *client = (UciClient *)base;
    int64_t deadline = process_deadline(timeout_ms);
    client->refusal[0] = '\0'; /* what was refused for an earlier reason does not count */
    bool is_ready =
        process_continue_request(base->process, error) && await_ready(base, deadline, error);
    client->option[0] = '\0';
    return is_ready && (!*client->refusal ||
                        process_refuse(base->process, error, "answers %s", client->refusal));
}

/* ---- Pondering ---- */

/* Ends a ponder search, whose answer is dropped. */
static bool end_pondering(UciClient *client, int64_t deadline, Error *error) {
    Process *process = client->base.process;
    if (!client->pondering)
        return true;
    client->pondering = false;
    client->go_sent_at = clock_now_us();
    bool ended = process_continue_request(process, error) &&
                 process_send(process, deadline, error, "stop") &&
                 await_bestmove(client, deadline, error);
    client->answer = (ClientBestMove){.elapsed_us = ended ? 0 : client->answer.elapsed_us};
    return ended;
}

/* ---- Games ---- */

static bool new_game(Client *base, const ClientGame *game, int timeout_ms, Error *error) {
    (void)game;
    int64_t deadline = process_deadline(timeout_ms);
    return end_pondering((UciClient *)base, deadline, error) &&
           process_begin_request(base->process, error) &&
           process_send(base->process, deadline, error, "ucinewgame") &&
           await_ready(base, deadline, error);
}

bool uci_client_position(Client *base, const char *fen, const char *moves, Error *error) {
    bool has_moves = moves && *moves;
    return process_begin_request(base->process, error) &&
           process_send(base->process, PROCESS_NO_DEADLINE, error, "position %s%s%s%s",
                        fen ? "fen " : "startpos", fen ? fen : "", has_moves ? " moves " : "",
                        has_moves ? moves : "");
}

/* Sends a game's start and all its turns. */
static bool send_game(Client *base, const Game *game, Error *error) {
    const UciClient *client = (const UciClient *)base;
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    char *turns = game_turns_text(game, client->style);
    if (!turns)
        return process_refuse_memory(base->process, error);
    bool sent =
        uci_client_position(base, game_starts_at_initial_position(game) ? NULL : fen, turns, error);
    free(turns);
    return sent;
}

static bool go_and_wait(UciClient *client, const ClientLimits *limits, int timeout_ms,
                        Error *error) {
    char command[GO_SIZE];
    if (!process_begin_request(client->base.process, error))
        return false;
    if (!write_go(command, limits))
        return process_refuse(client->base.process, error, "the search has no limit");
    int64_t deadline = process_deadline(timeout_ms);
    client->go_sent_at = clock_now_us();
    return process_send(client->base.process, deadline, error, "%s", command) &&
           await_bestmove(client, deadline, error);
}

bool uci_client_go(Client *base, const ClientLimits *limits, int timeout_ms, ClientBestMove *answer,
                   Error *error) {
    UciClient *client = (UciClient *)base;
    client->answer = (ClientBestMove){.bestmove = ""};
    bool answered = go_and_wait(client, limits, timeout_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

/* Has the engine pondered this position? */
static bool is_pondered(const UciClient *client, const Game *game) {
    return client->pondering && game->count == client->ponder_count &&
           turn_equal(game->turns[game->count - 1].turn, client->ponder_turn);
}

/* Turns the ponder search into one for a move. */
static bool hit_and_wait(UciClient *client, int timeout_ms, Error *error) {
    int64_t deadline = process_deadline(timeout_ms);
    client->pondering = false;
    client->go_sent_at = clock_now_us();
    return process_continue_request(client->base.process, error) &&
           process_send(client->base.process, deadline, error, "ponderhit") &&
           await_bestmove(client, deadline, error);
}

/* Stopping a ponder search that was in vain takes some of the time for the move. */
static bool go(Client *base, const ClientSearch *search, ClientBestMove *answer, Error *error) {
    UciClient *client = (UciClient *)base;
    int64_t started_at = clock_now_us();
    int timeout_ms = search->timeout_ms;
    client->answer = (ClientBestMove){.bestmove = ""};
    bool is_hit = is_pondered(client, search->game);
    bool is_ready = is_hit || end_pondering(client, process_deadline(timeout_ms), error);
    int64_t lost_us = is_hit ? 0 : clock_now_us() - started_at;
    if (timeout_ms > 0)
        timeout_ms = (int)max64(timeout_ms - lost_us / 1000, 0);
    bool answered =
        is_ready && (is_hit ? hit_and_wait(client, timeout_ms, error)
                            : send_game(base, search->game, error) &&
                                  uci_client_go(base, &search->limits, timeout_ms, NULL, error));
    *answer = client->answer;
    answer->elapsed_us += is_ready ? lost_us : 0; /* the answer to `stop` counts it already */
    return answered;
}

static bool ponder(Client *base, const ClientSearch *search, Error *error) {
    UciClient *client = (UciClient *)base;
    const Game *game = search->game;
    char command[GO_SIZE];
    if (!send_game(base, game, error))
        return false;
    if (!write_go(command, &search->limits))
        return process_refuse(base->process, error, "the search has no limit");
    client->ponder_count = game->count;
    client->ponder_turn = game->turns[game->count - 1].turn;
    client->pondering = process_send(base->process, PROCESS_NO_DEADLINE, error, "go ponder%s",
                                     command + strlen("go"));
    return client->pondering;
}

static bool stop_and_wait(UciClient *client, int timeout_ms, Error *error) {
    Process *process = client->base.process;
    if (!client->searching) {
        client->answer = (ClientBestMove){.bestmove = ""};
        return process_continue_request(process, error) &&
               process_refuse(process, error, "no search to stop");
    }
    int64_t deadline = process_deadline(timeout_ms);
    process_clear_hung(process);
    return process_continue_request(process, error) && /* bestmove may already have arrived */
           process_send(process, deadline, error, "stop") &&
           await_bestmove(client, deadline, error);
}

static bool stop_search(Client *base, int timeout_ms, ClientBestMove *answer, Error *error) {
    UciClient *client = (UciClient *)base;
    bool answered = stop_and_wait(client, timeout_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

/* UCI has no command for the end of a game, but the last position shows whether the game was
 * decided on the board. */
static void game_over(Client *base, const Game *game, const char *result, const char *reason) {
    (void)result, (void)reason;
    if (end_pondering((UciClient *)base, process_deadline(STOP_TIMEOUT_MS), NULL) &&
        outcome_is_over(game_outcome(game)))
        send_game(base, game, NULL);
}

const ClientOperations UCI_CLIENT_OPERATIONS = {.size = sizeof(UciClient),
                                                .quit_command = "quit",
                                                .start = start,
                                                .new_game = new_game,
                                                .go = go,
                                                .has_option = has_option,
                                                .set_option = set_option,
                                                .set_variant = set_variant,
                                                .wait_ready = wait_ready,
                                                .ponder = ponder,
                                                .stop_search = stop_search,
                                                .game_over = game_over};
