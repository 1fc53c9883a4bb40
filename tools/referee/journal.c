#include "referee/journal.h"

#include "base/os/append_file.h"
#include "base/os/atomic_file.h"
#include "base/os/path.h"
#include "base/os/stream.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 64 * 1024 * 1024 };

/* Where a game's line is; without one, length is 0. */
typedef struct {
    int64_t offset;
    size_t length; /* its end of line not counted */
} LineSpan;

struct Journal {
    char *path;
    AppendFile file;
    LineSpan *spans;
    int size;
    int64_t end; /* of the whole lines */
};

static bool fail(Error *error, const char *path, const char *what) {
    return error_set(error, "%.160s: %s", path, what);
}

static bool fail_line(Error *error, const char *path, long line, const char *what) {
    return error_set(error, "%.140s:%ld: %.90s", path, line, what);
}

static char *line_text(const json_t *value) {
    return json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER);
}

/* --- reading --- */

/* Makes room for one more byte. */
static bool grow(char **text, size_t *capacity, size_t length) {
    if (length < *capacity)
        return true;
    size_t wanted = *capacity ? 2 * *capacity : 4096;
    char *bigger = wanted <= 2 * (size_t)LINE_MAX_BYTES ? realloc(*text, wanted) : NULL;
    if (!bigger)
        return false;
    *text = bigger;
    *capacity = wanted;
    return true;
}

/* Reads a line of an open file: its text and length without the newline. 1: there was one; 0: the
 * file has ended, perhaps amid a line; -1: too long, or it cannot be read. */
static int read_line(FILE *file, char **text, size_t *capacity, size_t *length) {
    for (*length = 0;; (*length)++) {
        int byte = stream_get(file);
        if (byte == EOF)
            return ferror(file) ? -1 : 0;
        if (!grow(text, capacity, *length))
            return -1;
        (*text)[*length] = (char)byte;
        if (byte == '\n')
            return 1;
    }
}

/* Opens a log, which is a regular file; NULL with errno. */
static FILE *open_to_read(const char *path) {
    PathInfo info;
    if (!path_info(path, &info))
        return NULL;
    if (info.kind != PATH_FILE) {
        errno = EINVAL;
        return NULL;
    }
    return stream_open(path, "r");
}

json_t *journal_header(const char *path, Error *error) {
    FILE *file = open_to_read(path);
    if (!file) {
        fail(error, path, errno == EINVAL ? "is no regular file" : strerror(errno));
        return NULL;
    }
    char *text = NULL;
    size_t capacity = 0, length;
    json_error_t why;
    json_t *header = NULL;
    if (read_line(file, &text, &capacity, &length) != 1)
        fail(error, path, "no log of a tournament");
    else if (!(header = json_loadb(text, length, 0, &why)))
        fail_line(error, path, 1, why.text);
    else if (!json_is_string(json_object_get(header, "log"))) {
        json_decref(header);
        header = NULL;
        fail(error, path, "no log of a tournament");
    }
    free(text);
    fclose(file);
    return header;
}

bool journal_is_new(const char *path) {
    FILE *file = open_to_read(path);
    if (!file)
        return errno == ENOENT;
    char *text = NULL;
    size_t capacity = 0, length;
    bool is_new = read_line(file, &text, &capacity, &length) == 0;
    free(text);
    fclose(file);
    return is_new;
}

/* Notes where the game of a line is. */
static bool index_line(Journal *journal, const char *text, size_t length, int64_t offset, long line,
                       Error *error) {
    json_error_t why;
    json_t *game = json_loadb(text, length, 0, &why);
    if (!game)
        return fail_line(error, journal->path, line, why.text);
    json_int_t number = json_integer_value(json_object_get(game, "game"));
    json_decref(game);
    if (number < 1 || number > journal->size)
        return fail_line(error, journal->path, line, "not a game of this tournament");
    LineSpan *span = &journal->spans[number - 1];
    if (span->length > 0)
        return fail_line(error, journal->path, line, "a game that was there before");
    *span = (LineSpan){offset, length};
    return true;
}

static bool read_games(Journal *journal, FILE *file, Error *error) {
    char *text = NULL;
    size_t capacity = 0, length;
    int64_t offset = 0;
    long line = 1;
    bool ok = true;
    int result;
    for (; ok && (result = read_line(file, &text, &capacity, &length)) == 1; line++) {
        if (line > 1)
            ok = index_line(journal, text, length, offset, line, error);
        offset += (int64_t)length + 1;
    }
    if (ok && result < 0)
        ok = fail_line(error, journal->path, line, "cannot be read");
    journal->end = offset;
    free(text);
    return ok;
}

/* --- opening --- */

/* Appends a line; if that fails, the log is as it was. */
static bool append_line(Journal *journal, const json_t *value, size_t *length, Error *error) {
    char *text = line_text(value);
    if (!text)
        return fail(error, journal->path, "out of memory");
    *length = strlen(text);
    text[*length] = '\n'; /* in place of the NUL: one write for the whole line */
    bool written = append_file_add(&journal->file, text, *length + 1);
    free(text);
    if (written) {
        journal->end += (int64_t)*length + 1;
        return true;
    }
    fail(error, journal->path, strerror(errno));
    append_file_truncate(&journal->file, journal->end); /* else the next reader drops it: no end */
    return false;
}

static bool check_header(const Journal *journal, const json_t *header, Error *error) {
    json_t *found = journal_header(journal->path, error);
    if (!found)
        return false;
    bool same = json_equal(found, header);
    json_decref(found);
    return same || fail(error, journal->path, "is the log of another tournament");
}

static bool open_file(Journal *journal, JournalMode mode, Error *error) {
    AppendFileResult result = mode == JOURNAL_WRITE
                                  ? append_file_open_to_write(&journal->file, journal->path)
                                  : append_file_open(&journal->file, journal->path);
    switch (result) {
    case APPEND_FILE_OPEN:
        return true;
    case APPEND_FILE_NOT_REGULAR:
        return fail(error, journal->path, "is no regular file");
    case APPEND_FILE_LOCKED:
        return fail(error, journal->path, "another referee is writing it");
    default:
        return fail(error, journal->path, strerror(errno));
    }
}

/* Reads what is there; to write, drops a last line without end, and begins an empty log. */
static bool load(Journal *journal, JournalMode mode, const json_t *header, Error *error) {
    FILE *file = append_file_stream(&journal->file);
    if (!file)
        return fail(error, journal->path, strerror(errno));
    bool read = read_games(journal, file, error);
    fclose(file);
    if (!read)
        return false;
    if (mode == JOURNAL_READ)
        return true;
    if (!append_file_truncate(&journal->file, journal->end))
        return fail(error, journal->path, strerror(errno));
    if (journal->end > 0)
        return check_header(journal, header, error);
    size_t length;
    folder_sync(journal->path);
    return append_line(journal, header, &length, error);
}

Journal *journal_open(const char *path, JournalMode mode, const json_t *header, int size,
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

bool journal_append(Journal *journal, int number, const json_t *game, Error *error) {
    size_t length = 0;
    int64_t offset = journal->end;
    if (!append_line(journal, game, &length, error))
        return false;
    journal->spans[number] = (LineSpan){offset, length};
    return true;
}

/* The bytes of a game's line with its newline; the caller frees them. NULL on failure. */
static char *copy_line(const Journal *journal, int number, Error *error) {
    LineSpan span = journal->spans[number];
    char *text = malloc(span.length + 1);
    if (!text) {
        error_set(error, "out of memory");
        return NULL;
    }
    int64_t size = (int64_t)span.length + 1;
    int64_t got = append_file_read(&journal->file, text, (size_t)size, span.offset);
    if (got == size)
        return text;
    fail(error, journal->path, got < 0 ? strerror(errno) : "has become shorter");
    free(text);
    return NULL;
}

json_t *journal_game(const Journal *journal, int number, Error *error) {
    char *text = copy_line(journal, number, error);
    json_error_t why;
    json_t *game = text ? json_loadb(text, journal->spans[number].length, 0, &why) : NULL;
    if (text && !game)
        fail(error, journal->path, why.text);
    free(text);
    return game;
}

/* --- merging --- */

/* Writes the game's line from the first log that has it, and compares it with the others'. */
static bool merge_game(FILE *out, Journal *const *journals, int count, int number, Error *error) {
    char *text = NULL;
    size_t length = 0;
    bool ok = true;
    const Journal *source = NULL;
    for (int i = 0; i < count && ok; i++) {
        if (!journal_has(journals[i], number))
            continue;
        char *line = copy_line(journals[i], number, error);
        size_t line_length = journals[i]->spans[number].length + 1;
        ok = line != NULL;
        if (ok && !text) {
            text = line;
            length = line_length;
            source = journals[i];
            continue;
        }
        if (ok && (length != line_length || memcmp(text, line, length) != 0))
            ok = error_set(error, "game %d is in %.90s and, played differently, in %.90s",
                           number + 1, source->path, journals[i]->path);
        free(line);
    }
    if (ok && text)
        fwrite(text, 1, length, out);
    free(text);
    return ok;
}

/* Whether all could be written is found out when the file is committed. */
static bool merge_into(FILE *out, const json_t *header, Journal *const *journals, int count,
                       int size, Error *error) {
    char *text = line_text(header);
    if (!text)
        return error_set(error, "out of memory");
    fprintf(out, "%s\n", text);
    free(text);
    bool ok = true;
    for (int i = 0; i < size && ok; i++)
        ok = merge_game(out, journals, count, i, error);
    return ok;
}

bool journal_merge(const char *path, const json_t *header, Journal *const *journals, int count,
                   int size, Error *error) {
    AtomicFile atomic;
    if (!atomic_file_open_sole_writer(&atomic, path, error))
        return false;
    if (merge_into(atomic.file, header, journals, count, size, error))
        return atomic_file_commit(&atomic, error);
    atomic_file_discard(&atomic);
    return false;
}
