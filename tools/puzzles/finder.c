#include "puzzles/finder.h"

#include "base/os/thread.h"
#include "cli/progress.h"

#include <stdlib.h>

/* State shared by all threads. */
typedef struct {
    const PositionList *list;
    const PuzzleLimits *limits;
    Mutex mutex; /* protects the members below */
    int next;    /* index of the next position */
    int done;
    int puzzles;
    bool failed;
    Progress progress;
    Puzzle **results; /* for each position, its puzzle or NULL; owned */
} FinderShared;

/* The index of the next position; -1 if there are no more, or after a failure. */
static int next_position(FinderShared *shared) {
    mutex_lock(&shared->mutex);
    int index = shared->failed || shared->next == shared->list->count ? -1 : shared->next++;
    mutex_unlock(&shared->mutex);
    return index;
}

static void enter(FinderShared *shared, int index, PuzzleResult result, const Puzzle *puzzle) {
    Puzzle *copy = result == PUZZLE_MADE ? malloc(sizeof *copy) : NULL;
    if (copy)
        *copy = *puzzle;
    mutex_lock(&shared->mutex);
    shared->results[index] = copy;
    shared->failed |= result == PUZZLE_NO_MEMORY || (result == PUZZLE_MADE && !copy);
    shared->puzzles += result == PUZZLE_MADE;
    shared->done++;
    if (progress_is_due(&shared->progress))
        progress_show(&shared->progress, (double)shared->done / shared->list->count,
                      "%d of %d positions, %d puzzles", shared->done, shared->list->count,
                      shared->puzzles);
    mutex_unlock(&shared->mutex);
}

static void fail(FinderShared *shared) {
    mutex_lock(&shared->mutex);
    shared->failed = true;
    mutex_unlock(&shared->mutex);
}

static void *work(void *argument) {
    FinderShared *shared = argument;
    Solver *solver = solver_new();
    Puzzle puzzle;
    int index;
    if (!solver)
        fail(shared);
    while ((index = next_position(shared)) >= 0) {
        const Position *pos = &shared->list->positions[index].pos;
        enter(shared, index, puzzle_make(&puzzle, pos, shared->limits, solver), &puzzle);
    }
    solver_free(solver);
    return NULL;
}

/* Returns false if no thread can be started. */
static bool run_threads(FinderShared *shared, int count) {
    Thread threads[FINDER_THREADS_MAX];
    int started = 0;
    mutex_init(&shared->mutex);
    progress_start(&shared->progress);
    while (started < count && thread_start(&threads[started], work, shared))
        started++;
    for (int i = 0; i < started; i++)
        thread_join(&threads[i]);
    progress_clear(&shared->progress);
    mutex_destroy(&shared->mutex);
    return started > 0;
}

static bool collect(const FinderShared *shared, FoundPuzzles *found) {
    *found = (FoundPuzzles){.puzzles = calloc((size_t)shared->puzzles + 1, sizeof(FoundPuzzle))};
    for (int i = 0; found->puzzles && i < shared->list->count; i++)
        if (shared->results[i])
            found->puzzles[found->count++] =
                (FoundPuzzle){*shared->results[i], &shared->list->positions[i]};
    return found->puzzles;
}

bool finder_run(FoundPuzzles *found, const PositionList *list, const PuzzleLimits *limits,
                int threads) {
    FinderShared shared = {.list = list, .limits = limits};
    shared.results = calloc((size_t)list->count + 1, sizeof *shared.results);
    bool done = shared.results && run_threads(&shared, threads) && !shared.failed &&
                collect(&shared, found);
    for (int i = 0; shared.results && i < list->count; i++)
        free(shared.results[i]);
    free(shared.results);
    return done;
}
