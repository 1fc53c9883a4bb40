#include "cli/progress.h"

#include "base/os/clock.h"
#include "base/os/tty.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { FIRST_MS = 1000, TERMINAL_MS = 200, LOG_MS = 10000 };

void progress_start(Progress *progress) {
    int64_t now = clock_now_ms();
    bool on_terminal = tty_is(stderr);
    *progress = (Progress){.on_terminal = on_terminal,
                           .start_ms = now,
                           .next_ms = now + (on_terminal ? TERMINAL_MS : FIRST_MS)};
}

double progress_seconds(const Progress *progress) {
    return (double)(clock_now_ms() - progress->start_ms + 1) / 1000;
}

bool progress_is_due(const Progress *progress) {
    return clock_now_ms() >= progress->next_ms;
}

void progress_write_duration(char text[PROGRESS_DURATION_SIZE], int64_t seconds) {
    int m = (int)(seconds / 60 % 60), s = (int)(seconds % 60);
    if (seconds >= 3600)
        snprintf(text, PROGRESS_DURATION_SIZE, "%" PRId64 ":%02d:%02d", seconds / 3600, m, s);
    else
        snprintf(text, PROGRESS_DURATION_SIZE, "%d:%02d", m, s);
}

void progress_show(Progress *progress, double done, const char *format, ...) {
    va_list arguments;
    progress->next_ms = clock_now_ms() + (progress->on_terminal ? TERMINAL_MS : LOG_MS);
    progress_clear(progress);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (done > 0 && done <= 1) {
        char left[PROGRESS_DURATION_SIZE];
        progress_write_duration(left, (int64_t)(progress_seconds(progress) * (1 - done) / done));
        fprintf(stderr, ", %s left", left);
    }
    fputs(progress->on_terminal ? "" : "\n", stderr);
    progress->shown = progress->on_terminal;
}

void progress_clear(Progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
