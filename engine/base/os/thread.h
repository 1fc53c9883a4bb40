/* thread: threads, mutexes and condition variables. All of it may be called by any thread. */
#ifndef MISERE_BASE_OS_THREAD_H
#define MISERE_BASE_OS_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Windows has them, too, with mingw-w64's winpthreads, and so has Emscripten. */
typedef struct {
    pthread_t id;
} Thread;

typedef struct {
    pthread_mutex_t impl;
} Mutex;

typedef struct {
    pthread_cond_t impl;
} Condition;

/* Starts a thread that runs `run(context)`; every thread is joined once. False if there can be no
 * more threads. */
bool thread_start(Thread *thread, void *(*run)(void *context), void *context);
void thread_join(Thread *thread);

/* Lets another thread run, if one is waiting for the processor. */
void thread_yield(void);

/* How many processors there are, at least 1. */
int thread_processors(void);

void mutex_init(Mutex *mutex);

/* A mutex for which to spin a little before sleeping: one that is held for less time than it takes
 * to wake up. */
void mutex_init_spinning(Mutex *mutex);
void mutex_destroy(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

void condition_init(Condition *condition);
void condition_destroy(Condition *condition);

/* Sleeps, the mutex released, until the condition is signalled, or for no reason: check again. */
void condition_wait(Condition *condition, Mutex *mutex);
void condition_signal(Condition *condition);    /* wakes one thread that waits */
void condition_broadcast(Condition *condition); /* wakes all of them */

#endif
