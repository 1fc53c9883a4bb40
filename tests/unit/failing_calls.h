/* failing_calls: functions of the C library, or of another one, of which one call fails. A test
 * program defines them by FAILING(), and so replaces the library's. */
#ifndef MISERE_UNIT_FAILING_CALLS_H
#define MISERE_UNIT_FAILING_CALLS_H

#include "unit/testing.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

typedef struct {
    const char *name; /* name of the function of which one call fails; NULL: none */
    int left;         /* how many calls still succeed before that; negative: it has failed */
    int reason;       /* its errno */
} FailingCall;

/* Shared with child processes, whose calls fail, too. See share_fault(). */
static FailingCall *fault;

/* Shares the fault with child processes. Call it first. Returns false on failure. */
static inline bool share_fault(void) {
    fault = mmap(NULL, sizeof *fault, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return fault != MAP_FAILED;
}

static inline bool call_fails(const char *name) {
    if (!fault || !fault->name || strcmp(fault->name, name) != 0 || fault->left-- != 0)
        return false;
    errno = fault->reason;
    return true;
}

/* The library's own function of that name. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Defines a function that either fails, returning `failure`, or calls the library's own. */
#define FAILING(type, name, parameters, arguments, failure)                                        \
    type name parameters {                                                                         \
        return call_fails(#name) ? (failure) : REAL(name) arguments;                               \
    }                                                                                              \
    type name parameters

#endif
