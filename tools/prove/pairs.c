#include "prove/pairs.h"

#include "base/lines.h"
#include "base/os/atomic_file.h"
#include "base/os/regular_file.h"
#include "base/text.h"
#include "base/words.h"
#include "rules/outcome.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "first\treply\twinner\tpositions\tlength\tnodes\tbudget";
static const char *const WINNERS[] = {"-", "white", "black"}; /* by PairResult */

enum {
    COLUMNS = 7,
    LINE_LIMIT = 256 /* bytes; pairs_save writes shorter lines */
};

static int compare_pairs(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    int order = strcmp(a->first, b->first);
    return order != 0 ? order : strcmp(a->reply, b->reply);
}

/* Adds the pairs that begin with a half-move. */
static bool add_replies(PairTable *table, const Position *start, Move first) {
    Position middle;
    MoveList replies;
    position_apply(&middle, start, first);
    outcome_find(&middle, &replies);
    size_t count = (size_t)(table->count + replies.count);
    Pair *pairs = realloc(table->pairs, (count + 1) * sizeof *pairs);
    if (!pairs)
        return false;
    table->pairs = pairs;
    for (int i = 0; i < replies.count; i++) {
        Pair *pair = &pairs[table->count];
        *pair = (Pair){.result = PAIR_UNKNOWN};
        notation_write_move(start, first, STYLE_UCI, pair->first);
        notation_write_move(&middle, replies.moves[i], STYLE_UCI, pair->reply);
        position_apply(&pair->after, &middle, replies.moves[i]);
        table->count += !outcome_is_over(outcome_of(&pair->after));
    }
    return true;
}

bool pairs_init(PairTable *table, const Ruleset *rules) {
    Position start;
    MoveList firsts;
    *table = (PairTable){.rules = rules};
    position_start(&start, rules);
    movegen_legal(&start, &firsts);
    for (int i = 0; i < firsts.count; i++)
        if (!add_replies(table, &start, firsts.moves[i])) {
            free(table->pairs);
            return false;
        }
    qsort(table->pairs, (size_t)table->count, sizeof *table->pairs, compare_pairs);
    return true;
}

int pairs_count(const PairTable *table, PairResult result) {
    int count = 0;
    for (int i = 0; i < table->count; i++)
        count += table->pairs[i].result == result;
    return count;
}

/* --- the file --- */

/* Is the number written as pairs_save does: digits only, the first of several not 0? */
static bool is_plain(const char *word) {
    return word[strspn(word, "0123456789")] == '\0' && (word[0] != '0' || word[1] == '\0');
}

/* The numbers in the last columns of a line, in that order. */
static bool read_numbers(Pair *pair, char *const words[]) {
    int64_t numbers[4];
    for (int i = 0; i < 4; i++)
        if (!is_plain(words[i]) || !words_number(words[i], &numbers[i]) ||
            (i < 2 && numbers[i] > INT32_MAX))
            return false;
    pair->positions = (int)numbers[0];
    pair->length = (int)numbers[1];
    pair->nodes = (uint64_t)numbers[2];
    pair->budget = (uint64_t)numbers[3];
    return true;
}

static bool read_winner(const char *word, PairResult *result) {
    for (int i = PAIR_UNKNOWN; i <= PAIR_BLACK_WINS; i++)
        if (strcmp(word, WINNERS[i]) == 0) {
            *result = (PairResult)i;
            return true;
        }
    return false;
}

/* Reads a line, which it modifies. */
static bool read_pair(PairTable *table, char *line, Error *error) {
    char *words[COLUMNS], *rest = line;
    Pair wanted = {0};
    for (int i = 0; i < COLUMNS; i++)
        if (!(words[i] = text_split(&rest, '\t')))
            return error_set(error, "%d columns, separated by tabs, are needed", COLUMNS);
    snprintf(wanted.first, sizeof wanted.first, "%s", words[0]);
    snprintf(wanted.reply, sizeof wanted.reply, "%s", words[1]);
    Pair *pair = bsearch(&wanted, table->pairs, (size_t)table->count, sizeof wanted, compare_pairs);
    if (!pair)
        return error_set(error, "ruleset %s has no first half-moves %s %s", table->rules->name,
                         QUOTE(words[0]), QUOTE(words[1]));
    if (pair->budget > 0)
        return error_set(error, "a second line for %s %s", pair->first, pair->reply);
    if (!read_winner(words[2], &pair->result))
        return error_set(error, "the winner is white, black or -, not %s", QUOTE(words[2]));
    if (rest || !read_numbers(pair, words + 3))
        return error_set(error, "the last four columns are whole numbers");
    if (pair->result == PAIR_UNKNOWN && (pair->positions > 0 || pair->length > 0))
        return error_set(error, "a pair that is not decided has no proof");
    return pair->budget > 0 || error_set(error, "the budget is 0");
}

static bool read_header(const char *line, Error *error) {
    return strcmp(line, HEADER) == 0 || error_set(error, "not a table of pairs");
}

/* The error message for a line that cannot be read. */
static bool refuse_line(LineKind kind, Error *error) {
    if (kind == LINE_TOO_LONG)
        return error_set(error, "the line is longer than %d bytes", LINE_LIMIT);
    return error_set(error, kind == LINE_BINARY ? "the line contains a NUL byte" : "out of memory");
}

static bool read_pairs(PairTable *table, FILE *in, const char *path, Error *error) {
    LineReader reader;
    LineKind kind;
    char *line;
    bool ok = true;
    lines_init(&reader, in, LINE_LIMIT);
    for (long number = 1; ok && (kind = lines_read(&reader, &line)) != LINE_END; number++) {
        ok = kind != LINE_TEXT ? refuse_line(kind, error)
             : number == 1     ? read_header(line, error)
                               : read_pair(table, line, error);
        if (!ok)
            error_wrap(error, "%s:%ld", path, number);
    }
    lines_free(&reader);
    return ok && (!ferror(in) || error_set_errno(error, path));
}

bool pairs_load(PairTable *table, const char *path, Error *error) {
    size_t size = (size_t)table->count * sizeof *table->pairs, file_size;
    PairTable read = *table;
    FILE *in = regular_file_open(path, &file_size, error);
    if (!in)
        return error_wrap(error, "%s", path);
    read.pairs = malloc(size);
    bool ok = read.pairs || error_set_at(error, path, 0, "out of memory");
    if (ok)
        memcpy(read.pairs, table->pairs, size);
    ok = ok && read_pairs(&read, in, path, error);
    fclose(in);
    free(ok ? table->pairs : read.pairs);
    if (ok)
        *table = read;
    return ok;
}

bool pairs_save(const PairTable *table, const char *path, Error *error) {
    AtomicFile file;
    if (!atomic_file_open_sole_writer(&file, path, error))
        return false;
    fprintf(file.file, "%s\n", HEADER);
    for (int i = 0; i < table->count; i++) {
        const Pair *pair = &table->pairs[i];
        if (pair->budget > 0)
            fprintf(file.file, "%s\t%s\t%s\t%d\t%d\t%" PRIu64 "\t%" PRIu64 "\n", pair->first,
                    pair->reply, WINNERS[pair->result], pair->positions, pair->length, pair->nodes,
                    pair->budget);
    }
    return atomic_file_commit(&file, error);
}
