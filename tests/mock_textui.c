/* mock_textui: a deterministic program that speaks TextUI, and misbehaves as its arguments say.
 *
 * With no argument it takes every command for legal, whoever's turn it is, and answers as the
 * spring 2007 dialect has it; the computer's turn is always e2-e4, and GetTime says 1000.
 * It ends by itself after 30 s, so that a broken test leaves nothing behind. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *word;
    const char *what;
} Flag;

static const Flag flags[] = {
    {"fall-2003", "speaks the fall 2003 dialect"},
    {"refuse-start", "starts no game"},
    {"corrupt", "can load no file"},
    {"over-when-loaded", "finds the game that it loads over"},
    {"illegal", "finds every move illegal"},
    {"wrong-echo", "prints another move than was made"},
    {"echo-twice", "prints every move twice"},
    {"lost-on-time", "finds that the human's time is up when it moves"},
    {"no-time", "answers Input error to GetTime"},
    {"exit-choose", "exits with status 3 when it is to choose"},
    {"hang-choose", "does not choose"},
    {"lines-choose", "writes short lines without end when it is to choose"},
    {"human-turn", "takes its turn for the human's"},
    {"two-words", "chooses two words"},
    {"empty-choose", "chooses an empty line"},
    {"huge-choose", "chooses a move of 1,000 letters"},
    {"expire", "finds its time up when it is to choose"},
    {"draw", "draws by its own move"},
    {"first-get", "forgets what it chose"},
    {"ignore-quit", "lives on after QuitGame and the end of its input"},
};

enum { FLAG_COUNT = sizeof flags / sizeof flags[0] };

typedef struct {
    char **arguments;
    bool is_over;
} Mock;

static bool is(const Mock *mock, const char *flag) {
    for (char **argument = mock->arguments; *argument; argument++)
        if (strcmp(*argument, flag) == 0)
            return true;
    return false;
}

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

static void end_game(Mock *mock, const char *line) {
    say("%s", line);
    mock->is_over = true;
}

static void answer_load(Mock *mock, const char *path) {
    if (is(mock, "corrupt") || access(path, R_OK) != 0) {
        say("Corrupt file");
        return;
    }
    say("Game loaded");
    if (is(mock, "over-when-loaded"))
        end_game(mock, "White Player has won");
}

static void answer_move(Mock *mock, const char *move) {
    if (is(mock, "illegal"))
        say("Illegal move");
    else if (is(mock, "lost-on-time"))
        end_game(mock, "Black Player has won");
    else
        say("%s", is(mock, "wrong-echo") ? "a2-a3" : move);
    if (is(mock, "echo-twice"))
        say("%s", move);
}

static void choose(Mock *mock) {
    if (is(mock, "exit-choose"))
        exit(3);
    while (is(mock, "hang-choose"))
        pause();
    while (is(mock, "lines-choose"))
        puts("I think");
    if (is(mock, "human-turn"))
        say("Human turn");
    else if (is(mock, "two-words"))
        say("e2-e4 e7-e5");
    else if (is(mock, "empty-choose"))
        say(" ");
    else if (is(mock, "huge-choose"))
        say("%01000d", 0);
    else if (is(mock, "expire"))
        end_game(mock, "Black Player has won");
    else
        say("e2-e4");
}

static void make_choice(Mock *mock) {
    if (is(mock, "fall-2003"))
        choose(mock);
    if (is(mock, "first-get"))
        say("First GetNextMove");
    if (is(mock, "draw"))
        end_game(mock, "Game drawn");
}

/* False on QuitGame. */
static bool obey(Mock *mock, char *line) {
    const char *name = strtok(line, " "), *word = strtok(NULL, " ");
    if (!name)
        return true;
    if (strcmp(name, "QuitGame") == 0)
        return false;
    if (strcmp(name, "StartNewGame") == 0) {
        mock->is_over = false;
        say(is(mock, "refuse-start") ? "Input error" : "New game started");
    } else if (strcmp(name, "LoadGame") == 0) {
        answer_load(mock, word ? word : "");
    } else if (strcmp(name, "MakeMove") == 0) {
        answer_move(mock, word ? word : "");
    } else if (strcmp(name, "GetNextMove") == 0) {
        choose(mock);
    } else if (strcmp(name, "MakeNextMove") == 0) {
        make_choice(mock);
    } else if (strcmp(name, "GetTime") == 0) {
        say(mock->is_over || is(mock, "no-time") ? "Input error" : "1000");
    }
    return true;
}

static bool known(const char *argument) {
    for (int i = 0; i < FLAG_COUNT; i++)
        if (strcmp(argument, flags[i].word) == 0)
            return true;
    return false;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!known(argv[i])) {
            fprintf(stderr, "usage: %s [WORD…]\n", argv[0]);
            for (int j = 0; j < FLAG_COUNT; j++)
                fprintf(stderr, "  %-16s %s\n", flags[j].word, flags[j].what);
            return 2;
        }
    alarm(30);
    Mock mock = {.arguments = argv + 1};
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, stdin)) > 0;) {
        line[strcspn(line, "\n")] = '\0';
        if (!obey(&mock, line))
            break;
    }
    while (is(&mock, "ignore-quit"))
        pause();
    free(line);
    return 0;
}
