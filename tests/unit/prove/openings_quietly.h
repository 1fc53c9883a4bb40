/* solve_openings() for tests, with its output discarded. */
#ifndef MISERE_UNIT_PROVE_OPENINGS_QUIETLY_H
#define MISERE_UNIT_PROVE_OPENINGS_QUIETLY_H

#include "prove/solve_openings.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Calls solve_openings() with standard output discarded. */
static inline bool solve_openings_quietly(const char *ruleset, const char *folder, uint64_t nodes,
                                          Error *error) {
    int kept = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
    fflush(stdout);
    dup2(null, STDOUT_FILENO);
    bool done = solve_openings(&(OpeningsOptions){.rules = ruleset_find(ruleset),
                                                  .folder = folder,
                                                  .nodes = nodes,
                                                  .megabytes = 1,
                                                  .threads = 1},
                               error);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(null);
    return done;
}

#endif
