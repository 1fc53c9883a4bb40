#include "base/os/terminal.h"

#include <io.h>
#include <windows.h>

bool terminal_is(FILE *stream) {
    return _isatty(_fileno(stream));
}

int terminal_rows(FILE *stream, int fallback) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    bool is_known = GetConsoleScreenBufferInfo(console, &info);
    return is_known ? info.srWindow.Bottom - info.srWindow.Top + 1 : fallback;
}

int terminal_columns(FILE *stream, int fallback) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    bool is_known = GetConsoleScreenBufferInfo(console, &info);
    return is_known ? info.srWindow.Right - info.srWindow.Left + 1 : fallback;
}

/* Older consoles show escape sequences as they are. */
bool terminal_has_escapes(void) {
    return false;
}

TerminalColours terminal_colours(void) {
    return TERMINAL_MONOCHROME;
}

/* stream_init_standard() makes the console use UTF-8. */
bool terminal_is_utf8(void) {
    return true;
}
