/* failing_malloc: a library to preload (LD_PRELOAD). It makes the FAILING_MALLOC-th allocation of
 * the process fail, or, if that begins with a '+', this one and all later ones. At the end it
 * writes to the file FAILING_MALLOC_COUNT, if that is set, the number of allocations and, each on a
 * line of its own, the number of the first allocation with each call stack. What the process
 * allocates after main() is spared, and so are programs that it starts. */
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* glibc's own functions under their internal names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* More frames than this would tell apart every depth of a recursion. */
enum { FRAMES = 6, STACKS_MAX = 1 << 16 };

static atomic_long allocations;
static atomic_bool is_over;
static long failing;
static int is_lasting;

static const char *report;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t hash; /* hash of the call stack; 0 in a free entry */
    long first;
} stacks[STACKS_MAX];

/* With --coverage the counts are then written, which needs memory. */
static void stop(void) {
    atomic_store(&is_over, 1);
}

__attribute__((constructor)) static void begin(void) {
    void *frame;
    const char *path = getenv("FAILING_MALLOC_COUNT"), *number = getenv("FAILING_MALLOC");
    if (path)
        backtrace(&frame, 1); /* its first call allocates */
    report = path;
    pthread_atfork(NULL, NULL, stop);
    unsetenv("LD_PRELOAD");
    is_lasting = number && *number == '+';
    failing = number ? atol(number + is_lasting) : 0;
    atomic_store(&allocations, 0);
}

__attribute__((destructor)) static void end(void) {
    long count = atomic_load(&allocations);
    const char *path = report;
    report = NULL;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld\n", count);
    for (size_t i = 0; i < STACKS_MAX; i++)
        if (stacks[i].hash)
            fprintf(file, "%ld\n", stacks[i].first);
    fclose(file);
}

static void note_stack(long number) {
    void *frames[FRAMES];
    int count = backtrace(frames, FRAMES);
    uint64_t hash = 1;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uintptr_t)frames[i]) * 0x9e3779b97f4a7c15u;
    pthread_mutex_lock(&lock);
    for (size_t i = hash >> 32, tries = 0; tries < STACKS_MAX; i++, tries++) {
        if (stacks[i % STACKS_MAX].hash == hash)
            break;
        if (!stacks[i % STACKS_MAX].hash) {
            stacks[i % STACKS_MAX].hash = hash;
            stacks[i % STACKS_MAX].first = number;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

static int must_fail(void) {
    if (atomic_load(&is_over))
        return 0;
    long number = atomic_fetch_add(&allocations, 1) + 1;
    if (number == 1)
        atexit(stop); /* registered last, because such functions are called in reverse order */
    if (report)
        note_stack(number);
    if (failing == 0 || (is_lasting ? number < failing : number != failing))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return must_fail() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return must_fail() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return must_fail() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return must_fail() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = aligned_alloc(alignment, size);
    if (made)
        *block = made;
    return made ? 0 : ENOMEM;
}
