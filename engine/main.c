/* misere: the engine as a program, which speaks UCI and CECP on stdin and stdout. */
#include "main.h"

#include "base/os/startup.h"
#include "base/os/stream.h"
#include "base/text.h"
#include "base/words.h"
#include "cecp/cecp.h"
#include "cli/command_line.h"
#include "uci/uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const USAGE[] = {"misere [OPTION]... [COMMAND...]", NULL};

static const char *const DESCRIPTION[] = {
    "Misère is an engine for the losing chess that MIT's course 6.170 calls Antichess.",
    "Without arguments it reads commands of the Universal Chess Interface (UCI) from standard "
    "input and answers on standard output. The command 'help' lists all commands; 'xboard' "
    "switches to CECP, the protocol of XBoard. With arguments, it runs the command they form and "
    "exits.",
    NULL};

/* Handles --no-files, whose value may be missing. */
static bool restrict_files(void *settings, const CliValues *values, Error *error) {
    (void)error;
    *(FileAccess *)settings =
        (FileAccess){.is_restricted = true, .only = values->count > 0 ? values->words[0] : NULL};
    return true;
}

static const CliOption OPTIONS[] = {
    {"--no-files", "[=FILE]",
     "takes away the options that name files (Debug Log File, EvalFile, BookFile, Experience "
     "File, SyzygyPath), or lets them name FILE only: for commands from someone else",
     .take = restrict_files, CLI_VALUES(0, 1)},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere bench", .help = "searches a fixed set of positions and prints the speed"},
    {.name = "misere go perft 5", .help = "counts the sequences of five half-moves"},
    {.name = "misere --no-files", .help = "speaks UCI and opens no file that a command names"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

/* Joins the arguments into one UCI command, which the caller frees. NULL if out of memory. */
static char *join(int count, char **arguments) {
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += strlen(arguments[i]) + 1;
    char *line = calloc(size, 1), *end = line;
    for (int i = 0; line && i < count; i++)
        end = text_put(text_put(end, arguments[i]), " ");
    return line;
}

/* Executes the UCI command and waits until it is done. Modifies the text. */
static int run_command(Uci *uci, char *line) {
    if (!uci_knows(line)) {
        command_line_error("unknown command %s", QUOTE(words_next(&line)));
        return EXIT_FAILURE;
    }
    uci_execute(uci, line);
    if (!uci_wait(uci)) {
        fprintf(stderr, "misere: the search has no limit: add depth, nodes or movetime\n");
        return EXIT_FAILURE;
    }
    return uci_error_count(uci) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int run_arguments(Uci *uci, int count, char **arguments) {
    char *line = join(count, arguments);
    int status = line ? run_command(uci, line) : EXIT_FAILURE;
    free(line);
    return status;
}

static int fail(void) {
    fprintf(stderr, "misere: out of memory, or cannot start a thread\n");
    return EXIT_FAILURE;
}

/* Reads the options that precede the command. Returns how many arguments they take up, or -1 after
 * an error. */
static int read_options(FileAccess *files, int argc, char **argv) {
    CliReader reader = {.table = &TABLE, .words = argv + 1, .count = argc - 1};
    CliValues values;
    Error error;
    while (reader.next < reader.count && strncmp(argv[1 + reader.next], "--", 2) == 0) {
        CliResult result = cli_next(&reader, &values, &error);
        command_line_answer(&TABLE, result);
        if (result == CLI_WRONG || !cli_take(&values, files, &error)) {
            command_line_error("%s", error.text);
            return -1;
        }
    }
    return reader.next;
}

int engine_main(int argc, char **argv) {
    FileAccess files = {.only = NULL};
    startup_init();
    stream_init_standard();
    int options = read_options(&files, argc, argv);
    if (options < 0)
        return 2;
    Uci *uci = uci_new(stdout, files);
    if (!uci)
        return fail();
    int count = argc - 1 - options, status = EXIT_SUCCESS;
    UciEnd end = UCI_ENDED;
    if (count > 0)
        status = run_arguments(uci, count, argv + 1 + options);
    else
        end = uci_loop(uci, stdin);
    uci_free(uci);
    if (end == UCI_OUT_OF_MEMORY || (end == UCI_XBOARD && !cecp_loop(stdin, stdout, files)))
        status = fail();
    return command_line_status(status);
}
