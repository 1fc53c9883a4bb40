#include "cli/command_line.h"

#include "base/os/sibling.h"
#include "base/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *program(void) {
    return beside_own_name();
}

bool command_line_error(const char *what, const char *word) {
    if (word)
        fprintf(stderr, "%s: %s '%s'; try --help\n", program(), what, word);
    else
        fprintf(stderr, "%s: %s; try --help\n", program(), what);
    return false;
}

bool command_line_number(const char *option, const char *value, int64_t least, int64_t most,
                         int64_t *number) {
    if (words_number(value, number) && *number >= least && *number <= most)
        return true;
    fprintf(stderr, "%s: --%s: '%s' is not a number from %" PRId64 " to %" PRId64 "; try --help\n",
            program(), option, value, least, most);
    return false;
}

bool command_line_int(const char *option, const char *value, int least, int most, int *number) {
    int64_t wide;
    if (!command_line_number(option, value, least, most, &wide))
        return false;
    *number = (int)wide;
    return true;
}

bool command_line_ruleset(const char *name, const Ruleset **rules) {
    *rules = ruleset_find(name);
    return *rules || command_line_error("unknown ruleset", name);
}

_Noreturn void command_line_exit(void) {
    exit(fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

_Noreturn void command_line_print(const char *text) {
    fputs(text, stdout);
    command_line_exit();
}

_Noreturn void command_line_print_version(void) {
    printf("%s %s\n", program(), MISERE_VERSION);
    command_line_exit();
}
