/* progress: shows the progress of long work on standard error, continuously on a terminal and
 * otherwise as a line every ten seconds. Only one thread at a time may use a Progress. */
#ifndef MISERE_CLI_PROGRESS_H
#define MISERE_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool on_terminal;
    bool shown; /* a progress line is on the terminal */
    int64_t start_ms, next_ms;
} Progress;

/* Begins; the time left is estimated from the time since this call. */
void progress_start(Progress *progress);

/* The time since the start in seconds, more than 0. */
double progress_seconds(const Progress *progress);

/* Is an update due? */
bool progress_is_due(const Progress *progress);

/* Shows the text and the time left. `done` is the share of the work that has been done since the
 * start. The time left is unknown, and not shown, if `done` is 0, or more than 1 because there is
 * more work than expected. */
void progress_show(Progress *progress, double done, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes a duration, 0 or more, as in "2:03" or "1:02:03". */
enum { PROGRESS_DURATION_SIZE = 32 };
void progress_write_duration(char text[PROGRESS_DURATION_SIZE], int64_t seconds);

/* Removes the progress line from the terminal. Call before anything else is written to it. */
void progress_clear(Progress *progress);

#endif
