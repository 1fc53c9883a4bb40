/* bench: a fixed amount of searching, to time it and to notice when its results change. */
#ifndef MISERE_SEARCH_BENCH_H
#define MISERE_SEARCH_BENCH_H

#include "search/search.h"

enum { BENCH_DEPTH = 10 };

typedef struct {
    const char *ruleset;
    const char *fen;
} BenchPosition;

int bench_count(void);

/* The position of that index, 0 <= index < bench_count(). */
const BenchPosition *bench_position(int index);

/* Searches one position `depth` half-moves deep on one thread, with a table and a searcher of its
 * own that know nothing yet, and returns how many positions were looked at: always the same, on
 * every machine. 0 without memory. */
uint64_t bench_run(int index, int depth, const Signals *signals);

#endif
