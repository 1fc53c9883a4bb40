#include "base/os/tty.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool tty_is(FILE *stream) {
    return isatty(fileno(stream));
}

/* The terminal's size; zeros if it is unknown. */
static struct winsize size_of(FILE *stream) {
    struct winsize size = {0};
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size : (struct winsize){0};
}

int tty_rows(FILE *stream, int fallback) {
    int rows = size_of(stream).ws_row;
    return rows > 0 ? rows : fallback;
}

int tty_columns(FILE *stream, int fallback) {
    int columns = size_of(stream).ws_col;
    return columns > 0 ? columns : fallback;
}

bool tty_has_escapes(void) {
    const char *kind = getenv("TERM");
    return kind && *kind && strcmp(kind, "dumb") != 0;
}

TtyColours tty_colours(void) {
    const char *kind = getenv("TERM"), *deep = getenv("COLORTERM"), *none = getenv("NO_COLOR");
    if ((none && *none) || !tty_has_escapes())
        return TTY_MONOCHROME;
    bool is_rich = strstr(kind, "256color") || (deep && *deep);
    return is_rich ? TTY_256_COLOURS : TTY_16_COLOURS;
}

bool tty_is_utf8(void) {
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
