/* worker_pool: where the games of a tournament are played, several at once, each by a worker, a
 * thread with its own players. */
#ifndef MISERE_REFEREE_WORKER_POOL_H
#define MISERE_REFEREE_WORKER_POOL_H

#include "base/os/thread.h"
#include "referee/journal.h"
#include "referee/openings.h"
#include "referee/standings.h"

#include <stdatomic.h>

typedef struct WorkerPool WorkerPool;

/* What is played, and where it is written. All of it must outlive the worker pool. */
typedef struct {
    const TournamentConfig *config;
    Openings *openings;
    Schedule *schedule;
    Journal *journal;
    FILE *transcript; /* of what engines are told and say; or NULL */
    int concurrency;  /* games at once */
    int shard, shards;
    int game_limit; /* only games numbered below this */
} WorkerPoolSetup;

/* What goes on. */
typedef struct {
    int running;                      /* workers that have not ended */
    int finished;                     /* games, since the pool was started */
    char last[320];                   /* the latest result, in words */
    char error_text[ERROR_TEXT_SIZE]; /* why the pool stopped early; "" if it did not */
} WorkerPoolStatus;

/* Starts the workers. NULL without memory or threads. */
WorkerPool *worker_pool_start(const WorkerPoolSetup *setup);

/* What goes on now. */
WorkerPoolStatus worker_pool_status(WorkerPool *pool);

/* Sees the results so far, and the test or NULL, while nobody changes them. */
typedef void WorkerPoolVisitor(void *context, const Schedule *schedule, const RunningSprt *test);
void worker_pool_inspect(WorkerPool *pool, WorkerPoolVisitor *visitor, void *context);

/* Breaks off all games; those in progress leave no trace. */
void worker_pool_cancel(WorkerPool *pool);

/* Waits until all workers have ended, and gives everything back. */
void worker_pool_join(WorkerPool *pool);

#endif
