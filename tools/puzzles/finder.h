/* finder: looks for puzzles among positions, on several threads. Not thread-safe. */
#ifndef MISERE_PUZZLES_FINDER_H
#define MISERE_PUZZLES_FINDER_H

#include "batch/job_file.h"
#include "puzzles/positions.h"
#include "puzzles/puzzle.h"

typedef struct {
    Puzzle puzzle;
    const GamePosition *source;
} FoundPuzzle;

typedef struct {
    FoundPuzzle *puzzles;
    int count;
} FoundPuzzles;

/* Opens FILE.part, in which finder_run keeps what it has found out about the positions, so that an
 * interrupted run can be continued with the same positions and limits. */
bool finder_open_file(JobFile *file, const char *path, const PositionList *list,
                      const PuzzleLimits *limits, Error *error);

/* Makes a puzzle of each position that is one, in the order of the list, whatever the number of
 * threads. What is in the file is not found out again. Shows its progress on standard error. The
 * caller frees found->puzzles; they borrow from the list. On failure sets *error and returns
 * false. */
bool finder_run(FoundPuzzles *found, const PositionList *list, const PuzzleLimits *limits,
                int threads, JobFile *file, Error *error);

#endif
