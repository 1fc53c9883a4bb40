#include "textui/textui.h"

#include "base/lines.h"
#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/words.h"
#include "cli/command_line.h"
#include "files/losses.h"
#include "textui/extended.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

static const char INVALID_SETUP[] = "Invalid setup command";

const char *const TEXTUI_DIALECT_NAMES[TEXTUI_DIALECTS + 1] = {"spring-2007", "fall-2003"};

/* --- both dialects --- */

static void do_save_game(TextUi *ui, const CommandArg *args) {
    const StoredGame *stored = &ui->session.stored;
    char losses[LOSSES_TEXT_SIZE] = "";
    Error error;
    if (ui->config.extended)
        losses_explain(gamefile_losses(args[0].text, stored), losses);
    if ((ui->config.extended ? gamefile_save : gamefile_save_for_course)(args[0].text, stored,
                                                                         &error))
        textui_say(ui, "Game saved%s", losses);
    else
        textui_say(ui, "Cannot save: %s", error.text);
}

static void do_load_game(TextUi *ui, const CommandArg *args) {
    if (!session_load(&ui->session, args[0].text, ui->config.extended, clock_now_ms(), NULL)) {
        textui_say(ui, "Corrupt file");
        return;
    }
    computer_player_new_game(&ui->computer);
    textui_say(ui, "Game loaded");
    if (ui->config.extended)
        textui_say_remarks(ui, &ui->session.stored);
}

static void do_print_board(TextUi *ui, const CommandArg *args) {
    (void)args;
    Error error;
    if (!gamefile_print(ui->config.out, &ui->session.stored, &error))
        textui_say(ui, "Cannot print: %s", error.text);
}

static void do_is_legal_move(TextUi *ui, const CommandArg *args) {
    Turn turn;
    bool is_legal = textui_read_turn(ui, args[0].text, &turn);
    textui_say(ui, is_legal ? "legal" : "illegal");
}

static void do_print_all_moves(TextUi *ui, const CommandArg *args) {
    (void)args;
    TurnTexts turns;
    if (!notation_all_turns(&ui->session.stored.game.now, STYLE_COURSE, &turns))
        textui_say(ui, "Cannot print: out of memory");
    for (int i = 0; i < turns.count; i++)
        textui_say(ui, "%s", turns.texts[i]);
    notation_free_turns(&turns);
}

static void do_get_time(TextUi *ui, const CommandArg *args) {
    int64_t left = session_clock(&ui->session, (Colour)args[0].colour);
    if (left == GAME_NO_CLOCK)
        textui_say(ui, "unlimited");
    else
        textui_say(ui, "%" PRId64, left);
}

static void do_quit_game(TextUi *ui, const CommandArg *args) {
    (void)args;
    textui_say(ui, "Exiting game");
    ui->must_end = true;
}

/* Prints an error if it is not the computer's turn. */
static bool is_computers_turn(TextUi *ui) {
    if (session_awaits_computer(&ui->session))
        return true;
    textui_say(ui, "Please specify human move");
    return false;
}

/* --- spring 2007 --- */

static void do_start_timed_game(TextUi *ui, const CommandArg *args) {
    Setup setup = {.rules = args[4].rules};
    for (int player = WHITE; player <= BLACK; player++) {
        setup.computer[player] = args[2 * player].is_computer;
        setup.clocks.ms[player] = textui_clock(args[2 * player + 1].number);
    }
    textui_start_game(ui, &setup);
}

static void do_get_next_move(TextUi *ui, const CommandArg *args) {
    (void)args;
    if (!session_awaits_computer(&ui->session))
        textui_say(ui, "Human turn");
    else if (textui_choose_turn(ui))
        textui_say_turn(ui, ui->session.chosen_turn);
}

static void do_make_chosen_move(TextUi *ui, const CommandArg *args) {
    (void)args;
    if (!is_computers_turn(ui))
        return;
    if (ui->session.has_chosen_turn)
        textui_play_turn(ui, ui->session.chosen_turn, false);
    else
        textui_say(ui, "First GetNextMove");
}

static void do_make_timed_move(TextUi *ui, const CommandArg *args) {
    textui_make_move(ui, args[0].text, args[1].number);
}

/* --- fall 2003 --- */

static void do_init(TextUi *ui, const CommandArg *args) {
    int64_t seconds = args[1].number;
    int64_t ms = textui_clock(seconds > INT64_MAX / 1000 ? INT64_MAX : seconds * 1000);
    ui->setup = (Setup){.rules = args[0].rules, .clocks = {{ms, ms}}};
    ui->session.real_time = true;
    ui->has_init = true;
}

static void do_setup(TextUi *ui, const CommandArg *args) {
    int *chips = &ui->setup.chips[args[1].colour];
    int room = ui->setup.rules->pass_chips ? CHIPS_MAX - *chips : -1;
    if (room < 0)
        textui_say(ui, "%s", INVALID_SETUP);
    else
        *chips += args[2].number < room ? (int)args[2].number : room;
}

static void do_start_game(TextUi *ui, const CommandArg *args) {
    for (int player = WHITE; player <= BLACK; player++)
        ui->setup.computer[player] = args[player].is_computer;
    textui_start_game(ui, &ui->setup);
}

static void do_make_move(TextUi *ui, const CommandArg *args) {
    textui_make_move(ui, args[0].text, 0); /* no time to charge: the clock runs in real time */
}

static void do_choose_and_make_move(TextUi *ui, const CommandArg *args) {
    (void)args;
    if (is_computers_turn(ui) && textui_choose_turn(ui))
        textui_play_turn(ui, ui->session.chosen_turn, true);
}

/* --- whether a command is allowed now: NULL, or the error to print --- */

static const char *anytime(const TextUi *ui) {
    (void)ui;
    return NULL;
}

static const char *in_game(const TextUi *ui) {
    return ui->session.in_progress ? NULL : INPUT_ERROR;
}

static const char *before_init(const TextUi *ui) {
    return ui->has_init ? "Cannot init twice" : NULL;
}

static const char *before_game(const TextUi *ui) {
    return ui->session.in_progress ? "Cannot setup after game starts" : NULL;
}

/* --- the table --- */

static void do_help(TextUi *ui, const CommandArg *args);

/* The dialects that have a command; EXTENDED: only with --extended. */
enum {
    SPRING = 1 << TEXTUI_SPRING_2007,
    FALL = 1 << TEXTUI_FALL_2003,
    BOTH = SPRING | FALL,
    EXTENDED = 1 << TEXTUI_DIALECTS,
    MORE = BOTH | EXTENDED,
};

typedef struct {
    const char *name;
    int where; /* flags */
    const char *(*check)(const TextUi *ui);
    ArgKinds arguments;
    const char *usage_error; /* the answer to bad arguments */
    void (*run)(TextUi *ui, const CommandArg *args);
    const char *help;
} TextUiCommand;

/* clang-format off */
static const TextUiCommand COMMANDS[] = {
    {"StartNewGame", SPRING, anytime,
     {ARG_PLAYER, ARG_MS, ARG_PLAYER, ARG_MS, ARG_RULESET_OR_NONE}, INPUT_ERROR,
     do_start_timed_game,
     "starts a game: White and its clock, Black and its clock (0: unlimited)"},
    {"Init", FALL, before_init, {ARG_RULESET, ARG_SECONDS}, INPUT_ERROR, do_init,
     "sets the ruleset and both players' clocks (0: unlimited); must come first"},
    {"Setup", FALL, before_game, {ARG_ADD_CHIPS, ARG_COLOUR, ARG_COUNT}, INVALID_SETUP, do_setup,
     "gives a player chips to pass with"},
    {"StartNewGame", FALL, anytime, {ARG_PLAYER, ARG_PLAYER}, INPUT_ERROR, do_start_game,
     "starts a game: White, Black"},
    {"SaveGame", BOTH, in_game, {ARG_FILE}, INPUT_ERROR, do_save_game,
     "saves the game to a file (as a 1994 board if its name ends in .1994)"},
    {"LoadGame", BOTH, anytime, {ARG_FILE}, INPUT_ERROR, do_load_game,
     "loads a game from a file and continues it"},
    {"GetNextMove", SPRING, in_game, {ARG_NONE}, INPUT_ERROR, do_get_next_move,
     "makes the computer choose its turn"},
    {"MakeNextMove", SPRING, in_game, {ARG_NONE}, INPUT_ERROR, do_make_chosen_move,
     "makes the turn that the computer has chosen"},
    {"MakeNextMove", FALL, in_game, {ARG_NONE}, INPUT_ERROR, do_choose_and_make_move,
     "makes the computer choose its turn and make it"},
    {"MakeMove", SPRING, in_game, {ARG_MOVE, ARG_MS}, INPUT_ERROR, do_make_timed_move,
     "makes your turn, which took MS: e2-e4; e2-e4,e7-e5; e1-e6,gameover"},
    {"MakeMove", FALL, in_game, {ARG_MOVE}, INPUT_ERROR, do_make_move,
     "makes your turn: e2-e4; e2-e4,e7-e5; e1-e6,gameover; Ipass"},
    {"PrintBoard", BOTH, in_game, {ARG_NONE}, INPUT_ERROR, do_print_board,
     "prints the game as SaveGame would write it"},
    {"IsLegalMove", BOTH, in_game, {ARG_MOVE}, INPUT_ERROR, do_is_legal_move,
     "says whether the turn is legal now"},
    {"PrintAllMoves", BOTH, in_game, {ARG_NONE}, INPUT_ERROR, do_print_all_moves,
     "prints every legal turn"},
    {"GetTime", BOTH, in_game, {ARG_COLOUR}, INPUT_ERROR, do_get_time,
     "prints the milliseconds that a player has left"},
    {"QuitGame", BOTH, in_game, {ARG_NONE}, INPUT_ERROR, do_quit_game,
     "ends the program"},
    {"Undo", MORE, in_game, {ARG_NONE}, INPUT_ERROR, extended_undo,
     "takes back the last turn of each player and restores the clocks"},
    {"Hint", MORE, in_game, {ARG_NONE}, INPUT_ERROR, extended_hint,
     "prints what the engine would play for you"},
    {"Level", MORE, anytime, {ARG_COUNT}, INPUT_ERROR, extended_set_level,
     "sets how well the computer plays, 0 to 20"},
    {"Name", MORE, in_game, {ARG_COLOUR, ARG_NAME}, INPUT_ERROR, extended_set_name,
     "sets a player's name"},
    {"SetTime", MORE, in_game, {ARG_COLOUR, ARG_MS}, INPUT_ERROR, extended_set_clock,
     "sets a player's clock (0: unlimited)"},
    {"Board", MORE, in_game, {ARG_NONE}, INPUT_ERROR, extended_draw_board,
     "draws the board"},
    {"Help", MORE, anytime, {ARG_NONE}, INPUT_ERROR, do_help,
     "prints this list"},
};
/* clang-format on */

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static bool is_available(const TextUi *ui, const TextUiCommand *command) {
    bool is_extra = command->where & EXTENDED;
    return (command->where & 1 << ui->dialect) && (!is_extra || ui->config.extended);
}

static const TextUiCommand *find_command(const TextUi *ui, const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (is_available(ui, &COMMANDS[i]) && strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    return NULL;
}

static void do_help(TextUi *ui, const CommandArg *args) {
    (void)args;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const TextUiCommand *command = &COMMANDS[i];
        if (!is_available(ui, command))
            continue;
        fputs(command->name, ui->config.out);
        for (int j = 0; j < ARGS_MAX && command->arguments[j] != ARG_NONE; j++)
            fprintf(ui->config.out, " %s", args_kind_name(command->arguments[j]));
        textui_say(ui, "\n    %s", command->help);
    }
}

/* --- the session --- */

void textui_init(TextUi *ui, const TextUiConfig *config) {
    *ui = (TextUi){.config = *config, .dialect = config->dialect, .level = LEVEL_MAX};
    session_init(&ui->session);
    computer_player_init(&ui->computer, config->engine, config->transcript);
}

void textui_free(TextUi *ui) {
    computer_player_free(&ui->computer);
    session_free(&ui->session);
}

/* In fall 2003: is this a command other than Init, before any Init has succeeded? (Init as the
 * first command chooses that dialect.) */
static bool lacks_init(TextUi *ui, const char *name) {
    bool is_init = name && strcmp(name, "Init") == 0;
    if (!ui->has_read_line && is_init)
        ui->dialect = TEXTUI_FALL_2003;
    ui->has_read_line = true;
    return ui->dialect == TEXTUI_FALL_2003 && !ui->has_init && !is_init;
}

/* If clocks run in real time, one may have run out before the command was read. If so, prints the
 * result, and returns whether that is the whole answer. */
static bool is_too_late(TextUi *ui, const TextUiCommand *command) {
    bool was_in_progress = ui->session.in_progress;
    session_run_clock(&ui->session, clock_now_ms());
    textui_finish_if_over(ui);
    if (!was_in_progress || ui->session.in_progress || !command)
        return false;
    if (command->run == do_quit_game)
        do_quit_game(ui, NULL);
    return command->check == in_game;
}

/* Answers a line; `name` is its first word, or NULL if it could not be read. */
static void run_command(TextUi *ui, const char *name, char *rest) {
    const TextUiCommand *command = name ? find_command(ui, name) : NULL;
    CommandArg args[ARGS_MAX];
    if (is_too_late(ui, command))
        return;
    const char *refusal = command ? command->check(ui) : INPUT_ERROR;
    if (!refusal && !args_read(rest, command->arguments, args))
        refusal = command->usage_error;
    if (refusal)
        textui_say(ui, "%s", refusal);
    else
        command->run(ui, args);
    textui_finish_if_over(ui);
}

/* Answers one line, which is cut into words in place; NULL stands for a line that could not be
 * read. */
static void answer(TextUi *ui, char *line) {
    char *name = line ? words_next(&line) : NULL;
    if (line && !name)
        return;
    if (lacks_init(ui, name)) {
        textui_say(ui, "Must init first");
        ui->must_end = true;
    } else {
        run_command(ui, name, line);
    }
}

/* A session and its input. */
typedef struct {
    TextUi *ui;
    FILE *in;
} TextUiInput;

/* Waits for input. If a computer's clock runs out first, prints the result. */
static void await_input(void *context) {
    const TextUiInput *input = context;
    TextUi *ui = input->ui;
    while (!stream_await_input(input->in, session_awaits_computer(&ui->session)
                                              ? session_time_left(&ui->session, clock_now_ms())
                                              : -1)) {
        session_run_clock(&ui->session, clock_now_ms());
        textui_finish_if_over(ui);
        fflush(ui->config.out);
    }
}

/* Returns why no more lines are read: LINE_END or LINE_FAILED, or another kind if a command or the
 * output has ended the session. */
static LineKind answer_lines(TextUi *ui, FILE *in, const char *prompt) {
    FILE *out = ui->config.out;
    LineKind kind = LINE_TEXT;
    LineReader reader;
    lines_init(&reader, in, TEXTUI_LINE_MAX);
    while (!ui->must_end && !ferror(out)) {
        char *line;
        if (prompt)
            fputs(prompt, out);
        fflush(out);
        kind = lines_read(&reader, &line);
        if (kind == LINE_END || kind == LINE_FAILED)
            break;
        answer(ui, kind == LINE_TEXT ? line : NULL);
    }
    lines_free(&reader);
    return kind;
}

bool textui_run(TextUi *ui, FILE *in, const char *prompt) {
    FILE *out = ui->config.out;
    TextUiInput input = {ui, in};
    FILE *awaiting = stream_awaiting(in, await_input, &input);
    bool is_read = awaiting && answer_lines(ui, awaiting, prompt) != LINE_FAILED;
    if (awaiting)
        fclose(awaiting);
    if (!is_read)
        command_line_report("out of memory");
    return fflush(out) == 0 && !ferror(out) && is_read;
}
