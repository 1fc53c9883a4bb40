/* thread: threads, mutexes and condition variables. Thread-safe. */
#ifndef MISERE_BASE_OS_THREAD_H
#define MISERE_BASE_OS_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* POSIX threads also exist on Windows (winpthreads of mingw-w64) and in Emscripten. */
typedef struct {
    pthread_t id;
} Thread;

typedef struct {
    pthread_mutex_t impl;
} Mutex;

typedef struct {
    pthread_cond_t impl;
} Condition;

/* Initialise to ONCE_INIT. */
typedef struct {
    pthread_once_t impl;
} Once;
#define ONCE_INIT                                                                                  \
    { PTHREAD_ONCE_INIT }

/* Starts a thread that runs `run(context)`. Every started thread must be joined once. Returns false
 * if it cannot be started. */
bool thread_start(Thread *thread, void *(*run)(void *context), void *context);
void thread_join(Thread *thread);

/* Lets another thread run if one is waiting for a processor. */
void thread_yield(void);

/* Do threads run in parallel? False where they take turns (WebAssembly without shared memory). */
bool thread_is_parallel(void);

/* Long computations call this every few milliseconds, while they hold no mutex. Where threads take
 * turns, it lets another thread run once the time slice is over; elsewhere it does nothing. */
void thread_checkpoint(void);

/* Where threads take turns: runs each other thread for a time slice, and returns whether any of
 * them can continue. Elsewhere it does nothing and returns false. */
bool thread_run_others(void);

/* The number of processors online, at least 1. */
int thread_processors(void);

/* Calls `run` unless it has been called with this Once before; when this returns, it has returned.
 */
void once_run(Once *once, void (*run)(void));

void mutex_init(Mutex *mutex);

/* Initialises a mutex that spins briefly before it sleeps, for critical sections that take less
 * time than waking a thread. */
void mutex_init_spinning(Mutex *mutex);
void mutex_destroy(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

void condition_init(Condition *condition);
void condition_destroy(Condition *condition);

/* Releases the mutex, waits for a signal, and takes the mutex again. May wake up spuriously, so
 * check the condition in a loop. */
void condition_wait(Condition *condition, Mutex *mutex);
void condition_signal(Condition *condition);    /* wakes one waiting thread */
void condition_broadcast(Condition *condition); /* wakes all waiting threads */

#endif
