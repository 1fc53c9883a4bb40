/* A session with the CECP server. Input: commands, one per line.
 *
 * After each command a ping is answered, and at the end the engine still plays a legal move. */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/output.h"

#include "base/words.h"
#include "cecp/cecp.h"
#include "rules/notation.h"

#include <fcntl.h>
#include <unistd.h>

enum { LINES_MAX = 30, DEPTH_MAX = 2, THREADS_MAX = 2, HASH_MAX = 2 };

/* One server for all inputs, since starting one takes long. */
typedef struct {
    Thread thread;
    int commands; /* the end of the pipe to which commands are written */
    FILE *in;     /* its other end */
    FuzzOutput output;
    int pings; /* sent */
} CecpServer;

static CecpServer server;

static void send_text(const char *text) {
    size_t size = strlen(text);
    FUZZ_CHECK(write(server.commands, text, size) == (ssize_t)size, "the server does not read");
}

/* Sends a command and returns the answer, which the caller frees. */
static char *ask(const char *command) {
    char ping[32], pong[32];
    snprintf(ping, sizeof ping, "\nping %d\n", ++server.pings);
    snprintf(pong, sizeof pong, "pong %d", server.pings);
    send_text(command);
    send_text(ping);
    fuzz_output_await(&server.output, pong);
    return fuzz_output_take(&server.output);
}

static void tell(const char *command) {
    free(ask(command));
}

/* --- bounds on time --- */

/* The first number in the text; INT64_MAX if it is not a small one. */
static int64_t number_in(const char *text) {
    text += strcspn(text, "0123456789");
    size_t digits = strspn(text, "0123456789");
    return digits > 9 ? INT64_MAX : strtoll(text, NULL, 10);
}

/* Could the command take long, or end the server? */
static bool is_avoided(const char *line) {
    char *copy = strdup(line), *rest = copy, *name = words_next(&rest);
    int64_t number = number_in(line);
    bool is_option = name && strcmp(name, "option") == 0;
    bool avoid = name && (strcmp(name, "quit") == 0 || strcmp(name, "hint") == 0 ||
                          (strcmp(name, "sd") == 0 && number > DEPTH_MAX) ||
                          (strcmp(name, "memory") == 0 && number > HASH_MAX) ||
                          (strcmp(name, "cores") == 0 && number > THREADS_MAX) ||
                          (is_option && strcasestr(line, "hash") && number > HASH_MAX) ||
                          (is_option && strcasestr(line, "threads") && number > THREADS_MAX));
    free(copy);
    return avoid;
}

/* --- the server --- */

static void *serve(void *context) {
    /* A folder in which no file can be opened. */
    FileAccess files = {.is_restricted = true, .only = "/dev/null/file"};
    FUZZ_CHECK(cecp_loop(server.in, server.output.stream, files), "out of memory");
    return NULL;
}

static void stop(void) {
    close(server.commands);
    thread_join(&server.thread);
    fclose(server.in);
    fuzz_output_close(&server.output);
}

static void start(void) {
    int ends[2];
    FUZZ_CHECK(pipe2(ends, O_CLOEXEC) == 0, "no pipe");
    fuzz_output_open(&server.output);
    server.commands = ends[1];
    server.in = fdopen(ends[0], "r");
    FUZZ_CHECK(server.in && thread_start(&server.thread, serve, NULL), "no thread");
    tell("force\nmemory 1");
    atexit(stop);
}

/* Sets what a command can change to what it was at the start. All commands are sent at once: each
 * ping wakes two threads, which takes longer than most commands. */
static void reset(void) {
    static const char OPTION[] = "feature option=\"";
    char *features = ask("protover 2");
    for (const char *at = features; (at = strstr(at, OPTION)); at++) {
        char name[64], kind[16], value[64] = "", command[256];
        int count = sscanf(at + strlen(OPTION), "%63[^-]-%15s %63[^ \"]", name, kind, value);
        FUZZ_CHECK(count >= 2, "%s", at);
        name[strlen(name) - 1] = '\0'; /* the blank */
        snprintf(command, sizeof command, "option %s=%s\n", name, value);
        if (strncmp(kind, "button", strlen("button")) != 0)
            send_text(command);
    }
    free(features);
    tell("memory 1\ncores 1");
}

/* Checks that the engine still plays a legal move. */
static void check_move(void) {
    Position pos;
    Turn turn;
    position_start(&pos, ruleset_default());
    tell("force\nnew\nforce\neasy\nnopost\nlevel 40 5 0\nsd 1");
    char *answer = ask("go"), *move = fuzz_find_line(answer, "move ");
    FUZZ_CHECK(move && fuzz_count_lines(answer, "move ") == 1, "no move: %s", answer);
    FUZZ_CHECK(notation_read_turn(&pos, move, &turn, NULL), "'%s' is not legal", move);
    free(move);
    free(answer);
    tell("force\nnew\nforce"); /* afterwards the server is idle */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool has_set_option;
    FuzzInput input = {data, size};
    char *line;
    if (!server.in)
        start();
    if (has_set_option)
        reset();
    has_set_option = false;
    for (int i = 0; i < LINES_MAX && (line = fuzz_line(&input)); i++) {
        has_set_option |= strstr(line, "option") || strstr(line, "memory") || strstr(line, "cores");
        if (!is_avoided(line)) {
            send_text("sd 2\n");
            tell(line);
        }
        free(line);
    }
    check_move();
    return 0;
}
