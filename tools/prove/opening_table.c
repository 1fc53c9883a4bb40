#include "prove/opening_table.h"

#include "base/array.h"
#include "base/lines.h"
#include "base/os/atomic_file.h"
#include "base/os/regular_file.h"
#include "base/text.h"
#include "base/words.h"
#include "rules/outcome.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "first\treply\twinner\tpositions\tlength\tnodes\tbudget\tknown";
static const char *const WINNERS[] = {"-", "white", "black"}; /* by OpeningResult */

enum {
    COLUMNS = 8,
    NUMBERS = 5,     /* the last columns */
    LINE_LIMIT = 256 /* bytes; opening_table_save writes shorter lines */
};

static int compare_openings(const void *left, const void *right) {
    const Opening *a = left, *b = right;
    int order = strcmp(a->first, b->first);
    return order != 0 ? order : strcmp(a->reply, b->reply);
}

/* Adds the position after these half-moves, unless the game is over or a turn is not complete. */
static bool add_opening(OpeningTable *table, const Position *after, const char *first,
                        const char *reply) {
    if (!position_begins_turn(after) || outcome_is_over(outcome_of(after)))
        return true;
    Opening *list = array_grow(table->list, (size_t)table->count, sizeof *list);
    if (!list)
        return false;
    table->list = list;
    Opening *opening = &list[table->count++];
    *opening = (Opening){.after = *after, .half_moves = (*first != '-') + (*reply != '-')};
    strcpy(opening->first, first);
    strcpy(opening->reply, reply);
    return true;
}

/* Adds the positions after a first half-move and each reply. */
static bool add_replies(OpeningTable *table, const Position *middle, const char *first) {
    MoveList replies;
    bool ok = add_opening(table, middle, first, "-");
    outcome_find(middle, &replies);
    for (int i = 0; ok && i < replies.count; i++) {
        char reply[MOVE_TEXT_SIZE];
        Position after;
        notation_write_move(middle, replies.moves[i], STYLE_UCI, reply);
        position_apply(&after, middle, replies.moves[i]);
        ok = add_opening(table, &after, first, reply);
    }
    return ok;
}

bool opening_table_init(OpeningTable *table, const Ruleset *rules) {
    Position start;
    MoveList firsts;
    *table = (OpeningTable){.rules = rules};
    position_start(&start, rules);
    movegen_legal(&start, &firsts);
    bool ok = add_opening(table, &start, "-", "-");
    for (int i = 0; ok && i < firsts.count; i++) {
        char first[MOVE_TEXT_SIZE];
        Position middle;
        notation_write_move(&start, firsts.moves[i], STYLE_UCI, first);
        position_apply(&middle, &start, firsts.moves[i]);
        ok = add_replies(table, &middle, first);
    }
    if (ok)
        qsort(table->list, (size_t)table->count, sizeof *table->list, compare_openings);
    else
        free(table->list);
    return ok;
}

int opening_table_count(const OpeningTable *table, OpeningResult result) {
    int count = 0;
    for (int i = 0; i < table->count; i++)
        count += table->list[i].result == result;
    return count;
}

/* --- the file --- */

/* Is the number written as opening_table_save does: digits only, the first of several not 0? */
static bool is_plain(const char *word) {
    return word[strspn(word, "0123456789")] == '\0' && (word[0] != '0' || word[1] == '\0');
}

/* The numbers in the last columns of a line, in that order. */
static bool read_numbers(Opening *opening, char *const words[]) {
    static const int64_t MOST[NUMBERS] = {INT_MAX, INT_MAX, INT64_MAX, INT64_MAX, INT_MAX};
    int64_t numbers[NUMBERS];
    for (int i = 0; i < NUMBERS; i++)
        if (!is_plain(words[i]) || !words_number(words[i], &numbers[i]) || numbers[i] > MOST[i])
            return false;
    opening->positions = (int)numbers[0];
    opening->length = (int)numbers[1];
    opening->nodes = (uint64_t)numbers[2];
    opening->budget = (uint64_t)numbers[3];
    opening->known = (int)numbers[4];
    return true;
}

static bool read_winner(const char *word, OpeningResult *result) {
    for (int i = OPENING_UNKNOWN; i <= OPENING_BLACK_WINS; i++)
        if (strcmp(word, WINNERS[i]) == 0) {
            *result = (OpeningResult)i;
            return true;
        }
    return false;
}

/* Reads a line, which it modifies. */
static bool read_opening(OpeningTable *table, char *line, Error *error) {
    char *words[COLUMNS], *rest = line;
    Opening wanted = {0};
    for (int i = 0; i < COLUMNS; i++)
        if (!(words[i] = text_split(&rest, '\t')))
            return error_set(error, "%d columns, separated by tabs, are needed", COLUMNS);
    snprintf(wanted.first, sizeof wanted.first, "%s", words[0]);
    snprintf(wanted.reply, sizeof wanted.reply, "%s", words[1]);
    Opening *opening =
        bsearch(&wanted, table->list, (size_t)table->count, sizeof wanted, compare_openings);
    if (!opening)
        return error_set(error, "ruleset %s has no first half-moves %s %s", table->rules->name,
                         QUOTE(words[0]), QUOTE(words[1]));
    if (opening->budget > 0)
        return error_set(error, "a second line for %s %s", opening->first, opening->reply);
    if (!read_winner(words[2], &opening->result))
        return error_set(error, "the winner is white, black or -, not %s", QUOTE(words[2]));
    if (rest || !read_numbers(opening, words + 3))
        return error_set(error, "the last %d columns are whole numbers", NUMBERS);
    if (opening->result == OPENING_UNKNOWN && (opening->positions > 0 || opening->length > 0))
        return error_set(error, "an opening that is not decided has no proof");
    return opening->budget > 0 || error_set(error, "the budget is 0");
}

static bool read_header(const char *line, Error *error) {
    return strcmp(line, HEADER) == 0 || error_set(error, "not a table of openings");
}

/* The error message for a line that cannot be read. */
static bool refuse_line(LineKind kind, Error *error) {
    if (kind == LINE_TOO_LONG)
        return error_set(error, "the line is longer than %d bytes", LINE_LIMIT);
    return error_set(error, kind == LINE_BINARY ? "the line contains a NUL byte" : "out of memory");
}

static bool read_openings(OpeningTable *table, FILE *in, const char *path, Error *error) {
    LineReader reader;
    LineKind kind;
    char *line;
    bool ok = true;
    lines_init(&reader, in, LINE_LIMIT);
    for (long number = 1; ok && (kind = lines_read(&reader, &line)) != LINE_END; number++) {
        ok = kind != LINE_TEXT ? refuse_line(kind, error)
             : number == 1     ? read_header(line, error)
                               : read_opening(table, line, error);
        if (!ok)
            error_wrap(error, "%s:%ld", path, number);
    }
    lines_free(&reader);
    return ok && (!ferror(in) || error_set_errno(error, path));
}

bool opening_table_load(OpeningTable *table, const char *path, Error *error) {
    size_t size = (size_t)table->count * sizeof *table->list, file_size;
    OpeningTable read = *table;
    FILE *in = regular_file_open(path, &file_size, error);
    if (!in)
        return error_wrap(error, "%s", path);
    read.list = malloc(size);
    bool ok = read.list || error_set_at(error, path, 0, "out of memory");
    if (ok)
        memcpy(read.list, table->list, size);
    ok = ok && read_openings(&read, in, path, error);
    fclose(in);
    free(ok ? table->list : read.list);
    if (ok)
        *table = read;
    return ok;
}

bool opening_table_save(const OpeningTable *table, const char *path, Error *error) {
    AtomicFile file;
    if (!atomic_file_open_sole_writer(&file, path, error))
        return false;
    fprintf(file.file, "%s\n", HEADER);
    for (int i = 0; i < table->count; i++) {
        const Opening *opening = &table->list[i];
        if (opening->budget > 0)
            fprintf(file.file, "%s\t%s\t%s\t%d\t%d\t%" PRIu64 "\t%" PRIu64 "\t%d\n", opening->first,
                    opening->reply, WINNERS[opening->result], opening->positions, opening->length,
                    opening->nodes, opening->budget, opening->known);
    }
    return atomic_file_commit(&file, error);
}
