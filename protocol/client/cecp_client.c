#include "client/cecp_client.h"

#include "base/os/clock.h"
#include "base/text.h"
#include "base/words.h"
#include "client/client_options.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURE_TIMEOUT_MS = 2000, /* for features, unless done=0 asks for more */
    SYNC_TIMEOUT_MS = 5000,    /* wait for the `pong` before `go` */
    VARIANTS_SIZE = 2048,
    MATE_SCORE = 100000, /* MATE_SCORE + N means mate in N moves */
};

static const char PASS[] = "@@@@";
static const char UCI_PASS[] = "0000";

/* The features that change what the client sends. */
typedef enum {
    PING,
    SETBOARD,
    USERMOVE,
    TIME,
    COLORS,
    REUSE,
    MEMORY,
    SMP,
    CECP_FEATURES
} CecpFeature;

static const struct {
    const char *name;
    bool by_default; /* the value if the engine does not send the feature */
} FEATURE_TABLE[CECP_FEATURES] = {
    [PING] = {"ping", false},         [SETBOARD] = {"setboard", false},
    [USERMOVE] = {"usermove", false}, [TIME] = {"time", true},
    [COLORS] = {"colors", true},      [REUSE] = {"reuse", true},
    [MEMORY] = {"memory", false},     [SMP] = {"smp", false},
};

/* Features that are accepted without effect: they concern only commands that the client never
 * sends. */
static const char *const TRIVIAL_FEATURES[] = {"sigint", "sigterm", "draw",  "playother", "analyze",
                                               "ics",    "name",    "pause", "nps",       "debug"};

/* Commands that an engine may refuse: games can be played without them. */
static const char *const OPTIONAL_COMMANDS[] = {
    "xboard", "protover", "accepted", "rejected", "computer", "easy",  "post",  "time",
    "otim",   "white",    "black",    "result",   "memory",   "cores", "option"};

/* The beginnings of lines by which an engine claims that the game is over. The texts after
 * "1/2-1/2" come from old engines. */
static const char *const CLAIMS[] = {
    "1-0",          "0-1",         "1/2-1/2",        "White mates",    "computer mates",
    "checkmate",    "Black mates", "opponent mates", "game is a draw", "White resigns",
    "Black resigns"};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

typedef struct {
    Client base;
    bool features[CECP_FEATURES];
    bool is_done; /* done=1 was received */
    bool is_slow; /* done=0 was received */
    bool names_variants;
    char variants[VARIANTS_SIZE]; /* separated by commas */
    ClientOptions options;
    char refusal[ERROR_TEXT_SIZE]; /* the line that refuses the last option; "": none */
    int pings;

    const char *variant; /* of future games; NULL: the engine's default */
    int turns_sent;      /* number of the game's turns that the engine knows */
    bool ponders;        /* it stays in play, and thinks, after its move in this game */
    bool is_playing;     /* it has moved and stayed in play */
    bool black_to_move;
    bool plays_black;              /* was the engine last asked for a move of Black? */
    bool has_resigned;             /* in this game */
    char claim[CLIENT_CLAIM_SIZE]; /* the engine's claim in this game; see ClientBestMove */
    ClientBestMove answer;
} CecpClient;

/* ---- Features ---- */

static bool is_in(const char *const table[], size_t count, ClientWord word) {
    for (size_t i = 0; i < count; i++)
        if (client_word_is(word, table[i]))
            return true;
    return false;
}

/* Returns false if the feature is unknown or cannot be accepted. */
static bool apply_feature(CecpClient *client, ClientWord name, ClientWord value) {
    bool is_on = !client_word_is(value, "0");
    for (int i = 0; i < CECP_FEATURES; i++)
        if (client_word_is(name, FEATURE_TABLE[i].name)) {
            client->features[i] = is_on;
            return true;
        }
    char text[VARIANTS_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)value.length, value.text);
    if (client_word_is(name, "done")) {
        client->is_done = is_on;
        client->is_slow = !is_on;
    } else if (client_word_is(name, "myname")) {
        process_set_name(client->base.process, text);
    } else if (client_word_is(name, "variants")) {
        client->names_variants = true;
        snprintf(client->variants, sizeof client->variants, "%s", text);
    } else if (client_word_is(name, "option")) {
        const char *type = strstr(text, " -");
        client_options_add(&client->options, text, type ? (size_t)(type - text) : strlen(text),
                           type ? type + 1 : "");
    } else if (client_word_is(name, "san")) {
        return !is_on;
    } else {
        return is_in(TRIVIAL_FEATURES, COUNT(TRIVIAL_FEATURES), name);
    }
    return true;
}

/* Cuts NAME=VALUE or NAME="VALUE" off *rest. Returns false at the end of the line, or if what
 * follows has neither form. */
static bool next_feature(const char **rest, ClientWord *name, ClientWord *value) {
    const char *start = *rest + strspn(*rest, " ");
    *name = (ClientWord){start, strcspn(start, "= ")};
    if (start[name->length] != '=')
        return false;
    start += name->length + 1;
    bool is_quoted = *start == '"';
    start += is_quoted;
    *value = (ClientWord){start, strcspn(start, is_quoted ? "\"" : " ")};
    start += value->length;
    *rest = start + (is_quoted && *start == '"');
    return true;
}

static bool apply_features(CecpClient *client, const char *line, int64_t deadline, Error *error) {
    ClientWord name, value;
    if (!client_word_is(client_word(&line), "feature"))
        return true;
    char *copy = strdup(line);
    if (!copy)
        return process_refuse_memory(client->base.process, error);
    bool sent = true;
    for (const char *rest = copy; sent && next_feature(&rest, &name, &value);) {
        const char *reply = apply_feature(client, name, value) ? "accepted" : "rejected";
        sent = process_send(client->base.process, deadline, error, "%s %.*s", reply,
                            (int)name.length, name.text);
    }
    free(copy);
    return sent;
}

static bool await_features(CecpClient *client, int64_t deadline, Error *error) {
    int64_t pause = process_deadline(FEATURE_TIMEOUT_MS);
    const char *line;
    while (!client->is_done) {
        bool is_patient = client->is_slow || deadline < pause;
        if (!process_read(client->base.process, is_patient ? deadline : pause, &line, error))
            return false;
        if (!line && client->is_slow)
            return process_fail_timeout(client->base.process, "feature done=1", error);
        if (!line)
            break;
        if (!apply_features(client, line, deadline, error))
            return false;
    }
    return true;
}

/* ---- Unsolicited lines ---- */

/* Does this line say that the engine resigns? A resignation of its opponent does not count. */
static bool is_resignation(const CecpClient *client, const char *line) {
    bool is_black = client->plays_black;
    return text_starts(line, "resign") || text_starts(line, "computer resigns") ||
           text_starts(line, is_black ? "Black resigns" : "White resigns") ||
           (text_starts(line, is_black ? "1-0" : "0-1") && text_find_ignoring_case(line, "resign"));
}

static void note_claim(CecpClient *client, const char *line) {
    if (is_resignation(client, line)) {
        client->has_resigned = true;
        return;
    }
    for (size_t i = 0; i < COUNT(CLAIMS); i++)
        if (text_starts(line, CLAIMS[i]))
            snprintf(client->claim, sizeof client->claim, "%s", line);
}

/* Has the engine resigned or said that the game is over? If so, it is not asked for another move in
 * this game. */
static bool has_ended_game(const CecpClient *client) {
    return client->has_resigned || *client->claim;
}

/* Does the line refuse a command that a game needs? */
static bool is_refusal(const char *line) {
    if (text_starts(line, "tellusererror"))
        return text_find_ignoring_case(line, "illegal position");
    if (!text_starts_ignoring_case(line, "illegal move") && !text_starts(line, "Error ("))
        return false;
    const char *mark = strrchr(line, ':');
    if (!mark)
        mark = strrchr(line, ')');
    const char *rest = mark ? mark + 1 : "";
    return !is_in(OPTIONAL_COMMANDS, COUNT(OPTIONAL_COMMANDS), client_word(&rest));
}

/* Does the line refuse an option? */
static bool refuses_option(const char *line) {
    static const char *const COMMANDS[] = {"option", "memory", "cores"};
    const char *mark = strrchr(line, ':');
    const char *rest = mark ? mark + 1 : "";
    return text_starts(line, "Error (") && is_in(COMMANDS, COUNT(COMMANDS), client_word(&rest));
}

/* Handles a line that may come at any time. */
static bool handle_unsolicited_line(CecpClient *client, const char *line, Error *error) {
    if (refuses_option(line))
        snprintf(client->refusal, sizeof client->refusal, "%s", line);
    if (is_refusal(line))
        return process_fail(client->base.process, CLIENT_FAILURE_PROTOCOL, error,
                            "refused a command: %s", QUOTE(line));
    note_claim(client, line);
    return true;
}

/* Begins a request, and handles the lines that the engine has sent unasked. */
static bool begin_request(CecpClient *client, Error *error) {
    const char *line;
    int64_t now = process_deadline(0);
    if (!process_continue_request(client->base.process, error))
        return false;
    do {
        if (!process_read(client->base.process, now, &line, error))
            return false;
        if (line && !handle_unsolicited_line(client, line, error))
            return false;
    } while (line);
    return true;
}

/* Waits until the engine has processed all commands, if it has the feature `ping`. */
static bool synchronise(CecpClient *client, int64_t deadline, Error *error) {
    char pong[24];
    const char *line;
    if (!client->features[PING])
        return true;
    snprintf(pong, sizeof pong, "pong %d", ++client->pings);
    if (!process_send(client->base.process, deadline, error, "ping %d", client->pings))
        return false;
    while (process_read(client->base.process, deadline, &line, error)) {
        if (!line)
            return process_fail_timeout(client->base.process, "pong", error);
        if (strcmp(line, pong) == 0)
            return true;
        if (!handle_unsolicited_line(client, line, error))
            return false;
    }
    return false;
}

/* ---- Thinking output and moves ---- */

/* Reads the ply. Old engines append a sign to it, as in "3+". */
static bool read_ply(const char **rest, int64_t *ply) {
    char digits[16];
    ClientWord word = client_word(rest);
    if (word.length > 1 && !isdigit((unsigned char)word.text[word.length - 1]))
        word.length--;
    const char *number = digits;
    return client_word_copy(digits, sizeof digits, word) && client_number(&number, ply);
}

/* Reads `PLY SCORE TIME NODES [MORE NUMBERS] PV`. */
static void parse_thinking_output(ClientBestMove *answer, const char *line) {
    ClientSearchInfo search_info = {.has_score = true};
    int64_t time, nodes, more;
    if (!read_ply(&line, &search_info.depth) || !client_number(&line, &search_info.score) ||
        !client_number(&line, &time) || !client_number(&line, &nodes))
        return;
    if (nodes > 0)
        answer->nodes = nodes;
    const char *pv = line;
    while (client_number(&line, &more))
        pv = line;
    pv += strspn(pv, " ");
    size_t length = strlen(pv);
    if (length > 0 && strchr("?!", pv[length - 1]))
        return; /* ignore scores that are only bounds */
    search_info.is_mate = search_info.score >= MATE_SCORE || search_info.score <= -MATE_SCORE;
    if (search_info.is_mate)
        search_info.score += search_info.score > 0 ? -MATE_SCORE : MATE_SCORE;
    search_info.pv = *pv ? pv : NULL;
    client_bestmove_set_info(answer, &search_info);
}

/* Returns the text after `move` or, from old engines, after `NUMBER. ...`; NULL for any other line.
 */
static const char *find_move(const char *line) {
    ClientWord first = client_word(&line);
    if (client_word_is(first, "move"))
        return line;
    bool is_numbered = first.length > 0 && strspn(first.text, "0123456789.") >= first.length;
    return is_numbered && client_word_is(client_word(&line), "...") ? line : NULL;
}

static bool accept_move(CecpClient *client, const char *line, const char *rest, Error *error) {
    char *bestmove = client->answer.bestmove;
    ClientWord move = client_word(&rest);
    if (client_word_is(move, PASS))
        move = (ClientWord){UCI_PASS, strlen(UCI_PASS)};
    if (move.length == 0 || !client_word_copy(bestmove, CLIENT_MOVE_SIZE, move))
        return process_fail(client->base.process, CLIENT_FAILURE_PROTOCOL, error, "not a move: %s",
                            QUOTE(line));
    client->black_to_move = !client->black_to_move;
    client->is_playing = client->ponders;
    /* The move counts even if the engine has failed since; the next call reports that. */
    return client->ponders ||
           process_send(client->base.process, PROCESS_NO_DEADLINE, error, "force") ||
           process_failure(client->base.process) != CLIENT_FAILURE_NONE;
}

static bool await_move(CecpClient *client, int64_t deadline, Error *error) {
    const char *line;
    while (process_read(client->base.process, deadline, &line, error)) {
        if (!line)
            return process_fail_timeout(client->base.process, "move", error);
        const char *move = find_move(line);
        if (move)
            return accept_move(client, line, move, error);
        if (!handle_unsolicited_line(client, line, error))
            return false;
        if (has_ended_game(client))
            return true;
        parse_thinking_output(&client->answer, line);
    }
    return false;
}

/* ---- Clocks ---- */

/* Writes milliseconds as seconds, with a fraction only if there is one. */
static void write_seconds(char *text, size_t size, int64_t ms) {
    int length = snprintf(text, size, "%" PRId64, ms / 1000);
    if (ms % 1000)
        snprintf(text + length, size - (size_t)length, ".%03d", (int)(ms % 1000));
}

static bool send_time(CecpClient *client, const ClientTimeControl *time, int64_t deadline,
                      Error *error) {
    Process *process = client->base.process;
    char seconds[32];
    int64_t base = time->clock_ms / 1000 + (time->clock_ms % 1000 > 0); /* in seconds, rounded up */
    if (time->movetime_ms > 0) {
        write_seconds(seconds, sizeof seconds, time->movetime_ms);
        if (!process_send(process, deadline, error, "st %s", seconds))
            return false;
    } else if (base > 0) {
        char rest[8] = "";
        if (base % 60)
            snprintf(rest, sizeof rest, ":%02d", (int)(base % 60));
        write_seconds(seconds, sizeof seconds, time->increment_ms);
        if (!process_send(process, deadline, error, "level %d %" PRId64 "%s %s", time->moves_to_go,
                          base / 60, rest, seconds))
            return false;
    }
    return time->depth <= 0 || process_send(process, deadline, error, "sd %d", time->depth);
}

/* Converts a clock to hundredths of a second, at least 1. */
static int64_t centiseconds(int64_t ms) {
    return ms >= 10 ? ms / 10 : 1;
}

/* Sends the commands in XBoard's order, including both colours, because some engines depend on it;
 * but an engine in play would take the colours for an end of that. */
static bool send_clocks(CecpClient *client, int64_t own_ms, int64_t other_ms, int64_t deadline,
                        Error *error) {
    static const char *const colours[2] = {"white", "black"};
    Process *process = client->base.process;
    bool has_colours = client->features[COLORS] && !client->is_playing;
    bool has_time = client->features[TIME];
    bool is_black = client->black_to_move;
    return (!has_colours || process_send(process, deadline, error, "%s", colours[!is_black])) &&
           (!has_time || own_ms < 0 ||
            process_send(process, deadline, error, "time %" PRId64, centiseconds(own_ms))) &&
           (!has_time || other_ms < 0 ||
            process_send(process, deadline, error, "otim %" PRId64, centiseconds(other_ms))) &&
           (!has_colours || process_send(process, deadline, error, "%s", colours[is_black]));
}

/* ---- Options ---- */

static bool start(Client *base, const ClientConfig *config, int64_t deadline, Error *error) {
    (void)config;
    CecpClient *client = (CecpClient *)base;
    for (int i = 0; i < CECP_FEATURES; i++)
        client->features[i] = FEATURE_TABLE[i].by_default;
    return process_continue_request(base->process, error) && /* done=0 may have arrived already */
           process_send(base->process, deadline, error, "xboard") &&
           process_send(base->process, deadline, error, "protover 2") &&
           await_features(client, deadline, error);
}

static bool can_reuse(const Client *base) {
    const CecpClient *client = (const CecpClient *)base;
    return client->features[REUSE];
}

/* Does the engine play the variant? Also true if the engine lists no variants. */
static bool has_variant(const CecpClient *client, const char *variant) {
    size_t length = strlen(variant);
    if (!client->names_variants)
        return true;
    for (const char *name = client->variants; *name;) {
        name += strspn(name, ", ");
        size_t name_length = strcspn(name, ", ");
        if (name_length == length && text_starts_ignoring_case(name, variant))
            return true;
        name += name_length;
    }
    return false;
}

static bool set_variant(Client *base, const char *variant, Error *error) {
    CecpClient *client = (CecpClient *)base;
    if (!has_variant(client, variant))
        return error_set(error, "does not play variant %s", QUOTE(variant));
    client->variant = variant;
    return true;
}

/* The name of the CECP command that sets this option; NULL if it has no command of its own. */
static const char *own_command(const CecpClient *client, const char *name) {
    if (client->features[MEMORY] && text_equal_ignoring_case(name, "Hash"))
        return "memory";
    return client->features[SMP] && text_equal_ignoring_case(name, "Threads") ? "cores" : NULL;
}

static bool has_option(const Client *base, const char *name) {
    const CecpClient *client = (const CecpClient *)base;
    return own_command(client, name) || client_options_have(&client->options, name);
}

static bool set_option(Client *base, const char *name, const char *value, Error *error) {
    CecpClient *client = (CecpClient *)base;
    if (!begin_request(client, error))
        return false;
    if (!has_option(base, name))
        return process_refuse(base->process, error, "has no option %s", QUOTE(name));
    const char *command = own_command(client, name);
    Error why;
    ClientSetting set;
    int64_t number;
    if (command && !words_number(value, &number))
        return process_refuse(base->process, error, "option %s: %s is not a number", name,
                              QUOTE(value));
    if (!command && !client_options_check(&client->options, name, value, &set, &why))
        return process_refuse(base->process, error, "%s", why.text);
    client->refusal[0] = '\0';
    if (command)
        return process_send(base->process, PROCESS_NO_DEADLINE, error, "%s %s", command, value);
    bool has_value = value && !client_options_is_button(&client->options, name);
    return process_send(base->process, PROCESS_NO_DEADLINE, error, "option %.*s%s%.*s",
                        (int)set.name.length, set.name.text, has_value ? "=" : "",
                        (int)set.value.length, set.value.text);
}

static bool wait_ready(Client *base, int timeout_ms, Error *error) {
    CecpClient *client = (CecpClient *)base;
    return begin_request(client, error) &&
           synchronise(client, process_deadline(timeout_ms), error) &&
           (!*client->refusal ||
            process_refuse(base->process, error, "answers %s", client->refusal));
}

/* ---- Games ---- */

static bool is_black_to_move(const char *fen) {
    const char *rest = fen ? fen : "";
    client_word(&rest);
    return client_word_is(client_word(&rest), "b");
}

bool cecp_client_new_game(Client *base, const char *variant, const char *fen,
                          const ClientTimeControl *time, int timeout_ms, Error *error) {
    CecpClient *client = (CecpClient *)base;
    Process *process = base->process;
    int64_t deadline = process_deadline(timeout_ms);
    if (!begin_request(client, error))
        return false;
    if (variant && !has_variant(client, variant))
        return process_refuse(process, error, "does not play %s", QUOTE(variant));
    if (fen && !client->features[SETBOARD])
        return process_refuse(process, error, "has no setboard, so it cannot start from %s",
                              QUOTE(fen));
    if (!process_send(process, deadline, error, "new") ||
        (variant && !process_send(process, deadline, error, "variant %s", variant)) ||
        !process_send(process, deadline, error, "force") ||
        !send_time(client, time, deadline, error) ||
        !process_send(process, deadline, error, client->ponders ? "hard" : "easy") ||
        !process_send(process, deadline, error, "post") ||
        !process_send(process, deadline, error, "computer") ||
        (fen && !process_send(process, deadline, error, "setboard %s", fen)) ||
        !synchronise(client, deadline, error))
        return false;
    client->black_to_move = is_black_to_move(fen);
    client->is_playing = false;
    client->has_resigned = false;
    client->claim[0] = '\0';
    return true;
}

static bool new_game(Client *base, const ClientGame *game, int timeout_ms, Error *error) {
    CecpClient *client = (CecpClient *)base;
    const Game *opening = &game->stored->game;
    char fen[FEN_SIZE];
    position_to_fen(&opening->start, fen);
    client->turns_sent = 0;
    client->ponders = game->ponders;
    return cecp_client_new_game(base, client->variant,
                                game_starts_at_initial_position(opening) ? NULL : fen, &game->time,
                                timeout_ms, error);
}

/* The command that tells the engine a move. */
static const char *move_command(const CecpClient *client) {
    return client->features[USERMOVE] ? "usermove " : "";
}

bool cecp_client_send_move(Client *base, const char *move, Error *error) {
    CecpClient *client = (CecpClient *)base;
    const char *text = strcmp(move, UCI_PASS) == 0 ? PASS : move;
    if (!begin_request(client, error) || !process_send(base->process, PROCESS_NO_DEADLINE, error,
                                                       "%s%s", move_command(client), text))
        return false;
    client->black_to_move = !client->black_to_move;
    return true;
}

/* Ends the play of an engine that ponders. */
static bool leave_play(CecpClient *client, Error *error) {
    bool was_playing = client->is_playing;
    client->is_playing = false;
    return !was_playing || process_send(client->base.process, PROCESS_NO_DEADLINE, error, "force");
}

enum { COMMAND_SIZE = TURN_TEXT_SIZE + 16 };

/* Sends the turns that the engine does not know yet, and writes the command that asks for its move:
 * `go` or, to an engine in play, the one turn that it does not know. */
static bool send_turns(CecpClient *client, const Game *game, char command[COMMAND_SIZE],
                       Error *error) {
    Position pos = game->start, before;
    snprintf(command, COMMAND_SIZE, "go");
    if (game->count != client->turns_sent + 1 && !leave_play(client, error))
        return false;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        notation_write_turn(&pos, game->turns[i].turn, STYLE_UCI, text);
        if (i >= client->turns_sent && client->is_playing) {
            const char *turn = strcmp(text, UCI_PASS) == 0 ? PASS : text;
            snprintf(command, COMMAND_SIZE, "%s%s", move_command(client), turn);
            client->black_to_move = !client->black_to_move;
        } else if (i >= client->turns_sent && !cecp_client_send_move(&client->base, text, error)) {
            return false;
        }
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    client->turns_sent = game->count;
    return true;
}

static bool ask_and_wait(CecpClient *client, const char *command, int timeout_ms, Error *error) {
    int64_t sent_at = clock_now_us(), deadline = process_deadline(timeout_ms);
    bool answered = process_continue_request(client->base.process, error) &&
                    process_send(client->base.process, deadline, error, "%s", command) &&
                    await_move(client, deadline, error);
    client->answer.elapsed_us =
        (answered ? process_received_at(client->base.process) : clock_now_us()) - sent_at;
    return answered;
}

/* The times left to the engine and to its opponent, as for cecp_client_go(). */
typedef struct {
    int64_t own_ms, other_ms;
} CecpTimes;

/* Asks for a move with the command; *answer may be NULL. */
static bool ask(CecpClient *client, const char *command, CecpTimes times, int timeout_ms,
                ClientBestMove *answer, Error *error) {
    int64_t sync_deadline = process_deadline(SYNC_TIMEOUT_MS);
    client->answer = (ClientBestMove){.bestmove = ""};
    client->plays_black = client->black_to_move;
    bool answered = begin_request(client, error) && synchronise(client, sync_deadline, error) &&
                    (has_ended_game(client) ||
                     (send_clocks(client, times.own_ms, times.other_ms, sync_deadline, error) &&
                      ask_and_wait(client, command, timeout_ms, error)));
    client->answer.resigned = client->has_resigned;
    memcpy(client->answer.claim, client->claim, sizeof client->claim);
    if (answer)
        *answer = client->answer;
    return answered;
}

bool cecp_client_go(Client *base, int64_t own_ms, int64_t other_ms, int timeout_ms,
                    ClientBestMove *answer, Error *error) {
    return ask((CecpClient *)base, "go", (CecpTimes){own_ms, other_ms}, timeout_ms, answer, error);
}

static bool go(Client *base, const ClientSearch *search, ClientBestMove *answer, Error *error) {
    CecpClient *client = (CecpClient *)base;
    Colour player = (Colour)search->game->now.player;
    CecpTimes times = {search->clock_ms[player], search->clock_ms[other(player)]};
    char command[COMMAND_SIZE];
    if (!send_turns(client, search->game, command, error) ||
        !ask(client, command, times, search->timeout_ms, answer, error))
        return false;
    client->turns_sent++; /* the engine knows the turn that it has chosen */
    return true;
}

bool cecp_client_send_result(Client *base, const char *result, Error *error) {
    return begin_request((CecpClient *)base, error) &&
           process_send(base->process, PROCESS_NO_DEADLINE, error, "result %s", result);
}

static void game_over(Client *base, const Game *game, const char *result, const char *reason) {
    (void)game;
    char text[128];
    snprintf(text, sizeof text, "%s {%s}", result, reason);
    cecp_client_send_result(base, text, NULL);
}

const ClientOperations CECP_CLIENT_OPERATIONS = {.size = sizeof(CecpClient),
                                                 .quit_command = "quit",
                                                 .start = start,
                                                 .new_game = new_game,
                                                 .go = go,
                                                 .can_reuse = can_reuse,
                                                 .has_option = has_option,
                                                 .set_option = set_option,
                                                 .set_variant = set_variant,
                                                 .wait_ready = wait_ready,
                                                 .game_over = game_over};
