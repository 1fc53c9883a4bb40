#include "client/textui_client.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "files/gamefile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANSWER_MS = 10000, /* wait for an answer that is not a turn */
    FOLDER_SIZE = 256,
    FILE_SIZE = FOLDER_SIZE + 16,
    COMMAND_SIZE = FILE_SIZE + 128,
};

static const char QUIT_COMMAND[] = "QuitGame";

typedef struct {
    Client base;
    ClientConfig config;
    bool is_used;                  /* has the process been sent a game? */
    Colour side;                   /* the program's */
    int turns_sent;                /* number of the game's turns that the program knows */
    int64_t opponent_clock_ms;     /* when the program was last sent a turn; GAME_NO_CLOCK: none */
    char command[COMMAND_SIZE];    /* the last one sent */
    char claim[CLIENT_CLAIM_SIZE]; /* see ClientBestMove */
} TextUiClient;

/* ---- Lines ---- */

static bool send_command(TextUiClient *client, int64_t deadline, Error *error, const char *format,
                         ...) __attribute__((format(printf, 4, 5)));

static bool send_command(TextUiClient *client, int64_t deadline, Error *error, const char *format,
                         ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(client->command, sizeof client->command, format, arguments);
    va_end(arguments);
    return process_continue_request(client->base.process, error) &&
           process_send(client->base.process, deadline, error, "%s", client->command);
}

static bool read_line(TextUiClient *client, int64_t deadline, const char **line, Error *error) {
    char what[128];
    if (!process_read(client->base.process, deadline, line, error))
        return false;
    if (*line)
        return true;
    snprintf(what, sizeof what, "answer to %s", QUOTE(client->command));
    return process_fail_timeout(client->base.process, what, error);
}

static bool fail_unexpected(TextUiClient *client, const char *line, Error *error) {
    return process_fail(client->base.process, CLIENT_FAILURE_PROTOCOL, error, "answers %s to %s",
                        QUOTE(line), QUOTE(client->command));
}

/* If the line says that the game is over, keeps it as the claim and returns true. */
static bool note_game_end(TextUiClient *client, const char *line) {
    if (strcmp(line, "White Player has won") != 0 && strcmp(line, "Black Player has won") != 0 &&
        strcmp(line, "Game drawn") != 0)
        return false;
    snprintf(client->claim, sizeof client->claim, "%s", line);
    return true;
}

/* Reads the answer to the last command, which must be `expected`, or the line that ends the
 * game. */
static bool expect(TextUiClient *client, const char *expected, int64_t deadline, Error *error) {
    const char *line;
    return read_line(client, deadline, &line, error) &&
           (strcmp(line, expected) == 0 || note_game_end(client, line) ||
            fail_unexpected(client, line, error));
}

static bool is_time(const char *line) {
    return strcmp(line, "unlimited") == 0 || (*line && strspn(line, "0123456789") == strlen(line));
}

/* Waits until the program has processed its last command, by sending a command that it always
 * answers. If the last command ended the game, the program says so before that answer; with
 * real-time clocks, possibly instead of it. First of all it may say `echo`, unless that is NULL. */
static bool synchronise(TextUiClient *client, const char *echo, int64_t deadline, Error *error) {
    const char *line;
    bool is_real_time = client->config.dialect == TEXTUI_FALL_2003;
    if (*client->claim && is_real_time)
        return true;
    if (!send_command(client, deadline, error, "GetTime white"))
        return false;
    do {
        if (!read_line(client, deadline, &line, error))
            return false;
        if (is_time(line) || (*client->claim && strcmp(line, "Input error") == 0))
            return true;
        bool is_echo = echo && strcmp(line, echo) == 0;
        echo = NULL;
        if (!is_echo && !note_game_end(client, line))
            return fail_unexpected(client, line, error);
    } while (!is_real_time);
    return true;
}

/* ---- A new game ---- */

/* A clock in the form that StartNewGame expects, where 0 means unlimited. */
static int64_t clock_of(const StoredGame *stored, Colour player) {
    int64_t ms = stored->current_ms[player];
    return stored->timed && ms != GAME_NO_CLOCK ? ms : 0;
}

/* Does the game begin at its ruleset's initial position? Chips are ignored if commands can set
 * them. */
static bool is_standard_start(const StoredGame *stored, bool can_give_chips) {
    Game begun = {.start = stored->game.start};
    for (int c = WHITE; c <= BLACK && can_give_chips; c++)
        position_set_chips(&begun.start, (Colour)c, 0);
    return stored->game.count == 0 && game_starts_at_initial_position(&begun);
}

/* Makes a private folder for a file. The path is absolute, because the program may run in another
 * folder. It has no spaces, which would end the command's argument. */
static bool make_folder(char folder[FOLDER_SIZE], Error *error) {
    return path_make_temporary(folder, FOLDER_SIZE) ||
           error_set(error, "cannot create the folder %s: %s", QUOTE(folder), strerror(errno));
}

static bool load_game(TextUiClient *client, const StoredGame *stored, int64_t deadline,
                      Error *error) {
    char folder[FOLDER_SIZE], file[FILE_SIZE];
    if (!make_folder(folder, error))
        return error_mark_shortage(error);
    snprintf(file, sizeof file, "%s/game.xml", folder);
    bool loaded = (gamefile_save(file, stored, error) || error_mark_shortage(error)) &&
                  send_command(client, deadline, error, "LoadGame %s", file) &&
                  expect(client, "Game loaded", deadline, error);
    remove(file);
    path_remove_folder(folder);
    return loaded;
}

static const char *player_word(Colour player, Colour program) {
    return player == program ? "computer" : "human";
}

static bool begin_spring(TextUiClient *client, const StoredGame *stored, Colour program,
                         int64_t deadline, Error *error) {
    return process_begin_request(client->base.process, error) &&
           send_command(client, deadline, error, "StartNewGame %s %" PRId64 " %s %" PRId64 " %s",
                        player_word(WHITE, program), clock_of(stored, WHITE),
                        player_word(BLACK, program), clock_of(stored, BLACK),
                        stored->game.start.rules->name) &&
           expect(client, "New game started", deadline, error) &&
           (is_standard_start(stored, false) || load_game(client, stored, deadline, error));
}

/* Starts a new process if this one has already been sent a game. */
static bool restart_process(TextUiClient *client, Error *error) {
    Error why;
    if (!client->is_used) {
        client->is_used = true;
        return true;
    }
    Process *process = process_start(&client->config, &why);
    if (!process && why.is_shortage) {
        process_refuse(client->base.process, error, "%s", why.text);
        return error_mark_shortage(error);
    }
    if (!process)
        return process_fail(client->base.process, CLIENT_FAILURE_DIED, error,
                            "cannot be restarted: %s", why.text);
    process_stop(&client->base.process, QUIT_COMMAND);
    client->base.process = process;
    return true;
}

static bool give_chips(TextUiClient *client, const Position *start, int64_t deadline,
                       Error *error) {
    for (int c = WHITE; c <= BLACK; c++)
        if (start->chips[c] > 0 && !send_command(client, deadline, error, "Setup AddChips %s %d",
                                                 outcome_colour_name((Colour)c), start->chips[c]))
            return false;
    return true;
}

static bool begin_fall(TextUiClient *client, const StoredGame *stored, Colour program,
                       int64_t deadline, Error *error) {
    const Position *start = &stored->game.start;
    int64_t white = clock_of(stored, WHITE), black = clock_of(stored, BLACK);
    bool must_load = !is_standard_start(stored, true) || white != black || white % 1000 != 0;
    return restart_process(client, error) &&
           send_command(client, deadline, error, "Init %s %" PRId64, start->rules->name,
                        white / 1000) &&
           give_chips(client, start, deadline, error) &&
           send_command(client, deadline, error, "StartNewGame %s %s", player_word(WHITE, program),
                        player_word(BLACK, program)) &&
           expect(client, "New game started", deadline, error) &&
           (!must_load || load_game(client, stored, deadline, error));
}

static bool new_game(Client *base, const ClientGame *game, int timeout_ms, Error *error) {
    TextUiClient *client = (TextUiClient *)base;
    const StoredGame *stored = game->stored;
    int64_t deadline = process_deadline(timeout_ms);
    bool is_fall = client->config.dialect == TEXTUI_FALL_2003;
    client->claim[0] = '\0';
    client->side = game->side;
    client->turns_sent = stored->game.count;
    client->opponent_clock_ms = stored->current_ms[other(game->side)];
    return process_continue_request(base->process, error) &&
           (is_fall ? begin_fall : begin_spring)(client, stored, game->side, deadline, error) &&
           synchronise(client, NULL, deadline, error);
}

/* ---- Turns ---- */

bool textui_client_send_turn(Client *base, const char *turn, int64_t used_ms, Error *error) {
    TextUiClient *client = (TextUiClient *)base;
    int64_t deadline = process_deadline(ANSWER_MS);
    bool is_fall = client->config.dialect == TEXTUI_FALL_2003;
    if (!process_continue_request(base->process, error))
        return false;
    if (*client->claim)
        return true;
    bool sent = is_fall
                    ? send_command(client, deadline, error, "MakeMove %s", turn)
                    : send_command(client, deadline, error, "MakeMove %s %" PRId64, turn, used_ms);
    return sent && expect(client, turn, deadline, error) &&
           synchronise(client, NULL, deadline, error);
}

/* The time that the opponent's clock has used since the program was last sent a turn. */
static int64_t opponent_used(TextUiClient *client, const ClientSearch *search) {
    int64_t before = client->opponent_clock_ms, left = search->clock_ms[other(client->side)];
    client->opponent_clock_ms = left;
    return before == GAME_NO_CLOCK || left == GAME_NO_CLOCK || left > before ? 0 : before - left;
}

/* Sends the opponent's turns. The program knows its own, and makes forced passes by itself. */
static bool send_turns(TextUiClient *client, const Game *game, int64_t used_ms, Error *error) {
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        bool is_new =
            i >= client->turns_sent && pos.player != client->side && !game->turns[i].is_forced_pass;
        notation_write_turn(&pos, game->turns[i].turn, STYLE_COURSE, text);
        if (is_new && !textui_client_send_turn(&client->base, text, used_ms, error))
            return false;
        if (is_new)
            used_ms = 0; /* all the time is charged to the first of these turns */
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    client->turns_sent = game->count;
    return true;
}

/* Reads a turn, or the line that ends the game. */
static bool read_turn(TextUiClient *client, int64_t deadline, ClientBestMove *answer,
                      Error *error) {
    const char *line;
    if (!read_line(client, deadline, &line, error))
        return false;
    const char *rest = line;
    ClientWord turn = client_word(&rest);
    return note_game_end(client, line) ||
           (turn.length > 0 && *rest == '\0' &&
            client_word_copy(answer->bestmove, sizeof answer->bestmove, turn)) ||
           fail_unexpected(client, line, error);
}

static bool choose_turn(TextUiClient *client, int timeout_ms, ClientBestMove *answer,
                        Error *error) {
    bool is_fall = client->config.dialect == TEXTUI_FALL_2003;
    int64_t sent_at = clock_now_us(), deadline = process_deadline(timeout_ms);
    bool chosen = send_command(client, deadline, error, is_fall ? "MakeNextMove" : "GetNextMove") &&
                  read_turn(client, deadline, answer, error);
    answer->elapsed_us =
        (chosen ? process_received_at(client->base.process) : clock_now_us()) - sent_at;
    if (!chosen)
        return false;
    deadline = process_deadline(ANSWER_MS);
    bool must_make = !is_fall && !*client->claim;
    /* Nothing forbids a program to print the turn that it makes. */
    return (!must_make || send_command(client, deadline, error, "MakeNextMove")) &&
           synchronise(client, must_make ? answer->bestmove : NULL, deadline, error);
}

bool textui_client_go(Client *base, int timeout_ms, ClientBestMove *answer, Error *error) {
    TextUiClient *client = (TextUiClient *)base;
    ClientBestMove ours = {.bestmove = ""};
    bool answered = process_continue_request(base->process, error) &&
                    (*client->claim || choose_turn(client, timeout_ms, &ours, error));
    if (!answered)
        ours.bestmove[0] = '\0';
    memcpy(ours.claim, client->claim, sizeof ours.claim);
    if (answer)
        *answer = ours;
    return answered;
}

static bool go(Client *base, const ClientSearch *search, ClientBestMove *answer, Error *error) {
    TextUiClient *client = (TextUiClient *)base;
    return send_turns(client, search->game, opponent_used(client, search), error) &&
           textui_client_go(base, search->timeout_ms, answer, error);
}

/* The program need not print anything before its first command. */
static bool start(Client *base, const ClientConfig *config, int64_t deadline, Error *error) {
    (void)deadline, (void)error;
    TextUiClient *client = (TextUiClient *)base;
    client->config = *config;
    return true;
}

const ClientOperations TEXTUI_CLIENT_OPERATIONS = {.size = sizeof(TextUiClient),
                                                   .quit_command = QUIT_COMMAND,
                                                   .start = start,
                                                   .new_game = new_game,
                                                   .go = go};
