#include "textui/terminal_commands.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/spelling.h"
#include "base/text.h"
#include "base/words.h"
#include "textui/extended.h"
#include "textui/terminal_ask.h"
#include "textui/terminal_moves.h"
#include "textui/terminal_players.h"
#include "textui/terminal_setup.h"
#include "textui/terminal_view.h"

#include <string.h>

/* --- settings --- */

/* If a game is in progress, adds to an answer that the change takes effect in the next game. */
static void say_from_next_game(Terminal *terminal) {
    bool is_playing = terminal->ui->session.in_progress;
    fputs(is_playing ? ", from the next game on; `new` starts it\n" : "\n", terminal->out);
    terminal->wants_board |= terminal->is_choosing;
}

static void do_level(Terminal *terminal, char *text) {
    int64_t level;
    if (*text && (!words_number(text, &level) || level < 0 || level > LEVEL_MAX)) {
        fprintf(terminal->out, "`level` is 0, the weakest, to %d\n", LEVEL_MAX);
        return;
    }
    if (*text)
        terminal->ui->level = (int)level;
    fprintf(terminal->out, "Level %d of %d\n", terminal->ui->level, LEVEL_MAX);
    terminal->wants_board |= terminal->is_choosing && *text;
}

static void say_players(Terminal *terminal) {
    if (terminal->settings.two_persons)
        fputs("Two people play\n", terminal->out);
    else
        fprintf(terminal->out, "You play %s\n", outcome_colour_name(terminal->settings.colour));
    if (terminal_has_game(terminal))
        terminal_players_apply(terminal);
    terminal->wants_board |= terminal->is_choosing;
}

static void do_colour(Terminal *terminal, char *text) {
    bool is_white = text_equal_ignoring_case(text, "white");
    if (!is_white && !text_equal_ignoring_case(text, "black")) {
        fputs("`colour` is white or black\n", terminal->out);
        return;
    }
    terminal->settings.colour = is_white ? WHITE : BLACK;
    terminal->settings.two_persons = false;
    say_players(terminal);
}

static void do_swap(Terminal *terminal, char *nothing) {
    (void)nothing;
    if (terminal->settings.two_persons) {
        fputs("Two people play; `opponent computer` lets the computer play\n", terminal->out);
        return;
    }
    terminal->settings.colour = other(terminal->settings.colour);
    say_players(terminal);
}

static void do_opponent(Terminal *terminal, char *text) {
    bool is_person = text_equal_ignoring_case(text, "person");
    if (!is_person && !text_equal_ignoring_case(text, "computer")) {
        fputs("`opponent` is computer or person\n", terminal->out);
        return;
    }
    terminal->settings.two_persons = is_person;
    say_players(terminal);
}

static void do_clock(Terminal *terminal, char *text) {
    Error error;
    char clock[TIME_CONTROL_TEXT_SIZE];
    if (!terminal_setup_read_clock(text, &terminal->settings, &error)) {
        fprintf(terminal->out, "%s\n", error.text);
        return;
    }
    fprintf(terminal->out, "Clocks: %s", terminal_view_time_control(&terminal->settings, clock));
    say_from_next_game(terminal);
}

static void do_chips(Terminal *terminal, char *text) {
    GameSettings *settings = &terminal->settings;
    Error error;
    if (!settings->rules->pass_chips) {
        fprintf(terminal->out, "There are no chips in %s, only in", settings->rules->name);
        for (int i = 0; i < ruleset_count(); i++)
            if (ruleset_at(i)->pass_chips)
                fprintf(terminal->out, " %s", ruleset_at(i)->name);
        fputc('\n', terminal->out);
    } else if (!terminal_setup_read_chips(text, settings->chips, &error)) {
        fprintf(terminal->out, "%s\n", error.text);
    } else {
        fprintf(terminal->out, "Chips: %d for White, %d for Black", settings->chips[WHITE],
                settings->chips[BLACK]);
        say_from_next_game(terminal);
    }
}

/* Ends a line about an unknown word with what may have been meant or, if nothing is near,
 * `otherwise`. */
static void suggest(const Terminal *terminal, const Spelling *spelling, const char *otherwise) {
    if (spelling->name)
        fprintf(terminal->out, "; did you mean `%s`?\n", spelling->name);
    else
        fprintf(terminal->out, "%s\n", otherwise);
}

static void offer_rulesets(Spelling *spelling) {
    for (int i = 0; i < ruleset_count(); i++)
        spelling_offer(spelling, ruleset_at(i)->name);
}

/* Makes the named ruleset that of the next game, or prints an error. */
static bool choose_ruleset(Terminal *terminal, const char *name) {
    const Ruleset *rules = ruleset_find(name);
    if (!rules) {
        Spelling spelling = {.word = name};
        offer_rulesets(&spelling);
        fprintf(terminal->out, "There is no ruleset %s", QUOTE(name));
        suggest(terminal, &spelling, "; `rulesets` lists all rulesets");
        return false;
    }
    terminal->settings.rules = rules;
    terminal->settings.are_rules_chosen = true;
    return true;
}

static void do_ruleset(Terminal *terminal, char *name) {
    if (!choose_ruleset(terminal, name))
        return;
    fprintf(terminal->out, "Ruleset: %s", terminal->settings.rules->title);
    say_from_next_game(terminal);
}

static void do_rulesets(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal_setup_list_rulesets(terminal);
}

static void do_settings(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal_setup_show(terminal);
}

/* --- the game --- */

static void do_new(Terminal *terminal, char *ruleset) {
    if (!*ruleset || choose_ruleset(terminal, ruleset))
        terminal_setup_start(terminal, NULL);
}

static void do_position(Terminal *terminal, char *fen) {
    Error error;
    Position start;
    char shown[FEN_SIZE];
    if (!*fen && terminal_has_game(terminal)) {
        position_to_fen(&terminal_game(terminal)->now, shown);
        fprintf(terminal->out, "%s\n", shown);
    } else if (!*fen) {
        fputs("`position` needs a FEN, as there is no game yet: position FEN\n", terminal->out);
    } else if (!position_from_fen(&start, terminal->settings.rules, fen, &error)) {
        fprintf(terminal->out, "Not a position of %s: %s\n", terminal->settings.rules->name,
                error.text);
    } else {
        terminal_setup_start(terminal, &start);
    }
}

static void do_moves(Terminal *terminal, char *which) {
    terminal_moves_list(terminal, which);
}

static void do_hint(Terminal *terminal, char *nothing) {
    (void)nothing;
    Turn turn;
    if (session_awaits_computer(&terminal->ui->session)) {
        fputs("It is the computer's turn\n", terminal->out);
    } else if (textui_find_hint(terminal->ui, &turn)) {
        if (terminal->first_half != MOVE_NONE)
            fputs("The whole turn, after `undo`: ", terminal->out);
        terminal_moves_say(terminal, turn);
    }
}

static void do_resign(Terminal *terminal, char *nothing) {
    (void)nothing;
    session_resign(&terminal->ui->session);
}

/* Takes back a resignation, or the last turn of a person and all turns after it. Returns the number
 * of turns. */
static int take_back(Session *session) {
    int undone = 0;
    while (session_take_back(session, clock_now_ms())) {
        undone++;
        if (!session_awaits_computer(session))
            break;
    }
    return undone;
}

/* Takes back the first half of a mind-control turn or, `text` times, what take_back() does. */
static void do_undo(Terminal *terminal, char *text) {
    Session *session = &terminal->ui->session;
    bool was_resigned = stored_game_is_forfeited(terminal_stored(terminal));
    int64_t count = 1;
    int undone = 0;
    if (*text && (!words_number(text, &count) || count < 1)) {
        fputs("`undo` takes back one move, or as many as you say: undo 3\n", terminal->out);
        return;
    }
    if (terminal->first_half != MOVE_NONE) {
        terminal->first_half = MOVE_NONE;
        terminal->wants_board = true;
        fputs("Undone: the first half of the turn\n", terminal->out);
        if (--count == 0)
            return;
    }
    for (int taken = 1; count > 0 && taken > 0; count--)
        undone += taken = take_back(session);
    terminal->wants_board = undone > 0;
    if (undone == 0)
        fputs("Nothing to undo\n", terminal->out);
    else if (was_resigned && undone == 1)
        fputs("Undone: the resignation\n", terminal->out);
    else if (was_resigned)
        fprintf(terminal->out, "Undone: the resignation and %d turn%s\n", undone - 1,
                undone == 2 ? "" : "s");
    else
        fprintf(terminal->out, "Undone: %d turn%s\n", undone, undone == 1 ? "" : "s");
}

static void do_board(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal->wants_board = true;
}

static void do_flip(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal->is_flipped = !terminal->is_flipped;
    terminal->wants_board = true;
}

static void do_rotate(Terminal *terminal, char *text) {
    bool is_on = text_equal_ignoring_case(text, "on");
    if (!is_on && !text_equal_ignoring_case(text, "off")) {
        fputs("`rotate` is on or off\n", terminal->out);
        return;
    }
    terminal->is_turning = is_on;
    fputs(is_on ? "If two people play, the board is turned to the one to move\n"
                : "If two people play, the board stays; `flip` turns it\n",
          terminal->out);
    terminal->wants_board = terminal_has_game(terminal);
}

static void do_game(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal_view_turns(terminal);
}

/* Cuts a colour off the text, which is left at what follows it, or says what the command needs. */
static bool take_colour(const Terminal *terminal, const char *command, const char *what,
                        char **text, Colour *colour) {
    char *word = words_next(text);
    *text += strspn(*text, " \t");
    *colour = word && text_equal_ignoring_case(word, "black") ? BLACK : WHITE;
    if (word && **text && text_equal_ignoring_case(word, outcome_colour_name(*colour)))
        return true;
    fprintf(terminal->out, "`%s` needs a colour, white or black, and a %s\n", command, what);
    return false;
}

static void do_name(Terminal *terminal, char *text) {
    Colour colour;
    if (!take_colour(terminal, "name", "name", &text, &colour))
        return;
    if (!extended_is_name(text)) {
        fprintf(terminal->out,
                "A name has at most %d bytes of UTF-8, none of them a control code\n",
                PLAYER_NAME_SIZE - 1);
        return;
    }
    if (stored_game_set_name(&terminal->ui->session.stored, colour, text))
        fprintf(terminal->out, "%s is %s\n", position_colour_name(colour), text);
    else
        fputs("Out of memory\n", terminal->out);
    terminal->wants_board = true;
}

static void do_time_left(Terminal *terminal, char *text) {
    Session *session = &terminal->ui->session;
    GameSettings read = terminal->settings;
    Colour colour;
    Error error;
    char clock[CLOCK_TEXT_SIZE];
    if (!take_colour(terminal, "time-left", "time", &text, &colour))
        return;
    if (strchr(text, '+') || !terminal_setup_read_clock(text, &read, &error)) {
        fprintf(terminal->out, "%s is not a time: it is 1 to 1440 minutes (5, 1:30), or none\n",
                QUOTE(text));
        return;
    }
    session_run_clock(session, clock_now_ms());
    session_set_clock(session, colour, read.clock_ms);
    fprintf(terminal->out, "%s has %s%s\n", position_colour_name(colour),
            terminal_view_clock(read.clock_ms, clock),
            read.clock_ms == GAME_NO_CLOCK ? " time" : " left");
    terminal->wants_board = true;
}

static bool read_path(const char *typed, char path[PATH_MAX], Error *error) {
    return path_read_typed(typed, path) || error_set(error, "the name of the file is too long");
}

/* May a game be saved in this file? A file that this game was not saved in may hold anything. */
static bool may_replace(Terminal *terminal, const char *path) {
    PathInfo info;
    if (!path_info(path, &info) || info.kind != PATH_FILE || info.size == 0 ||
        path_is_same(path, terminal->saved))
        return true;
    fprintf(terminal->out, "There is a file %s already\n", QUOTE(path));
    return terminal_ask_confirm(terminal, "Replace it? [y/N] ");
}

static void do_save(Terminal *terminal, char *typed) {
    Error error;
    char path[PATH_MAX], losses[LOSSES_TEXT_SIZE];
    bool has_path = read_path(typed, path, &error);
    if (has_path && !may_replace(terminal, path)) {
        fputs("Not saved\n", terminal->out);
        return;
    }
    bool saved = terminal_players_write_names(terminal)
                     ? has_path && gamefile_save(path, terminal_stored(terminal), &error)
                     : error_set_out_of_memory(&error);
    if (!saved) {
        fprintf(terminal->out, "Cannot save: %s\n", error.text);
        return;
    }
    strcpy(terminal->saved, path);
    losses_explain(gamefile_losses(path, terminal_stored(terminal)), losses);
    fprintf(terminal->out, "Game saved in %s%s\n", path, losses);
}

static void do_load(Terminal *terminal, char *typed) {
    Error error;
    char path[PATH_MAX];
    if (read_path(typed, path, &error) && terminal_setup_load(terminal, path, &error))
        fputs("Game loaded\n", terminal->out);
    else
        fprintf(terminal->out, "Cannot load: %s\n", error.text);
}

static void do_help(Terminal *terminal, char *topic);

static void do_quit(Terminal *terminal, char *nothing) {
    (void)nothing;
    terminal->must_end = true;
}

/* --- the table --- */

typedef enum { ANYTIME, AFTER_START, IN_PROGRESS } CommandTime;
typedef enum {
    COMPLETE_NOTHING,
    COMPLETE_RULESET,
    COMPLETE_FILE,
    COMPLETE_TOPIC, /* a command or a ruleset */
} CommandCompletion;

typedef struct {
    const char *name;
    const char *argument; /* the argument as `help` shows it; "": none; in brackets: optional */
    const char *needs;    /* what a required argument is; else NULL */
    CommandTime when;
    void (*run)(Terminal *terminal, char *argument);
    const char *help;
    CommandCompletion completion;
} TerminalCommand;

/* clang-format off */
static const TerminalCommand COMMANDS[] = {
    {"moves", "[SQUARE|PIECE]", NULL, IN_PROGRESS, do_moves,
     "lists the legal moves, or those from e2, or of N", COMPLETE_NOTHING},
    {"hint", "", NULL, IN_PROGRESS, do_hint, "shows what the computer would play for you", COMPLETE_NOTHING},
    {"undo", "[N]", NULL, AFTER_START, do_undo,
     "takes back your last move and the reply, N times", COMPLETE_NOTHING},
    {"takeback", "[N]", NULL, AFTER_START, do_undo, "the same as `undo`", COMPLETE_NOTHING},
    {"resign", "", NULL, IN_PROGRESS, do_resign, "gives the game up; `undo` takes that back",
     COMPLETE_NOTHING},
    {"board", "", NULL, AFTER_START, do_board, "redraws the board", COMPLETE_NOTHING},
    {"flip", "", NULL, AFTER_START, do_flip, "turns the board around", COMPLETE_NOTHING},
    {"game", "", NULL, AFTER_START, do_game, "lists the turns of the game", COMPLETE_NOTHING},
    {"name", "white|black NAME", "a colour and a name", AFTER_START, do_name,
     "sets a player's name in this game", COMPLETE_NOTHING},
    {"time-left", "white|black TIME", "a colour and a time", IN_PROGRESS, do_time_left,
     "sets how much time a player has: 5, 1:30, none", COMPLETE_NOTHING},
    {"save", "FILE", "a file name", AFTER_START, do_save, "saves the game, finished or not, to a file",
     COMPLETE_FILE},
    {"load", "FILE", "a file name", ANYTIME, do_load, "loads a game from a file and continues it",
     COMPLETE_FILE},
    {"new", "[RULESET]", NULL, ANYTIME, do_new, "starts a new game", COMPLETE_RULESET},
    {"position", "[FEN]", NULL, ANYTIME, do_position,
     "starts a game from a FEN, or shows this one's", COMPLETE_NOTHING},
    {"swap", "", NULL, ANYTIME, do_swap, "changes sides with the computer", COMPLETE_NOTHING},
    {"level", "[0..20]", NULL, ANYTIME, do_level, "sets, or shows, how well the computer plays",
     COMPLETE_NOTHING},
    {"colour", "white|black", "a colour", ANYTIME, do_colour, "chooses your colour", COMPLETE_NOTHING},
    {"color", "white|black", "a colour", ANYTIME, do_colour, "the same as `colour`", COMPLETE_NOTHING},
    {"opponent", "computer|person", "an opponent", ANYTIME, do_opponent, "chooses who plays against you",
     COMPLETE_NOTHING},
    {"rotate", "on|off", "on or off", ANYTIME, do_rotate,
     "turns the board with each move of two people", COMPLETE_NOTHING},
    {"ruleset", "RULESET", "the name of a ruleset", ANYTIME, do_ruleset, "chooses the rules of the next game",
     COMPLETE_RULESET},
    {"rulesets", "", NULL, ANYTIME, do_rulesets, "lists the rulesets", COMPLETE_NOTHING},
    {"clock", "MINUTES|none", "minutes, or none", ANYTIME, do_clock,
     "chooses the next game's clocks: 5, 1:30, 5+3, none", COMPLETE_NOTHING},
    {"chips", "N|W/B", "a number", ANYTIME, do_chips,
     "chooses the pass chips of the next game: 2, 2/0", COMPLETE_NOTHING},
    {"settings", "", NULL, ANYTIME, do_settings, "shows the choices for the next game", COMPLETE_NOTHING},
    {"help", "[TOPIC]", NULL, ANYTIME, do_help,
     "prints this list, or about a command or ruleset", COMPLETE_TOPIC},
    {"?", "[TOPIC]", NULL, ANYTIME, do_help, "the same as `help`", COMPLETE_TOPIC},
    {"quit", "", NULL, ANYTIME, do_quit, "ends the program; the next start offers the game",
     COMPLETE_NOTHING},
    {"exit", "", NULL, ANYTIME, do_quit, "the same as `quit`", COMPLETE_NOTHING},
};
/* clang-format on */

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void print_row(FILE *out, const char *what, const char *help) {
    fprintf(out, "  %-25s  %s\n", what, help);
}

static void print_command(FILE *out, const TerminalCommand *command) {
    char what[48];
    snprintf(what, sizeof what, "%s %s", command->name, command->argument);
    print_row(out, what, command->help);
}

void terminal_commands_print_help(FILE *out) {
    print_row(out, "e4, e2e4, e2-e4, Nf3", "plays your move; a chip pays for `pass`");
    print_row(out, "e4,e5", "plays a turn of mind control; also e4, then e5");
    for (int i = 0; i < COMMAND_COUNT; i++)
        print_command(out, &COMMANDS[i]);
}

static const TerminalCommand *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (text_equal_ignoring_case(COMMANDS[i].name, name))
            return &COMMANDS[i];
    return NULL;
}

static Spelling command_like(const char *word) {
    Spelling spelling = {.word = word};
    for (int i = 0; i < COMMAND_COUNT; i++)
        spelling_offer(&spelling, COMMANDS[i].name);
    return spelling;
}

static void do_help(Terminal *terminal, char *topic) {
    const TerminalCommand *command = find_command(topic);
    const Ruleset *rules = ruleset_find(topic);
    if (!*topic) {
        terminal_commands_print_help(terminal->out);
    } else if (command) {
        print_command(terminal->out, command);
    } else if (rules) {
        fprintf(terminal->out, "%s\n", rules->title);
        terminal_setup_describe(terminal->out, rules);
    } else {
        Spelling spelling = command_like(topic);
        offer_rulesets(&spelling);
        fprintf(terminal->out, "There is no help on %s", QUOTE(topic));
        suggest(terminal, &spelling, "; `help` lists what you can type");
    }
}

/* --- execution --- */

/* Says why a command cannot be carried out; returns whether it can. */
static bool check_command(const Terminal *terminal, const TerminalCommand *command,
                          const char *argument) {
    bool is_playing = terminal->ui->session.in_progress;
    if (!*argument && command->needs)
        fprintf(terminal->out, "`%s` needs %s: %s %s\n", command->name, command->needs,
                command->name, command->argument);
    else if (*argument && !*command->argument)
        fprintf(terminal->out, "`%s` takes no argument\n", command->name);
    else if (command->when != ANYTIME && !terminal_has_game(terminal))
        fputs("There is no game yet; press Enter to start one\n", terminal->out);
    else if (command->when == IN_PROGRESS && !is_playing)
        fputs("The game is over; `undo` takes back the last turn, `new` starts another\n",
              terminal->out);
    else
        return true;
    return false;
}

static void make_move(Terminal *terminal, char *word, const char *rest) {
    char line[QUOTE_SIZE]; /* the part of the line that is quoted in an error */
    snprintf(line, sizeof line, "%s %s", word, rest);
    Spelling spelling = {.word = word};
    if (!notation_looks_like_typed_turn(word))
        spelling = command_like(word);
    if (spelling.name) {
        fprintf(terminal->out, "There is no command %s", QUOTE(word));
        suggest(terminal, &spelling, "");
    } else if (terminal->ui->session.in_progress) {
        if (session_awaits_computer(&terminal->ui->session))
            fputs("It is the computer's turn; press Enter to let it try again\n", terminal->out);
        else if (*rest)
            fprintf(terminal->out,
                    "%s is neither a move nor a command; `help` lists what you can type\n",
                    QUOTE(line));
        else
            terminal_moves_play(terminal, word);
    } else if (notation_looks_like_typed_turn(word)) {
        fprintf(terminal->out, "There is no game in progress; press Enter to start %s\n",
                terminal_has_game(terminal) ? "another" : "one");
    } else {
        fprintf(terminal->out, "There is no command %s; `help` lists what you can type\n",
                QUOTE(word));
    }
}

void terminal_commands_execute(Terminal *terminal, char *line) {
    char *word = words_next(&line);
    if (!word)
        return;
    char *rest = text_trim(line);
    const TerminalCommand *command = find_command(word);
    if (!command)
        make_move(terminal, word, rest);
    else if (check_command(terminal, command, rest))
        command->run(terminal, rest);
}

/* --- completion --- */

/* Offers the words of an argument such as white|black as completions. */
static void offer_choices(const char *choices, const char *begin, Completion *completion) {
    char copy[64], *rest = copy, *choice;
    snprintf(copy, sizeof copy, "%s", choices);
    copy[strcspn(copy, " ")] = '\0';
    while ((choice = text_split(&rest, '|')))
        if (*choice >= 'a' && *choice <= 'z')
            completion_offer(completion, begin, choice);
}

static void offer_argument(const TerminalCommand *command, const char *begin,
                           Completion *completion) {
    completion->wants_file = command->completion == COMPLETE_FILE;
    if (command->completion == COMPLETE_TOPIC)
        for (int i = 0; i < COMMAND_COUNT; i++)
            completion_offer(completion, begin, COMMANDS[i].name);
    if (command->completion == COMPLETE_RULESET || command->completion == COMPLETE_TOPIC)
        for (int i = 0; i < ruleset_count(); i++)
            completion_offer(completion, begin, ruleset_at(i)->name);
    else
        offer_choices(command->argument, begin, completion);
}

void terminal_commands_complete(void *context, const char *line, Completion *completion) {
    const Terminal *terminal = context;
    const char *begin = completion_last_word(line);
    char first[32];
    line += strspn(line, " \t");
    snprintf(first, sizeof first, "%.*s", (int)strcspn(line, " \t"), line);
    if (begin > line) {
        const TerminalCommand *command = find_command(first);
        if (command)
            offer_argument(command, begin, completion);
        return;
    }
    if (terminal->ui->session.in_progress && *begin)
        terminal_moves_offer(terminal, begin, completion);
    for (int i = 0; i < COMMAND_COUNT; i++)
        completion_offer(completion, begin, COMMANDS[i].name);
}
