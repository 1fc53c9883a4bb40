/* failing_malloc: a library to preload (LD_PRELOAD). It makes the FAILING_MALLOC-th allocation of
 * the process fail, or, if that begins with a '+', this one and all later ones. At the end it
 * writes the number of allocations to the file FAILING_MALLOC_COUNT, if that is set. Programs that
 * the process starts are left alone. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* glibc's own functions under their internal names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_long allocations;
static long failing;
static int is_lasting;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("FAILING_MALLOC");
    unsetenv("LD_PRELOAD");
    is_lasting = number && *number == '+';
    failing = number ? atol(number + is_lasting) : 0;
    atomic_store(&allocations, 0);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAILING_MALLOC_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", atomic_load(&allocations));
        fclose(file);
    }
}

static int must_fail(void) {
    long number = atomic_fetch_add(&allocations, 1) + 1;
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
