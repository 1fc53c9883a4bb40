#include "base/error.h"

#include "base/escape.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    CONTEXT_ROOM_MIN = 100, /* bytes reserved for contexts, however long the message is */
    QUOTED_MAX = 40,        /* bytes */
    CONTEXT_SIZE = 8192,    /* bytes; the end of a longer context is lost */
};

/* Control characters and others that cannot be seen, and what is not UTF-8, become '?'. */
static void make_printable(Error *error) {
    for (char *c = error->text; *c;) {
        uint32_t character;
        int length = utf8_decode(c, &character);
        if (length == 0 || escape_is_hidden(character))
            memset(c, '?', length > 0 ? (size_t)length : 1);
        c += length > 0 ? length : 1;
    }
}

bool error_set(Error *error, const char *format, ...) {
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    error->context_length = 0;
    error->is_shortage = false;
    make_printable(error);
    return false;
}

/* Appends the text. If it is longer than `room`, appends "..." and as much of its end as then fits;
 * `room` is at least 3 bytes. */
static void append_end(Error *error, const char *text, size_t room) {
    size_t used = strlen(error->text), length = strlen(text);
    const char *dots = length > room ? "..." : "";
    if (length > room)
        text += length - room + strlen(dots);
    snprintf(error->text + used, sizeof error->text - used, "%s%s", dots, text);
}

/* Prepends the context, which ends with ": ". If the contexts together are too long, the new one
 * keeps at least half of the space for all. */
static void prepend(Error *error, const char *context) {
    char old[ERROR_TEXT_SIZE], reason[ERROR_TEXT_SIZE];
    size_t old_length = (size_t)error->context_length, length = strlen(context);
    snprintf(old, sizeof old, "%.*s", error->context_length, error->text);
    strcpy(reason, error->text + old_length);
    size_t room = sizeof reason - 1 - strlen(reason);
    if (room < CONTEXT_ROOM_MIN)
        room = CONTEXT_ROOM_MIN;
    size_t most = old_length < room / 2 ? room - old_length : room - room / 2;
    error->text[0] = '\0';
    append_end(error, context, most);
    append_end(error, old, room - (length < most ? length : most));
    error->context_length = (int)strlen(error->text);
    snprintf(error->text + error->context_length,
             sizeof error->text - (size_t)error->context_length, "%s", reason);
    make_printable(error);
}

bool error_wrap(Error *error, const char *format, ...) {
    if (!error)
        return false;
    char context[CONTEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context - strlen(": "), format, arguments);
    va_end(arguments);
    strcat(context, ": ");
    prepend(error, context);
    return false;
}

bool error_set_at(Error *error, const char *path, long line, const char *reason) {
    error_set(error, "%s", reason);
    return line > 0 ? error_wrap(error, "%s:%ld", path, line) : error_wrap(error, "%s", path);
}

bool error_set_errno(Error *error, const char *path) {
    return error_set_at(error, path, 0, strerror(errno));
}

bool error_mark_shortage(Error *error) {
    if (error)
        error->is_shortage = true;
    return false;
}

bool error_set_out_of_memory(Error *error) {
    error_set(error, "out of memory");
    return error_mark_shortage(error);
}

const char *error_quote(char quoted[QUOTE_SIZE], const char *text) {
    char kept[QUOTED_MAX + 1] = "";
    if (text)
        utf8_copy(kept, sizeof kept, text);
    bool is_cut = text && text[strlen(kept)];
    snprintf(quoted, QUOTE_SIZE, "'%s%s'", kept, is_cut ? "..." : "");
    return quoted;
}
