#include "referee/trust.h"

#include "base/escape.h"
#include "base/os/tty.h"

#include <stdio.h>

/* An option may name a file that the engine writes. */
static bool needs_trust(const PlayerSpec *spec, const char *engine) {
    return player_spec_is_program(spec) &&
           (spec->argv[0] != engine || spec->argv[1] || spec->directory || spec->option_count > 0);
}

static void show_word(const char *name, const char *word) {
    fprintf(stderr, " %s", name);
    escape_print(stderr, word);
}

static void show_program(const PlayerSpec *spec) {
    fputs(" ", stderr);
    for (int i = 0; spec->argv[i]; i++)
        show_word("", spec->argv[i]);
    if (spec->directory)
        show_word("dir=", spec->directory);
    for (int i = 0; i < spec->option_count; i++) {
        show_word("option.", spec->options[i].name);
        fputc('=', stderr);
        escape_print(stderr, spec->options[i].value);
    }
    fputc('\n', stderr);
}

static bool ask(void) {
    fputs("Run them? [y/N] ", stderr);
    fflush(stderr);
    int answer = getchar();
    for (int c = answer; c != '\n' && c != EOF;)
        c = getchar();
    return answer == 'y' || answer == 'Y';
}

bool trust_programs(const Arguments *arguments, Error *error) {
    const TournamentConfig *config = &arguments->config;
    int count = 0;
    for (int i = 0; i < config->player_count && !arguments->settings.trust; i++)
        if (needs_trust(&config->players[i], arguments->engine)) {
            if (count++ == 0)
                fputs("The log names these programs:\n", stderr);
            show_program(&config->players[i]);
        }
    return count == 0 || (tty_is(stdin) && tty_is(stderr) && ask()) ||
           error_set(error, "the programs that the log names were not run; --trust runs them");
}
