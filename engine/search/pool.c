#include "search/pool.h"

#include "base/minmax.h"
#include "base/os/thread.h"

#include <stdlib.h>

enum { THREADS_ALWAYS_ALLOWED = 4 /* threads, however few the processors are */ };

/* A thread that helps. */
typedef struct {
    Pool *pool;
    Thread thread;
    Searcher *searcher;
    unsigned searches; /* how many it has taken part in */
    bool quit;
} Helper;

struct Pool {
    Thread thread;
    Mutex mutex;       /* guards what follows, and orders changes of signals */
    Condition changed; /* something has */
    PoolTask *task;    /* NULL: idle */
    void *context;
    bool quit;
    unsigned searches; /* how many the helpers were called to */
    int helping;       /* helpers that are still at it */
    Signals signals;
    Signals helper_signals;
    SearchParams helper_params;
    Table *table;
    Searcher *searcher;
    Helper *helpers[POOL_THREADS_MAX - 1];
    int helper_count;
};

/* --- the threads --- */

static void *run_tasks(void *argument) {
    Pool *pool = argument;
    mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->task && !pool->quit)
            condition_wait(&pool->changed, &pool->mutex);
        if (!pool->task)
            break;
        PoolTask *task = pool->task;
        void *context = pool->context;
        mutex_unlock(&pool->mutex);
        task(context, pool, &pool->signals);
        mutex_lock(&pool->mutex);
        pool->task = NULL;
        condition_broadcast(&pool->changed);
    }
    mutex_unlock(&pool->mutex);
    return NULL;
}

static void *run_helper(void *argument) {
    static const Reports NO_REPORTS = {0};
    Helper *helper = argument;
    Pool *pool = helper->pool;
    mutex_lock(&pool->mutex);
    for (;;) {
        while (helper->searches == pool->searches && !helper->quit)
            condition_wait(&pool->changed, &pool->mutex);
        if (helper->quit)
            break;
        helper->searches = pool->searches;
        mutex_unlock(&pool->mutex);
        search_run(helper->searcher, &pool->helper_params, &pool->helper_signals, &NO_REPORTS);
        mutex_lock(&pool->mutex);
        pool->helping--;
        condition_broadcast(&pool->changed);
    }
    mutex_unlock(&pool->mutex);
    return NULL;
}

static Helper *helper_new(Pool *pool) {
    Helper *helper = calloc(1, sizeof *helper);
    if (!helper)
        return NULL;
    helper->pool = pool;
    helper->searches = pool->searches;
    helper->searcher = searcher_new(pool->table, pool->searcher);
    if (helper->searcher && thread_start(&helper->thread, run_helper, helper))
        return helper;
    searcher_free(helper->searcher);
    free(helper);
    return NULL;
}

static void helper_free(Helper *helper) {
    Pool *pool = helper->pool;
    mutex_lock(&pool->mutex);
    helper->quit = true;
    condition_broadcast(&pool->changed);
    mutex_unlock(&pool->mutex);
    thread_join(&helper->thread);
    searcher_free(helper->searcher);
    free(helper);
}

static void shrink_helpers(Pool *pool, int wanted) {
    while (pool->helper_count > wanted)
        helper_free(pool->helpers[--pool->helper_count]);
}

/* Among many more threads than processors the first one would not run when the clock tells it to
 * stop. */
static int clamp_threads(int wanted) {
    return (int)min64(wanted, max64(thread_processors(), THREADS_ALWAYS_ALLOWED));
}

bool pool_set_threads(Pool *pool, int count) {
    int old = pool->helper_count, wanted = clamp_threads(count) - 1;
    shrink_helpers(pool, wanted);
    for (; pool->helper_count < wanted; pool->helper_count++) {
        Helper *helper = helper_new(pool);
        if (!helper) {
            shrink_helpers(pool, old);
            return false;
        }
        pool->helpers[pool->helper_count] = helper;
    }
    return true;
}

Pool *pool_new(int megabytes) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    mutex_init(&pool->mutex);
    condition_init(&pool->changed);
    pool->table = table_new(megabytes);
    pool->searcher = searcher_new(pool->table, NULL);
    if (pool->table && pool->searcher && thread_start(&pool->thread, run_tasks, pool))
        return pool;
    searcher_free(pool->searcher);
    table_free(pool->table);
    free(pool);
    return NULL;
}

void pool_free(Pool *pool) {
    if (!pool)
        return;
    pool_stop(pool);
    pool_wait(pool);
    shrink_helpers(pool, 0);
    mutex_lock(&pool->mutex);
    pool->quit = true;
    condition_broadcast(&pool->changed);
    mutex_unlock(&pool->mutex);
    thread_join(&pool->thread);
    condition_destroy(&pool->changed);
    mutex_destroy(&pool->mutex);
    searcher_free(pool->searcher);
    table_free(pool->table);
    free(pool);
}

/* --- the table --- */

bool pool_set_table_size(Pool *pool, int megabytes) {
    Table *table = table_new(megabytes);
    if (!table)
        return false;
    table_free(pool->table);
    pool->table = table;
    searcher_set_table(pool->searcher, table);
    for (int i = 0; i < pool->helper_count; i++)
        searcher_set_table(pool->helpers[i]->searcher, table);
    return true;
}

void pool_clear(Pool *pool) {
    table_clear(pool->table);
    searcher_clear(pool->searcher);
}

/* --- tasks --- */

void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering) {
    mutex_lock(&pool->mutex);
    atomic_store(&pool->signals.stop, false);
    atomic_store(&pool->signals.pondering, pondering);
    pool->task = task;
    pool->context = context;
    condition_broadcast(&pool->changed);
    mutex_unlock(&pool->mutex);
}

static void end_pondering(Pool *pool, bool stop) {
    mutex_lock(&pool->mutex);
    if (stop) {
        atomic_store(&pool->signals.stop, true);
        atomic_store(&pool->helper_signals.stop, true);
    }
    atomic_store(&pool->signals.pondering, false);
    condition_broadcast(&pool->changed);
    mutex_unlock(&pool->mutex);
}

void pool_ponderhit(Pool *pool) {
    end_pondering(pool, false);
}

void pool_stop(Pool *pool) {
    end_pondering(pool, true);
}

bool pool_is_pondering(Pool *pool) {
    return atomic_load(&pool->signals.pondering);
}

void pool_wait(Pool *pool) {
    mutex_lock(&pool->mutex);
    while (pool->task)
        condition_wait(&pool->changed, &pool->mutex);
    mutex_unlock(&pool->mutex);
}

void pool_sleep_while_pondering(Pool *pool) {
    mutex_lock(&pool->mutex);
    while (atomic_load(&pool->signals.pondering))
        condition_wait(&pool->changed, &pool->mutex);
    mutex_unlock(&pool->mutex);
}

/* --- a search by all --- */

static void start_helpers(Pool *pool, const SearchParams *params) {
    mutex_lock(&pool->mutex);
    pool->helper_params = *params;
    pool->helper_params.limits.time = (TimeLimits){0};
    atomic_store(&pool->helper_signals.stop, atomic_load(&pool->signals.stop));
    for (int i = 0; i < pool->helper_count; i++)
        searcher_reset_nodes(pool->helpers[i]->searcher);
    pool->helping = pool->helper_count;
    pool->searches++;
    condition_broadcast(&pool->changed);
    mutex_unlock(&pool->mutex);
}

static void stop_helpers(Pool *pool) {
    mutex_lock(&pool->mutex);
    atomic_store(&pool->helper_signals.stop, true);
    while (pool->helping > 0)
        condition_wait(&pool->changed, &pool->mutex);
    mutex_unlock(&pool->mutex);
}

typedef struct {
    const Pool *pool;
    const Reports *reports;
} ReportRelay;

static uint64_t nodes_of_helpers(const Pool *pool) {
    uint64_t nodes = 0;
    for (int i = 0; i < pool->helper_count; i++)
        nodes += searcher_nodes(pool->helpers[i]->searcher);
    return nodes;
}

/* Passes on what the first thread has found, with everybody's nodes. */
static void relay_info(void *context, const SearchInfo *info) {
    const ReportRelay *relay = context;
    const Reports *reports = relay->reports;
    if (!reports->info)
        return;
    SearchInfo summed = *info;
    summed.nodes += nodes_of_helpers(relay->pool);
    reports->info(reports->context, &summed);
}

static void relay_currmove(void *context, int depth, Move move, int number) {
    const Reports *reports = ((const ReportRelay *)context)->reports;
    if (reports->currmove)
        reports->currmove(reports->context, depth, move, number);
}

const SearchInfo *pool_search(Pool *pool, const SearchParams *params, const Reports *reports) {
    SearchParams shared = *params;
    ReportRelay relay = {.pool = pool, .reports = reports};
    Reports own = {.info = relay_info, .currmove = relay_currmove, .context = &relay};
    if (params->limits.nodes > 0)
        shared.limits.nodes = 1 + (params->limits.nodes - 1) / (uint64_t)(pool->helper_count + 1);
    table_next_search(pool->table);
    searcher_begin_shared(pool->searcher);
    start_helpers(pool, &shared);
    const SearchInfo *found = search_run(pool->searcher, &shared, &pool->signals, &own);
    stop_helpers(pool);
    return found;
}
