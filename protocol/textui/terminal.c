#include "textui/terminal.h"

#include "base/lines.h"
#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/words.h"
#include "textui/extended.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 78, COMMAND_SIZE = TEXTUI_LINE_MAX + 64 };

typedef struct {
    TextUi *ui;
    const Ruleset *rules; /* of the next game */
    Colour colour;        /* the person's */
    FILE *out;
    int64_t asked_at; /* when the person was asked for a turn */
    bool wants_board; /* has the game changed? */
    bool must_end;
} Terminal;

static const Game *game_of(const Terminal *terminal) {
    return &terminal->ui->session.record.game;
}

/* Has one of the TextUI's commands carried out. */
static void run(Terminal *terminal, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void run(Terminal *terminal, const char *format, ...) {
    char command[COMMAND_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    textui_command(terminal->ui, command);
}

/* --- what the person may type --- */

static void describe_rules(const Terminal *terminal) {
    const Ruleset *rules = terminal->rules;
    fprintf(terminal->out, "You play %s by the rules of %s.\n",
            outcome_colour_name(terminal->colour), rules->name);
    fprintf(terminal->out, "Who can capture must. Whose pieces are down to %s wins.\n",
            rules->bare_at > 1 ? "three, kings included," : "the king");
    fprintf(terminal->out, "Who is checkmated %s. The kings must not be left in check%s.\n",
            rules->mate == MATED_WINS ? "wins" : "loses",
            rules->antiking ? ", the anti-kings (a, A) must be" : "");
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
        fprintf(terminal->out, "There is no ruleset '%s'; `rulesets` lists them\n", ruleset);
        return;
    }
    terminal->rules = rules;
    fputc('\n', terminal->out);
    run(terminal, "StartNewGame human 0 human 0 %s", rules->name);
    describe_rules(terminal);
    set_players(terminal);
}

static void do_load(Terminal *terminal, char *file) {
    run(terminal, "LoadGame %s", file);
    if (terminal->ui->session.in_progress) {
        terminal->rules = game_of(terminal)->start.rules;
        set_players(terminal);
    }
}

static void do_swap(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal->colour = other(terminal->colour);
    fprintf(terminal->out, "You play %s now\n", outcome_colour_name(terminal->colour));
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
    const char *argument;                            /* none: "" */
    const char *command;                             /* the TextUI command that does it; or NULL, */
    void (*run)(Terminal *terminal, char *argument); /* and this does */
    bool changes_game;
    const char *help;
} TerminalCommand;

static const TerminalCommand TERMINAL_COMMANDS[] = {
    {"moves", "", NULL, do_moves, false, "every legal move"},
    {"hint", "", "Hint", NULL, false, "what the computer would play for you"},
    {"undo", "", "Undo", NULL, true, "takes back your last move and the answer"},
    {"board", "", "Board", NULL, false, "draws the board again"},
    {"level", "0..20", "Level", NULL, false, "how well the computer plays"},
    {"swap", "", NULL, do_swap, true, "changes sides with the computer"},
    {"new", "[RULESET]", NULL, do_new, true, "starts another game"},
    {"rulesets", "", NULL, do_rulesets, false, "the rulesets there are"},
    {"save", "FILE", "SaveGame", NULL, false, "writes the game to a file"},
    {"load", "FILE", NULL, do_load, true, "goes on with the game in a file"},
    {"help", "", NULL, do_help, false, "prints this list"},
    {"quit", "", NULL, do_quit, false, "ends the program"},
};

enum { TERMINAL_COMMAND_COUNT = sizeof TERMINAL_COMMANDS / sizeof TERMINAL_COMMANDS[0] };

void terminal_print_help(FILE *out) {
    fprintf(out, "  %-16s  %s\n", "e2e4, e2-e4", "your move; in mind control e2e4,e7e5");
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
        fputs("It is the computer's turn; press Enter and it tries again\n", terminal->out);
    } else if (!notation_read_turn(&game_of(terminal)->now, text, &turn, &error)) {
        fprintf(terminal->out, "%s\n", error.text);
    } else {
        run(terminal, "MakeMove %s %" PRId64, text, spent);
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
    if (!entry && terminal->ui->session.in_progress)
        make_move(terminal, name);
    else if (!entry)
        fputs("There is no game; `new` starts one, `help` lists what you can type\n",
              terminal->out);
    else if (!*rest && *entry->argument && *entry->argument != '[')
        fprintf(terminal->out, "Type: %s %s\n", entry->name, entry->argument);
    else if (entry->run)
        entry->run(terminal, rest);
    else
        run(terminal, "%s %s", entry->command, rest);
    terminal->wants_board |= entry && entry->command && entry->changes_game;
}

/* --- the course of play --- */

static bool make_computers_move(Terminal *terminal) {
    fputs("The computer thinks... ", terminal->out);
    fflush(terminal->out);
    run(terminal, "GetNextMove");
    if (!terminal->ui->session.has_chosen_turn)
        return false;
    run(terminal, "MakeNextMove");
    terminal->wants_board = true;
    return true;
}

/* Between games the answer may also be a plain yes or no. */
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
        fputs("That line cannot be read\n", terminal->out);
    }
}

bool terminal_play_games(TextUi *ui, const Ruleset *rules, FILE *in) {
    Terminal terminal = {.ui = ui, .rules = rules, .colour = WHITE, .out = ui->config.out};
    LineReader reader;
    lines_init(&reader, in, TEXTUI_LINE_MAX);
    do_new(&terminal, "");
    for (bool failed = false; !terminal.must_end && !ferror(terminal.out);) {
        if (terminal.wants_board)
            extended_board(ui, NULL);
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

/* --- the demonstration --- */

enum { DEMO_TURNS_MAX = 300 }; /* no game of it is longer */

/* Prints a turn, and begins a line where one is due. */
static void show_turn(FILE *out, const Game *game, Turn turn) {
    char text[TURN_TEXT_SIZE];
    int a_line = game->start.rules->halfmoves_per_turn > 1 ? 4 : 8;
    notation_write_turn(&game->now, turn, STYLE_COURSE, text);
    if (game->count % a_line == 0)
        fprintf(out, "%s%4d.", game->count ? "\n" : "", game->count + 1);
    fprintf(out, " %s", text);
    fflush(out);
}

/* Plays the game in progress to its end. What is said meanwhile goes to config.out of the TextUi;
 * the game is shown on `out`. */
static bool show_game(TextUi *ui, FILE *out) {
    const Game *game = &ui->session.record.game;
    char get[] = "GetNextMove", make[] = "MakeNextMove";
    while (ui->session.in_progress && game->count < DEMO_TURNS_MAX) {
        textui_command(ui, get);
        if (!ui->session.has_chosen_turn)
            return false;
        show_turn(out, game, ui->session.chosen_turn);
        textui_command(ui, make);
    }
    fputs("\n\n", out);
    return true;
}

static bool demonstrate(const TextUiConfig *config, const char *ruleset) {
    FILE *out = config->out;
    char start[80];
    MemoryStream said;
    TextUiConfig quiet = *config;
    if (!memory_stream_open(&said))
        return false;
    quiet.out = said.file;
    TextUi ui;
    textui_init(&ui, &quiet);
    fprintf(out, "A game of %s\n", ruleset);
    snprintf(start, sizeof start, "StartNewGame computer 0 computer 0 %s", ruleset);
    textui_command(&ui, start);
    ui.session.record.game.tournament_draws = true;
    bool shown = show_game(&ui, out);
    memory_stream_close(&said);
    ui.config.out = out;
    if (!shown)
        fprintf(out, "\n%s", said.bytes);
    extended_board(&ui, NULL);
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
