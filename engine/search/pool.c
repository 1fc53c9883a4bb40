#include "pool.h"

#include <pthread.h>
#include <stdlib.h>

struct Pool {
    pthread_t thread;
    pthread_mutex_t mutex;  /* guards task, context and quit, and orders changes of signals */
    pthread_cond_t changed; /* any of them has */
    PoolTask *task;         /* NULL: idle */
    void *context;
    bool quit;
    Signals signals;
    Table *table;
    Searcher *searcher;
};

static void *run_tasks(void *argument) {
    Pool *pool = argument;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->task && !pool->quit)
            pthread_cond_wait(&pool->changed, &pool->mutex);
        if (!pool->task)
            break;
        PoolTask *task = pool->task;
        void *context = pool->context;
        pthread_mutex_unlock(&pool->mutex);
        task(context, pool, pool->searcher, &pool->signals);
        pthread_mutex_lock(&pool->mutex);
        pool->task = NULL;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

Pool *pool_new(int megabytes) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->table = table_new(megabytes);
    pool->searcher = searcher_new(pool->table);
    if (pool->table && pool->searcher && pthread_create(&pool->thread, NULL, run_tasks, pool) == 0)
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
    pthread_mutex_lock(&pool->mutex);
    pool->quit = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    pthread_join(pool->thread, NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    searcher_free(pool->searcher);
    table_free(pool->table);
    free(pool);
}

bool pool_set_table_size(Pool *pool, int megabytes) {
    Table *table = table_new(megabytes);
    if (!table)
        return false;
    table_free(pool->table);
    pool->table = table;
    searcher_set_table(pool->searcher, table);
    return true;
}

void pool_clear(Pool *pool) {
    table_clear(pool->table);
    searcher_clear(pool->searcher);
}

Table *pool_table(Pool *pool) {
    return pool->table;
}

void pool_start(Pool *pool, PoolTask *task, void *context, bool pondering) {
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->signals.stop, false);
    atomic_store(&pool->signals.pondering, pondering);
    pool->task = task;
    pool->context = context;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

static void end_pondering(Pool *pool, bool stop) {
    pthread_mutex_lock(&pool->mutex);
    if (stop)
        atomic_store(&pool->signals.stop, true);
    atomic_store(&pool->signals.pondering, false);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
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
    pthread_mutex_lock(&pool->mutex);
    while (pool->task)
        pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

void pool_sleep_while_pondering(Pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->signals.pondering))
        pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}
