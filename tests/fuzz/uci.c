/* A session with the UCI server. Input: commands, one per line. If the first byte is '!', the lines
 * go through uci_loop; if it is '&', one by one without waiting for searches; else one by one.
 *
 * Each `go` and `isready` is answered, however many commands wait and whatever stands in it. After
 * each other command the server is ready; one that it refuses leaves the game as it was, or no
 * position if it is `position`; each search that begins is answered with one legal turn, or none
 * if there is no turn or no position to search. Positions agree with the reference implementation.
 */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/output.h"
#include "fuzz/support/positions.h"

#include "base/os/stream.h"
#include "base/words.h"
#include "uci/uci.h"

#include <ctype.h>

enum { LINES_MAX = 40, PERFT_MAX = 2, THREADS_MAX = 2, HASH_MAX = 2 };

typedef struct {
    FuzzOutput output;
    Uci *uci;
    int searches;  /* begun */
    int bestmoves; /* printed */
    bool is_fresh; /* have there been only commands that change no option? */
} UciServer;

/* --- bounds on time --- */

static bool has(const char *line, const char *part) {
    return strcasestr(line, part) != NULL;
}

/* The largest number in the line. */
static int64_t largest_number(const char *line) {
    int64_t largest = 0;
    for (const char *at = line; *at; at++)
        if (isdigit((unsigned char)*at) && (at == line || !isdigit((unsigned char)at[-1]))) {
            int64_t number = strtoll(at, NULL, 10);
            largest = number > largest ? number : largest;
        }
    return largest;
}

/* Could the command take long? A search is bounded by search_nodes below. */
static bool is_slow(const char *line) {
    int64_t number = largest_number(line);
    return has(line, "bench") || (has(line, "perft") && number > PERFT_MAX) ||
           (has(line, "threads") && number > THREADS_MAX) ||
           (has(line, "hash") && number > HASH_MAX);
}

static const char *next_word(const char *line) {
    line += strcspn(line, " \t");
    return line + strspn(line, " \t");
}

/* The line from its first word that is a command; the empty end of the line if there is none. */
static const char *command_of(const char *line) {
    const char *from = line + strspn(line, " \t");
    while (*from && !uci_knows(from))
        from = next_word(from);
    return from;
}

static bool is_word(const char *text, const char *word) {
    size_t length = strcspn(text, " \t");
    return length == strlen(word) && strncmp(text, word, length) == 0;
}

static bool is_command(const char *line, const char *name) {
    return is_word(command_of(line), name);
}

static bool is_perft(const char *line) {
    const char *word = command_of(line);
    bool is_go = is_word(word, "go");
    while (*word && !is_word(word, "perft"))
        word = next_word(word);
    return is_go && *word;
}

/* The command, with a limit on the nodes if it is `go`. The caller frees it. */
static char *bounded(const char *line) {
    char *command;
    int length = asprintf(&command, "%s%s", line, is_command(line, "go") ? " nodes 50" : "");
    FUZZ_CHECK(length >= 0, "out of memory");
    return command;
}

/* --- the server --- */

static char *take_output(UciServer *server) {
    char *text = fuzz_output_take(&server->output);
    server->bestmoves += fuzz_count_lines(text, "bestmove ");
    return text;
}

/* Executes a command of our own and returns its output. */
static char *ask(UciServer *server, const char *command) {
    char line[16];
    strcpy(line, command);
    uci_execute(server->uci, line);
    return take_output(server);
}

static void check_ready(UciServer *server) {
    char *text = ask(server, "isready");
    FUZZ_CHECK(fuzz_count_lines(text, "readyok") == 1, "isready: %s", text);
    free(text);
}

/* Compares the answers to `d` and `moves` with the reference. */
static void check_board(UciServer *server, const char *board) {
    char *fen = fuzz_find_line(board, "Fen: "), *name = fuzz_find_line(board, "Ruleset: ");
    char *status = fuzz_find_line(board, "status "), *moves = ask(server, "moves");
    FUZZ_CHECK(fen && name && status, "d: %s", board);
    const Ruleset *rules = ruleset_find(name);
    Position pos;
    FUZZ_CHECK(rules, "d: %s", board);
    if (strncmp(fen, "none:", 5) != 0 && position_from_fen(&pos, rules, fen, NULL)) {
        fuzz_check_against_reference(&pos);
        FUZZ_CHECK((strncmp(status, "playing", 7) == 0) == (strcmp(moves, "moves\n") != 0),
                   "status %s, but %s", status, moves);
    }
    free(fen), free(name), free(status), free(moves);
}

/* Is this, the answer to `d` or another command, that there is no position? */
static bool is_no_position(const char *answer) {
    return strncmp(answer, "info string error: ", 19) == 0;
}

/* Checks the answer of a search; `turns` is the answer to `moves`. */
static void check_bestmove(const char *line, const char *printed, const char *turns) {
    char *bestmove = fuzz_find_line(printed, "bestmove ");
    if (!bestmove)
        return;
    char *rest = bestmove, *turn = words_next(&rest);
    bool is_none = strcmp(turn, "(none)") == 0;
    bool must_be_none = strcmp(turns, "moves\n") == 0 || is_no_position(turns);
    char *list = strndup(turns, strlen(turns) - 1);
    FUZZ_CHECK(must_be_none ? is_none
                            : fuzz_has_word(list, turn) || (is_none && has(line, "searchmoves")),
               "bestmove %s is not among %s", turn, turns);
    free(list);
    free(bestmove);
}

/* Does the command begin a search? `board` is the answer to `d`. */
static bool begins_search(const char *line, const char *board) {
    return is_command(line, "go") && (is_no_position(board) || !is_perft(line));
}

/* Executes a command while no search runs. Returns false for `quit`. */
static bool execute_idle(UciServer *server, char *line) {
    char *before = ask(server, "d"), *turns = ask(server, "moves"), *copy = strdup(line);
    int errors = uci_error_count(server->uci);
    bool is_search = begins_search(line, before);
    bool is_position = is_command(line, "position");
    int unknown_words = command_of(line) != line + strspn(line, " \t");
    bool goes_on = uci_execute(server->uci, line);
    int new_errors = uci_error_count(server->uci) - errors;
    bool is_refused = new_errors > unknown_words, is_idle = uci_wait(server->uci);
    char *printed = take_output(server);
    FUZZ_CHECK(fuzz_count_lines(printed, "info string error: ") ==
                   uci_error_count(server->uci) - errors,
               "errors are not counted: %s", printed);
    server->searches += is_search;
    if (is_search)
        check_bestmove(copy, printed, turns);
    check_ready(server);
    if (goes_on && is_idle) {
        char *after = ask(server, "d");
        if (is_position)
            FUZZ_CHECK(is_no_position(after) == is_refused, "after a position: %s", after);
        else if (is_refused)
            fuzz_check_equal("the board after a refusal", after, before);
        if (strcmp(after, before) != 0 && !is_no_position(after))
            check_board(server, after);
        FUZZ_CHECK(server->searches == server->bestmoves, "%d searches, %d turns", server->searches,
                   server->bestmoves);
        free(after);
    }
    free(before), free(turns), free(copy), free(printed);
    return goes_on;
}

/* Executes a command during a search that only a command ends. */
static bool execute_searching(UciServer *server, char *line) {
    char *board = ask(server, "d");
    server->searches += begins_search(line, board);
    free(board);
    bool goes_on = uci_execute(server->uci, line);
    uci_wait(server->uci); /* wait for the turn, if the command has ended the search */
    free(take_output(server));
    check_ready(server);
    return goes_on;
}

static void run_lines(UciServer *server, FuzzInput input) {
    char *line;
    bool goes_on = true;
    for (int i = 0; i < LINES_MAX && goes_on && (line = fuzz_line(&input)); i++) {
        char *command = bounded(line);
        server->is_fresh = server->is_fresh && !is_command(line, "setoption");
        if (!is_slow(line))
            goes_on = uci_wait(server->uci) ? execute_idle(server, command)
                                            : execute_searching(server, command);
        free(command);
        free(line);
    }
    free(ask(server, "stop"));
    FUZZ_CHECK(uci_wait(server->uci), "stop does not stop");
    free(take_output(server));
    FUZZ_CHECK(server->searches == server->bestmoves, "%d searches, %d turns", server->searches,
               server->bestmoves);
}

/* How many `go` have been answered with a turn or a perft? */
static int count_answers(const char *printed) {
    return fuzz_count_lines(printed, "bestmove ") + fuzz_count_lines(printed, "Nodes searched: ") +
           fuzz_count_lines(printed, "info string error: go perft: ");
}

static void run_submitted(UciServer *server, FuzzInput input) {
    char *line;
    bool goes_on = true;
    int go_count = 0, ready_count = 0;
    server->is_fresh = false;
    for (int i = 0; i < LINES_MAX && goes_on && (line = fuzz_line(&input)); i++) {
        char *command = bounded(line);
        if (!is_slow(line)) {
            go_count += is_command(line, "go");
            ready_count += is_command(line, "isready");
            goes_on = uci_submit(server->uci, command);
        }
        free(command);
        free(line);
    }
    char stop[] = "stop";
    uci_submit(server->uci, stop);
    FUZZ_CHECK(uci_wait(server->uci) && !uci_is_busy(server->uci), "stop does not stop");
    char *printed = take_output(server);
    FUZZ_CHECK(count_answers(printed) == go_count, "%d go, answered by %s", go_count, printed);
    FUZZ_CHECK(fuzz_count_lines(printed, "readyok") == ready_count, "isready: %s", printed);
    free(printed);
    check_ready(server);
}

static void run_loop(UciServer *server, FuzzInput input) {
    size_t size;
    char *text = fuzz_rest(&input, &size);
    server->is_fresh = false;
    FILE *in = stream_from_bytes(text, size);
    FUZZ_CHECK(in, "out of memory");
    char *visible = malloc(size + 1); /* without NULs before the end */
    FUZZ_CHECK(visible, "out of memory");
    for (size_t i = 0; i <= size; i++)
        visible[i] = text[i] || i == size ? text[i] : ' ';
    if (!has(visible, "go") && !is_slow(visible))
        FUZZ_CHECK(uci_loop(server->uci, in) != UCI_OUT_OF_MEMORY, "out of memory");
    fclose(in);
    free(visible);
    free(text);
    free(take_output(server));
    check_ready(server);
}

/* --- one server for all inputs, since starting one takes long --- */

static void set_option(UciServer *server, const char *name, const char *value) {
    char *line;
    FUZZ_CHECK(asprintf(&line, "setoption name %s value %s", name, value) >= 0, "out of memory");
    uci_execute(server->uci, line);
    free(line);
}

/* Sets every option to the default that the answer to `uci` states, except for a small table. */
static void reset_options(UciServer *server) {
    char *options = ask(server, "uci");
    const char *line = options;
    for (; (line = strstr(line, "option name ")); line++) {
        char name[64], value[64];
        if (sscanf(line, "option name %63[^\n]", name) != 1 || !strstr(name, " type "))
            fuzz_fail(__FILE__, __LINE__, "uci: %s", line);
        const char *begin = strstr(line, " default ");
        const char *end = strchr(line, '\n');
        *strstr(name, " type ") = '\0';
        if (!begin || begin > end)
            continue; /* a button */
        sscanf(begin + strlen(" default "), "%63s", value);
        set_option(server, name, strcmp(name, "Hash") == 0 ? "1" : value);
    }
    free(options);
}

static void reset(UciServer *server) {
    if (!server->is_fresh)
        reset_options(server);
    server->is_fresh = true;
    free(ask(server, "ucinewgame"));
    char start[] = "position startpos", debug[] = "debug off";
    uci_execute(server->uci, start);
    uci_execute(server->uci, debug);
    char *printed = take_output(server);
    fuzz_check_equal("what resetting prints", printed, "");
    free(printed);
    server->searches = server->bestmoves = 0;
}

static UciServer the_server; /* for all inputs */

static void stop(void) {
    uci_free(the_server.uci);
    fuzz_output_close(&the_server.output);
}

static void start(void) {
    fuzz_output_open(&the_server.output);
    /* A folder in which no file can be opened. */
    the_server.uci = uci_new(the_server.output.stream,
                             (FileAccess){.is_restricted = true, .only = "/dev/null/file"});
    FUZZ_CHECK(the_server.uci, "out of memory");
    atexit(stop);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    if (!the_server.uci)
        start();
    reset(&the_server);
    if (size > 0 && data[0] == '!') {
        fuzz_byte(&input);
        run_loop(&the_server, input);
    } else if (size > 0 && data[0] == '&') {
        fuzz_byte(&input);
        run_submitted(&the_server, input);
    } else {
        run_lines(&the_server, input);
    }
    return 0;
}
