#include "textui/terminal.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/os/signals.h"
#include "base/os/stream.h"
#include "base/os/tty.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "textui/terminal_commands.h"
#include "textui/terminal_moves.h"
#include "textui/terminal_players.h"
#include "textui/terminal_setup.h"
#include "textui/terminal_view.h"
#include "textui/textui.h"

#include <stdlib.h>
#include <string.h>

/* --- unfinished games --- */

static const char NOT_SAVED[] = "\nThe game is not saved.\n";

/* Sets an earlier autosaved game aside, to make room for the game in progress. */
static void set_earlier_game_aside(Terminal *terminal) {
    Error error;
    char kept[PATH_MAX];
    if (autosave_set_aside(&terminal->autosave, kept, &error)) {
        fprintf(terminal->out, "The earlier unfinished game is now in %s\n", kept);
        return;
    }
    fprintf(terminal->out, "This game will not be kept, so that it does not replace another: %s\n",
            error.text);
    autosave_close(&terminal->autosave);
}

/* Autosaves the game in progress, so that the program may end at any time. */
static void keep_game(Terminal *terminal) {
    Error error;
    bool was_said = terminal->keeping == GAME_NOT_SAVED;
    if (terminal->keeping == GAME_NOT_KEPT && autosave_exists(&terminal->autosave))
        set_earlier_game_aside(terminal);
    if (!*terminal->autosave.path)
        return;
    terminal_players_write_names(terminal);
    bool is_saved = autosave_save(&terminal->autosave, terminal_stored(terminal), &error);
    terminal->keeping = is_saved ? GAME_KEPT : GAME_NOT_SAVED;
    signals_set_exit_message(is_saved ? terminal->exit_message : NOT_SAVED);
    if (!is_saved && !was_said)
        fprintf(terminal->out,
                "This game cannot be saved, and would be lost with the terminal: %s\n", error.text);
}

static void forget_game(Terminal *terminal) {
    if (terminal->keeping == GAME_KEPT)
        autosave_remove(&terminal->autosave);
    if (terminal->keeping != GAME_NOT_KEPT)
        signals_set_exit_message("\n");
    terminal->keeping = GAME_NOT_KEPT;
}

static void open_unfinished(Terminal *terminal) {
    Error error;
    signals_set_exit_message("\n");
    if (!autosave_open(&terminal->autosave, &error))
        fprintf(terminal->out, "An unfinished game will not be saved: %s\n", error.text);
    snprintf(terminal->exit_message, sizeof terminal->exit_message,
             "\nThe game is saved in %s\nThe next start offers to continue it.\n",
             terminal->autosave.path);
}

/* --- reading and answering a line --- */

/* Sets the text of the next prompt, and returns it. */
static const char *write_prompt(Terminal *terminal) {
    char *text = terminal->prompt_text;
    const Position *pos = terminal_position(terminal);
    if (terminal->is_choosing)
        snprintf(text, PROMPT_SIZE, "Enter starts the game> ");
    else if (!terminal->ui->session.in_progress)
        snprintf(text, PROMPT_SIZE, "Another game? [Y/n] ");
    else if (pos->rules->halfmoves_per_turn > 1)
        snprintf(text, PROMPT_SIZE, "%s, %s piece> ", outcome_colour_name((Colour)pos->player),
                 outcome_colour_name((Colour)pos->side));
    else
        snprintf(text, PROMPT_SIZE, "%s> ", outcome_colour_name((Colour)pos->player));
    return text;
}

/* Reads an answer: 1 for yes or an empty line, 0 for no, -1 for anything else. */
static int read_yes_or_no(const char *line) {
    char word[8];
    int end = 0;
    if (sscanf(line, "%7s%n", word, &end) != 1)
        return 1;
    bool is_alone = line[end + (int)strspn(line + end, " \t")] == '\0';
    if (is_alone && (text_equal_ignoring_case(word, "y") || text_equal_ignoring_case(word, "yes")))
        return 1;
    bool is_no = text_equal_ignoring_case(word, "n") || text_equal_ignoring_case(word, "no");
    return is_alone && is_no ? 0 : -1;
}

/* Between games, also accepts yes and no, as answers to "Another game?". */
static void answer(Terminal *terminal, char *line) {
    int answered = terminal->ui->session.in_progress ? -1 : read_yes_or_no(line);
    if (answered == 1)
        terminal_setup_start(terminal);
    else if (answered == 0)
        terminal->must_end = true;
    else
        terminal_commands_execute(terminal, line);
}

static bool read_line(Terminal *terminal, const char *prompt, char **line) {
    LineKind kind;
    while ((kind = prompt_read(&terminal->prompt, prompt, line)) == LINE_TOO_LONG ||
           kind == LINE_BINARY)
        fputs(kind == LINE_TOO_LONG ? "That line is longer than 64 KiB, and is ignored\n"
                                    : "That line is not text, and is ignored\n",
              terminal->out);
    if (kind != LINE_TEXT) {
        fputc('\n', terminal->out);
        terminal->must_end = true;
        terminal->has_failed = kind == LINE_FAILED;
    }
    return kind == LINE_TEXT;
}

/* Ends the game in progress if it is over. */
static void finish_if_over(Terminal *terminal) {
    Session *session = &terminal->ui->session;
    if (!session->in_progress || !stored_game_is_decided(&session->stored))
        return;
    session_finish(session);
    terminal->first_half = MOVE_NONE;
    terminal->wants_board = true;
    forget_game(terminal);
}

static void ask(Terminal *terminal) {
    char *line;
    if (!read_line(terminal, write_prompt(terminal), &line))
        return;
    session_run_clock(&terminal->ui->session, clock_now_ms());
    finish_if_over(terminal);
    answer(terminal, line);
}

/* --- playing --- */

static bool make_computers_move(Terminal *terminal) {
    TextUi *ui = terminal->ui;
    fputs("The computer is thinking... ", terminal->out);
    fflush(terminal->out);
    if (!textui_choose_turn(ui)) {
        if (outcome_is_over(game_outcome(terminal_game(terminal))))
            fputc('\n', terminal->out);
        return false;
    }
    terminal_moves_say(terminal, ui->session.chosen_turn);
    textui_play_turn(ui, ui->session.chosen_turn, false);
    terminal->wants_board = true;
    return true;
}

static void show(Terminal *terminal) {
    terminal->wants_board = false;
    if (terminal->is_choosing) {
        terminal_setup_show(terminal);
        fputs("Change any, such as `ruleset losers` or `level 3`; `help` lists all commands.\n",
              terminal->out);
        return;
    }
    if (!terminal_has_game(terminal))
        return; /* only a lack of memory can cause this */
    terminal_view_board(terminal);
    if (!terminal->ui->session.in_progress)
        fputs("`undo` takes back the last turn, `game` lists the turns, `save FILE` saves it\n",
              terminal->out);
}

/* Called while a person thinks. If the clock has run out, says so and returns the next prompt. */
static const char *await_person(void *context) {
    Terminal *terminal = context;
    Session *session = &terminal->ui->session;
    while (!stream_await_input(terminal->in, session_time_left(session, clock_now_ms()))) {
        session_run_clock(session, clock_now_ms());
        if (!outcome_is_over(game_outcome(terminal_game(terminal))))
            continue;
        fputc('\n', terminal->out);
        finish_if_over(terminal);
        show(terminal);
        return write_prompt(terminal);
    }
    return NULL;
}

/* Lets the computer move, or a person type a line. */
static void play(Terminal *terminal) {
    Session *session = &terminal->ui->session;
    for (bool failed = false; !terminal->must_end && !ferror(terminal->out);) {
        bool has_turns = terminal_game(terminal)->count > 0 || terminal->keeping == GAME_KEPT;
        session_run_clock(session, clock_now_ms());
        finish_if_over(terminal);
        if (terminal->wants_board && session->in_progress && has_turns)
            keep_game(terminal);
        if (session_awaits_computer(session) && !failed) {
            failed = !make_computers_move(terminal);
            continue;
        }
        failed = false;
        if (terminal->wants_board)
            show(terminal);
        ask(terminal);
    }
}

/* Offers to continue the game of an earlier session. */
static void offer_unfinished(Terminal *terminal) {
    Error error;
    char *line;
    int answered = -1;
    while (answered < 0 &&
           read_line(terminal, "There is an unfinished game. Continue it? [Y/n] ", &line)) {
        answered = read_yes_or_no(line);
        if (answered < 0 && (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0)) {
            terminal->must_end = true;
            return;
        }
        if (answered < 0)
            fputs("Type y to continue, n to play another game, or quit\n", terminal->out);
    }
    if (answered != 1)
        return;
    if (terminal_setup_load(terminal, terminal->autosave.path, &error))
        terminal->keeping = GAME_KEPT;
    else
        fprintf(terminal->out, "Cannot continue: %s\n", error.text);
}

/* Prepares the first game. Returns false if it cannot be loaded. */
static bool begin(Terminal *terminal, const TerminalConfig *config) {
    Error error;
    if (config->file && !terminal_setup_load(terminal, config->file, &error))
        return command_line_report(error.text);
    if (terminal_has_game(terminal))
        return true;
    if (terminal->is_interactive && autosave_exists(&terminal->autosave))
        offer_unfinished(terminal);
    if (terminal->must_end || terminal_has_game(terminal))
        return true;
    terminal->is_choosing = terminal->is_interactive && !config->has_choices;
    if (!terminal->is_choosing)
        terminal_setup_start(terminal);
    terminal->wants_board = true;
    return true;
}

static void init(Terminal *terminal, TextUi *ui, const TerminalConfig *config, FILE *in) {
    *terminal = (Terminal){.ui = ui, .in = in, .out = ui->config.out, .settings = config->settings};
    terminal->is_interactive = tty_is(in) && tty_is(terminal->out);
    ui->session.real_time = true;
    LineEditorConfig editor = {.find = terminal_commands_complete,
                               .await = await_person,
                               .context = terminal,
                               .limit = TEXTUI_LINE_MAX};
    bool may_edit = terminal->is_interactive && tty_has_escapes();
    if (terminal->is_interactive) {
        bool is_utf8 = tty_is_utf8();
        if (!config->is_ascii)
            terminal->style = (BoardStyle){is_utf8, tty_colours()};
        open_unfinished(terminal);
    }
    if (path_state_folder(terminal->history)) {
        size_t length = strlen(terminal->history);
        snprintf(terminal->history + length, sizeof terminal->history - length, "/history");
        editor.history = terminal->history;
    }
    prompt_start(&terminal->prompt, in, terminal->out, &editor, may_edit);
}

bool terminal_play_games(TextUi *ui, const TerminalConfig *config, FILE *in) {
    Terminal *terminal = malloc(sizeof *terminal);
    if (!terminal)
        return command_line_report("out of memory");
    init(terminal, ui, config, in);
    bool is_ready = begin(terminal, config);
    if (is_ready)
        play(terminal);
    if (terminal->has_failed)
        command_line_report("out of memory");
    if (terminal->keeping != GAME_NOT_KEPT) /* skip the message's leading line break */
        fputs((terminal->keeping == GAME_KEPT ? terminal->exit_message : NOT_SAVED) + 1,
              terminal->out);
    if (terminal->is_interactive)
        signals_set_exit_message(NULL);
    prompt_free(&terminal->prompt);
    autosave_close(&terminal->autosave);
    bool is_done =
        is_ready && !terminal->has_failed && fflush(terminal->out) == 0 && !ferror(terminal->out);
    free(terminal);
    return is_done;
}
