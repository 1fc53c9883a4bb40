/* mock_chaos: a UCI engine that plays random legal turns of any ruleset, and sometimes misbehaves.
 *
 * usage: mock_chaos [seed=N] [mark=TEXT] [score=TEXT] [FAULT=RATE]...
 *
 * Each FAULT is in the table FAULTS; RATE is how often the fault occurs per 10,000 turns, starts or
 * games. The turns depend only on the seed and the position; the faults differ from run to run.
 * `mark` is ignored; tests use it to find the processes. `score` is what the engine reports in each
 * turn, such as "mate 3" (default: random centipawns). The program ends after MOCK_LIFE_S
 * seconds without a command, so that a broken test leaves no process behind. */
#include "base/random.h"
#include "mocks/mock.h"
#include "rules/notation.h"

enum { STALL_MS = 600, RATE_SCALE = 10000, WORD_SIZE = 1 << 17 };

typedef struct {
    uint64_t seed;
    uint64_t rng; /* decides when faults occur */
    const Ruleset *rules;
    Position now;
    uint64_t position_hash;
    const char *score; /* NULL: random */
    int rates[32];     /* indexed like FAULTS */
} Chaos;

_Noreturn static void hang(void) {
    signal(SIGTERM, SIG_IGN);
    for (;;)
        pause();
}

_Noreturn static void flood(FILE *out, const char *text) {
    static char large[1 << 16];
    setvbuf(out, large, _IOFBF, sizeof large);
    while (fputs(text, out) >= 0)
        ;
    hang();
}

/* Prints a line with a word of WORD_SIZE characters. */
static void say_long_word(const char *before, const char *after) {
    fputs(before, stdout);
    for (int i = 0; i < WORD_SIZE; i++)
        putchar('x');
    mock_say("%s", after);
}

/* --- faults --- */

typedef enum { AT_START, AT_OPTION, AT_READY, AT_POSITION, AT_GO, AT_ANSWER } FaultPoint;

/* Injects a fault. Returns whether the fault takes the place of the answer to the command. */
typedef bool InjectFault(Chaos *chaos);

static bool do_exit(Chaos *chaos) {
    exit(3);
}

static bool do_kill(Chaos *chaos) {
    raise(SIGKILL);
    return true;
}

static bool do_hang(Chaos *chaos) {
    hang();
}

/* Delays the answer. */
static bool do_stall(Chaos *chaos) {
    mock_sleep_ms(STALL_MS);
    return false;
}

static bool do_lines(Chaos *chaos) {
    flood(stdout, "info string one of many\n");
}

static bool do_bytes(Chaos *chaos) {
    flood(stdout, "no end of line ");
}

static bool do_illegal(Chaos *chaos) {
    mock_say("bestmove a1h8");
    return true;
}

static bool do_empty(Chaos *chaos) {
    mock_say("bestmove");
    return true;
}

static bool do_garbage(Chaos *chaos) {
    fputs("bestmove ", stdout);
    for (int i = 0; i < 24; i++)
        putchar((int)(random_next(&chaos->rng) % 223) + '!');
    mock_say(" \x1b[2J\xff");
    return true;
}

static bool do_huge(Chaos *chaos) {
    say_long_word("bestmove ", "");
    return true;
}

/* Writes a long line before the answer. This is not an error. */
static bool do_long(Chaos *chaos) {
    say_long_word("info string ", " score cp 1");
    return false;
}

/* Sends an answer that nothing asked for. */
static bool do_stray(Chaos *chaos) {
    mock_say("bestmove a1h8");
    return false;
}

static bool do_close(Chaos *chaos) {
    close(STDOUT_FILENO);
    hang();
}

/* Exits, but leaves a child process that keeps the pipes open, as a careless script may. */
static bool do_orphan(Chaos *chaos) {
    if (fork() == 0) {
        alarm(MOCK_LIFE_S);
        hang();
    }
    exit(4);
}

/* Writes half of an answer, and no more. */
static bool do_half(Chaos *chaos) {
    fputs("info depth 1\nbestmo", stdout);
    fflush(stdout);
    hang();
}

/* Writes the beginning of a line some time before its end. This is not an error. */
static bool do_pieces(Chaos *chaos) {
    fputs("info str", stdout);
    fflush(stdout);
    mock_sleep_ms(1);
    fputs("ing in pieces\ninfo depth 1 sco", stdout);
    fflush(stdout);
    mock_sleep_ms(1);
    mock_say("re cp 3");
    return false;
}

static bool do_refuse(Chaos *chaos) {
    mock_say("info string error: setoption: this ruleset is not to my taste");
    return false;
}

/* Leaves a child process that keeps the pipes open as long as it can. This is not an error. */
static bool do_child(Chaos *chaos) {
    if (fork() == 0) {
        alarm(MOCK_LIFE_S);
        hang();
    }
    return false;
}

/* Floods stderr instead of an answer. */
static bool do_errors(Chaos *chaos) {
    flood(stderr, "mock_chaos has more to say\n");
}

/* Writes a line to stderr, then floods it from a second process, which may be killed before its
 * first line. */
static bool do_complain(Chaos *chaos) {
    fputs("mock_chaos complains\n", stderr);
    if (fork() != 0)
        return false;
    alarm(MOCK_LIFE_S);
    flood(stderr, "mock_chaos complains\n");
}

typedef struct {
    const char *name;
    FaultPoint when;
    InjectFault *act;
    const char *what;
} Fault;

static const Fault FAULTS[] = {
    {"die", AT_START, do_exit, "exits instead of uciok"},
    {"mute", AT_START, do_hang, "never says uciok"},
    {"complain", AT_START, do_complain, "writes to stderr without end"},
    {"child", AT_START, do_child, "starts a process that keeps its pipes open"},
    {"refuse", AT_OPTION, do_refuse, "answers an option with an error"},
    {"unready", AT_READY, do_hang, "never says readyok"},
    {"early", AT_POSITION, do_stray, "answers before it is asked"},
    {"exit", AT_GO, do_exit, "exits"},
    {"kill", AT_GO, do_kill, "is killed by a signal"},
    {"hang", AT_GO, do_hang, "does not answer, and ignores SIGTERM"},
    {"stall", AT_GO, do_stall, "answers late"},
    {"lines", AT_GO, do_lines, "writes lines without end"},
    {"bytes", AT_GO, do_bytes, "writes one line without end"},
    {"illegal", AT_GO, do_illegal, "answers with an illegal turn"},
    {"empty", AT_GO, do_empty, "answers without a turn"},
    {"garbage", AT_GO, do_garbage, "answers with random bytes"},
    {"huge", AT_GO, do_huge, "answers with a word of 128 KiB"},
    {"long", AT_GO, do_long, "answers after a line of 128 KiB"},
    {"half", AT_GO, do_half, "writes half of an answer, and no more"},
    {"pieces", AT_GO, do_pieces, "answers in pieces"},
    {"errors", AT_GO, do_errors, "writes to stderr without end instead of an answer"},
    {"close", AT_GO, do_close, "closes its output and keeps running"},
    {"twice", AT_ANSWER, do_stray, "answers twice"},
    {"orphan", AT_GO, do_orphan, "exits, and leaves a process that keeps its pipes open"},
};

enum { FAULT_COUNT = sizeof FAULTS / sizeof *FAULTS };

/* Injects faults at random. Returns whether one of them takes the place of the answer to the
 * command. */
static bool misbehave(Chaos *chaos, FaultPoint when) {
    for (int i = 0; i < FAULT_COUNT; i++)
        if (FAULTS[i].when == when &&
            (int)(random_next(&chaos->rng) % RATE_SCALE) < chaos->rates[i] && FAULTS[i].act(chaos))
            return true;
    return false;
}

/* --- commands --- */

static void answer_uci(Chaos *chaos) {
    if (misbehave(chaos, AT_START))
        return;
    puts("id name Chaos");
    printf("option name UCI_Variant type combo default %s", ruleset_default()->name);
    for (int i = 0; i < ruleset_count(); i++)
        printf(" var %s", ruleset_at(i)->name);
    mock_say("\nuciok");
}

/* Executes `position`; `rest` is what follows it: `startpos moves …` or `fen … moves …`. */
static void set_position(Chaos *chaos, char *rest) {
    Error error;
    char *moves = strstr(rest, " moves "), *saved = NULL;
    uint64_t hash = chaos->seed;
    for (const char *c = rest; *c; c++) {
        hash ^= (unsigned char)*c;
        hash = random_next(&hash);
    }
    chaos->position_hash = hash;
    if (moves)
        *moves = '\0';
    position_start(&chaos->now, chaos->rules);
    if (strncmp(rest, "fen ", 4) == 0)
        position_from_fen(&chaos->now, chaos->rules, rest + 4, &error);
    char *word = moves ? strtok_r(moves + 7, " ", &saved) : NULL;
    for (Turn turn; word && notation_read_turn(&chaos->now, word, &turn, NULL);
         word = strtok_r(NULL, " ", &saved)) {
        Position before = chaos->now;
        turn_apply(&chaos->now, &before, turn);
    }
}

static void answer_go(Chaos *chaos) {
    char text[TURN_TEXT_SIZE], score[16];
    TurnList list;
    if (misbehave(chaos, AT_GO))
        return;
    if (!turn_list_make(&chaos->now, &list) || list.count == 0) {
        mock_say("bestmove (none)");
        return;
    }
    uint64_t rng = chaos->position_hash;
    Turn turn = list.turns[random_next(&rng) % (unsigned)list.count];
    turn_list_free(&list);
    notation_write_turn(&chaos->now, turn, STYLE_UCI, text);
    snprintf(score, sizeof score, "cp %d", (int)(rng % 199) - 99);
    mock_say("info depth 1 score %s nodes 1 pv %s\nbestmove %s",
             chaos->score ? chaos->score : score, text, text);
    misbehave(chaos, AT_ANSWER);
}

/* Returns false on quit. */
static bool handle_line(void *mock, char *line) {
    Chaos *chaos = mock;
    static const char variant[] = "setoption name UCI_Variant value ";
    const Ruleset *rules;
    alarm(MOCK_LIFE_S);
    if (strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "uci") == 0)
        answer_uci(chaos);
    else if (strcmp(line, "isready") == 0 && !misbehave(chaos, AT_READY))
        mock_say("readyok");
    else if (strncmp(line, variant, sizeof variant - 1) == 0 &&
             (rules = ruleset_find(line + sizeof variant - 1))) {
        chaos->rules = rules;
        misbehave(chaos, AT_OPTION);
    } else if (strncmp(line, "position ", 9) == 0) {
        set_position(chaos, line + 9);
        misbehave(chaos, AT_POSITION);
    } else if (strncmp(line, "go", 2) == 0)
        answer_go(chaos);
    return true;
}

/* --- arguments --- */

static bool take(Chaos *chaos, const char *argument) {
    const char *equals = strchr(argument, '=');
    if (!equals)
        return false;
    size_t length = (size_t)(equals - argument);
    if (length == 4 && strncmp(argument, "mark", length) == 0)
        return true;
    if (length == 5 && strncmp(argument, "score", length) == 0) {
        chaos->score = equals + 1;
        return true;
    }
    if (length == 4 && strncmp(argument, "seed", length) == 0) {
        chaos->seed = strtoull(equals + 1, NULL, 10);
        return true;
    }
    for (int i = 0; i < FAULT_COUNT; i++)
        if (strlen(FAULTS[i].name) == length && strncmp(FAULTS[i].name, argument, length) == 0) {
            chaos->rates[i] = atoi(equals + 1);
            return true;
        }
    return false;
}

static int print_usage(void) {
    fputs("usage: mock_chaos [seed=N] [mark=TEXT] [score=TEXT] [FAULT=RATE]...\n", stderr);
    for (int i = 0; i < FAULT_COUNT; i++)
        fprintf(stderr, "  %-10s %s\n", FAULTS[i].name, FAULTS[i].what);
    return 2;
}

int main(int argc, char **argv) {
    Chaos chaos = {.rules = ruleset_default()};
    for (int i = 1; i < argc; i++)
        if (!take(&chaos, argv[i]))
            return print_usage();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    chaos.rng = chaos.seed ^ ((uint64_t)getpid() << 32) ^ (uint64_t)now.tv_nsec;
    position_start(&chaos.now, chaos.rules);
    alarm(MOCK_LIFE_S);
    mock_listen(handle_line, &chaos);
    return 0;
}
