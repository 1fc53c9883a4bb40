/* mock_cecp: a deterministic CECP engine that misbehaves as its arguments say.
 *
 * Without arguments it behaves well, speaks version 2, and answers every `go` immediately with
 *     1 21 3 100 <all lines since the last go, separated by bars>
 *     move e2e4
 * After `hard` it stays in play, and answers a usermove as it does `go`.
 */
#include "base/text.h"
#include "mocks/mock.h"

static const MockFlag flags[] = {
    {"version-1", "sends no features, and answers newer commands with an error"},
    {"no-done", "sends neither done=0 nor done=1"},
    {"slow-start", "sends done=0 before protover, and done=1 150 ms after it"},
    {"never-done", "sends done=0 and no other feature"},
    {"die-at-start", "exits with status 5 instead of sending its features"},
    {"flood-at-start", "sends done=0, then floods instead of sending its features"},
    {"odd-features", "sends unknown and malformed features"},
    {"few-features", "has no usermove, setboard, time, colors, reuse, memory or smp"},
    {"no-pong", "never answers ping"},
    {"exit-go", "exits with status 3 on go"},
    {"hang-go", "does not answer go"},
    {"lines-go", "writes short lines without end on go"},
    {"last-go", "answers go, then exits"},
    {"think-go", "sends many kinds of thinking output before its move"},
    {"chat-go", "sends lines that need no answer before its move"},
    {"san-go", "answers go with a move in SAN: Nf3"},
    {"old-go", "answers go with a move in the format of version 1"},
    {"pass-go", "answers go with a pass"},
    {"empty-go", "answers go with the bare word move"},
    {"huge-go", "answers go with a move of 1,000 characters"},
    {"resign-go", "answers go with resign"},
    {"white-resigns-go", "answers go with the result of a resignation by White"},
    {"claim-go", "answers go with a result"},
    {"resign-after", "answers go with a move, then a resignation by White"},
    {"claim-after", "answers go with a move, then a result"},
    {"error-go", "answers go with an error"},
    {"illegal", "rejects every move as illegal"},
    {"illegal-position", "rejects every position as illegal"},
};

enum { FLAG_COUNT = sizeof flags / sizeof flags[0], LOG_SIZE = 4096 };

typedef struct {
    char **arguments;
    char log[LOG_SIZE];
    bool ponders, is_playing;
} MockCecp;

static bool is(const MockCecp *mock, const char *flag) {
    return mock_has(mock->arguments, flag);
}

static void flood(void) {
    for (;;)
        puts("# one of many");
}

static void answer_protover(const MockCecp *mock) {
    if (is(mock, "die-at-start"))
        exit(5);
    if (is(mock, "flood-at-start")) {
        mock_say("feature done=0"); /* so that a slow client does not give up waiting */
        flood();
    }
    if (is(mock, "never-done"))
        return;
    if (is(mock, "slow-start"))
        mock_sleep_ms(150);
    if (is(mock, "odd-features"))
        mock_say("feature analyze=1 san=1 san=0 exclude=1 =3 nonsense");
    mock_say(
        "feature ping=1 myname=\"Mock Cecp 1.0\"  variants=\"normal,losers, 6170-spring-2007\"");
    if (is(mock, "few-features"))
        mock_say("feature time=0 colors=0 reuse=0");
    else
        mock_say("feature usermove=1 setboard=1 colors=0 memory=1 smp=1");
    mock_say("feature option=\"Contempt -spin 0 -100 100\" option=\"Clear All -button\"");
    if (is(mock, "odd-features"))
        mock_say("feature myname=\"\" option=\"unending");
    if (!is(mock, "no-done"))
        mock_say("feature done=1");
}

static void think(void) {
    mock_say("9 156 1084 48000 Nf3 Nc6 Nc3");
    mock_say(" 3+     78    0       65   d1d2  e8e7  d2d3 ");
    mock_say("10 -100003 1100 50000 7 123 0\te2e4 e7e5");
    mock_say("11 300 1200 60000 c2c3 !");
    mock_say("12 -20 1200 70000 c2c4??");
    mock_say("12 many 1200 80000 c2c4");
    mock_say("13. d2d4");
    mock_say("99999999999999999999 1 1 1 e2e4");
}

static void chat(void) {
    mock_say("tellall 1-0 would be nice");
    mock_say("offer draw");
    mock_say("# move a2a3");
    mock_say("Error (unknown command): easy");
    mock_say("Illegal move: protover");
    mock_say("Hint: d2d4");
    mock_say("pong 77");
    mock_say("\n");
}

/* If a flag asks for it, answers `go` without a move and returns true. */
static bool misbehave(const MockCecp *mock) {
    if (is(mock, "exit-go"))
        exit(3);
    if (is(mock, "hang-go"))
        mock_hang();
    if (is(mock, "lines-go"))
        flood();
    if (is(mock, "resign-go"))
        mock_say("resign");
    else if (is(mock, "white-resigns-go"))
        mock_say("0-1 {White resigns}");
    else if (is(mock, "claim-go"))
        mock_say("1/2-1/2 {Draw by repetition}");
    else if (is(mock, "error-go"))
        mock_say("Error (command not legal now): go");
    else
        return false;
    return true;
}

static void move(const MockCecp *mock) {
    if (is(mock, "san-go"))
        mock_say("move Nf3");
    else if (is(mock, "old-go"))
        mock_say("1. ... e2e4");
    else if (is(mock, "pass-go"))
        mock_say("move @@@@");
    else if (is(mock, "empty-go"))
        mock_say("move  ");
    else if (is(mock, "huge-go"))
        mock_say("move %01000d", 0);
    else
        mock_say("move e2e4");
}

static void answer_go(MockCecp *mock) {
    if (misbehave(mock))
        return;
    if (is(mock, "chat-go"))
        chat();
    if (is(mock, "think-go"))
        think();
    else
        mock_say("1 21 3 100 %s", mock->log);
    move(mock);
    if (is(mock, "resign-after"))
        mock_say("0-1 {White resigns}");
    if (is(mock, "claim-after"))
        mock_say("1-0 {White mates}");
    if (is(mock, "last-go"))
        exit(0);
    mock->log[0] = '\0';
}

static void note(MockCecp *mock, const char *line) {
    size_t length = strlen(mock->log);
    snprintf(mock->log + length, LOG_SIZE - length, "%s%s", length ? "|" : "", line);
}

static bool is_new_word(const char *line) {
    return text_starts(line, "protover") || text_starts(line, "computer");
}

/* Returns false on quit. */
static bool handle_line(void *context, char *line) {
    MockCecp *mock = context;
    note(mock, line);
    if (strcmp(line, "quit") == 0)
        return false;
    if (is(mock, "version-1") && is_new_word(line))
        mock_say("Illegal move (no matching move)%s", line);
    else if (text_starts(line, "protover"))
        answer_protover(mock);
    else if (text_starts(line, "ping ") && !is(mock, "no-pong"))
        mock_say("pong %s", line + 5);
    else if (strcmp(line, "go") == 0) {
        mock->is_playing = true;
        answer_go(mock);
    } else if (text_starts(line, "usermove ") && mock->ponders && mock->is_playing)
        answer_go(mock);
    else if (strcmp(line, "hard") == 0 || strcmp(line, "easy") == 0)
        mock->ponders = line[0] == 'h';
    else if (strcmp(line, "force") == 0 || strcmp(line, "new") == 0)
        mock->is_playing = false;
    else if (text_starts(line, "usermove ") && is(mock, "illegal"))
        mock_say("Illegal move (in check): %s", line + 9);
    else if (text_starts(line, "setboard ") && is(mock, "illegal-position"))
        mock_say("tellusererror Illegal position");
    return true;
}

int main(int argc, char **argv) {
    mock_begin(argc, argv, flags, FLAG_COUNT);
    MockCecp mock = {.arguments = argv + 1};
    if (is(&mock, "slow-start") || is(&mock, "never-done"))
        mock_say("feature done=0");
    mock_listen(handle_line, &mock);
    return 0;
}
