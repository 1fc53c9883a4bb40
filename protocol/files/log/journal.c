#include "files/log/journal.h"

#include "base/os/append_file.h"
#include "base/os/atomic_file.h"
#include "base/os/directory.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"
#include "base/os/stream.h"
#include "files/log/log_entry.h"
#include "files/log/log_lines.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a game's line is in the file. Its length is 0 if the game is not in the log. */
typedef struct {
    int64_t offset;
    size_t length; /* without the newline */
} LineSpan;

struct Journal {
    char *path;
    AppendFile file;
    LineSpan *spans;
    int size;
    int64_t end;     /* offset after the last complete line */
    bool is_damaged; /* is there an incomplete line after `end` that could not be removed? */
};

static bool fail(const Journal *journal, long line, const char *reason, Error *error) {
    return error_set_at(error, journal->path, line, reason);
}

/* --- reading --- */

LogHeader *journal_header(const char *path, Error *error) {
    size_t size;
    Error why;
    FILE *file = regular_file_open(path, &size, &why);
    if (!file) {
        error_set_at(error, path, 0, why.text);
        return NULL;
    }
    LogLine line = {.text = NULL};
    LogHeader *header = NULL;
    LogLineResult result = log_line_read(file, &line);
    if (result == LOG_LINE_READ)
        header = log_header_parse(line.text, line.length, &why);
    else if (result == LOG_LINE_END)
        error_set(&why, "not a misere-referee log");
    else
        error_set(&why, "not a misere-referee log: %s", log_line_reason(result));
    if (!header)
        error_set_at(error, path, 1, why.text);
    log_line_free(&line);
    fclose(file);
    return header;
}

bool journal_is_new(const char *path) {
    size_t size;
    FILE *file = regular_file_open(path, &size, NULL);
    if (!file)
        return !path_exists(path) && errno == ENOENT;
    LogLine line = {.text = NULL};
    bool is_new = log_line_read(file, &line) == LOG_LINE_END;
    log_line_free(&line);
    fclose(file);
    return is_new;
}

/* Records where the line is, under the number of its game. */
static bool index_line(Journal *journal, const LogLine *line, int64_t offset, long line_number,
                       Error *error) {
    int64_t number;
    Error why;
    if (!log_entry_read_number(line->text, line->length, &number, &why))
        return fail(journal, line_number, why.text, error);
    if (number < 1 || number > journal->size)
        return fail(journal, line_number, "not a game of this tournament", error);
    LineSpan *span = &journal->spans[number - 1];
    if (span->length > 0)
        return fail(journal, line_number, "this game is already in the log", error);
    *span = (LineSpan){offset, line->length};
    return true;
}

static bool read_games(Journal *journal, FILE *file, Error *error) {
    LogLine line = {.text = NULL};
    long line_number = 1;
    bool ok = true;
    LogLineResult result;
    for (; ok && (result = log_line_read(file, &line)) == LOG_LINE_READ; line_number++) {
        if (line_number > 1)
            ok = index_line(journal, &line, journal->end, line_number, error);
        journal->end += (int64_t)line.length + 1;
    }
    if (ok && result != LOG_LINE_END)
        ok = fail(journal, line_number, log_line_reason(result), error);
    log_line_free(&line);
    return ok;
}

/* --- opening --- */

/* Appends a line; on failure leaves the log unchanged, or damaged after its last complete line. */
static bool append_line(Journal *journal, const char *line, Error *error) {
    size_t length = strlen(line);
    if (journal->is_damaged)
        return fail(journal, 0, "an earlier write failed and left an incomplete line", error);
    char *text = malloc(length + 1);
    if (!text)
        return fail(journal, 0, "out of memory", error);
    memcpy(text, line, length);
    text[length] = '\n'; /* one call writes the whole line */
    bool written = append_file_add(&journal->file, text, length + 1);
    free(text);
    if (written) {
        journal->end += (int64_t)length + 1;
        return true;
    }
    fail(journal, 0, strerror(errno), error);
    /* If another line followed an incomplete one, the two would become one bad line. As the last
     * line, an incomplete one is dropped when the log is next opened. */
    journal->is_damaged = !append_file_truncate(&journal->file, journal->end);
    return false;
}

static bool append_header(Journal *journal, const LogHeader *header, Error *error) {
    char *text = log_header_text(header);
    bool appended =
        text ? append_line(journal, text, error) : fail(journal, 0, "out of memory", error);
    free(text);
    return appended;
}

static bool check_header(const Journal *journal, const LogHeader *header, Error *error) {
    LogHeader *found = journal_header(journal->path, error);
    if (!found)
        return false;
    bool same = log_headers_equal(found, header);
    log_header_free(found);
    return same || fail(journal, 0, "this is the log of another tournament", error);
}

static bool open_file(Journal *journal, JournalMode mode, Error *error) {
    AppendFileResult result = mode == JOURNAL_WRITE
                                  ? append_file_open_to_write(&journal->file, journal->path)
                                  : append_file_open(&journal->file, journal->path);
    switch (result) {
    case APPEND_FILE_OPEN:
        return true;
    case APPEND_FILE_NOT_REGULAR:
        return fail(journal, 0, "not a regular file", error);
    case APPEND_FILE_LOCKED:
        return fail(journal, 0, "another referee is writing to it", error);
    default:
        return fail(journal, 0, strerror(errno), error);
    }
}

/* Reads the log. In a mode for writing, also removes a last line without a newline, and writes the
 * header to an empty log. */
static bool load(Journal *journal, JournalMode mode, const LogHeader *header, Error *error) {
    FILE *file = append_file_stream(&journal->file);
    if (!file)
        return fail(journal, 0, strerror(errno), error);
    bool read = read_games(journal, file, error);
    fclose(file);
    if (!read)
        return false;
    if (mode == JOURNAL_READ)
        return true;
    if (!append_file_truncate(&journal->file, journal->end))
        return fail(journal, 0, strerror(errno), error);
    if (journal->end > 0)
        return check_header(journal, header, error);
    directory_sync(journal->path);
    return append_header(journal, header, error);
}

Journal *journal_open(const char *path, JournalMode mode, const LogHeader *header, int size,
                      Error *error) {
    Journal *journal = calloc(1, sizeof *journal);
    if (!journal || !(journal->path = strdup(path)) ||
        !(journal->spans = calloc((size_t)size, sizeof *journal->spans))) {
        error_set(error, "out of memory");
        if (journal)
            free(journal->path);
        free(journal);
        return NULL;
    }
    journal->size = size;
    journal->file = APPEND_FILE_CLOSED;
    if (open_file(journal, mode, error) && load(journal, mode, header, error))
        return journal;
    journal_close(journal);
    return NULL;
}

void journal_close(Journal *journal) {
    if (!journal)
        return;
    append_file_close(&journal->file);
    free(journal->spans);
    free(journal->path);
    free(journal);
}

/* --- games --- */

bool journal_has(const Journal *journal, int number) {
    return journal->spans[number].length > 0;
}

bool journal_append(Journal *journal, int number, const char *line, Error *error) {
    int64_t offset = journal->end;
    if (!append_line(journal, line, error))
        return false;
    journal->spans[number] = (LineSpan){offset, strlen(line)};
    return true;
}

char *journal_line(const Journal *journal, int number, Error *error) {
    LineSpan span = journal->spans[number];
    char *text = malloc(span.length + 1);
    if (!text) {
        error_set(error, "out of memory");
        return NULL;
    }
    int64_t size = (int64_t)span.length + 1;
    int64_t got = append_file_read(&journal->file, text, (size_t)size, span.offset);
    if (got == size) {
        text[span.length] = '\0';
        return text;
    }
    fail(journal, 0, got < 0 ? strerror(errno) : "the file was truncated while in use", error);
    free(text);
    return NULL;
}

/* --- merging --- */

static bool fail_conflict(const Journal *first, const Journal *second, int number, Error *error) {
    error_set(error, "game %d differs in %s", number + 1, first->path);
    return error_wrap(error, "%s", second->path);
}

/* Writes the game's line from the first log that contains the game. Checks that every other log
 * with this game has the same line. */
static bool merge_game(FILE *out, const JournalSources *sources, int number, Error *error) {
    char *text = NULL;
    bool ok = true;
    const Journal *first = NULL;
    for (int i = 0; i < sources->count && ok; i++) {
        const Journal *journal = sources->journals[i];
        if (!journal_has(journal, number))
            continue;
        char *line = journal_line(journal, number, error);
        ok = line != NULL;
        if (ok && !text) {
            text = line;
            first = journal;
            continue;
        }
        if (ok && strcmp(text, line) != 0)
            ok = fail_conflict(first, journal, number, error);
        free(line);
    }
    if (ok && text)
        fprintf(out, "%s\n", text);
    free(text);
    return ok;
}

/* Write errors are detected when the file is committed. */
static bool write_merged(FILE *out, const JournalSources *sources, Error *error) {
    char *text = log_header_text(sources->header);
    if (!text)
        return error_set(error, "out of memory");
    fprintf(out, "%s\n", text);
    free(text);
    bool ok = true;
    int size = sources->journals[0]->size;
    for (int i = 0; i < size && ok; i++)
        ok = merge_game(out, sources, i, error);
    return ok;
}

bool journal_merge(const char *path, const JournalSources *sources, Error *error) {
    AtomicFile atomic;
    if (!atomic_file_open_sole_writer(&atomic, path, error))
        return false;
    if (write_merged(atomic.file, sources, error))
        return atomic_file_commit(&atomic, error);
    atomic_file_discard(&atomic);
    return false;
}
