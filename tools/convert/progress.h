/* progress: shows the progress of a long conversion on standard error, continuously on a terminal
 * and otherwise as a line every ten seconds. Not thread-safe. */
#ifndef MISERE_CONVERT_PROGRESS_H
#define MISERE_CONVERT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool on_terminal;
    bool shown; /* a progress line is on the terminal */
    int64_t start_ms, next_ms;
} ConvertProgress;

/* The work done so far, and the totals. */
typedef struct {
    size_t files, all_files;
    long games;
    uint64_t bytes, all_bytes;
} ConvertCounters;

void convert_progress_start(ConvertProgress *progress);

/* Shows the counters, if an update is due. */
void convert_progress_show(ConvertProgress *progress, const ConvertCounters *counters);

/* Removes the progress line from the terminal. Call before anything else is written to it. */
void convert_progress_clear(ConvertProgress *progress);

#endif
