/* progress: shows the progress of the search for puzzles on standard error: continuously on a
 * terminal, else as a line every ten seconds. Not thread-safe. */
#ifndef MISERE_PUZZLES_PROGRESS_H
#define MISERE_PUZZLES_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool on_terminal;
    int64_t start_ms, next_ms;
} PuzzleProgress;

void puzzle_progress_start(PuzzleProgress *progress);

/* Shows that `done` of `all` positions are done, and how many puzzles were found, if an update is
 * due. */
void puzzle_progress_show(PuzzleProgress *progress, int done, int all, int puzzles);

/* Removes the line from the terminal. */
void puzzle_progress_end(const PuzzleProgress *progress);

#endif
