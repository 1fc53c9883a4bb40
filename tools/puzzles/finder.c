#include "puzzles/finder.h"

#include "base/hash.h"
#include "batch/jobs.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* State shared by all threads. */
typedef struct {
    const PositionList *list;
    const PuzzleLimits *limits;
    JobFile *file; /* for each position its puzzle, or no item */
    uint64_t done_before;
    Progress progress;
} Finder;

/* State of one thread. */
typedef struct {
    Finder *finder;
    Prover *prover;
    Puzzle puzzle; /* of the last position */
} FinderWorker;

bool finder_open_file(JobFile *file, const char *path, const PositionList *list,
                      const PuzzleLimits *limits, Error *error) {
    uint64_t numbers[] = {(uint64_t)limits->longest, limits->find_nodes, limits->refute_nodes};
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, numbers, sizeof numbers);
    for (int i = 0; i < list->count; i++) {
        const Position *pos = &list->positions[i].pos;
        char fen[FEN_SIZE];
        position_to_fen(pos, fen);
        hash = hash_bytes(hash, pos->rules->name, strlen(pos->rules->name));
        hash = hash_bytes(hash, fen, strlen(fen) + 1);
    }
    return job_file_open_for(file, path, hash, sizeof(Puzzle), (uint64_t)list->count, error);
}

static bool find(void *context, uint64_t number, JobItems *result, Error *error) {
    FinderWorker *worker = context;
    const Finder *finder = worker->finder;
    PuzzleResult made = puzzle_make(&worker->puzzle, &finder->list->positions[number].pos,
                                    finder->limits, worker->prover);
    *result = (JobItems){&worker->puzzle, made == PUZZLE_MADE};
    return made != PUZZLE_NO_MEMORY || error_set(error, "out of memory");
}

static void report(void *context) {
    Finder *finder = context;
    const JobFile *file = finder->file;
    if (progress_is_due(&finder->progress))
        progress_show(&finder->progress,
                      (double)(file->done - finder->done_before) /
                          (double)(file->jobs - finder->done_before),
                      "%" PRIu64 " of %" PRIu64 " positions, %" PRIu64 " puzzles", file->done,
                      file->jobs, file->items);
}

static bool begin_worker(void *context, void *finder) {
    FinderWorker *worker = context;
    worker->finder = finder;
    worker->prover = prover_new(PROVER_CAPACITY_DEFAULT);
    return worker->prover;
}

static void end_worker(void *context) {
    FinderWorker *worker = context;
    prover_free(worker->prover);
}

/* Reads the puzzles. Their start is not that in the file, which has a pointer. */
static bool collect(const Finder *finder, FoundPuzzles *found, Error *error) {
    *found = (FoundPuzzles){.puzzles = calloc(finder->file->items + 1, sizeof(FoundPuzzle))};
    bool good = found->puzzles || error_set(error, "out of memory");
    for (int i = 0; good && i < finder->list->count; i++) {
        FoundPuzzle *next = &found->puzzles[found->count];
        if (finder->file->results[i].count == 0)
            continue;
        good = job_file_read(finder->file, (uint64_t)i, &next->puzzle, error);
        next->source = &finder->list->positions[i];
        next->puzzle.start = next->source->pos;
        found->count++;
    }
    return good;
}

bool finder_run(FoundPuzzles *found, const PositionList *list, const PuzzleLimits *limits,
                int threads, JobFile *file, Error *error) {
    Finder finder = {.list = list, .limits = limits, .file = file, .done_before = file->done};
    Jobs jobs = {.context = &finder,
                 .threads = threads,
                 .worker_size = sizeof(FinderWorker),
                 .begin_worker = begin_worker,
                 .end_worker = end_worker,
                 .run = find,
                 .report = report};
    *found = (FoundPuzzles){0};
    progress_start(&finder.progress);
    bool done = jobs_run(&jobs, file, error);
    progress_clear(&finder.progress);
    return done && collect(&finder, found, error);
}
