#include "base/os/stream.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

/* The console's code page at program start. */
static UINT console_code_page;

static void restore_code_page(void) {
    SetConsoleOutputCP(console_code_page);
}

static void use_utf8_on_console(void) {
    console_code_page = GetConsoleOutputCP();
    if (console_code_page && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_code_page);
}

/* Console input stays in text mode, in which Ctrl-Z means end of file. Output is buffered, so that
 * the bytes of a UTF-8 character are written together. */
void stream_init_standard(void) {
    if (!_isatty(_fileno(stdin)))
        _setmode(_fileno(stdin), _O_BINARY);
    if (_isatty(_fileno(stdout)))
        use_utf8_on_console();
    _setmode(_fileno(stdout), _O_BINARY);
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
}

void stream_lock(FILE *stream) {
    _lock_file(stream);
}

void stream_unlock(FILE *stream) {
    _unlock_file(stream);
}
