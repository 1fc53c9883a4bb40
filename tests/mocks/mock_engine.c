/* mock_engine: a deterministic UCI engine that misbehaves as its arguments say.
 *
 * Without arguments it behaves well, and answers every `go` immediately with
 *     info depth 1 score cp 21 nodes 100 pv <the last position and go lines>
 *     bestmove e2e4 ponder e7e5
 * It answers `go ponder` when it receives ponderhit, which it adds to the pv, or stop. */
#include "mocks/mock.h"

static const MockFlag flags[] = {
    {"die-at-start", "exits with status 5 before uciok"},
    {"mute", "never answers anything"},
    {"slow-start", "waits 150 ms before uciok"},
    {"flood-at-start", "floods instead of uciok"},
    {"odd-name", "has control characters and invalid UTF-8 in its name"},
    {"tell-folder", "gives its working directory as its name"},
    {"many-options", "announces 10,000 options"},
    {"no-newgame", "hangs on ucinewgame"},
    {"chatter", "writes 1 MiB on every setoption"},
    {"deaf", "stops reading after uciok"},
    {"close-input", "closes stdin before uciok and keeps running"},
    {"ignore-quit", "keeps running after quit and the end of its input"},
    {"ignore-term", "ignores SIGTERM, and says so at its start"},
    {"complain", "writes to stderr"},
    {"grandchild", "starts a process that keeps its pipes open"},
    {"exit-go", "exits with status 3 on go"},
    {"kill-go", "kills itself on go"},
    {"hang-go", "does not answer go"},
    {"wait-stop", "answers go when it receives stop"},
    {"slow-go", "answers go after 150 ms"},
    {"gate-go", "answers go as soon as the file $MOCK_GATE exists, and then removes it"},
    {"last-go", "answers go, then exits"},
    {"close-go", "closes stdout on go and keeps running"},
    {"lines-go", "writes short lines without end on go"},
    {"line-go", "writes one line without end on go"},
    {"trickle-go", "writes a line every 5 ms without end on go"},
    {"long-go", "writes a line of 200,000 bytes before its answer"},
    {"binary-go", "writes all 256 byte values before its answer, and binary data in it"},
    {"search-go", "answers go with many kinds of info"},
    {"nonsense-go", "answers go with something that is not a move"},
    {"empty-go", "answers go with the bare word bestmove"},
    {"huge-go", "answers go with a bestmove of 1,000 characters"},
    {"twice-go", "answers go again 20 ms later, and then removes the file $MOCK_GATE"},
};

enum { FLAG_COUNT = sizeof flags / sizeof flags[0] };

typedef struct {
    char **arguments;
    char *position; /* the last position line */
    bool ponders;
} MockEngine;

static bool is(const MockEngine *mock, const char *flag) {
    return mock_has(mock->arguments, flag);
}

static void flood(const char *text) {
    static char large[1 << 16];
    setvbuf(stdout, large, _IOFBF, sizeof large);
    for (;;)
        fputs(text, stdout);
}

static void write_all_bytes(void) {
    for (int byte = 0; byte < 256; byte++)
        putchar(byte);
    putchar('\n');
}

/* Starts a child process that keeps inherited descriptors open, as a careless script may. */
static void start_grandchild(void) {
    if (fork() == 0) {
        signal(SIGTERM, SIG_IGN);
        alarm(MOCK_LIFE_S);
        mock_hang();
    }
}

static void say_name(const MockEngine *mock) {
    if (is(mock, "tell-folder")) {
        char *folder = getcwd(NULL, 0);
        mock_say("id name %s", folder);
        free(folder);
    } else if (is(mock, "odd-name")) {
        mock_say("id name M\xf6"
                 "ck\t\x1b[31m 1\r");
    } else {
        mock_say("id name Mock 1.0");
    }
}

static void answer_uci(const MockEngine *mock) {
    if (is(mock, "die-at-start"))
        exit(5);
    if (is(mock, "mute"))
        mock_hang();
    if (is(mock, "flood-at-start"))
        flood("id author nobody\n");
    if (is(mock, "slow-start"))
        mock_sleep_ms(150);
    if (is(mock, "complain"))
        fputs("mock complains\n", stderr);
    say_name(mock);
    mock_say("id author nobody");
    mock_say("option name Hash type spin default 16 min 1 max 1024");
    mock_say("option name Move Overhead type spin default 10 min 0 max 5000");
    mock_say("option name Clear Hash type button");
    if (is(mock, "many-options"))
        for (int i = 0; i < 10000; i++)
            mock_say("option name Extra %d type string default", i);
    if (is(mock, "close-input"))
        close(STDIN_FILENO);
    mock_say("uciok");
    if (is(mock, "deaf") || is(mock, "close-input"))
        mock_hang();
}

static void answer_search(void) {
    mock_say("info depth 1 score cp 10 pv a2a3");
    mock_say("info depth 4 seldepth 9 multipv 1 score cp -35 nodes 4000 nps 9 time 2 pv b2b3 b7b6");
    mock_say("info depth 5 score mate -3 nodes 5555 time 3 pv d2d3 d7d6");
    mock_say("info depth 4 multipv 2 score cp -90 pv h2h3");
    mock_say("info depth 5 score cp 300 lowerbound nodes 6000 pv c2c3");
    mock_say("info depth 6 currmove d2d3 currmovenumber 4");
    mock_say("info string depth 9 nodes 9 score cp 9 pv x");
    mock_say("info depth many score cp lots nodes 99999999999999999999 pv");
    mock_say("bestmove d2d3");
}

static void answer_binary(void) {
    write_all_bytes();
    fputs("bestmove ", stdout);
    fwrite("e2\0e4\xff", 1, 6, stdout);
    mock_say(" ");
}

/* Misbehaves on `go`, as the arguments say. */
static void misbehave(const MockEngine *mock) {
    if (is(mock, "exit-go"))
        exit(3);
    if (is(mock, "kill-go"))
        raise(SIGKILL);
    if (is(mock, "hang-go"))
        mock_hang();
    if (is(mock, "lines-go"))
        flood("info string one of many\n");
    if (is(mock, "line-go"))
        flood("info ");
    for (; is(mock, "trickle-go"); mock_sleep_ms(5))
        mock_say("info nodes 1");
    if (is(mock, "close-go")) {
        close(STDOUT_FILENO);
        mock_hang();
    }
}

/* For gate-go and twice-go. */
static const char *gate_file(void) {
    const char *file = getenv("MOCK_GATE");
    return file ? file : "";
}

static void answer_go(const MockEngine *mock, const char *go) {
    misbehave(mock);
    if (is(mock, "slow-go"))
        mock_sleep_ms(150);
    while (is(mock, "gate-go") && access(gate_file(), F_OK) != 0)
        mock_sleep_ms(1);
    if (is(mock, "long-go"))
        mock_say("info string %0200000d", 0);
    if (is(mock, "search-go"))
        answer_search();
    else if (is(mock, "binary-go"))
        answer_binary();
    else if (is(mock, "empty-go"))
        mock_say("bestmove  ");
    else if (is(mock, "huge-go"))
        mock_say("bestmove %01000d", 0);
    else if (is(mock, "nonsense-go"))
        mock_say("bestmove castle! ponder");
    else {
        mock_say("info depth 1 score cp 21 nodes 100 pv %s %s", mock->position, go);
        if (!is(mock, "wait-stop"))
            mock_say("bestmove e2e4 ponder e7e5");
    }
    if (is(mock, "twice-go")) {
        mock_sleep_ms(20);
        mock_say("bestmove a2a3");
    }
    if (is(mock, "gate-go") || is(mock, "twice-go"))
        unlink(gate_file());
    if (is(mock, "last-go"))
        exit(0);
}

/* Returns false on quit. */
static bool handle_line(void *context, char *line) {
    MockEngine *mock = context;
    if (strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "uci") == 0)
        answer_uci(mock);
    else if (strcmp(line, "isready") == 0)
        mock_say("readyok");
    else if (strcmp(line, "ucinewgame") == 0 && is(mock, "no-newgame"))
        mock_hang();
    else if (strncmp(line, "setoption ", 10) == 0 && is(mock, "chatter"))
        mock_say("info string %01048576d", 0);
    else if (strncmp(line, "position ", 9) == 0) {
        free(mock->position);
        mock->position = strdup(line);
    } else if (strncmp(line, "go ponder", 9) == 0)
        mock->ponders = true;
    else if (strncmp(line, "go", 2) == 0 || (strcmp(line, "ponderhit") == 0 && mock->ponders)) {
        mock->ponders = false;
        answer_go(mock, line);
    } else if (strcmp(line, "stop") == 0 && (mock->ponders || is(mock, "wait-stop"))) {
        if (mock->ponders && is(mock, "hang-go"))
            mock_hang();
        mock->ponders = false;
        mock_say("bestmove g1f3");
    }
    return true;
}

int main(int argc, char **argv) {
    mock_begin(argc, argv, flags, FLAG_COUNT);
    MockEngine mock = {.arguments = argv + 1, .position = strdup("position startpos")};
    if (is(&mock, "ignore-term")) {
        signal(SIGTERM, SIG_IGN);
        mock_say("info string ignores SIGTERM");
    }
    if (is(&mock, "grandchild"))
        start_grandchild();
    mock_listen(handle_line, &mock);
    if (is(&mock, "ignore-quit"))
        mock_hang();
    free(mock.position);
    return 0;
}
