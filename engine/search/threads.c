#include "search/threads.h"

#include "base/minmax.h"
#include "base/os/thread.h"

#include <stdlib.h>

enum { THREADS_ALWAYS_ALLOWED = 4 };

typedef struct {
    Threads *threads;
    Thread thread;
    SearchThread *search;
    unsigned searches_seen; /* the value of Threads.searches when this helper last woke up */
    bool quit;
} Helper;

struct Threads {
    Thread thread; /* the leader's */
    SearchThread *leader;
    SearchShared *shared;
    Mutex mutex;       /* guards everything below; signals are set only while it is held */
    Condition changed; /* broadcast when anything below changes */
    bool quit;
    ThreadsTask *task; /* NULL: idle */
    void *context;     /* for the task */
    Signals signals;
    const SearchParams *params; /* of the search that the helpers take part in */
    Signals helper_signals;
    unsigned searches; /* number of searches started on the helpers so far */
    int searching;     /* helpers that have not finished the last one */
    int helper_count;
    Helper *helpers[THREADS_MAX - 1];
};

/* --- the threads --- */

static void *run_leader(void *argument) {
    Threads *threads = argument;
    mutex_lock(&threads->mutex);
    for (;;) {
        while (!threads->task && !threads->quit)
            condition_wait(&threads->changed, &threads->mutex);
        if (!threads->task)
            break;
        ThreadsTask *task = threads->task;
        void *context = threads->context;
        mutex_unlock(&threads->mutex);
        task(context, threads, &threads->signals);
        mutex_lock(&threads->mutex);
        threads->task = NULL;
        condition_broadcast(&threads->changed);
    }
    mutex_unlock(&threads->mutex);
    return NULL;
}

static void *run_helper(void *argument) {
    static const Reports NO_REPORTS = {0};
    Helper *helper = argument;
    Threads *threads = helper->threads;
    mutex_lock(&threads->mutex);
    for (;;) {
        while (helper->searches_seen == threads->searches && !helper->quit)
            condition_wait(&threads->changed, &threads->mutex);
        if (helper->quit)
            break;
        helper->searches_seen = threads->searches;
        const SearchParams *params = threads->params;
        mutex_unlock(&threads->mutex);
        search_run(helper->search, params, &threads->helper_signals, &NO_REPORTS);
        mutex_lock(&threads->mutex);
        threads->searching--;
        condition_broadcast(&threads->changed);
    }
    mutex_unlock(&threads->mutex);
    return NULL;
}

static Helper *helper_new(Threads *threads) {
    Helper *helper = malloc(sizeof *helper);
    SearchThread *search = helper ? search_thread_new(threads->shared, SEARCH_HELPER) : NULL;
    if (search) {
        *helper =
            (Helper){.threads = threads, .search = search, .searches_seen = threads->searches};
        if (thread_start(&helper->thread, run_helper, helper))
            return helper;
    }
    search_thread_free(search);
    free(helper);
    return NULL;
}

static void helper_free(Helper *helper) {
    Threads *threads = helper->threads;
    mutex_lock(&threads->mutex);
    helper->quit = true;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
    thread_join(&helper->thread);
    search_thread_free(helper->search);
    free(helper);
}

/* Leaves at most `count` helpers. */
static void shrink(Threads *threads, int count) {
    while (threads->helper_count > count)
        helper_free(threads->helpers[--threads->helper_count]);
}

int threads_limit(int wanted) {
    if (!thread_is_parallel())
        return 1;
    return (int)min64(wanted, max64(thread_processors(), THREADS_ALWAYS_ALLOWED));
}

bool threads_set_count(Threads *threads, int count) {
    int old = threads->helper_count, wanted = threads_limit(count) - 1;
    while (threads->helper_count < wanted) {
        Helper *helper = helper_new(threads);
        if (!helper) {
            shrink(threads, old);
            return false;
        }
        threads->helpers[threads->helper_count++] = helper;
    }
    shrink(threads, wanted);
    return true;
}

static bool start_leader(Threads *threads, int megabytes) {
    threads->shared = shared_new(megabytes);
    threads->leader = threads->shared ? search_thread_new(threads->shared, SEARCH_LEADER) : NULL;
    return threads->leader && thread_start(&threads->thread, run_leader, threads);
}

/* Frees what is left once all threads have ended. */
static void release(Threads *threads) {
    search_thread_free(threads->leader);
    shared_free(threads->shared);
    condition_destroy(&threads->changed);
    mutex_destroy(&threads->mutex);
    free(threads);
}

Threads *threads_new(int megabytes) {
    Threads *threads = calloc(1, sizeof *threads);
    if (!threads)
        return NULL;
    mutex_init(&threads->mutex);
    condition_init(&threads->changed);
    if (start_leader(threads, megabytes))
        return threads;
    release(threads);
    return NULL;
}

void threads_free(Threads *threads) {
    if (!threads)
        return;
    threads_end_pondering(threads, true);
    threads_wait(threads);
    shrink(threads, 0);
    mutex_lock(&threads->mutex);
    threads->quit = true;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
    thread_join(&threads->thread);
    release(threads);
}

bool threads_set_table_size(Threads *threads, int megabytes) {
    return shared_set_table_size(threads->shared, megabytes);
}

void threads_clear(Threads *threads) {
    shared_clear(threads->shared);
}

/* --- tasks --- */

void threads_start(Threads *threads, ThreadsTask *task, void *context, bool pondering) {
    mutex_lock(&threads->mutex);
    atomic_store(&threads->signals.stop, false);
    atomic_store(&threads->signals.pondering, pondering);
    threads->task = task;
    threads->context = context;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
}

void threads_end_pondering(Threads *threads, bool must_stop) {
    mutex_lock(&threads->mutex);
    if (must_stop) {
        atomic_store(&threads->signals.stop, true);
        atomic_store(&threads->helper_signals.stop, true);
    }
    atomic_store(&threads->signals.pondering, false);
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
}

bool threads_is_pondering(const Threads *threads) {
    return atomic_load(&threads->signals.pondering);
}

bool threads_is_busy(Threads *threads) {
    mutex_lock(&threads->mutex);
    bool is_busy = threads->task != NULL;
    mutex_unlock(&threads->mutex);
    return is_busy;
}

void threads_wait(Threads *threads) {
    mutex_lock(&threads->mutex);
    while (threads->task)
        condition_wait(&threads->changed, &threads->mutex);
    mutex_unlock(&threads->mutex);
}

/* --- for tasks --- */

static void start_helpers(Threads *threads, const SearchParams *params) {
    for (int i = 0; i < threads->helper_count; i++)
        search_thread_reset_counts(threads->helpers[i]->search);
    mutex_lock(&threads->mutex);
    threads->params = params;
    atomic_store(&threads->helper_signals.stop, atomic_load(&threads->signals.stop));
    threads->searching = threads->helper_count;
    threads->searches++;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
}

static void stop_helpers(Threads *threads) {
    mutex_lock(&threads->mutex);
    atomic_store(&threads->helper_signals.stop, true);
    while (threads->searching > 0)
        condition_wait(&threads->changed, &threads->mutex);
    mutex_unlock(&threads->mutex);
}

const SearchInfo *threads_search(Threads *threads, const SearchParams *params,
                                 const Reports *reports) {
    shared_begin_search(threads->shared, search_params_full_width(params));
    start_helpers(threads, params);
    const SearchInfo *found = search_run(threads->leader, params, &threads->signals, reports);
    stop_helpers(threads);
    return found;
}

void threads_sleep_while_pondering(Threads *threads) {
    mutex_lock(&threads->mutex);
    while (atomic_load(&threads->signals.pondering))
        condition_wait(&threads->changed, &threads->mutex);
    mutex_unlock(&threads->mutex);
}
