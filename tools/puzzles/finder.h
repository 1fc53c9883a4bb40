/* finder: looks for puzzles among positions, on several threads. Not thread-safe. */
#ifndef MISERE_PUZZLES_FINDER_H
#define MISERE_PUZZLES_FINDER_H

#include "puzzles/positions.h"
#include "puzzles/puzzle.h"

enum { FINDER_THREADS_MAX = 256 };

typedef struct {
    Puzzle puzzle;
    const GamePosition *source;
} FoundPuzzle;

typedef struct {
    FoundPuzzle *puzzles;
    int count;
} FoundPuzzles;

/* Makes a puzzle of each position that is one, in the order of the list, whatever the number of
 * threads. Shows its progress on standard error. The caller frees found->puzzles; they borrow from
 * the list. Returns false if out of memory or if no thread can be started. */
bool finder_run(FoundPuzzles *found, const PositionList *list, const PuzzleLimits *limits,
                int threads);

#endif
