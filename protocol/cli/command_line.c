#include "cli/command_line.h"

#include "base/os/sibling.h"
#include "cli/help.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool command_line_report(const char *reason) {
    fprintf(stderr, "%s: %s\n", sibling_own_name(), reason);
    return false;
}

bool command_line_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", sibling_own_name());
    vfprintf(stderr, format, arguments);
    fputs("; try --help\n", stderr);
    va_end(arguments);
    return false;
}

void command_line_answer(const CliTable *table, CliResult result) {
    if (result == CLI_HELP)
        help_print(stdout, table);
    else if (result == CLI_VERSION)
        printf("%s %s\n", sibling_own_name(), MISERE_VERSION);
    else
        return;
    exit(command_line_status(EXIT_SUCCESS));
}

int command_line_status(int status) {
    errno = 0;
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (written)
        return status;
    fprintf(stderr, "%s: cannot write to standard output%s%s\n", sibling_own_name(),
            errno ? ": " : "", errno ? strerror(errno) : "");
    return EXIT_FAILURE;
}

int command_line_read(const CliTable *table, void *settings, int argc, char **argv) {
    Error error;
    int operand_count;
    CliResult result = cli_read(table, settings, argc - 1, argv + 1, &operand_count, &error);
    command_line_answer(table, result);
    if (result == CLI_WRONG) {
        command_line_error("%s", error.text);
        return -1;
    }
    return operand_count;
}

bool command_line_check(const CliGiven *given, const char *what, const CliOption *rows) {
    for (int i = 0; i < given->count; i++) {
        const CliOption *row = rows;
        while (row->name && strcmp(row->name, given->names[i]) != 0)
            row++;
        if (!row->name)
            return command_line_error("%s has no option %s", what, given->names[i]);
    }
    return true;
}
