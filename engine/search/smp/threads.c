#include "search/smp/threads.h"

#include "base/minmax.h"
#include "base/os/thread.h"

#include <stdlib.h>

enum { THREADS_ALWAYS_ALLOWED = 4 };

typedef struct {
    Threads *threads;
    Thread thread;
    int index;
    unsigned jobs_seen; /* the value of Threads.helper_jobs when this helper last woke up */
    bool quit;
} Helper;

struct Threads {
    Thread leader;
    Mutex mutex;       /* guards everything below; signals are set only while it is held */
    Condition changed; /* broadcast when anything below changes */
    bool quit;
    LeaderJob *leader_job; /* NULL: idle */
    void *leader_context;
    Signals leader_signals;
    HelperJob *helper_job;
    void *helper_context;
    Signals helper_signals;
    unsigned helper_jobs; /* number of jobs started on the helpers so far */
    int working;          /* helpers that have not finished the last job */
    int helper_count;
    Helper *helpers[THREADS_MAX - 1];
};

/* --- the threads --- */

static void *run_leader(void *argument) {
    Threads *threads = argument;
    mutex_lock(&threads->mutex);
    for (;;) {
        while (!threads->leader_job && !threads->quit)
            condition_wait(&threads->changed, &threads->mutex);
        if (!threads->leader_job)
            break;
        LeaderJob *job = threads->leader_job;
        void *context = threads->leader_context;
        mutex_unlock(&threads->mutex);
        job(context, &threads->leader_signals);
        mutex_lock(&threads->mutex);
        threads->leader_job = NULL;
        condition_broadcast(&threads->changed);
    }
    mutex_unlock(&threads->mutex);
    return NULL;
}

static void *run_helper(void *argument) {
    Helper *helper = argument;
    Threads *threads = helper->threads;
    mutex_lock(&threads->mutex);
    for (;;) {
        while (helper->jobs_seen == threads->helper_jobs && !helper->quit)
            condition_wait(&threads->changed, &threads->mutex);
        if (helper->quit)
            break;
        helper->jobs_seen = threads->helper_jobs;
        HelperJob *job = threads->helper_job;
        void *context = threads->helper_context;
        mutex_unlock(&threads->mutex);
        job(context, helper->index, &threads->helper_signals);
        mutex_lock(&threads->mutex);
        threads->working--;
        condition_broadcast(&threads->changed);
    }
    mutex_unlock(&threads->mutex);
    return NULL;
}

static Helper *helper_new(Threads *threads, int index) {
    Helper *helper = malloc(sizeof *helper);
    if (!helper)
        return NULL;
    *helper = (Helper){.threads = threads, .index = index, .jobs_seen = threads->helper_jobs};
    if (thread_start(&helper->thread, run_helper, helper))
        return helper;
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
    free(helper);
}

static void shrink(Threads *threads, int count) {
    while (threads->helper_count > count)
        helper_free(threads->helpers[--threads->helper_count]);
}

bool threads_set_helpers(Threads *threads, int count) {
    int old = threads->helper_count;
    shrink(threads, count);
    for (int i = old; i < count; i++) {
        threads->helpers[i] = helper_new(threads, i);
        if (!threads->helpers[i]) {
            shrink(threads, old);
            return false;
        }
        threads->helper_count = i + 1;
    }
    return true;
}

int threads_limit(int wanted) {
    if (!thread_is_parallel())
        return 1;
    return (int)min64(wanted, max64(thread_processors(), THREADS_ALWAYS_ALLOWED));
}

Threads *threads_new(void) {
    Threads *threads = calloc(1, sizeof *threads);
    if (!threads)
        return NULL;
    mutex_init(&threads->mutex);
    condition_init(&threads->changed);
    if (thread_start(&threads->leader, run_leader, threads))
        return threads;
    condition_destroy(&threads->changed);
    mutex_destroy(&threads->mutex);
    free(threads);
    return NULL;
}

void threads_free(Threads *threads) {
    if (!threads)
        return;
    threads_stop(threads);
    threads_wait(threads);
    shrink(threads, 0);
    mutex_lock(&threads->mutex);
    threads->quit = true;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
    thread_join(&threads->leader);
    condition_destroy(&threads->changed);
    mutex_destroy(&threads->mutex);
    free(threads);
}

/* --- the leader's job --- */

void threads_start(Threads *threads, LeaderJob *job, void *context, bool pondering) {
    mutex_lock(&threads->mutex);
    atomic_store(&threads->leader_signals.stop, false);
    atomic_store(&threads->leader_signals.pondering, pondering);
    threads->leader_job = job;
    threads->leader_context = context;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
}

static void end_pondering(Threads *threads, bool stop) {
    mutex_lock(&threads->mutex);
    if (stop) {
        atomic_store(&threads->leader_signals.stop, true);
        atomic_store(&threads->helper_signals.stop, true);
    }
    atomic_store(&threads->leader_signals.pondering, false);
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
}

void threads_ponderhit(Threads *threads) {
    end_pondering(threads, false);
}

void threads_stop(Threads *threads) {
    end_pondering(threads, true);
}

bool threads_is_pondering(const Threads *threads) {
    return atomic_load(&threads->leader_signals.pondering);
}

bool threads_is_busy(Threads *threads) {
    mutex_lock(&threads->mutex);
    bool is_busy = threads->leader_job != NULL;
    mutex_unlock(&threads->mutex);
    return is_busy;
}

void threads_wait(Threads *threads) {
    mutex_lock(&threads->mutex);
    while (threads->leader_job)
        condition_wait(&threads->changed, &threads->mutex);
    mutex_unlock(&threads->mutex);
}

void threads_sleep_while_pondering(Threads *threads) {
    mutex_lock(&threads->mutex);
    while (atomic_load(&threads->leader_signals.pondering))
        condition_wait(&threads->changed, &threads->mutex);
    mutex_unlock(&threads->mutex);
}

/* --- the helpers' job --- */

void threads_start_helpers(Threads *threads, HelperJob *job, void *context) {
    mutex_lock(&threads->mutex);
    threads->helper_job = job;
    threads->helper_context = context;
    atomic_store(&threads->helper_signals.stop, atomic_load(&threads->leader_signals.stop));
    threads->working = threads->helper_count;
    threads->helper_jobs++;
    condition_broadcast(&threads->changed);
    mutex_unlock(&threads->mutex);
}

void threads_stop_helpers(Threads *threads) {
    mutex_lock(&threads->mutex);
    atomic_store(&threads->helper_signals.stop, true);
    while (threads->working > 0)
        condition_wait(&threads->changed, &threads->mutex);
    mutex_unlock(&threads->mutex);
}
