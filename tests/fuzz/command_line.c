/* Command lines. Input: the words, one per line. The first one may be a program's name; otherwise
 * it is the referee's command line. * If the referee accepts a command line, the words of it that a
 * log keeps give the same settings and the same words. The settings of another program can be
 * written as options, which give the same settings, and its operands keep their order. A refusal
 * names the option or the word. */
#include "fuzz/programs/programs.h"
#include "fuzz/support/fuzz.h"

#include "referee/config/arguments.h"

#include <inttypes.h>

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
    char *copies[WORDS_MAX * 2], *words[WORDS_MAX * 2]; /* `words` is rearranged by reading */
    char report[] = "--report", folder[] = "x", *line[] = {report, folder};
    Error error;
    int count = arguments->tournament_arg_count;
    FUZZ_CHECK(count < WORDS_MAX * 2, "%d words", count);
    for (int i = 0; i < count; i++)
        words[i] = copies[i] = strdup(arguments->tournament_args[i]);
    FUZZ_CHECK(arguments_read(&again, 2, line, &error), "%s", error.text);
    FUZZ_CHECK(arguments_parse_tournament(&again, count, words, &error), "%s", error.text);
    check_same_words(arguments, &again);
    check_same_config(&arguments->config, &again.config);
    arguments_free(&again);
    for (int i = 0; i < count; i++)
        free(copies[i]);
}

static void check_referee(int count, char **words) {
    static Arguments arguments;
    Error error;
    if (!arguments_read(&arguments, count, words, &error))
        fuzz_check_error(&error, "");
    else if (arguments.settings.mode == MODE_PLAY)
        check_log(&arguments);
    arguments_free(&arguments);
}

/* --- the other programs --- */

static const FuzzProgram *const PROGRAMS[] = {&FUZZ_ANNOTATE, &FUZZ_BOOK,  &FUZZ_CONVERT,
                                              &FUZZ_ENGINE,   &FUZZ_PROVE, &FUZZ_PUZZLES,
                                              &FUZZ_TEXTUI,   &FUZZ_TRAIN};
enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof *PROGRAMS };

static const FuzzProgram *find_program(const char *name) {
    for (int i = 0; i < PROGRAM_COUNT; i++)
        if (strcmp(PROGRAMS[i]->name, name) == 0)
            return PROGRAMS[i];
    return NULL;
}

static size_t size_of(CliField field) {
    static const size_t SIZES[] = {[FIELD_NONE] = 0,
                                   [FIELD_BOOL] = sizeof(bool),
                                   [FIELD_INT] = sizeof(int),
                                   [FIELD_UNSIGNED] = sizeof(unsigned),
                                   [FIELD_INT64] = sizeof(int64_t),
                                   [FIELD_UINT64] = sizeof(uint64_t),
                                   [FIELD_DOUBLE] = sizeof(double),
                                   [FIELD_TEXT] = sizeof(char *),
                                   [FIELD_RULESET] = sizeof(Ruleset *)};
    return SIZES[field];
}

static int64_t whole_of(const CliOption *row, const void *field) {
    switch (row->field) {
    case FIELD_BOOL:
        return *(const bool *)field;
    case FIELD_INT:
        return *(const int *)field;
    case FIELD_UNSIGNED:
        return *(const unsigned *)field;
    case FIELD_INT64:
        return *(const int64_t *)field;
    default:
        return (int64_t) * (const uint64_t *)field;
    }
}

/* The option that sets this field, which the caller frees; NULL if the field is 0, its default. */
static char *write_option(const CliOption *row, const void *field) {
    static const char zeros[sizeof(uint64_t)];
    char *word = NULL;
    size_t size = size_of(row->field);
    if (size == 0 || memcmp(field, zeros, size) == 0)
        return NULL;
    int length = 0;
    if (!row->value)
        length = asprintf(&word, "%s", row->name);
    else if (row->field == FIELD_TEXT)
        length = asprintf(&word, "%s=%s", row->name, *(const char *const *)field);
    else if (row->field == FIELD_RULESET)
        length = asprintf(&word, "%s=%s", row->name, (*(const Ruleset *const *)field)->name);
    else if (row->field == FIELD_DOUBLE)
        length = asprintf(&word, "%s=%.17g", row->name, *(const double *)field);
    else if (row->choices)
        length = asprintf(&word, "%s=%s", row->name, row->choices[whole_of(row, field)]);
    else
        length = asprintf(&word, "%s=%" PRId64, row->name, whole_of(row, field));
    FUZZ_CHECK(length > 0, "out of memory");
    return word;
}

/* Does the field have the same value in both? */
static void check_same_field(const CliOption *row, const char *a, const char *b) {
    a += row->offset;
    b += row->offset;
    if (row->field == FIELD_TEXT && *(const char *const *)a && *(const char *const *)b)
        fuzz_check_equal(row->name, *(const char *const *)b, *(const char *const *)a);
    else
        FUZZ_CHECK(memcmp(a, b, size_of(row->field)) == 0, "%s: what is read again differs",
                   row->name);
}

/* Writes the settings as options, one for each row, and reads each of them alone, since some
 * exclude each other. */
static void check_settings(const FuzzProgram *program, const char *settings) {
    char *again = calloc(1, program->size), *word;
    FUZZ_CHECK(again, "out of memory");
    for (int g = 0; g < program->table->group_count; g++) {
        const CliGroup *group = &program->table->groups[g];
        for (const CliOption *row = group->rows; row && row->name; row++) {
            if (group->style != CLI_OPTIONS || !(word = write_option(row, settings + row->offset)))
                continue;
            memset(again, 0, program->size);
            char *words[] = {word};
            int operands;
            Error error;
            FUZZ_CHECK(cli_read(program->table, again, 1, words, &operands, &error) == CLI_END,
                       "%s is refused: %s", row->name, error.text);
            FUZZ_CHECK(operands == 0, "%s is an operand", row->name);
            check_same_field(row, settings, again);
            free(word);
        }
    }
    free(again);
}

/* Checks that the operands are some of the words, in the same order. */
static void check_operands(char *const *operands, int count, char *const *words, int word_count) {
    int at = 0;
    for (int i = 0; i < count; i++, at++) {
        while (at < word_count && words[at] != operands[i])
            at++;
        FUZZ_CHECK(at < word_count, "'%s' is out of its place", operands[i]);
    }
}

static void check_program(const FuzzProgram *program, int count, char **words) {
    char *settings = calloc(1, program->size), *given[WORDS_MAX];
    Error error;
    int operands;
    FUZZ_CHECK(settings, "out of memory");
    memcpy(given, words, (size_t)count * sizeof *words);
    switch (cli_read(program->table, settings, count, words, &operands, &error)) {
    case CLI_WRONG:
        fuzz_check_error(&error, "");
        FUZZ_CHECK(strstr(error.text, "--") || strchr(error.text, '\''), "what is wrong? %s",
                   error.text);
        break;
    case CLI_END:
        check_settings(program, settings);
        check_operands(words, operands, given, count);
        break;
    default: /* --help or --version */
        break;
    }
    free(settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    char *words[WORDS_MAX], *owned[WORDS_MAX];
    int count = 0;
    while (count < WORDS_MAX && (owned[count] = fuzz_line(&input))) {
        words[count] = owned[count]; /* the readers reorder them */
        count++;
    }
    const FuzzProgram *program = count > 0 ? find_program(words[0]) : NULL;
    if (program)
        check_program(program, count - 1, words + 1);
    else
        check_referee(count, words);
    for (int i = 0; i < count; i++)
        free(owned[i]);
    return 0;
}
