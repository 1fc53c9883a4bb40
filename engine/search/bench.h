/* bench: a fixed search, whose node count shows whether a change affects the search. */
#ifndef MISERE_SEARCH_BENCH_H
#define MISERE_SEARCH_BENCH_H

#include "search/search.h"

enum { BENCH_DEPTH = 10 };

typedef struct {
    const char *ruleset;
    const char *fen;
} BenchPosition;

int bench_count(void);

/* Returns a position, 0 <= index < bench_count(). */
const BenchPosition *bench_position(int index);

/* Searches one position to `depth` half-moves on the calling thread, with an empty table of its
 * own and without a tablebase. Returns the number of nodes, which is the same on every machine; 0
 * if out of memory. */
uint64_t bench_run(int index, int depth, const Signals *signals);

#endif
