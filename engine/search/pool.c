#include "search/pool.h"

#include "search/smp/threads.h"

#include <stdlib.h>

struct Pool {
    Threads *threads;
    SearchShared *shared;
    SearchThread *leader;
    SearchThread *helpers[POOL_THREADS_MAX - 1];
    int helper_count;
    SearchParams helper_params; /* parameters of the search that the helpers take part in */
    PoolTask *task;
    void *context;          /* passed to the task */
    const Signals *signals; /* what ends the task */
};

_Static_assert((int)POOL_THREADS_MAX == (int)THREADS_MAX, "a SearchThread for each thread");

/* --- threads --- */

static bool add_helpers(Pool *pool, int count) {
    for (; pool->helper_count < count; pool->helper_count++) {
        SearchThread *helper = search_thread_new(pool->shared, SEARCH_HELPER);
        if (!helper)
            return false;
        pool->helpers[pool->helper_count] = helper;
    }
    return true;
}

static void remove_helpers(Pool *pool, int count) {
    while (pool->helper_count > count)
        search_thread_free(pool->helpers[--pool->helper_count]);
}

bool pool_set_threads(Pool *pool, int count) {
    int old = pool->helper_count, wanted = threads_limit(count) - 1;
    bool done = add_helpers(pool, wanted) && threads_set_helpers(pool->threads, wanted);
    remove_helpers(pool, done ? wanted : old);
    return done;
}

Pool *pool_new(int megabytes) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->shared = shared_new(megabytes);
    pool->leader = pool->shared ? search_thread_new(pool->shared, SEARCH_LEADER) : NULL;
    pool->threads = pool->leader ? threads_new() : NULL;
    if (pool->threads)
        return pool;
    pool_free(pool);
    return NULL;
}

void pool_free(Pool *pool) {
    if (!pool)
        return;
    threads_free(pool->threads);
    remove_helpers(pool, 0);
    search_thread_free(pool->leader);
    shared_free(pool->shared);
    free(pool);
}

/* --- the table --- */

bool pool_set_table_size(Pool *pool, int megabytes) {
    return shared_set_table_size(pool->shared, megabytes);
}

void pool_clear(Pool *pool) {
    shared_clear(pool->shared);
}

/* --- tasks --- */

static void run_task(void *context, const Signals *signals) {
    Pool *pool = context;
    pool->signals = signals;
    pool->task(pool->context, pool, signals);
}

void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering) {
    pool->task = task;
    pool->context = context;
    threads_start(pool->threads, run_task, pool, pondering);
}

void pool_ponderhit(Pool *pool) {
    threads_ponderhit(pool->threads);
}

void pool_stop(Pool *pool) {
    threads_stop(pool->threads);
}

bool pool_is_pondering(const Pool *pool) {
    return threads_is_pondering(pool->threads);
}

bool pool_is_busy(const Pool *pool) {
    return threads_is_busy(pool->threads);
}

void pool_wait(Pool *pool) {
    threads_wait(pool->threads);
}

void pool_sleep_while_pondering(Pool *pool) {
    threads_sleep_while_pondering(pool->threads);
}

/* --- a search on all threads --- */

typedef struct {
    const Pool *pool;
    const Reports *reports;
} ReportRelay;

/* Forwards the leader's reports, with the numbers of nodes and tablebase hits of all threads. */
static void relay_info(void *context, const SearchInfo *info) {
    const ReportRelay *relay = context;
    const Reports *reports = relay->reports;
    if (!reports->info)
        return;
    SearchInfo summed = *info;
    for (int i = 0; i < relay->pool->helper_count; i++) {
        summed.nodes += search_thread_nodes(relay->pool->helpers[i]);
        summed.tablebase_hits += search_thread_tablebase_hits(relay->pool->helpers[i]);
    }
    reports->info(reports->context, &summed);
}

static void relay_currmove(void *context, int depth, Move move, int number) {
    const Reports *reports = ((const ReportRelay *)context)->reports;
    if (reports->currmove)
        reports->currmove(reports->context, depth, move, number);
}

static void run_helper(void *context, int index, const Signals *signals) {
    static const Reports NO_REPORTS = {0};
    const Pool *pool = context;
    search_run(pool->helpers[index], &pool->helper_params, signals, &NO_REPORTS);
}

/* Helpers have no clock: they search until the leader has finished. */
static void start_helpers(Pool *pool, const SearchParams *params) {
    pool->helper_params = *params;
    pool->helper_params.limits.time = (TimeLimits){0};
    for (int i = 0; i < pool->helper_count; i++)
        search_thread_reset_counts(pool->helpers[i]);
    threads_start_helpers(pool->threads, run_helper, pool);
}

const SearchInfo *pool_search(Pool *pool, const SearchParams *params, const Reports *reports) {
    SearchParams own = *params; /* each thread's own parameters */
    ReportRelay relay = {.pool = pool, .reports = reports};
    Reports summed = {.info = relay_info, .currmove = relay_currmove, .context = &relay};
    if (params->limits.nodes > 0)
        own.limits.nodes = 1 + (params->limits.nodes - 1) / (uint64_t)(pool->helper_count + 1);
    shared_begin_search(pool->shared, search_params_full_width(params));
    start_helpers(pool, &own);
    const SearchInfo *found = search_run(pool->leader, &own, pool->signals, &summed);
    threads_stop_helpers(pool->threads);
    return found;
}
