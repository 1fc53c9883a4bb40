/* The UCI server's session, in process: commands in, answers out. */
/* tags: threads */
#include "unit/temporary_folder.h"
#include "unit/uci/server.h"

#include "base/big_endian.h"
#include "book/book.h"
#include "eval/evaluate.h"
#include "experience/experience_file.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
#define E4_FEN    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1"

/* White mates with the last turn. */
#define MATE_IN_ONE                                                                                \
    "position startpos moves c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 "    \
    "b6b1 a1b1 a8b8 b1b8 g7g6"
#define MATE MATE_IN_ONE " b8c8"

/* Executes a command; false if it was `quit`. */
static bool say(Server *server, const char *command) {
    char *line = strdup(command);
    assert_non_null(line);
    bool goes_on = uci_execute(server->uci, line);
    free(line);
    return goes_on;
}

/* Executes a command, which must print exactly `answer`. */
static void check_answer(Server *server, const char *command, const char *answer) {
    assert_true(say(server, command));
    assert_printed(server->capture, answer);
}

/* Executes a command, which must print one error that begins with `error`. */
static void check_error(Server *server, const char *command, const char *error) {
    char prefix[1024];
    int before = uci_error_count(server->uci);
    snprintf(prefix, sizeof prefix, "info string error: %s", error);
    assert_true(say(server, command));
    char *printed = capture_take(server->capture);
    if (strncmp(printed, prefix, strlen(prefix)) != 0)
        fail_msg("%.200s: '%s' does not begin with '%s'", command, printed, prefix);
    assert_int_equal(count_parts(printed, "\n"), 1);
    free(printed);
    assert_int_equal(uci_error_count(server->uci), before + 1);
}

static void check_fen(Server *server, const char *fen) {
    char line[256];
    snprintf(line, sizeof line, "\nFen: %s\n", fen);
    assert_true(say(server, "d"));
    char *printed = capture_take(server->capture);
    if (!strstr(printed, line))
        fail_msg("'%s' has no '%s'", printed, line);
    free(printed);
}

/* Executes a command and waits for the search that it starts. Returns the output, which the caller
 * frees. */
static char *search(Server *server, const char *command) {
    assert_true(say(server, command));
    assert_true(uci_wait(server->uci));
    return capture_take(server->capture);
}

static int count_lines(const char *text, const char *prefix) {
    int count = 0;
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        count += strncmp(line, prefix, strlen(prefix)) == 0;
    return count;
}

static const char *last_line(const char *text, const char *prefix) {
    const char *last = NULL;
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        if (strncmp(line, prefix, strlen(prefix)) == 0)
            last = line;
    assert_non_null(last);
    return last;
}

/* --- position --- */

/* `go` is answered by no move, whatever it says. */
static void check_no_position(Server *server) {
    static const char *const COMMANDS[] = {"go depth 3", "go searchmoves e7e5 depth 1",
                                           "go wtime 1000 foo", "go perft 1"};
    static const char START[] = "info string error: go: there is no position: ",
                      END[] = "\nbestmove (none)\n";
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        bool is_infinite = strstr(COMMANDS[i], "perft");
        assert_true(say(server, COMMANDS[i]));
        char *printed = search(server, is_infinite ? "stop" : "");
        assert_int_equal(strncmp(printed, START, strlen(START)), 0);
        assert_string_equal(printed + strlen(printed) - strlen(END), END);
        assert_int_equal(count_parts(printed, "\n"), 2);
        free(printed);
    }
    check_error(server, "d", "d: there is no position: ");
    check_error(server, "moves", "moves: there is no position: ");
    check_error(server, "status", "status: there is no position: ");
    check_error(server, "eval", "eval: there is no position: ");
}

/* After a position that was refused there is none until a good one comes: never a move of the
 * game before. */
static void test_bad_positions(void **state) {
    static const char *const CASES[][2] = {
        {"position", "position: word 2: expected startpos or fen, not ''\n"},
        {"position elsewhere", "position: word 2: expected startpos or fen, not 'elsewhere'\n"},
        {"position STARTPOS", "position: word 2: expected startpos or fen, not 'STARTPOS'\n"},
        {"position startpos sevom d2d4", "position: word 3: expected moves, not 'sevom'\n"},
        {"position startpos moves d2d4 e7e4", "position: move 2: 'e7e4' is not legal"},
        {"position startpos moves d2d4 foo", "position: move 2: 'foo' is not a move"},
        {"position startpos moves d2d4 d7d5 0000", "position: move 3: '0000'"},
        {"position startpos moves d2d4,d7d5", "position: move 1: "},
        {"position fen", "position: FEN"},
        {"position fen 8/8 w", "position: FEN"},
        {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position: White has no king"},
        {"position fen " START_FEN " moves d2d4 d2d4", "position: move 2: 'd2d4'"},
    };
    Server *server = *state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_answer(server, "position startpos moves e2e4", "");
        check_error(server, CASES[i][0], CASES[i][1]);
        check_no_position(server);
    }
    char command[400];
    snprintf(command, sizeof command, "position fen %0300d", 0);
    check_error(server, command, "position: the FEN is too long\n");
    check_no_position(server);
    check_answer(server, "ucinewgame", "");
    check_no_position(server);
    check_answer(server, "position startpos moves e2e4", "");
    check_fen(server, E4_FEN);
}

static void test_positions(void **state) {
    Server *server = *state;
    check_fen(server, START_FEN);
    check_answer(server, "position startpos moves e2-e4", "");
    check_fen(server, E4_FEN);
    check_answer(server, "position startpos moves", "");
    check_fen(server, START_FEN);
    check_answer(server, "\tposition\t fen   " E4_FEN "   moves  d7d5", "");
    check_answer(server, "moves", "moves e4d5\n");
    check_answer(server, "status", "status playing white\n");
    check_answer(server, "position startpos", "");
    check_fen(server, START_FEN);
}

static void test_states_of_a_game(void **state) {
    static const char *const CASES[][3] = {
        {"position startpos moves e2e4", NULL, "status playing black\n"},
        {MATE, "moves\n", "status won white checkmate\n"},
        {"position fen 7k/8/8/8/8/8/P7/K7 w - - 0 1", "moves\n", "status won black piecesLost\n"},
        {"position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "moves 0000\n", "status playing white\n"},
        {"setoption name UCI_Variant value losers", NULL, "status playing white\n"},
        {"position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "moves\n", "status won black stalemate\n"},
        {"setoption name UCI_Variant value 6170-spring-1994", NULL, "status playing white\n"},
        {"position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "moves\n", "status drawn stalemate\n"},
        {"position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", NULL,
         "status playing white\n"},
        {"setoption name Tournament Draws value true", "moves\n", "status drawn threefold\n"},
    };
    Server *server = *state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_answer(server, CASES[i][0], "");
        if (CASES[i][1])
            check_answer(server, "moves", CASES[i][1]);
        check_answer(server, "status", CASES[i][2]);
    }
}

static void test_d(void **state) {
    Server *server = *state;
    assert_true(say(server, "d"));
    char *printed = capture_take(server->capture);
    const char *end = strstr(printed, "\nFen: " START_FEN "\nKey: ");
    assert_non_null(end);
    assert_non_null(strstr(printed, "8 | r | n | b | q | k | b | n | r |\n"));
    end = strchr(strstr(end, "Key: "), '\n');
    assert_string_equal(end, "\nRuleset: 6170-spring-2007\nstatus playing white\n");
    assert_int_equal(strspn(end - 16, "0123456789ABCDEF"), 16);
    free(printed);
}

/* The terms that `eval` prints add up to White's score.
 */
static void test_eval(void **state) {
    Server *server = *state;
    for (int black = 0; black < 2; black++) {
        check_answer(server, black ? "position startpos moves e2e4" : "position startpos", "");
        assert_true(say(server, "eval"));
        char *printed = capture_take(server->capture);
        int sum = 0, score, terms = 0;
        assert_int_equal(strncmp(printed, "White minus Black       count    score\n", 39), 0);
        for (const char *line = strchr(printed, '\n') + 1; strncmp(line, "For ", 4) != 0;
             line = strchr(line, '\n') + 1, terms++)
            sum += atoi(line + 30);
        assert_true(terms > 5);
        assert_non_null(strstr(printed, "The board (network) "));
        const char *last = last_line(printed, black ? "For black " : "For white ");
        assert_int_equal(sscanf(last + 10, "%d centipawns", &score), 1);
        assert_int_equal(sum, black ? -score : score);
        free(printed);
    }
    check_answer(server, MATE, "");
    check_answer(server, "eval", "status won white checkmate\n");
}

static void test_perft(void **state) {
    Server *server = *state;
    static const char *const CASES[][2] = {
        {"position startpos", "Nodes searched: 1\n"},
        {"position startpos moves e2e4 d7d5", "e4d5: 1\nNodes searched: 1\n"},
        {"position fen 4k3/8/8/8/8/p7/1P6/K7 w - - 0 1", "b2a3: 1\nNodes searched: 1\n"},
        {MATE, "Nodes searched: 0\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_answer(server, CASES[i][0], "");
        char *printed = search(server, i == 0 ? "go perft 0" : "go perft 1");
        assert_string_equal(printed, CASES[i][1]);
        free(printed);
    }
    check_answer(server, "position startpos", "");
    char *printed = search(server, "go perft 3");
    assert_int_equal(strncmp(printed, "a2a3: 380\na2a4: 399\nb1a3: ", 26), 0); /* sorted */
    assert_int_equal(count_parts(printed, "\n"), 21);
    assert_string_equal(last_line(printed, "Nodes"), "Nodes searched: 8067\n");
    free(printed);
    assert_true(say(server, "go perft 30"));
    printed = search(server, "stop");
    assert_string_equal(printed, "info string error: go perft: stopped before the end\n");
    free(printed);
}

/* --- options --- */

static void test_bad_options(void **state) {
    static const char USAGE[] = "setoption: use `setoption name NAME [value VALUE]`\n";
    static const char *const CASES[][2] = {
        {"setoption", USAGE},
        {"setoption name", USAGE},
        {"setoption name \t ", USAGE},
        {"setoption names Hash value 1", USAGE},
        {"setoption value 1", USAGE},
        {"setoption name value 1", "setoption: unknown option 'value 1'\n"},
        {"setoption name Nonsense value 1", "setoption: unknown option 'Nonsense'\n"},
        {"setoption name Hash value32", "setoption: unknown option 'Hash value32'\n"},
        {"setoption name Hash", "setoption: option Hash: the value is missing\n"},
        {"setoption name Hash value",
         "setoption: option Hash: '' is not a number from 1 to 65536\n"},
        {"setoption name Hash value 0",
         "setoption: option Hash: '0' is not a number from 1 to 65536\n"},
        {"setoption name Hash value 65537",
         "setoption: option Hash: '65537' is not a number from 1 to 65536\n"},
        {"setoption name Hash value 99999999999999999999",
         "setoption: option Hash: '99999999999999999999' is not a number from 1 to 65536\n"},
        {"setoption name Hash value 1 2",
         "setoption: option Hash: '1 2' is not a number from 1 to 65536\n"},
        {"setoption name threads value 257",
         "setoption: option Threads: '257' is not a number from 1 to 256\n"},
        {"setoption name Ponder value maybe",
         "setoption: option Ponder: 'maybe' is neither true nor false\n"},
        {"setoption name Ponder", "setoption: option Ponder: the value is missing\n"},
        {"setoption name UCI_Variant value chess",
         "setoption: option UCI_Variant: unknown ruleset 'chess'\n"},
        {"setoption name EvalFile value /nowhere/file",
         "setoption: option EvalFile: /nowhere/file: No such file"},
        {"setoption name BookFile value /nowhere/file",
         "setoption: option BookFile: /nowhere/file: No such file"},
        {"setoption name Experience File value /nowhere/file",
         "setoption: option Experience File: /nowhere/file: No such file"},
        {"setoption name Debug Log File value /nowhere/file",
         "setoption: option Debug Log File: /nowhere/file: No such file"},
    };
    Server *server = *state;
    check_answer(server, "position startpos moves e2e4", "");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_error(server, CASES[i][0], CASES[i][1]);
    char command[1200];
    snprintf(command, sizeof command, "setoption name BookFile value %01024d", 0);
    check_error(server, command, "setoption: option BookFile: the text is too long\n");
    check_fen(server, E4_FEN);
}

static void test_options_take_effect(void **state) {
    Server *server = *state;
    check_answer(server, "setoption name multiPV value 2", "");
    check_answer(server, "setoption \t name  UCI_ShowWDL \t value\t TRUE ", "");
    check_answer(server, "setoption name Clear Hash", "");
    check_answer(server, "setoption name Clear \t  Hash", "");
    check_answer(server, "setoption name clear hash value whatever", "");
    check_answer(server, "setoption name BookFile", "");
    check_answer(server, "setoption name BookFile value <empty>", "");
    char *printed = search(server, "go depth 2");
    assert_non_null(strstr(printed, "info depth 2 seldepth "));
    assert_int_equal(count_parts(printed, " multipv 2 "), count_parts(printed, " multipv 1 "));
    assert_int_equal(count_parts(printed, " wdl "), count_parts(printed, " score "));
    free(printed);
    check_answer(server, "setoption name MultiPV value 1", "");
    check_answer(server, "setoption name UCI_ShowWDL value 0", "");
    printed = search(server, "go depth 2");
    assert_int_equal(count_parts(printed, " multipv 2 "), 0);
    assert_int_equal(count_parts(printed, " wdl "), 0);
    free(printed);
}

/* Setting the ruleset starts a new game; setting another option does not. */
static void test_ruleset(void **state) {
    Server *server = *state;
    check_answer(server, "position startpos moves e2e4", "");
    check_answer(server, "setoption name Tournament Draws value true", "");
    check_fen(server, E4_FEN);
    check_answer(server, "setoption name uci_variant value LOSERS", "");
    check_fen(server, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_answer(server, "position fen 3n2k1/4P3/8/8/8/8/8/K6R w - - 0 1", "");
    check_answer(server, "moves", "moves e7d8b e7d8n e7d8q e7d8r\n");
}

/* Where nobody castles, Chess960 differs in its initial positions only. */
static void test_chess960(void **state) {
    static const char SET[] = "setoption name UCI_Chess960 value true";
    static const char WHY[] = "option UCI_Chess960: ruleset losers has castling as in chess only\n";
    Server *server = *state;
    char text[128];
    check_answer(server, "setoption name UCI_Variant value antichess", "");
    check_answer(server, SET, "");
    check_answer(server, "position fen bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
                 "");
    snprintf(text, sizeof text, "info string %s", WHY);
    check_answer(server, "setoption name UCI_Variant value losers", text);
    check_answer(server, "setoption name UCI_Chess960 value false", "");
    snprintf(text, sizeof text, "setoption: %s", WHY);
    check_error(server, SET, text);
    assert_true(say(server, "uci"));
    char *printed = capture_take(server->capture);
    assert_null(strstr(printed, "Chess960"));
    free(printed);
}

/* The initial position's key in the books of Polyglot, and a half-move with weight 1. */
static const unsigned char POLYGLOT_BOOK[] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                              0x03, 0x1c, 0x00, 0x01, 0,    0,    0,    0};

static void write_bytes(const char *path, const void *bytes, size_t size) {
    assert_true(atomic_file_write(path, bytes, size, NULL));
}

/* A book or network that is of no use is said to be so when it is set, or when the ruleset is. */
static void test_useless_files(void **state) {
    static const char *const CASES[][2] = {
        {"setoption name BookFile value polyglot.bin",
         "info string BookFile: it has no initial position of 6170-spring-2007 or any other "
         "ruleset; other programs' keys are different\n"},
        {"setoption name Clear Hash", ""},
        {"setoption name BookFile value own.bin", ""},
        {"setoption name EvalFile value losers.net",
         "info string EvalFile: a network of family losers; ruleset 6170-spring-2007 is played "
         "with its built-in one\n"},
        {"setoption name Debug Log File value", ""},
        {"setoption name UCI_Variant value losers",
         "info string BookFile: it has nothing for the initial position of ruleset losers\n"},
        {"setoption name UCI_Variant value losers", ""},
        {"setoption name BookFile", ""},
        {"setoption name EvalFile", ""},
        {"setoption name UCI_Variant value 6170-fall-2007", ""},
    };
    Server *server = *state;
    const Network *network = evaluate_builtin_network(FAMILY_LOSERS);
    Position start;
    unsigned char book[16] = {[9] = 0x1c, [11] = 1};
    position_start(&start, ruleset_default());
    big_endian_write(book, 8, book_key(&start));
    big_endian_write(book + 8, 2, (uint64_t)(square_of(4, 1) << 6 | square_of(4, 3)));
    assert_int_equal(enter_folder(NULL), 0);
    write_bytes("polyglot.bin", POLYGLOT_BOOK, sizeof POLYGLOT_BOOK);
    write_bytes("own.bin", book, sizeof book);
    write_bytes("losers.net", network, sizeof *network);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_answer(server, CASES[i][0], CASES[i][1]);
    assert_int_equal(uci_error_count(server->uci), 0);
    leave_folder(NULL);
}

static void test_uci_and_help(void **state) {
    Server *server = *state;
    assert_true(say(server, "uci"));
    char *printed = capture_take(server->capture);
    const char *author = strchr(printed, '\n') + 1;
    assert_int_equal(strncmp(printed, "id name Misere ", 15), 0);
    assert_int_equal(strncmp(author, "id author ", 10), 0);
    assert_int_equal(count_lines(printed, "option name ") + 3, count_parts(printed, "\n"));
    assert_string_equal(last_line(printed, "uciok"), "uciok\n");
    free(printed);
    /* Every command in the help exists, except the two that uci_loop handles. */
    assert_true(say(server, "help"));
    char *help = capture_take(server->capture);
    char *rest = help, *line;
    int count = 0;
    while ((line = strsep(&rest, "\n")) && *line) {
        char *name = strtok(line, " ");
        count++;
        if (strcmp(name, "quit") == 0 || strcmp(name, "xboard") == 0)
            continue;
        say(server, name);
        say(server, "stop");
        uci_wait(server->uci);
        printed = capture_take(server->capture);
        assert_null(strstr(printed, "unknown command"));
        free(printed);
    }
    assert_int_equal(count, 18);
    free(help);
}

/* --- searching --- */

static void test_go_answers_once(void **state) {
    Server *server = *state;
    char *printed = search(server, "go depth 3");
    int infos = count_lines(printed, "info depth ");
    assert_true(infos >= 3);
    assert_int_equal(count_lines(printed, "bestmove "), 1);
    assert_int_equal(infos + 1, count_parts(printed, "\n"));
    assert_string_equal(strchr(last_line(printed, "bestmove "), '\n'), "\n"); /* the last line */
    free(printed);
    check_answer(server, "stop", "");
    check_answer(server, "wait", "");
    check_answer(server, MATE_IN_ONE, "");
    printed = search(server, "go depth 3");
    assert_non_null(strstr(printed, " score mate 1 "));
    assert_string_equal(last_line(printed, "bestmove "), "bestmove b8c8\n");
    free(printed);
    check_answer(server, MATE, "");
    printed = search(server, "go depth 3");
    assert_string_equal(printed, "info depth 0 score mate 0\nbestmove (none)\n");
    free(printed);
    check_answer(server, "position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "");
    printed = search(server, "go depth 3");
    assert_string_equal(printed, "bestmove 0000\n");
    free(printed);
}

/* Whatever stands in it, `go` is answered by one `bestmove`. */
static void test_odd_go_answers_once(void **state) {
    static const struct {
        const char *command;
        int errors;
        const char *bestmove; /* how it begins */
    } CASES[] = {
        {"go depth 3 foo", 1, ""},
        {"go movetime 0", 1, ""},
        {"go nodes 0", 1, ""},
        {"go depth x", 1, ""},
        {"go winc -1 wtime 60", 1, ""},
        {"go wtime 60.5 btime", 2, ""},
        {"go depth 1 searchmoves e2e5", 1, "(none)\n"},
        {"go depth 1 searchmoves e2e5 a2a3 sideways", 2, "a2a3"},
        {"go movetime 1 searchmoves 0000", 1, "(none)\n"},
    };
    Server *server = *state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char start[32];
        char *printed = search(server, CASES[i].command);
        assert_int_equal(count_lines(printed, "info string error: go: word "), CASES[i].errors);
        assert_int_equal(count_lines(printed, "bestmove "), 1);
        snprintf(start, sizeof start, "bestmove %s", CASES[i].bestmove);
        if (strncmp(last_line(printed, "bestmove "), start, strlen(start)) != 0)
            fail_msg("%s: '%s'", CASES[i].command, printed);
        free(printed);
    }
    /* A search without a limit answers when told to stop, as UCI says, even if it has no turn. */
    assert_true(say(server, "go searchmoves e2e5"));
    assert_false(uci_wait(server->uci));
    char *printed = search(server, "stop");
    assert_string_equal(last_line(printed, "bestmove "), "bestmove (none)\n");
    free(printed);
}

static void test_bad_bench(void **state) {
    Server *server = *state;
    check_error(server, "bench 0", "bench: word 2: '0' is not a depth from 1 to 127\n");
    check_error(server, "bench 128", "bench: word 2: '128' is not a depth from 1 to 127\n");
    check_error(server, "bench x", "bench: word 2: 'x' is not a depth from 1 to 127\n");
    assert_true(uci_wait(server->uci));
    assert_printed(server->capture, "");
}

/* Unknown words before a command are ignored, as UCI says. */
static void test_words_before_a_command(void **state) {
    static const char ERROR[] = "info string error: word 1: unknown command 'joho'; try help\n";
    static const char LIMITS[] =
        "info string debug clock -1 increment 0 movestogo 0 movetime 0 depth 1 nodes 0 mate 0 "
        "searchmoves 0\n";
    Server *server = *state;
    char *printed = search(server, "go depth 1");
    assert_int_equal(count_lines(printed, "info string debug "), 0);
    free(printed);
    check_answer(server, "joho debug on", ERROR);
    printed = search(server, "joho \t hoho go depth 1");
    assert_int_equal(strncmp(printed, ERROR, strlen(ERROR)), 0);
    assert_non_null(strstr(printed, "\ninfo string debug 6170-spring-2007 " START_FEN "\n"));
    assert_non_null(strstr(printed, LIMITS));
    assert_int_equal(count_lines(printed, "bestmove "), 1);
    free(printed);
    check_error(server, "debug joho on", "debug: use `debug on` or `debug off`\n");
    check_answer(server, "debug off", "");
    printed = search(server, "go depth 1");
    assert_int_equal(count_lines(printed, "info string debug "), 0);
    free(printed);
    assert_false(say(server, "joho quit"));
}

/* Only `stop` ends an infinite search. */
static void test_infinite(void **state) {
    Server *server = *state;
    for (int i = 0; i < 2; i++) {
        assert_true(say(server, i == 0 ? "go infinite" : "go infinite depth 1"));
        assert_false(uci_wait(server->uci));
        assert_true(say(server, "isready"));
        capture_await(server->capture, "readyok\n");
        capture_await(server->capture, "info depth 1 ");
        clock_sleep_ms(20);
        char *before = capture_take(server->capture);
        assert_int_equal(count_lines(before, "bestmove "), 0);
        free(before);
        assert_true(say(server, "wait"));
        assert_true(say(server, "ponderhit"));
        char *printed = search(server, "stop");
        assert_int_equal(
            count_lines(printed,
                        "info string error: wait: this search ends only when told to stop\n"),
            1);
        assert_int_equal(
            count_lines(printed, "info string error: ponderhit: nothing is being pondered\n"), 1);
        assert_int_equal(count_lines(printed, "bestmove "), 1);
        assert_string_equal(strchr(last_line(printed, "bestmove "), '\n'), "\n");
        free(printed);
        check_answer(server, "stop", "");
    }
}

static void start_infinite_search(Server *server) {
    check_answer(server, "position startpos moves e2e4", "");
    assert_true(say(server, "go infinite"));
}

/* Executes a command. Returns what it has printed, which the caller frees. */
static char *output_of(Server *server, const char *command) {
    assert_true(say(server, command));
    return capture_take(server->capture);
}

static void test_refused_during_infinite_search(void **state) {
    static const char *const COMMANDS[][2] = {
        {"setoption name UCI_Variant value losers", "setoption"},
        {"ucinewgame", "ucinewgame"},
        {"bench 1", "bench"},
        {"position startpos moves d2d4", "position"},
    };
    Server *server = *state;
    start_infinite_search(server);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        char line[256];
        snprintf(
            line, sizeof line,
            "info string error: %s: not allowed during a search that ends only when told to stop\n",
            COMMANDS[i][1]);
        char *printed = output_of(server, COMMANDS[i][0]);
        assert_int_equal(count_parts(printed, line), 1);
        free(printed);
    }
    free(search(server, "stop"));
    check_no_position(server); /* the last one was refused */
}

/* `go` ends a search that only a command can end; both are answered, in their order. */
static void test_go_during_infinite_search(void **state) {
    static const char *const SEARCHES[] = {"go infinite", "go ponder depth 1", "go depth 2"};
    Server *server = *state;
    for (size_t i = 0; i < sizeof SEARCHES / sizeof *SEARCHES; i++) {
        check_answer(server, "position startpos", "");
        assert_true(say(server, "go infinite searchmoves a2a3"));
        assert_true(say(server, SEARCHES[i]));
        char *printed = search(server, "go depth 1 searchmoves h2h3");
        const char *first = strstr(printed, "bestmove a2a3"),
                   *last = strstr(printed, "bestmove h2h3");
        assert_true(first && last && first < last);
        assert_int_equal(count_lines(printed, "bestmove "), 3);
        free(printed);
        assert_true(say(server, "go infinite searchmoves a2a3"));
        printed = search(server, "go perft 1");
        assert_int_equal(count_lines(printed, "bestmove a2a3"), 1);
        assert_non_null(strstr(strstr(printed, "bestmove "), "Nodes searched: 20\n"));
        free(printed);
        assert_int_equal(uci_error_count(server->uci), 0);
    }
}

/* After a refused position the search before it still gets its turn, and the next one gets none. */
static void test_go_after_a_refused_position(void **state) {
    Server *server = *state;
    assert_true(say(server, "go infinite searchmoves a2a3"));
    assert_true(say(server, "position startpos moves d2d4"));
    char *printed = search(server, "go depth 1");
    const char *first = strstr(printed, "bestmove a2a3"),
               *last = strstr(printed, "bestmove (none)\n");
    assert_true(first && last && first < last);
    assert_int_equal(count_lines(printed, "bestmove "), 2);
    free(printed);
}

/* Commands that change nothing are answered during a search. */
static void test_answered_during_a_search(void **state) {
    static const char *const COMMANDS[][2] = {
        {"isready", "readyok\n"},
        {"d", "\nFen: " E4_FEN "\n"},
        {"moves", "moves a7a5 "},
        {"uci", "\nuciok\n"},
        {"eval", "White minus Black"},
        {"status", "status playing black\n"},
        {"debug on", ""},
        {"help", "\nquit "},
        {"nonsense", "unknown command"},
    };
    Server *server = *state;
    start_infinite_search(server);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        char *printed = output_of(server, COMMANDS[i][0]);
        assert_non_null(strstr(printed, COMMANDS[i][1]));
        free(printed);
    }
    free(search(server, "stop"));
}

/* Commands wait for a search that ends by itself; each search answers for its own position. */
static void test_commands_wait_for_a_search(void **state) {
    Server *server = *state;
    assert_true(say(server, MATE_IN_ONE));
    assert_true(say(server, "go depth 2"));
    assert_true(say(server, "position startpos moves e2e4 d7d5"));
    assert_true(say(server, "go depth 2"));
    assert_true(say(server, "go perft 1"));
    assert_true(say(server, "setoption name Hash value 2"));
    assert_true(say(server, "wait"));
    char *printed = capture_take(server->capture);
    const char *first = strstr(printed, "bestmove b8c8"),
               *second = strstr(printed, "bestmove e4d5"),
               *perft = strstr(printed, "Nodes searched: 1\n");
    assert_true(first && second && perft && first < second && second < perft);
    assert_int_equal(uci_error_count(server->uci), 0);
    free(printed);
}

static void test_pondering(void **state) {
    Server *server = *state;
    check_error(server, "ponderhit", "ponderhit: nothing is being pondered\n");
    assert_true(say(server, "go ponder movetime 1"));
    capture_await(server->capture, "info depth 1 ");
    clock_sleep_ms(20);
    assert_false(uci_wait(server->uci));
    char *printed = capture_take(server->capture);
    assert_int_equal(count_lines(printed, "bestmove "), 0);
    free(printed);
    printed = search(server, "ponderhit");
    assert_int_equal(count_lines(printed, "bestmove "), 1);
    free(printed);
    check_error(server, "ponderhit", "ponderhit: nothing is being pondered\n");
    assert_true(say(server, "go ponder wtime 60000"));
    printed = search(server, "stop");
    assert_int_equal(count_lines(printed, "bestmove "), 1);
    free(printed);
    /* Without a limit the search continues after ponderhit. */
    assert_true(say(server, "go ponder"));
    assert_true(say(server, "ponderhit"));
    assert_false(uci_wait(server->uci));
    printed = search(server, "stop");
    assert_int_equal(count_lines(printed, "bestmove "), 1);
    free(printed);
}

static int nodes_of(Server *server) {
    char *printed = search(server, "go depth 7");
    int nodes = atoi(strstr(last_line(printed, "info depth 7 "), " nodes ") + 7);
    free(printed);
    return nodes;
}

static void test_ucinewgame(void **state) {
    Server *server = *state;
    check_answer(server, "position startpos moves e2e4", "");
    int first = nodes_of(server), second = nodes_of(server);
    assert_true(second < first); /* fewer nodes, thanks to the hash table */
    check_answer(server, "ucinewgame", "");
    check_fen(server, E4_FEN);
    assert_int_equal(nodes_of(server), first);
    check_answer(server, "setoption name Clear Hash", "");
    assert_int_equal(nodes_of(server), first);
}

/* --- mind control --- */

static void test_mind_control(void **state) {
    Server *server = *state;
    check_answer(server, "setoption name UCI_Variant value 6170-fall-2003-mindcontrol", "");
    check_answer(server, "position startpos moves e2e4,e7e5 d2-d3,a7-a6", "");
    check_answer(server, "status", "status playing white\n");
    assert_true(say(server, "moves"));
    char *printed = capture_take(server->capture);
    assert_int_equal(count_parts(printed, " "), count_parts(printed, ","));
    assert_non_null(strstr(printed, " h2h3,a6a5 "));
    free(printed);
    check_error(server, "position startpos moves e2e4", "position: move 1: 'e2e4'");
    check_error(server, "position startpos moves e7e5,e2e4", "position: move 1: 'e7e5,e2e4'");
    check_error(server, "position startpos moves e2e4,e7e5 d2d4,d2d4", "position: move 2: ");
    check_answer(server, "position startpos moves e2e4,e7e5 d2-d3,a7-a6", "");
    printed = search(server, "go depth 2 searchmoves h2h3,a6a5");
    assert_int_equal(strncmp(last_line(printed, "bestmove "), "bestmove h2h3,a6a5", 18), 0);
    free(printed);
    check_answer(server, "position fen 4k3/8/8/8/8/8/3n4/K2R3R w - - 0 1 moves d1d2,gameover", "");
    check_answer(server, "status", "status won black piecesLost\n");
    check_answer(server, "moves", "moves\n");
    check_fen(server, "none: the game ended in the middle of a turn");
}

/* --- files --- */

static void test_debug_log(void **state) {
    Server *server = *state;
    char text[256] = "";
    assert_int_equal(enter_folder(NULL), 0);
    check_answer(server, "setoption name Debug Log File value log", "");
    check_answer(server, "isready", "readyok\n");
    say(server, "nonsense 1");
    check_answer(server, "setoption name Debug Log File",
                 "info string error: word 1: unknown "
                 "command 'nonsense'; try help\n");
    check_answer(server, "isready", "readyok\n");
    FILE *log = fopen("log", "r");
    assert_non_null(log);
    assert_true(fread(text, 1, sizeof text - 1, log) > 0);
    fclose(log);
    assert_string_equal(text, ">> isready\n<< readyok\n>> nonsense 1\n<< info string error: word "
                              "1: unknown command 'nonsense'; try help\n"
                              ">> setoption name Debug Log File\n");
    remove("log");
    assert_int_equal(leave_empty_folder(NULL), 0);
}

static const char LEARN[] = "setoption name Experience File value experience";

static void check_games(uint64_t games) {
    Experience experience = {0};
    assert_true(experience_file_load("experience", &experience, NULL));
    assert_true(experience.games == games);
    experience_free(&experience);
}

/* A finished game is learned at the next command that could begin another one. */
static void test_learning(void **state) {
    Server *server = *state;
    assert_int_equal(enter_folder(NULL), 0);
    check_answer(server, LEARN, "");
    check_answer(server, MATE_IN_ONE, "");
    check_answer(server, "ucinewgame", "");
    check_games(0); /* the game is not finished */
    check_answer(server, MATE, "");
    check_games(0);
    check_answer(server, "ucinewgame", "");
    check_games(1);
    check_answer(server, MATE, "");
    free(search(server, "go depth 1"));
    check_answer(server, "setoption name Ponder value true", "");
    check_games(1); /* the same game is learned only once */
    check_answer(server, MATE_IN_ONE, "");
    check_answer(server, MATE, "");
    free(search(server, "go depth 1"));
    check_games(2);
    remove("experience");
    assert_int_equal(leave_empty_folder(NULL), 0);
}

/* A game that waits for its file is learned at the end, but only after the running search, which
 * reads the experience that learning replaces. */
static void test_search_ends_before_the_last_learning(void **state) {
    Server *server = *state;
    static const char error[] = "Experience File: experience: not an experience file\n";
    assert_int_equal(enter_folder(NULL), 0);
    check_answer(server, LEARN, "");
    write_file("experience", "bad");
    check_answer(server, MATE, "");
    check_error(server, "ucinewgame", error);
    FILE *in = stream_from_bytes("position startpos\ngo infinite\n", 30);
    assert_non_null(in);
    assert_int_equal(uci_loop(server->uci, in), UCI_ENDED);
    fclose(in);
    char *printed = capture_take(server->capture);
    assert_true(last_line(printed, "bestmove ") < last_line(printed, "info string error: "));
    assert_non_null(strstr(printed, error));
    free(printed);
    leave_folder(NULL);
}

/* --- unknown, long and empty lines --- */

static void test_unknown_commands(void **state) {
    Server *server = *state;
    check_answer(server, "", "");
    check_answer(server, " \t ", "");
    check_error(server, "nonsense 1 2", "word 1: unknown command 'nonsense'; try help\n");
    check_error(server, "ISREADY", "word 1: unknown command 'ISREADY'; try help\n");
    check_error(server, "\xff", "word 1: unknown command '?'; try help\n");
    check_error(server, "xboard", "word 1: unknown command 'xboard'; try help\n");
    char *name = malloc(100001);
    memset(name, 'x', 100000);
    name[100000] = '\0';
    check_error(
        server, name,
        "word 1: unknown command 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'; try help\n");
    free(name);
    assert_false(say(server, "quit"));
    assert_false(say(server, "\t quit now"));
    assert_printed(server->capture, "");
}

/* Runs uci_loop on the text, which must print `answers`. Returns its result, and sets `left` to the
 * beginning of the text that it has not read. */
static bool loop(Server *server, const char *text, size_t size, char left[64],
                 const char *answers) {
    FILE *in = tmpfile();
    assert_non_null(in);
    assert_int_equal(fwrite(text, 1, size, in), size);
    rewind(in);
    bool is_cecp = uci_loop(server->uci, in);
    assert_printed(server->capture, answers);
    left[fread(left, 1, 63, in)] = '\0';
    fclose(in);
    return is_cecp;
}

#define LOOP(server, text, left, answers) loop(server, text, sizeof text - 1, left, answers)

static void test_loop_ends(void **state) {
    Server *server = *state;
    char left[64];
    assert_false(LOOP(server, "isready\nquit\nisready\n", left, "readyok\n"));
    assert_string_equal(left, "isready\n");
    assert_true(LOOP(server, "isready\nxboard\nping 1\n", left, "readyok\n"));
    assert_string_equal(left, "ping 1\n");
    assert_true(LOOP(server, "xboard \t \r\n", left, ""));
    assert_false(LOOP(server, "xboard 2\nxboards\n", left,
                      "info string error: word 1: unknown command 'xboard'; try help\n"
                      "info string error: word 1: unknown command 'xboards'; try help\n"));
    assert_false(LOOP(server, "", left, ""));
    assert_false(LOOP(server, "\r\n\n  \nisready\r\n  isready", left, "readyok\nreadyok\n"));
    /* uci_loop waits for a running perft. */
    assert_false(LOOP(server, "position startpos moves e2e4 d7d5\ngo perft 1\n", left,
                      "e4d5: 1\nNodes searched: 1\n"));
    assert_int_equal(uci_error_count(server->uci), 2);
}

static void test_end_of_input_during_a_search(void **state) {
    Server *server = *state;
    FILE *in = fmemopen("go infinite\n", 12, "r");
    assert_non_null(in);
    assert_false(uci_loop(server->uci, in));
    fclose(in);
    assert_false(uci_is_busy(server->uci));
    char *printed = capture_take(server->capture);
    assert_int_equal(count_lines(printed, "bestmove "), 1);
    free(printed);
}

static void test_odd_lines(void **state) {
    Server *server = *state;
    char left[64];
    assert_false(LOOP(server, "is\0ready\nisready\n", left,
                      "info string error: line: contains a NUL byte\nreadyok\n"));
    enum { TOO_LONG = (8 << 20) + 1 };
    char *text = malloc(TOO_LONG + 32);
    assert_non_null(text);
    memset(text, 'x', TOO_LONG);
    strcpy(text + TOO_LONG, "\nisready\n");
    assert_false(loop(server, text, strlen(text), left,
                      "info string error: line: longer than 8 MiB\nreadyok\n"));
    memset(text, ' ', TOO_LONG); /* just fits */
    memcpy(text, "isready", 7);
    strcpy(text + TOO_LONG - 1, "\n");
    assert_false(loop(server, text, strlen(text), left, "readyok\n"));
    free(text);
}

#define server_test(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        server_test(test_bad_positions),
        server_test(test_positions),
        server_test(test_states_of_a_game),
        server_test(test_d),
        server_test(test_eval),
        server_test(test_perft),
        server_test(test_bad_options),
        server_test(test_options_take_effect),
        server_test(test_ruleset),
        server_test(test_chess960),
        server_test(test_useless_files),
        server_test(test_uci_and_help),
        server_test(test_go_answers_once),
        server_test(test_odd_go_answers_once),
        server_test(test_bad_bench),
        server_test(test_words_before_a_command),
        server_test(test_infinite),
        server_test(test_refused_during_infinite_search),
        server_test(test_go_during_infinite_search),
        server_test(test_go_after_a_refused_position),
        server_test(test_answered_during_a_search),
        server_test(test_commands_wait_for_a_search),
        server_test(test_pondering),
        server_test(test_ucinewgame),
        server_test(test_mind_control),
        server_test(test_debug_log),
        server_test(test_learning),
        server_test(test_search_ends_before_the_last_learning),
        server_test(test_unknown_commands),
        server_test(test_loop_ends),
        server_test(test_end_of_input_during_a_search),
        server_test(test_odd_lines),
    };
    return test_run("uci", tests);
}
