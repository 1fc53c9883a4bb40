/* Conversions while each allocation in turn fails: what is written is complete, or the error says
 * why not. */
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "convert/convert.h"
#include "files/gamefile.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char GAMES[] = "[White \"A\"]\n[Variant \"losers\"]\n\n1. e3 b5 2. Bxb5 0-1\n\n"
                            "[White \"B\"]\n[Variant \"losers\"]\n\n1. e4 a6 1-0\n";
static const char BOARD[] = "6170-spring-1994 4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n";

static int set_up(void **state) {
    if (enter_folder(state))
        return -1;
    write_file("games.pgn", GAMES);
    write_file("board.txt", BOARD);
    return 0;
}

/* --- helpers that allocate nothing, as allocations would be counted --- */

/* Reads a file; returns its size, -1 if there is none. */
static ssize_t read_bytes(const char *path, char *bytes, size_t size) {
    int fd = open(path, O_RDONLY);
    ssize_t count = fd < 0 ? -1 : read(fd, bytes, size - 1);
    if (fd >= 0)
        close(fd);
    bytes[count < 0 ? 0 : count] = '\0';
    return count;
}

/* Calls convert_run with standard error in `report`. */
static bool run(const ConvertOptions *options, const ConvertInputs *inputs, char *report,
                size_t size) {
    int kept = dup(STDERR_FILENO), file = open("stderr", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(file, STDERR_FILENO);
    bool done = convert_run(options, inputs);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(file);
    assert_in_range(read_bytes("stderr", report, size), 1, size - 2);
    return done;
}

/* --- the conversions --- */

static ConvertOptions options;
static const char *input, *output; /* paths */

static bool convert_inputs(const ConvertInputs *inputs, ScenarioResult *result, Error *error) {
    char report[4096];
    unlink(output);
    if (!run(&options, inputs, report, sizeof report))
        return error_set(error, "%s", report);
    scenario_note_file(result, output);
    return true;
}

static bool convert(ScenarioResult *result, Error *error) {
    ConvertInputs inputs = {0};
    bool done = convert_inputs_add(&inputs, input, error) &&
                (convert_inputs_complete(&inputs) || error_set(error, "out of memory")) &&
                convert_inputs(&inputs, result, error);
    convert_inputs_free(&inputs);
    return done;
}

static void check(ConvertFormat format, const char *in, const char *out, const char *written) {
    options = (ConvertOptions){
        .format = format, .rules = ruleset_default(), .out = out, .to_folder = written != out};
    input = in;
    output = written;
    each_allocation_fails(convert, NULL);
}

static void test_formats(void **state) {
    check(CONVERT_PGN, "games.pgn", "copy.pgn", "copy.pgn");
    check(CONVERT_FEN, "games.pgn", "games.fen", "games.fen");
    check(CONVERT_1994, "board.txt", "board.1994", "board.1994");
}

static void test_folders(void **state) {
    assert_int_equal(mkdir("in", 0700), 0);
    assert_int_equal(rename("games.pgn", "in/games.pgn"), 0);
    check(CONVERT_FEN, "in", "games.fen", "games.fen");
    assert_int_equal(rename("in/games.pgn", "games.pgn"), 0);
    check(CONVERT_XML, "games.pgn", "out", "out/games-000002.xml");
    check(CONVERT_PGN, "games.pgn", "out", "out/games.pgn");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_formats, set_up, leave_folder),
        cmocka_unit_test_setup_teardown(test_folders, set_up, leave_folder),
    };
    if (!gamefile_init())
        return 1;
    int failed = test_run("memory of the converter", tests);
    gamefile_quit();
    return failed;
}
