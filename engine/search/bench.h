/* bench: a fixed amount of searching, to time it and to notice when its results change. */
#ifndef MISERE_BENCH_H
#define MISERE_BENCH_H

#include "search.h"

enum { BENCH_DEPTH = 7 };

typedef struct {
    const char *ruleset;
    const char *fen;
} BenchPosition;

int bench_count(void);

/* The position of that index, 0 <= index < bench_count(). */
const BenchPosition *bench_position(int index);

/* Searches one position `depth` half-moves deep with nothing learned before, on one thread, and
 * returns how many positions were looked at: always the same. */
uint64_t bench_run(Searcher *searcher, Table *table, int index, int depth, const atomic_bool *stop);

#endif
