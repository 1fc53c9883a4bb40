/* Threads without shared memory: they take turns, each on its own stack (an Emscripten fiber). A
 * thread runs until it waits, yields, or calls thread_checkpoint() after the end of its time
 * slice. No thread yields while it holds a mutex, so the mutex functions are empty. */
#include "base/os/thread.h"

#include "base/os/clock.h"

#include <emscripten/fiber.h>
#include <stdlib.h>

enum {
    SLICE_US = 15000,
    STACK_SIZE = 2 << 20,
    /* The unwind stack holds the local variables of all functions of a thread that waits. */
    UNWIND_SIZE = 1 << 20,
};

typedef struct Fiber {
    emscripten_fiber_t impl;
    void *(*run)(void *context);
    void *context;
    const Condition *awaited; /* the condition that it waits for; NULL: none */
    bool ended;
    struct Fiber *next; /* all threads form a ring */
    char *stack, *unwind_stack;
} Fiber;

/* The main thread, which exists from the start. */
static char main_unwind_stack[UNWIND_SIZE];
static Fiber main_fiber = {.next = &main_fiber};
static Fiber *current = &main_fiber;
static int64_t slice_end;

/* --- taking turns --- */

static bool can_run(const Fiber *fiber) {
    return !fiber->awaited && !fiber->ended;
}

/* Switches to the next thread that can run; returns when it is this one's turn again. Returns
 * immediately if no other thread can run. */
static void yield_turn(void) {
    Fiber *from = current, *to = from->next;
    while (to != from && !can_run(to))
        to = to->next;
    if (to == from)
        return;
    if (!main_fiber.impl.asyncify_data.stack_ptr)
        emscripten_fiber_init_from_current_context(&main_fiber.impl, main_unwind_stack,
                                                   sizeof main_unwind_stack);
    slice_end = clock_now_us() + SLICE_US;
    current = to;
    emscripten_fiber_swap(&from->impl, &to->impl);
}

bool thread_is_parallel(void) {
    return false;
}

void thread_yield(void) {
    yield_turn();
}

void thread_checkpoint(void) {
    if (current->next != current && clock_now_us() >= slice_end)
        yield_turn();
}

bool thread_run_others(void) {
    yield_turn();
    for (Fiber *fiber = current->next; fiber != current; fiber = fiber->next)
        if (can_run(fiber))
            return true;
    return false;
}

/* --- threads --- */

static void run_fiber(void *argument) {
    Fiber *fiber = argument;
    fiber->run(fiber->context);
    fiber->ended = true;
    yield_turn(); /* does not return: this thread has ended, and one that joins it can run */
}

static void fiber_free(Fiber *fiber) {
    free(fiber->stack);
    free(fiber->unwind_stack);
    free(fiber);
}

bool thread_start(Thread *thread, void *(*run)(void *context), void *context) {
    Fiber *fiber = calloc(1, sizeof *fiber);
    if (!fiber)
        return false;
    fiber->stack = aligned_alloc(16, STACK_SIZE);
    fiber->unwind_stack = aligned_alloc(16, UNWIND_SIZE);
    if (!fiber->stack || !fiber->unwind_stack) {
        fiber_free(fiber);
        return false;
    }
    fiber->run = run;
    fiber->context = context;
    emscripten_fiber_init(&fiber->impl, run_fiber, fiber, fiber->stack, STACK_SIZE,
                          fiber->unwind_stack, UNWIND_SIZE);
    fiber->next = current->next;
    current->next = fiber;
    thread->id = (pthread_t)fiber;
    return true;
}

void thread_join(Thread *thread) {
    Fiber *fiber = (Fiber *)thread->id, *before = fiber;
    while (!fiber->ended)
        yield_turn();
    while (before->next != fiber)
        before = before->next;
    before->next = fiber->next;
    fiber_free(fiber);
}

int thread_processors(void) {
    return 1;
}

/* --- mutexes --- */

void once_run(Once *once, void (*run)(void)) {
    pthread_once(&once->impl, run);
}

void mutex_init(Mutex *mutex) {
    (void)mutex;
}

void mutex_init_spinning(Mutex *mutex) {
    (void)mutex;
}

void mutex_destroy(Mutex *mutex) {
    (void)mutex;
}

void mutex_lock(Mutex *mutex) {
    (void)mutex;
}

void mutex_unlock(Mutex *mutex) {
    (void)mutex;
}

/* --- conditions --- */

void condition_init(Condition *condition) {
    (void)condition;
}

void condition_destroy(Condition *condition) {
    (void)condition;
}

void condition_wait(Condition *condition, Mutex *mutex) {
    (void)mutex;
    current->awaited = condition;
    yield_turn();
    current->awaited = NULL; /* if no other thread can run, the caller checks its condition again */
}

void condition_signal(Condition *condition) {
    condition_broadcast(condition);
}

void condition_broadcast(Condition *condition) {
    for (Fiber *fiber = current->next; fiber != current; fiber = fiber->next)
        if (fiber->awaited == condition)
            fiber->awaited = NULL;
}
