/* A session with the TextUI. Input: a byte whose bits choose fall 2003, --extended and a computer
 * that fails; then commands, one per line. Files are saved and loaded in one place only, and the
 * computer is not an engine: it plays the first legal turn.
 *
 * Every command has an answer, except for those that may be silent; what is refused changes
 * nothing; positions are what the reference makes of them; what PrintBoard prints can be read. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"
#include "fuzz/support/games.h"
#include "fuzz/support/output.h"
#include "fuzz/support/positions.h"

#include "base/words.h"
#include "files/gamefile.h"
#include "textui/textui.h"

#include <unistd.h>

enum { LINES_MAX = 30, CHOICE_FALL = 1, CHOICE_EXTENDED = 2, CHOICE_FAILS = 4 };

/* --- the computer --- */

static bool computer_fails;

void computer_player_init(ComputerPlayer *player, const char *path, FILE *transcript) {
    *player = (ComputerPlayer){.path = path, .transcript = transcript};
}

void computer_player_free(ComputerPlayer *player) {
}

void computer_player_new_game(ComputerPlayer *player) {
    player->is_new_game = true;
}

bool computer_player_choose_turn(ComputerPlayer *player, const TurnRequest *request, Turn *turn,
                                 Error *error) {
    TurnList list;
    if (computer_fails)
        return error_set(error, "simulated failure");
    FUZZ_CHECK(request->think_ms > 0 && request->level >= 0 && request->level <= LEVEL_MAX,
               "a wrong request");
    FUZZ_CHECK(!outcome_is_over(game_outcome(request->game)), "a turn after the end");
    FUZZ_CHECK(turn_list_make(&request->game->now, &list), "out of memory");
    *turn = list.turns[0];
    turn_list_free(&list);
    return true;
}

/* --- files --- */

static const char *const EXTENSIONS[] = {".xml", ".pgn", ".1994", ".fen"};
enum { EXTENSION_COUNT = sizeof EXTENSIONS / sizeof *EXTENSIONS };

static void remove_files(void) {
    char path[FUZZ_PATH_SIZE];
    for (int i = 0; i < EXTENSION_COUNT; i++) {
        fuzz_path(path, EXTENSIONS[i]);
        unlink(path);
    }
}

/* The line with our path in place of the one that it names; the caller frees it. */
static char *redirected(const char *line) {
    char *copy = strdup(line), *rest = copy, *result = NULL;
    char path[FUZZ_PATH_SIZE];
    const char *name = words_next(&rest);
    FUZZ_CHECK(copy, "out of memory");
    if (name && (strcmp(name, "SaveGame") == 0 || strcmp(name, "LoadGame") == 0) && *rest) {
        fuzz_path(path, EXTENSIONS[(unsigned char)rest[strlen(rest) - 1] % EXTENSION_COUNT]);
        FUZZ_CHECK(asprintf(&result, "%s %s", name, path) > 0, "out of memory");
    }
    free(copy);
    return result ? result : strdup(line);
}

/* --- the session --- */

/* The state that a refused command must leave as it was. */
typedef struct {
    bool in_progress;
    int turns;
    Position now;
    int64_t clocks[COLOURS];
    bool computer[COLOURS];
} TextUiState;

static TextUiState state_of(const TextUi *ui) {
    const Session *session = &ui->session;
    TextUiState state = {.in_progress = session->in_progress,
                         .turns = session->stored.game.count,
                         .computer = {session->computer[WHITE], session->computer[BLACK]}};
    if (session->in_progress)
        state.now = session->stored.game.now;
    for (Colour c = WHITE; c <= BLACK && session->in_progress && !session->real_time; c++)
        state.clocks[c] = session_clock(session, c);
    return state;
}

static bool is_refusal(const char *answer) {
    static const char *const ANSWERS_TO_REFUSED[] = {
        "Input error\n",  "Illegal move\n",    "illegal\n",    "legal\n",       "Must init first\n",
        "Corrupt file\n", "First GetNextMove", "Human turn\n", "Cannot save: ", "Invalid setup"};
    for (size_t i = 0; i < sizeof ANSWERS_TO_REFUSED / sizeof *ANSWERS_TO_REFUSED; i++)
        if (strncmp(answer, ANSWERS_TO_REFUSED[i], strlen(ANSWERS_TO_REFUSED[i])) == 0)
            return true;
    return false;
}

static void check_refusal(const TextUi *ui, const TextUiState *before, const char *answer) {
    TextUiState after = state_of(ui);
    FUZZ_CHECK(after.in_progress == before->in_progress && after.turns == before->turns &&
                   memcmp(after.clocks, before->clocks, sizeof after.clocks) == 0 &&
                   memcmp(after.computer, before->computer, sizeof after.computer) == 0,
               "a refused command changed something: %s", answer);
    if (after.in_progress)
        fuzz_check_same_position(&after.now, &before->now);
}

static bool must_answer(const char *line) {
    char *copy = strdup(line), *rest = copy;
    const char *name = words_next(&rest);
    static const char *const QUIET[] = {"Init", "Setup", "MakeMove", "MakeNextMove",
                                        "PrintAllMoves"};
    bool must = name && strcmp(name, "\r") != 0; /* the end of an empty line */
    for (size_t i = 0; must && i < sizeof QUIET / sizeof *QUIET; i++)
        must = strcmp(name, QUIET[i]) != 0;
    free(copy);
    return must;
}

/* Gives the session one line, and checks the answer. */
static void answer_line(TextUi *ui, FuzzOutput *output, const char *line) {
    TextUiState before = state_of(ui);
    FILE *in = fopen(fuzz_file(line, strlen(line)), "r");
    FUZZ_CHECK(in, "cannot open the line");
    FUZZ_CHECK(textui_run(ui, in, NULL), "the session fails");
    fclose(in);
    char *answer = fuzz_output_take(output);
    FUZZ_CHECK(*answer || !must_answer(line), "no answer to '%s'", line);
    if (is_refusal(answer))
        check_refusal(ui, &before, answer);
    const Game *game = &ui->session.stored.game;
    if (ui->session.in_progress && game->now.key != before.now.key &&
        position_begins_turn(&game->now))
        fuzz_check_against_reference(&game->now);
    free(answer);
}

static void check_board(TextUi *ui, FuzzOutput *output) {
    StoredGame stored;
    Error error;
    if (!ui->session.in_progress)
        return;
    FUZZ_CHECK(gamefile_print(output->stream, &ui->session.stored, &error), "%s", error.text);
    fflush(output->stream);
    char *text = fuzz_output_take(output);
    FUZZ_CHECK(gamefile_parse("board", text, strlen(text), &stored, &error), "%s:\n%s", error.text,
               text);
    FUZZ_CHECK(stored.game.now.key == ui->session.stored.game.now.key ||
                   outcome_pass_is_forced(&stored.game.now),
               "what PrintBoard prints is another position:\n%s", text);
    stored_game_free(&stored);
    free(text);
}

static FuzzOutput output;

static void stop(void) {
    fuzz_output_close(&output);
    gamefile_quit();
    remove_files();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    uint8_t choice = fuzz_byte(&input);
    TextUi ui;
    char *line;
    if (!output.stream) {
        fuzz_output_open(&output);
        FUZZ_CHECK(gamefile_init(), "out of memory");
        atexit(stop);
    }
    remove_files();
    computer_fails = choice & CHOICE_FAILS;
    textui_init(&ui, &(TextUiConfig){.dialect = choice & CHOICE_FALL ? TEXTUI_FALL_2003
                                                                     : TEXTUI_SPRING_2007,
                                     .extended = choice & CHOICE_EXTENDED,
                                     .think_ms = 1,
                                     .engine = "none",
                                     .out = output.stream});
    for (int i = 0; i < LINES_MAX && !ui.must_end && (line = fuzz_line(&input)); i++) {
        char *redirected_line = redirected(line);
        answer_line(&ui, &output, redirected_line);
        free(redirected_line);
        free(line);
    }
    check_board(&ui, &output);
    textui_free(&ui);
    return 0;
}
