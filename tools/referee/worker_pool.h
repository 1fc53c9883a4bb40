/* worker_pool: plays the games of a tournament on several threads, each with its own two players.
 * Only the thread that started the pool may call these functions. */
#ifndef MISERE_REFEREE_WORKER_POOL_H
#define MISERE_REFEREE_WORKER_POOL_H

#include "base/os/thread.h"
#include "files/log/journal.h"
#include "referee/openings.h"
#include "referee/results.h"

#include <stdatomic.h>

typedef struct WorkerPool WorkerPool;

/* What to play, and where to record it. Everything that these members point to must outlive the
 * pool. */
typedef struct {
    const TournamentConfig *config;
    Openings *openings;
    Schedule *schedule;
    Journal *journal;
    const Results *results; /* how to write games to `pgn` */
    FILE *pgn;              /* gets each game as it ends; may be NULL */
    FILE *transcript;       /* a log of all lines to and from programs; may be NULL */
    FILE *errors;           /* what programs write to stderr; may be NULL */
    bool has_affinity;      /* do the programs of each game run on one processor of their own? */
    int concurrency;        /* games played at the same time */
    int shard, shards;      /* this shard, from 0, and the number of shards */
    int game_limit;         /* only games numbered below this are played */
} WorkerPoolSetup;

/* The pool's progress. */
typedef struct {
    int running;                      /* workers that have not ended */
    int finished;                     /* games finished since the pool was started */
    char last[320];                   /* the latest result, as text to display */
    char error_text[ERROR_TEXT_SIZE]; /* why the pool stopped early; empty if it did not */
} WorkerPoolStatus;

/* Starts the workers. Returns NULL if out of memory or no thread can be started. */
WorkerPool *worker_pool_start(const WorkerPoolSetup *setup);

WorkerPoolStatus worker_pool_status(WorkerPool *pool);

/* worker_pool_inspect calls the visitor with the results so far and the SPRT, which is NULL if the
 * pool does not run one. The pool is locked meanwhile. */
typedef void WorkerPoolVisitor(void *context, const Schedule *schedule, const RunningSprt *test);
void worker_pool_inspect(WorkerPool *pool, WorkerPoolVisitor *visitor, void *context);

/* Tells the workers to end. Games in progress are abandoned and not recorded. */
void worker_pool_cancel(WorkerPool *pool);

/* Waits for all workers to end, then frees the pool. */
void worker_pool_join(WorkerPool *pool);

#endif
