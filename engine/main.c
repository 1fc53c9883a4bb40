/* misere: the engine as a program, which speaks UCI and CECP on stdin and stdout. */
#include "main.h"

#include "base/os/process.h"
#include "base/os/stream.h"
#include "base/text.h"
#include "cecp/cecp.h"
#include "cli/command_line.h"
#include "uci/uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const USAGE[] = {"misere [COMMAND...]", NULL};

static const char *const DESCRIPTION[] = {
    "Misère is an engine for the losing chess that MIT's course 6.170 calls Antichess.",
    "Without arguments it reads commands of the Universal Chess Interface (UCI) from standard "
    "input and answers on standard output. The command 'help' lists all commands; 'xboard' "
    "switches to CECP, the protocol of XBoard. With arguments, it runs the command they form and "
    "exits.",
    NULL};

static const CliOption OPTIONS[] = {CLI_COMMON_OPTIONS, {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere bench", .help = "searches a fixed set of positions and prints the speed"},
    {.name = "misere go perft 5", .help = "counts the sequences of five half-moves"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

/* Joins the arguments into one command and runs it to completion. */
static int run_arguments(Uci *uci, int count, char **arguments) {
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += strlen(arguments[i]) + 1;
    char *line = calloc(size, 1);
    if (!line)
        return EXIT_FAILURE;
    char *end = line;
    for (int i = 0; i < count; i++)
        end = text_put(text_put(end, arguments[i]), " ");
    uci_execute(uci, line);
    free(line);
    if (!uci_wait(uci)) {
        fprintf(stderr, "misere: the search has no limit: add depth, nodes or movetime\n");
        return EXIT_FAILURE;
    }
    return uci_error_count(uci) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int fail(void) {
    fprintf(stderr, "misere: out of memory, or cannot start a thread\n");
    return EXIT_FAILURE;
}

int engine_main(int argc, char **argv) {
    process_init();
    stream_init_standard();
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        command_line_answer(&TABLE, CLI_HELP);
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        command_line_answer(&TABLE, CLI_VERSION);
    Uci *uci = uci_new(stdout);
    if (!uci)
        return fail();
    int status = EXIT_SUCCESS;
    bool is_cecp = false;
    if (argc > 1)
        status = run_arguments(uci, argc - 1, argv + 1);
    else
        is_cecp = uci_loop(uci, stdin);
    uci_free(uci);
    return command_line_status(is_cecp && !cecp_loop(stdin, stdout) ? fail() : status);
}
