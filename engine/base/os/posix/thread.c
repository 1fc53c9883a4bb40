#include "base/os/thread.h"

#include <sched.h>

bool thread_start(Thread *thread, void *(*run)(void *context), void *context) {
    return pthread_create(&thread->id, NULL, run, context) == 0;
}

void thread_join(Thread *thread) {
    pthread_join(thread->id, NULL);
}

void thread_yield(void) {
    sched_yield();
}

bool thread_is_parallel(void) {
    return true;
}

void thread_checkpoint(void) {
}

bool thread_run_others(void) {
    return false;
}

void once_run(Once *once, void (*run)(void)) {
    pthread_once(&once->impl, run);
}

void mutex_init(Mutex *mutex) {
    pthread_mutex_init(&mutex->impl, NULL);
}

void mutex_init_spinning(Mutex *mutex) {
#ifdef __GLIBC__
    pthread_mutexattr_t adaptive;
    pthread_mutexattr_init(&adaptive);
    pthread_mutexattr_settype(&adaptive, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&mutex->impl, &adaptive);
    pthread_mutexattr_destroy(&adaptive);
#else
    mutex_init(mutex);
#endif
}

void mutex_destroy(Mutex *mutex) {
    pthread_mutex_destroy(&mutex->impl);
}

void mutex_lock(Mutex *mutex) {
    pthread_mutex_lock(&mutex->impl);
}

void mutex_unlock(Mutex *mutex) {
    pthread_mutex_unlock(&mutex->impl);
}

void condition_init(Condition *condition) {
    pthread_cond_init(&condition->impl, NULL);
}

void condition_destroy(Condition *condition) {
    pthread_cond_destroy(&condition->impl);
}

void condition_wait(Condition *condition, Mutex *mutex) {
    pthread_cond_wait(&condition->impl, &mutex->impl);
}

void condition_signal(Condition *condition) {
    pthread_cond_signal(&condition->impl);
}

void condition_broadcast(Condition *condition) {
    pthread_cond_broadcast(&condition->impl);
}
