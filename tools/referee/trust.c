#include "referee/trust.h"

#include "base/escape.h"
#include "base/os/tty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option may name a file that the engine writes. */
static bool needs_trust(const PlayerSpec *spec, const char *engine) {
    return player_spec_is_program(spec) &&
           (spec->argv[0] != engine || spec->argv[1] || spec->directory || spec->option_count > 0);
}

/* Prints the word as a shell would need it, in quotes if it is not plain. */
static void show_word(const char *name, const char *word) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "%+,-./:=@_";
    fprintf(stderr, " %s", name);
    if (*word && !word[strspn(word, PLAIN)]) {
        fputs(word, stderr);
        return;
    }
    fputc('\'', stderr);
    for (const char *quote; (quote = strchr(word, '\'')); word = quote + 1) {
        char *part = strndup(word, (size_t)(quote - word));
        escape_print(stderr, part ? part : "?");
        fputs("'\\''", stderr);
        free(part);
    }
    escape_print(stderr, word);
    fputc('\'', stderr);
}

static void show_program(const PlayerSpec *spec) {
    fputs(" ", stderr);
    for (int i = 0; spec->argv[i]; i++)
        show_word("", spec->argv[i]);
    if (spec->directory)
        show_word("dir=", spec->directory);
    for (int i = 0; i < spec->option_count; i++) {
        show_word("option.", spec->options[i].name);
        show_word("= ", spec->options[i].value);
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
