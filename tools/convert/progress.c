#include "convert/progress.h"

#include "base/os/clock.h"
#include "base/os/terminal.h"

#include <inttypes.h>
#include <stdio.h>

enum { QUIET_MS = 1000, TERMINAL_MS = 100, LOG_MS = 10000 };

void convert_progress_start(ConvertProgress *progress) {
    int64_t now = clock_now_ms();
    bool on_terminal = terminal_is(stderr);
    *progress = (ConvertProgress){.on_terminal = on_terminal,
                                  .start_ms = now,
                                  .next_ms = now + (on_terminal ? TERMINAL_MS : QUIET_MS)};
}

static void print_time_left(const ConvertProgress *progress, const ConvertCounters *counters,
                            int64_t now) {
    if (counters->bytes == 0 || counters->bytes > counters->all_bytes)
        return;
    double left = (double)(counters->all_bytes - counters->bytes) / (double)counters->bytes;
    int64_t seconds = (int64_t)((double)(now - progress->start_ms) * left / 1000);
    fprintf(stderr, ", %" PRId64 ":%02d left", seconds / 60, (int)(seconds % 60));
}

void convert_progress_show(ConvertProgress *progress, const ConvertCounters *counters) {
    int64_t now = clock_now_ms();
    if (now < progress->next_ms)
        return;
    progress->next_ms = now + (progress->on_terminal ? TERMINAL_MS : LOG_MS);
    convert_progress_clear(progress);
    fprintf(stderr, "%zu of %zu files, %ld games", counters->files, counters->all_files,
            counters->games);
    print_time_left(progress, counters, now);
    fputs(progress->on_terminal ? "" : "\n", stderr);
    progress->shown = progress->on_terminal;
}

void convert_progress_clear(ConvertProgress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
