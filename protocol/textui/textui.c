#include "textui/textui.h"

#include "base/lines.h"
#include "base/os/clock.h"
#include "base/os/stream.h"
#include "textui/arguments.h"
#include "textui/extended.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

static const char INVALID_SETUP[] = "Invalid setup command";

static const char *const DIALECT_NAMES[DIALECTS] = {"spring-2007", "fall-2003"};

/* --- both dialects --- */

static void do_save_game(TextUi *ui, const Word *words) {
    Error error;
    if (gamefile_save(words[0].text, &ui->session.record, &error))
        core_say(ui, "Game saved");
    else
        core_say(ui, "Cannot save: %s", error.text);
}

static void do_load_game(TextUi *ui, const Word *words) {
    if (session_load(&ui->session, words[0].text, clock_now_ms(), NULL)) {
        machine_new_game(&ui->machine);
        core_say(ui, "Game loaded");
    } else {
        core_say(ui, "Corrupt file");
    }
}

static void do_print_board(TextUi *ui, const Word *words) {
    (void)words;
    Error error;
    if (!gamefile_print(ui->config.out, &ui->session.record, &error))
        core_say(ui, "Cannot print: %s", error.text);
}

static void do_is_legal_move(TextUi *ui, const Word *words) {
    Turn turn;
    bool is_legal = notation_read_turn(&ui->session.record.game.now, words[0].text, &turn, NULL);
    core_say(ui, is_legal ? "legal" : "illegal");
}

static void do_print_all_moves(TextUi *ui, const Word *words) {
    (void)words;
    TurnTexts turns;
    if (!notation_all_turns(&ui->session.record.game.now, STYLE_COURSE, &turns))
        core_say(ui, "Cannot print: out of memory");
    for (int i = 0; i < turns.count; i++)
        core_say(ui, "%s", turns.texts[i]);
    notation_free_turns(&turns);
}

static void do_get_time(TextUi *ui, const Word *words) {
    int64_t left = session_clock(&ui->session, (Colour)words[0].colour);
    if (left == GAME_NO_CLOCK)
        core_say(ui, "unlimited");
    else
        core_say(ui, "%" PRId64, left);
}

static void do_quit_game(TextUi *ui, const Word *words) {
    (void)words;
    core_say(ui, "Exiting game");
    ui->must_end = true;
}

/* Refuses to move for a human. */
static bool is_computers_turn(TextUi *ui) {
    if (session_awaits_computer(&ui->session))
        return true;
    core_say(ui, "Please specify human move");
    return false;
}

/* --- spring 2007 --- */

static void do_start_timed_game(TextUi *ui, const Word *words) {
    Setup setup = {.rules = words[4].rules};
    for (int player = WHITE; player <= BLACK; player++) {
        setup.computer[player] = words[2 * player].is_computer;
        setup.clocks.ms[player] = core_clock(words[2 * player + 1].number);
    }
    core_start_game(ui, &setup);
}

static void do_get_next_move(TextUi *ui, const Word *words) {
    (void)words;
    if (!session_awaits_computer(&ui->session))
        core_say(ui, "Human turn");
    else if (core_choose_turn(ui))
        core_say_turn(ui, ui->session.choice);
}

static void do_make_chosen_move(TextUi *ui, const Word *words) {
    (void)words;
    if (!is_computers_turn(ui))
        return;
    if (ui->session.has_choice)
        core_play_turn(ui, ui->session.choice, false);
    else
        core_say(ui, "First GetNextMove");
}

static void do_make_timed_move(TextUi *ui, const Word *words) {
    core_make_move(ui, words[0].text, words[1].number);
}

/* --- fall 2003 --- */

static void do_init(TextUi *ui, const Word *words) {
    int64_t seconds = words[1].number;
    int64_t ms = core_clock(seconds > INT64_MAX / 1000 ? INT64_MAX : seconds * 1000);
    ui->setup = (Setup){.rules = words[0].rules, .clocks = {{ms, ms}}};
    ui->session.real_time = true;
    ui->has_init = true;
}

static void do_setup(TextUi *ui, const Word *words) {
    int *chips = &ui->setup.chips[words[1].colour];
    int room = ui->setup.rules->pass_chips ? CHIPS_MAX - *chips : -1;
    if (room < 0)
        core_say(ui, "%s", INVALID_SETUP);
    else
        *chips += words[2].number < room ? (int)words[2].number : room;
}

static void do_start_game(TextUi *ui, const Word *words) {
    for (int player = WHITE; player <= BLACK; player++)
        ui->setup.computer[player] = words[player].is_computer;
    core_start_game(ui, &ui->setup);
}

static void do_make_move(TextUi *ui, const Word *words) {
    core_make_move(ui, words[0].text, 0); /* real time has been charged already */
}

static void do_choose_and_make_move(TextUi *ui, const Word *words) {
    (void)words;
    if (is_computers_turn(ui) && core_choose_turn(ui))
        core_play_turn(ui, ui->session.choice, true);
}

/* --- when a command may be given: NULL, or how it is refused --- */

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

static void do_help(TextUi *ui, const Word *words);

/* Where a command exists. */
enum {
    SPRING = 1 << DIALECT_SPRING_2007,
    FALL = 1 << DIALECT_FALL_2003,
    BOTH = SPRING | FALL,
    EXTENDED = 1 << DIALECTS,
    MORE = BOTH | EXTENDED,
};

typedef struct {
    const char *name;
    int where;
    const char *(*refuse)(const TextUi *ui);
    WordKinds arguments;
    const char *complaint; /* about other arguments */
    void (*run)(TextUi *ui, const Word *words);
    const char *help;
} Command;

/* clang-format off */
static const Command COMMANDS[] = {
    {"StartNewGame", SPRING, anytime,
     {WORD_PLAYER, WORD_MS, WORD_PLAYER, WORD_MS, WORD_RULESET_OR_NONE}, INPUT_ERROR,
     do_start_timed_game,
     "starts a game: White and its clock, Black and its clock (0: unlimited)"},
    {"Init", FALL, before_init, {WORD_RULESET, WORD_SECONDS}, INPUT_ERROR, do_init,
     "first of all: what to play, and both players' clock (0: unlimited)"},
    {"Setup", FALL, before_game, {WORD_ADD_CHIPS, WORD_COLOUR, WORD_COUNT}, INVALID_SETUP, do_setup,
     "gives a player chips to pass with"},
    {"StartNewGame", FALL, anytime, {WORD_PLAYER, WORD_PLAYER}, INPUT_ERROR, do_start_game,
     "starts a game: White, Black"},
    {"SaveGame", BOTH, in_game, {WORD_FILE}, INPUT_ERROR, do_save_game,
     "writes the game to a file (as a 1994 board if its name ends in .1994)"},
    {"LoadGame", BOTH, anytime, {WORD_FILE}, INPUT_ERROR, do_load_game,
     "goes on with the game in a file"},
    {"GetNextMove", SPRING, in_game, {WORD_NONE}, INPUT_ERROR, do_get_next_move,
     "the computer chooses its turn"},
    {"MakeNextMove", SPRING, in_game, {WORD_NONE}, INPUT_ERROR, do_make_chosen_move,
     "the computer makes the turn that it chose"},
    {"MakeNextMove", FALL, in_game, {WORD_NONE}, INPUT_ERROR, do_choose_and_make_move,
     "the computer chooses its turn and makes it"},
    {"MakeMove", SPRING, in_game, {WORD_MOVE, WORD_MS}, INPUT_ERROR, do_make_timed_move,
     "makes your turn, which took so long: e2-e4; e2-e4,e7-e5; e1-e6,gameover"},
    {"MakeMove", FALL, in_game, {WORD_MOVE}, INPUT_ERROR, do_make_move,
     "makes your turn: e2-e4; e2-e4,e7-e5; e1-e6,gameover; Ipass"},
    {"PrintBoard", BOTH, in_game, {WORD_NONE}, INPUT_ERROR, do_print_board,
     "prints the game as SaveGame would write it"},
    {"IsLegalMove", BOTH, in_game, {WORD_MOVE}, INPUT_ERROR, do_is_legal_move,
     "may this turn be made now?"},
    {"PrintAllMoves", BOTH, in_game, {WORD_NONE}, INPUT_ERROR, do_print_all_moves,
     "prints every legal turn"},
    {"GetTime", BOTH, in_game, {WORD_COLOUR}, INPUT_ERROR, do_get_time,
     "the milliseconds that a player has left"},
    {"QuitGame", BOTH, in_game, {WORD_NONE}, INPUT_ERROR, do_quit_game,
     "ends the program"},
    {"Undo", MORE, in_game, {WORD_NONE}, INPUT_ERROR, extended_undo,
     "takes back the last pair of turns, clocks too"},
    {"Hint", MORE, in_game, {WORD_NONE}, INPUT_ERROR, extended_hint,
     "what the engine would play for you"},
    {"Level", MORE, anytime, {WORD_COUNT}, INPUT_ERROR, extended_level,
     "how well the computer plays, 0 to 20"},
    {"Name", MORE, in_game, {WORD_COLOUR, WORD_NAME}, INPUT_ERROR, extended_name,
     "names a player"},
    {"SetTime", MORE, in_game, {WORD_COLOUR, WORD_MS}, INPUT_ERROR, extended_set_time,
     "sets what a player has left (0: unlimited)"},
    {"Board", MORE, in_game, {WORD_NONE}, INPUT_ERROR, extended_board,
     "draws the board"},
    {"Help", MORE, anytime, {WORD_NONE}, INPUT_ERROR, do_help,
     "prints this list"},
};
/* clang-format on */

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static bool is_available(const TextUi *ui, const Command *command) {
    bool is_extra = command->where & EXTENDED;
    return (command->where & 1 << ui->dialect) && (!is_extra || ui->config.extended);
}

static const Command *find_command(const TextUi *ui, const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (is_available(ui, &COMMANDS[i]) && strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    return NULL;
}

static void do_help(TextUi *ui, const Word *words) {
    (void)words;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const Command *command = &COMMANDS[i];
        if (!is_available(ui, command))
            continue;
        fputs(command->name, ui->config.out);
        for (int j = 0; j < WORDS_MAX && command->arguments[j] != WORD_NONE; j++)
            fprintf(ui->config.out, " %s", words_kind_name(command->arguments[j]));
        core_say(ui, "\n    %s", command->help);
    }
}

/* --- the session --- */

bool textui_find_dialect(const char *name, Dialect *dialect) {
    for (int i = 0; i < DIALECTS; i++)
        if (strcmp(name, DIALECT_NAMES[i]) == 0) {
            *dialect = (Dialect)i;
            return true;
        }
    return false;
}

void textui_init(TextUi *ui, const TextUiConfig *config) {
    *ui = (TextUi){.config = *config, .dialect = config->dialect, .level = LEVEL_MAX};
    session_init(&ui->session);
    machine_init(&ui->machine, config->engine, config->transcript);
}

void textui_free(TextUi *ui) {
    machine_free(&ui->machine);
    session_free(&ui->session);
}

/* Fall 2003: is this anything but the Init that must come first? */
static bool lacks_init(TextUi *ui, const char *name) {
    bool is_init = name && strcmp(name, "Init") == 0;
    if (!ui->has_spoken && is_init)
        ui->dialect = DIALECT_FALL_2003;
    ui->has_spoken = true;
    return ui->dialect == DIALECT_FALL_2003 && !ui->has_init && !is_init;
}

/* Real time may have ended the game before anything was typed. Does that answer the command? */
static bool is_too_late(TextUi *ui, const Command *command) {
    bool was_in_progress = ui->session.in_progress;
    session_run_clock(&ui->session, clock_now_ms());
    core_finish_if_over(ui);
    if (!was_in_progress || ui->session.in_progress || !command)
        return false;
    if (command->run == do_quit_game)
        do_quit_game(ui, NULL);
    return command->refuse == in_game;
}

/* `name` is the first word; NULL: the line could not be read. */
static void run_command(TextUi *ui, const char *name, char *rest) {
    const Command *command = name ? find_command(ui, name) : NULL;
    Word words[WORDS_MAX];
    if (is_too_late(ui, command))
        return;
    const char *refusal = command ? command->refuse(ui) : INPUT_ERROR;
    if (!refusal && !words_read(rest, command->arguments, words))
        refusal = command->complaint;
    if (refusal)
        core_say(ui, "%s", refusal);
    else
        command->run(ui, words);
    core_finish_if_over(ui);
}

void textui_command(TextUi *ui, char *line) {
    char *name = line ? lines_next_word(&line) : NULL;
    if (line && !name)
        return;
    if (lacks_init(ui, name)) {
        core_say(ui, "Must init first");
        ui->must_end = true;
    } else {
        run_command(ui, name, line);
    }
}

/* How long to wait for input before a computer's clock has run out. */
static int patience(const TextUi *ui) {
    const Session *session = &ui->session;
    int64_t left = session_clock(session, session_player(session));
    if (!session->real_time || !session_awaits_computer(session) || left == GAME_NO_CLOCK)
        return -1;
    left -= clock_now_ms() - session->charged_until;
    return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

/* Waits for input. A computer's clock may run out meanwhile. */
static void await_input(TextUi *ui, FILE *in) {
    while (!stream_await_input(in, patience(ui))) {
        session_run_clock(&ui->session, clock_now_ms());
        core_finish_if_over(ui);
        fflush(ui->config.out);
    }
}

bool textui_run(TextUi *ui, FILE *in, const char *prompt) {
    FILE *out = ui->config.out;
    LineReader reader;
    lines_init(&reader, in, TEXTUI_LINE_MAX);
    while (!ui->must_end && !ferror(out)) {
        char *line;
        if (prompt)
            fputs(prompt, out);
        fflush(out);
        await_input(ui, in);
        LineKind kind = lines_read(&reader, &line);
        if (kind == LINE_END)
            break;
        textui_command(ui, kind == LINE_TEXT ? line : NULL);
    }
    lines_free(&reader);
    return fflush(out) == 0 && !ferror(out);
}
