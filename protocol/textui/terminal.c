#include "textui/terminal.h"

#include "base/lines.h"
#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/words.h"
#include "textui/args.h"
#include "textui/extended.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 78 };

typedef struct {
    TextUi *ui;
    const Ruleset *rules; /* of the next game */
    Colour colour;        /* the person's */
    FILE *out;
    int64_t asked_at; /* by clock_now_ms(): when the prompt was printed */
    bool wants_board; /* must the board be drawn before the next prompt? */
    bool must_end;
} Terminal;

static const Game *game_of(const Terminal *terminal) {
    return &terminal->ui->session.stored.game;
}

/* Reads an argument; prints an error unless there is exactly one. */
static bool read_arg(Terminal *terminal, char *text, ArgKind kind, CommandArg *arg) {
    CommandArg args[ARGS_MAX];
    if (!args_read(text, (const ArgKinds){kind}, args)) {
        textui_say(terminal->ui, INPUT_ERROR);
        return false;
    }
    *arg = args[0];
    return true;
}

/* Prints an error if there is an argument. */
static bool has_no_argument(Terminal *terminal, char *text) {
    bool is_empty = words_next(&text) == NULL;
    if (!is_empty)
        textui_say(terminal->ui, INPUT_ERROR);
    return is_empty;
}

/* --- the commands --- */

static void describe_rules(const Terminal *terminal) {
    const Ruleset *rules = terminal->rules;
    fprintf(terminal->out, "You play %s by the rules of %s.\n",
            outcome_colour_name(terminal->colour), rules->name);
    fprintf(terminal->out, "If you can capture, you must. You win when you are down to %s.\n",
            rules->bare_at > 1 ? "three pieces, kings included" : "your king");
    fprintf(terminal->out, "A checkmated player %s. You may not leave %s in check%s.\n",
            rules->mate == MATED_WINS ? "wins" : "loses",
            rules->halfmoves_per_turn > 1 ? "a king" : "your king",
            rules->antiking ? ", and must leave your anti-king (a, A) in check" : "");
    if (rules->halfmoves_per_turn > 1)
        fputs("A turn moves a white piece, then a black one: e2e4,e7e5\n", terminal->out);
    fputs("Type a move like e2e4, or `help`.\n\n", terminal->out);
}

static void set_players(Terminal *terminal) {
    session_set_players(&terminal->ui->session, terminal->colour == BLACK,
                        terminal->colour == WHITE);
    terminal->wants_board = true;
}

static void do_new(Terminal *terminal, char *ruleset) {
    const Ruleset *rules = *ruleset ? ruleset_find(ruleset) : terminal->rules;
    if (!rules) {
        fprintf(terminal->out, "There is no ruleset '%s'; `rulesets` lists all rulesets\n",
                ruleset);
        return;
    }
    terminal->rules = rules;
    fputc('\n', terminal->out);
    Setup setup = {.rules = rules, .clocks = {{GAME_NO_CLOCK, GAME_NO_CLOCK}}};
    textui_start_game(terminal->ui, &setup);
    describe_rules(terminal);
    set_players(terminal);
}

static void do_save(Terminal *terminal, char *file) {
    CommandArg path;
    if (read_arg(terminal, file, ARG_FILE, &path))
        textui_save_game(terminal->ui, path.text);
}

static void do_load(Terminal *terminal, char *file) {
    CommandArg path;
    if (!read_arg(terminal, file, ARG_FILE, &path))
        return;
    textui_load_game(terminal->ui, path.text);
    textui_finish_if_over(terminal->ui);
    if (terminal->ui->session.in_progress) {
        terminal->rules = game_of(terminal)->start.rules;
        set_players(terminal);
    }
}

static void do_hint(Terminal *terminal, char *rest) {
    if (has_no_argument(terminal, rest))
        extended_hint(terminal->ui);
}

static void do_undo(Terminal *terminal, char *rest) {
    if (has_no_argument(terminal, rest))
        extended_undo(terminal->ui);
    terminal->wants_board = true;
}

static void do_board(Terminal *terminal, char *rest) {
    if (has_no_argument(terminal, rest))
        extended_draw_board(terminal->ui);
}

static void do_level(Terminal *terminal, char *level) {
    CommandArg number;
    if (read_arg(terminal, level, ARG_COUNT, &number))
        extended_set_level(terminal->ui, number.number);
}

static void do_swap(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal->colour = other(terminal->colour);
    fprintf(terminal->out, "You now play %s\n", outcome_colour_name(terminal->colour));
    if (terminal->ui->session.in_progress)
        set_players(terminal);
}

static void do_moves(Terminal *terminal, char *nothing) {
    (void)nothing;
    TurnTexts turns;
    if (!terminal->ui->session.in_progress ||
        !notation_all_turns(&game_of(terminal)->now, STYLE_COURSE, &turns))
        return;
    int column = 0;
    for (int i = 0; i < turns.count; i++) {
        int width = (int)strlen(turns.texts[i]) + 2;
        if (column + width > COLUMNS)
            column = fputc('\n', terminal->out) == EOF;
        column += fprintf(terminal->out, "%s  ", turns.texts[i]);
    }
    fputc('\n', terminal->out);
    notation_free_turns(&turns);
}

static void do_rulesets(Terminal *terminal, char *nothing) {
    (void)nothing;
    for (int i = 0; i < ruleset_count(); i++)
        fprintf(terminal->out, "%s\n", ruleset_at(i)->name);
}

static void do_help(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal_print_help(terminal->out);
}

static void do_quit(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal->must_end = true;
}

typedef struct {
    const char *name;
    const char *argument; /* "": none; in brackets: optional */
    bool needs_game;      /* does the command need a game in progress? */
    void (*run)(Terminal *terminal, char *argument);
    const char *help;
} TerminalCommand;

static const TerminalCommand TERMINAL_COMMANDS[] = {
    {"moves", "", false, do_moves, "lists every legal move"},
    {"hint", "", true, do_hint, "shows what the computer would play for you"},
    {"undo", "", true, do_undo, "takes back your last move and the reply"},
    {"board", "", true, do_board, "redraws the board"},
    {"level", "0..20", false, do_level, "sets how well the computer plays"},
    {"swap", "", false, do_swap, "changes sides with the computer"},
    {"new", "[RULESET]", false, do_new, "starts a new game"},
    {"rulesets", "", false, do_rulesets, "lists the rulesets"},
    {"save", "FILE", true, do_save, "saves the game to a file"},
    {"load", "FILE", false, do_load, "loads a game from a file and continues it"},
    {"help", "", false, do_help, "prints this list"},
    {"quit", "", false, do_quit, "ends the program"},
};

enum { TERMINAL_COMMAND_COUNT = sizeof TERMINAL_COMMANDS / sizeof TERMINAL_COMMANDS[0] };

void terminal_print_help(FILE *out) {
    fprintf(out, "  %-16s  %s\n", "e2e4, e2-e4", "plays your move; in mind control e2e4,e7e5");
    for (int i = 0; i < TERMINAL_COMMAND_COUNT; i++) {
        const TerminalCommand *command = &TERMINAL_COMMANDS[i];
        int width = fprintf(out, "  %s %s", command->name, command->argument);
        fprintf(out, "%*s%s\n", 20 - width, "", command->help);
    }
}

static void make_move(Terminal *terminal, const char *text) {
    Turn turn;
    Error error;
    int64_t spent = clock_now_ms() - terminal->asked_at;
    if (session_awaits_computer(&terminal->ui->session)) {
        fputs("It is the computer's turn; press Enter to let it try again\n", terminal->out);
    } else if (!notation_read_typed_turn(&game_of(terminal)->now, text, &turn, &error)) {
        fprintf(terminal->out, "%s\n", error.text);
    } else {
        textui_make_move(terminal->ui, text, spent);
        textui_finish_if_over(terminal->ui);
        terminal->wants_board = true;
    }
}

static void execute(Terminal *terminal, char *line) {
    const char *name = words_next(&line);
    const TerminalCommand *entry = NULL;
    for (int i = 0; i < TERMINAL_COMMAND_COUNT && name; i++)
        if (strcmp(TERMINAL_COMMANDS[i].name, name) == 0)
            entry = &TERMINAL_COMMANDS[i];
    char *rest = line + strspn(line, " \t");
    if (!name)
        return;
    bool is_playing = terminal->ui->session.in_progress;
    if (!entry && is_playing)
        make_move(terminal, name);
    else if (entry && !*rest && *entry->argument && *entry->argument != '[')
        fprintf(terminal->out, "Type: %s %s\n", entry->name, entry->argument);
    else if (entry && (is_playing || !entry->needs_game))
        entry->run(terminal, rest);
    else
        fputs("There is no game; `new` starts one, `help` lists what you can type\n",
              terminal->out);
}

/* --- playing --- */

/* On the computer's turn, lets the computer choose its turn, and prints it. */
static bool choose_turn(TextUi *ui) {
    bool chosen = textui_choose_turn(ui);
    if (chosen)
        textui_say_turn(ui, ui->session.chosen_turn);
    return chosen;
}

static void make_chosen_turn(TextUi *ui) {
    textui_play_turn(ui, ui->session.chosen_turn, false);
    textui_finish_if_over(ui);
}

static bool make_computers_move(Terminal *terminal) {
    fputs("The computer is thinking... ", terminal->out);
    fflush(terminal->out);
    TextUi *ui = terminal->ui;
    if (!choose_turn(ui))
        return false;
    make_chosen_turn(ui);
    terminal->wants_board = true;
    return true;
}

/* Handles a line. Between games, also accepts yes and no, as answers to "Another game?". */
static void answer(Terminal *terminal, char *line) {
    bool is_playing = terminal->ui->session.in_progress;
    char first = line[strspn(line, " \t")];
    bool is_short = strlen(line) <= 3;
    if (!is_playing && (first == '\0' || (is_short && strchr("yY", first))))
        do_new(terminal, line + strlen(line));
    else if (!is_playing && is_short && strchr("nN", first) && strcmp(line, "new") != 0)
        terminal->must_end = true;
    else
        execute(terminal, line);
}

static void ask(Terminal *terminal, LineReader *reader) {
    char *line;
    if (terminal->ui->session.in_progress)
        fprintf(terminal->out, "%s> ", outcome_colour_name(session_player(&terminal->ui->session)));
    else
        fputs("Another game? [Y/n] ", terminal->out);
    fflush(terminal->out);
    terminal->asked_at = clock_now_ms();
    switch (lines_read(reader, &line)) {
    case LINE_TEXT:
        answer(terminal, line);
        break;
    case LINE_END:
        fputc('\n', terminal->out);
        terminal->must_end = true;
        break;
    default:
        fputs("That line is too long, or is not text\n", terminal->out);
    }
}

bool terminal_play_games(TextUi *ui, const Ruleset *rules, FILE *in) {
    Terminal terminal = {.ui = ui, .rules = rules, .colour = WHITE, .out = ui->config.out};
    LineReader reader;
    lines_init(&reader, in, TEXTUI_LINE_MAX);
    do_new(&terminal, "");
    for (bool failed = false; !terminal.must_end && !ferror(terminal.out);) {
        if (terminal.wants_board)
            extended_draw_board(ui);
        terminal.wants_board = false;
        if (session_awaits_computer(&ui->session) && !failed) {
            failed = !make_computers_move(&terminal);
        } else {
            ask(&terminal, &reader);
            failed = false;
        }
    }
    lines_free(&reader);
    return fflush(terminal.out) == 0 && !ferror(terminal.out);
}

/* --- the demo --- */

enum { DEMO_TURNS_MAX = 300 };

/* Prints a turn, with a number at the beginning of each line. */
static void show_turn(FILE *out, const Game *game, Turn turn) {
    char text[TURN_TEXT_SIZE];
    int turns_per_line = game->start.rules->halfmoves_per_turn > 1 ? 4 : 8;
    notation_write_turn(&game->now, turn, STYLE_COURSE, text);
    if (game->count % turns_per_line == 0)
        fprintf(out, "%s%4d.", game->count ? "\n" : "", game->count + 1);
    fprintf(out, " %s", text);
    fflush(out);
}

/* Plays the game in progress to its end, but at most DEMO_TURNS_MAX turns, and prints its turns to
 * `out`. The answers go to ui->config.out. */
static bool show_game(TextUi *ui, FILE *out) {
    const Game *game = &ui->session.stored.game;
    while (ui->session.in_progress && game->count < DEMO_TURNS_MAX) {
        if (!choose_turn(ui))
            return false;
        show_turn(out, game, ui->session.chosen_turn);
        make_chosen_turn(ui);
    }
    fputs("\n\n", out);
    return true;
}

static bool demonstrate(const TextUiConfig *config, const char *ruleset) {
    FILE *out = config->out;
    MemoryStream said;
    TextUiConfig quiet = *config;
    if (!memory_stream_open(&said))
        return false;
    quiet.out = said.file;
    TextUi ui;
    textui_init(&ui, &quiet);
    fprintf(out, "A game of %s\n", ruleset);
    Setup setup = {.rules = ruleset_find(ruleset),
                   .computer = {true, true},
                   .clocks = {{GAME_NO_CLOCK, GAME_NO_CLOCK}}};
    textui_start_game(&ui, &setup);
    ui.session.stored.game.tournament_draws = true;
    bool shown = show_game(&ui, out);
    memory_stream_close(&said);
    ui.config.out = out;
    if (!shown)
        fprintf(out, "\n%s", said.bytes);
    extended_draw_board(&ui);
    fputc('\n', out);
    textui_free(&ui);
    free(said.bytes);
    return shown;
}

bool terminal_play_demo(const TextUiConfig *config) {
    static const char *const games[] = {"6170-spring-2007", "6170-spring-2006-antiking",
                                        "6170-fall-2003-mindcontrol"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (!demonstrate(config, games[i]))
            return false;
    return fflush(config->out) == 0 && !ferror(config->out);
}
