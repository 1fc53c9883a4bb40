#include "base/os/tty.h"

#include <io.h>
#include <windows.h>

bool tty_is(FILE *stream) {
    return _isatty(_fileno(stream));
}

/* The visible part of the console. Returns false if it is unknown. */
static bool find_window(FILE *stream, SMALL_RECT *window) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    if (!GetConsoleScreenBufferInfo(console, &info))
        return false;
    *window = info.srWindow;
    return true;
}

int tty_rows(FILE *stream, int fallback) {
    SMALL_RECT window;
    return find_window(stream, &window) ? window.Bottom - window.Top + 1 : fallback;
}

int tty_columns(FILE *stream, int fallback) {
    SMALL_RECT window;
    return find_window(stream, &window) ? window.Right - window.Left + 1 : fallback;
}

/* Older consoles show escape sequences as they are. */
bool tty_has_escapes(void) {
    return false;
}

TtyColours tty_colours(void) {
    return TTY_MONOCHROME;
}

/* stream_init_standard() makes the console use UTF-8. */
bool tty_is_utf8(void) {
    return true;
}
