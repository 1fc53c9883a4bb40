#include "textui/terminal.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/os/signals.h"
#include "base/os/stream.h"
#include "base/os/tty.h"
#include "cli/command_line.h"
#include "textui/terminal_ask.h"
#include "textui/terminal_commands.h"
#include "textui/terminal_keep.h"
#include "textui/terminal_moves.h"
#include "textui/terminal_players.h"
#include "textui/terminal_setup.h"
#include "textui/terminal_view.h"
#include "textui/textui.h"

#include <stdlib.h>
#include <string.h>

/* --- reading and answering a line --- */

/* Between games, also accepts yes and no, as answers to "Another game?". */
static void answer(Terminal *terminal, char *line) {
    int answered = terminal->ui->session.in_progress ? -1 : terminal_ask_read_answer(line);
    if (answered == 1)
        terminal_setup_start(terminal, NULL);
    else if (answered == 0)
        terminal->must_end = true;
    else
        terminal_commands_execute(terminal, line);
}

/* Ends the game in progress if it is over. */
static void finish_if_over(Terminal *terminal) {
    Session *session = &terminal->ui->session;
    if (!session->in_progress || !stored_game_is_decided(&session->stored))
        return;
    session_finish(session);
    terminal->first_half = MOVE_NONE;
    terminal->wants_board = true;
    terminal_keep_forget(terminal);
}

static void ask(Terminal *terminal) {
    char *line;
    if (!terminal_ask_line(terminal, terminal_ask_prompt(terminal), &line))
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

/* Called while a person thinks. If the clock has run out, says so and returns the next prompt; if
 * the program was stopped and goes on, returns the prompt that the shell has overwritten. */
static const char *await_person(void *context) {
    Terminal *terminal = context;
    Session *session = &terminal->ui->session;
    while (!stream_await_input(terminal->in, session_time_left(session, clock_now_ms()))) {
        bool was_stopped = signals_take_continuation();
        session_run_clock(session, clock_now_ms());
        if (!session->in_progress || !outcome_is_over(game_outcome(terminal_game(terminal)))) {
            if (was_stopped)
                return terminal->prompt_text;
            continue;
        }
        fputc('\n', terminal->out);
        finish_if_over(terminal);
        show(terminal);
        fflush(terminal->out);
        return terminal_ask_prompt(terminal);
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
            terminal_keep_game(terminal);
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
           terminal_ask_line(terminal, "There is an unfinished game. Continue it? [Y/n] ", &line)) {
        answered = terminal_ask_read_answer(line);
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
        terminal_setup_start(terminal, NULL);
    terminal->wants_board = true;
    return true;
}

static void init(Terminal *terminal, TextUi *ui, const TerminalConfig *config, FILE *in) {
    FILE *out = ui->config.out;
    *terminal = (Terminal){
        .ui = ui, .in = in, .out = out, .settings = config->settings, .is_turning = true};
    terminal->is_interactive = tty_is(in) && tty_is(out);
    FILE *wrapped = terminal->is_interactive ? word_wrap_open(&terminal->wrap, out) : NULL;
    if (wrapped)
        terminal->out = ui->config.out = wrapped;
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
        terminal_keep_open(terminal);
    }
    if (path_state_folder(terminal->history)) {
        size_t length = strlen(terminal->history);
        snprintf(terminal->history + length, sizeof terminal->history - length, "/history");
        editor.history = terminal->history;
    }
    prompt_start(&terminal->prompt, in, out, &editor, may_edit);
}

bool terminal_play_games(TextUi *ui, const TerminalConfig *config, FILE *in) {
    FILE *out = ui->config.out;
    Terminal *terminal = malloc(sizeof *terminal);
    if (!terminal)
        return command_line_report("out of memory");
    init(terminal, ui, config, in);
    bool is_ready = begin(terminal, config);
    if (is_ready)
        play(terminal);
    if (terminal->has_failed)
        command_line_report("out of memory");
    if (terminal->is_interactive)
        terminal_keep_end(terminal);
    prompt_free(&terminal->prompt);
    autosave_close(&terminal->autosave);
    bool is_done =
        is_ready && !terminal->has_failed && fflush(terminal->out) == 0 && !ferror(terminal->out);
    if (terminal->out != out)
        fclose(terminal->out);
    ui->config.out = out;
    free(terminal);
    return is_done;
}
