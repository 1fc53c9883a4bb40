/* mock_textui: a deterministic program that speaks TextUI, and misbehaves as its arguments say.
 *
 * Without arguments it accepts every command, and answers in the spring 2007 dialect. The computer
 * always plays e2-e4, and GetTime answers 1000. */
#include "mocks/mock.h"

static const MockFlag flags[] = {
    {"fall-2003", "speaks the fall 2003 dialect"},
    {"refuse-start", "answers Input error to StartNewGame"},
    {"corrupt", "answers Corrupt file to LoadGame"},
    {"over-when-loaded", "says that a loaded game is over"},
    {"illegal", "rejects every move as illegal"},
    {"wrong-echo", "prints a move other than the one made"},
    {"echo-twice", "prints every move twice"},
    {"echo-next", "prints the move that MakeNextMove makes"},
    {"lost-on-time", "says that the human has lost on time after a move"},
    {"no-time", "answers Input error to GetTime"},
    {"exit-choose", "exits with status 3 instead of choosing a move"},
    {"hang-choose", "hangs instead of choosing a move"},
    {"lines-choose", "writes short lines without end instead of choosing a move"},
    {"human-turn", "says that it is the human's turn instead of choosing a move"},
    {"two-words", "prints two moves instead of one"},
    {"empty-choose", "prints an empty line instead of a move"},
    {"huge-choose", "chooses a move of 1,000 characters"},
    {"expire", "loses on time instead of choosing a move"},
    {"draw", "ends the game in a draw with its move"},
    {"first-get", "asks for GetNextMove in answer to MakeNextMove"},
    {"ignore-quit", "keeps running after QuitGame and the end of its input"},
};

enum { FLAG_COUNT = sizeof flags / sizeof flags[0] };

typedef struct {
    char **arguments;
    bool is_over;
} MockTextUi;

static bool is(const MockTextUi *mock, const char *flag) {
    return mock_has(mock->arguments, flag);
}

static void end_game(MockTextUi *mock, const char *line) {
    mock_say("%s", line);
    mock->is_over = true;
}

static void answer_load(MockTextUi *mock, const char *path) {
    if (is(mock, "corrupt") || access(path, R_OK) != 0) {
        mock_say("Corrupt file");
        return;
    }
    mock_say("Game loaded");
    if (is(mock, "over-when-loaded"))
        end_game(mock, "White Player has won");
}

static void answer_move(MockTextUi *mock, const char *move) {
    if (is(mock, "illegal"))
        mock_say("Illegal move");
    else if (is(mock, "lost-on-time"))
        end_game(mock, "Black Player has won");
    else
        mock_say("%s", is(mock, "wrong-echo") ? "a2-a3" : move);
    if (is(mock, "echo-twice"))
        mock_say("%s", move);
}

static void choose(MockTextUi *mock) {
    if (is(mock, "exit-choose"))
        exit(3);
    while (is(mock, "hang-choose"))
        pause();
    while (is(mock, "lines-choose"))
        puts("I think");
    if (is(mock, "human-turn"))
        mock_say("Human turn");
    else if (is(mock, "two-words"))
        mock_say("e2-e4 e7-e5");
    else if (is(mock, "empty-choose"))
        mock_say(" ");
    else if (is(mock, "huge-choose"))
        mock_say("%01000d", 0);
    else if (is(mock, "expire"))
        end_game(mock, "Black Player has won");
    else
        mock_say("e2-e4");
}

static void make_choice(MockTextUi *mock) {
    if (is(mock, "fall-2003"))
        choose(mock);
    if (is(mock, "echo-next"))
        mock_say("e2-e4");
    if (is(mock, "first-get"))
        mock_say("First GetNextMove");
    if (is(mock, "draw"))
        end_game(mock, "Game drawn");
}

/* Returns false on QuitGame. */
static bool handle_line(void *context, char *line) {
    MockTextUi *mock = context;
    const char *name = strtok(line, " "), *word = strtok(NULL, " ");
    if (!name)
        return true;
    if (strcmp(name, "QuitGame") == 0)
        return false;
    if (strcmp(name, "StartNewGame") == 0) {
        mock->is_over = false;
        mock_say(is(mock, "refuse-start") ? "Input error" : "New game started");
    } else if (strcmp(name, "LoadGame") == 0) {
        answer_load(mock, word ? word : "");
    } else if (strcmp(name, "MakeMove") == 0) {
        answer_move(mock, word ? word : "");
    } else if (strcmp(name, "GetNextMove") == 0) {
        choose(mock);
    } else if (strcmp(name, "MakeNextMove") == 0) {
        make_choice(mock);
    } else if (strcmp(name, "GetTime") == 0) {
        mock_say(mock->is_over || is(mock, "no-time") ? "Input error" : "1000");
    }
    return true;
}

int main(int argc, char **argv) {
    mock_begin(argc, argv, flags, FLAG_COUNT);
    MockTextUi mock = {.arguments = argv + 1};
    mock_listen(handle_line, &mock);
    if (is(&mock, "ignore-quit"))
        mock_hang();
    return 0;
}
