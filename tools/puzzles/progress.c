#include "puzzles/progress.h"

#include "base/os/clock.h"
#include "base/os/terminal.h"

#include <inttypes.h>
#include <stdio.h>

enum { TERMINAL_MS = 500, LOG_MS = 10000 };

void puzzle_progress_start(PuzzleProgress *progress) {
    int64_t now = clock_now_ms();
    bool on_terminal = terminal_is(stderr);
    *progress = (PuzzleProgress){on_terminal, now, now + (on_terminal ? TERMINAL_MS : LOG_MS)};
}

void puzzle_progress_show(PuzzleProgress *progress, int done, int all, int puzzles) {
    int64_t now = clock_now_ms();
    if (now < progress->next_ms || done == 0)
        return;
    progress->next_ms = now + (progress->on_terminal ? TERMINAL_MS : LOG_MS);
    int64_t seconds = (now - progress->start_ms) * (all - done) / done / 1000;
    fprintf(stderr, "%s%d of %d positions, %d puzzles, %" PRId64 ":%02d left%s",
            progress->on_terminal ? "\r" : "", done, all, puzzles, seconds / 60,
            (int)(seconds % 60), progress->on_terminal ? "\033[K" : "\n");
}

void puzzle_progress_end(const PuzzleProgress *progress) {
    if (progress->on_terminal)
        fputs("\r\033[K", stderr);
}
