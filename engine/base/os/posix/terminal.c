#include "base/os/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(FILE *stream) {
    return isatty(fileno(stream));
}

int terminal_rows(FILE *stream, int fallback) {
    struct winsize size;
    bool is_known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    return is_known ? size.ws_row : fallback;
}
