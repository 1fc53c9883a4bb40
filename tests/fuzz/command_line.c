/* The referee's command line. Input: its words, one per line.
 *
 * What is accepted can be read again from the words that a log keeps, which then are the same; what
 * is refused has a reason. */
#include "fuzz/support/fuzz.h"

#include "referee/config/arguments.h"

enum { WORDS_MAX = 64 };

static void check_same_words(const Arguments *a, const Arguments *b) {
    FUZZ_CHECK(a->tournament_arg_count == b->tournament_arg_count, "%d words, but %d in the log",
               b->tournament_arg_count, a->tournament_arg_count);
    for (int i = 0; i < a->tournament_arg_count; i++)
        fuzz_check_equal("a word in the log", b->tournament_args[i], a->tournament_args[i]);
}

/* Are the settings that decide what is played the same? */
static void check_same_config(const TournamentConfig *a, const TournamentConfig *b) {
    FUZZ_CHECK(a->rules == b->rules && a->format == b->format && a->rounds == b->rounds &&
                   a->games == b->games && a->seed == b->seed && a->max_turns == b->max_turns &&
                   a->openings == b->openings && a->opening_plies == b->opening_plies &&
                   a->tournament_draws == b->tournament_draws &&
                   a->chips[WHITE] == b->chips[WHITE] && a->chips[BLACK] == b->chips[BLACK] &&
                   a->has_sprt == b->has_sprt,
               "the log sets up another tournament");
    FUZZ_CHECK(a->player_count == b->player_count, "other players");
    for (int i = 0; i < a->player_count; i++) {
        const PlayerSpec *x = &a->players[i], *y = &b->players[i];
        fuzz_check_equal("a player's name", y->name, x->name);
        FUZZ_CHECK(x->kind == y->kind && x->option_count == y->option_count &&
                       memcmp(&x->tc, &y->tc, sizeof x->tc) == 0,
                   "another player");
    }
}

static void check_log(const Arguments *arguments) {
    static Arguments again;
    char *words[WORDS_MAX * 2] = {NULL}, report[] = "--report", folder[] = "x";
    char *line[] = {report, folder};
    Error error;
    int count = arguments->tournament_arg_count;
    FUZZ_CHECK(count < WORDS_MAX * 2, "%d words", count);
    for (int i = 0; i < count; i++)
        words[i] = strdup(arguments->tournament_args[i]);
    FUZZ_CHECK(arguments_read(&again, 2, line, &error), "%s", error.text);
    FUZZ_CHECK(arguments_parse_tournament(&again, count, words, &error), "%s", error.text);
    check_same_words(arguments, &again);
    check_same_config(&arguments->config, &again.config);
    arguments_free(&again);
    for (int i = 0; i < count; i++)
        free(words[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Arguments arguments;
    FuzzInput input = {data, size};
    char *words[WORDS_MAX], *owned[WORDS_MAX];
    int count = 0;
    Error error;
    while (count < WORDS_MAX && (owned[count] = fuzz_line(&input))) {
        words[count] = owned[count]; /* arguments_read reorders them */
        count++;
    }
    if (!arguments_read(&arguments, count, words, &error))
        fuzz_check_error(&error, "");
    else if (arguments.settings.mode == MODE_PLAY)
        check_log(&arguments);
    arguments_free(&arguments);
    for (int i = 0; i < count; i++)
        free(owned[i]);
    return 0;
}
