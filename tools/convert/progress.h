/* progress: how far a long conversion is, on standard error: all the time on a terminal,
 * else a line now and then once it has taken a second. One thread. */
#ifndef MISERE_CONVERT_PROGRESS_H
#define MISERE_CONVERT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool on_terminal;
    bool shown; /* there is a line on the terminal */
    int64_t start_ms, next_ms;
} ConvertProgress;

/* What is done, and of how much. */
typedef struct {
    size_t files, all_files;
    long games;
    uint64_t bytes, all_bytes;
} ConvertCounters;

void convert_progress_start(ConvertProgress *progress);

/* Says how far it is, if it is time to. */
void convert_progress_show(ConvertProgress *progress, const ConvertCounters *counters);

/* Takes the line off the terminal, before another is written. */
void convert_progress_clear(ConvertProgress *progress);

#endif
