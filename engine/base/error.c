#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    CONTEXT_ROOM_MIN = 100, /* bytes reserved for the context, however long the message is */
    CONTEXT_SIZE = 8192,    /* in bytes; the end of a longer context is lost */
};

static void make_printable(Error *error) {
    for (char *c = error->text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

bool error_set(Error *error, const char *format, ...) {
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    make_printable(error);
    return false;
}

/* Prepends the context, or as much of its end as fits. */
static void prepend(Error *error, const char *context) {
    char text[ERROR_TEXT_SIZE];
    strcpy(text, error->text);
    size_t taken = strlen(text) + strlen(": ") + 1, length = strlen(context);
    size_t room = taken + CONTEXT_ROOM_MIN < sizeof text ? sizeof text - taken : CONTEXT_ROOM_MIN;
    const char *dots = length > room ? "..." : "";
    if (length > room)
        context += length - room + strlen(dots);
    int used = snprintf(error->text, sizeof error->text, "%s%s: ", dots, context);
    snprintf(error->text + used, sizeof error->text - (size_t)used, "%s", text);
    make_printable(error);
}

bool error_wrap(Error *error, const char *format, ...) {
    if (!error)
        return false;
    char context[CONTEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
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

const char *error_quote(char quoted[QUOTE_SIZE], const char *text) {
    snprintf(quoted, QUOTE_SIZE, "'%.40s'", text ? text : "");
    return quoted;
}
