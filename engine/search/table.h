/* table: the transposition table, which keeps the results of positions searched before.
 *
 * Lockless (Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
 * 2002): an entry is two words, the second xor-ed into the first, so that a torn entry never
 * matches. Any thread may call table_probe, table_prefetch, table_store and table_hashfull at any
 * time; the other functions are for one thread, while no search uses the table. */
#ifndef MISERE_SEARCH_TABLE_H
#define MISERE_SEARCH_TABLE_H

#include "eval/score.h"
#include "rules/position.h"

typedef enum { BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3 } Bound;

enum {
    TABLE_DEPTH_MIN = -32,
    TABLE_DEPTH_MAX = 223 /* the depth of proven scores */
};

typedef struct {
    Move move;   /* the best half-move found, or MOVE_NONE */
    Score score; /* mate distances count from the root of the search */
    int depth;   /* the depth searched, TABLE_DEPTH_MIN to TABLE_DEPTH_MAX */
    Bound bound;
} TableEntry;

typedef struct Table Table;

enum { TABLE_MIN_MB = 1, TABLE_MAX_MB = 65536 };

/* Creates an empty table of `megabytes`, TABLE_MIN_MB to TABLE_MAX_MB. NULL if out of memory. A
 * table of 1024 MB or more, or of at least half of the free memory, takes up memory only as it
 * fills, except in WebAssembly; on Windows only until it is cleared. */
Table *table_new(int megabytes);

void table_free(Table *table);

/* Empties the table. */
void table_clear(Table *table);

/* Call when a new search begins: from now on entries of older searches are replaced first. */
void table_next_search(Table *table);

/* Looks a position up by its key. `ply` is its distance from the root of the search, in half-moves.
 * Returns false, and leaves *entry unchanged, if the position is not in the table. */
bool table_probe(const Table *table, uint64_t key, int ply, TableEntry *entry);

/* Prefetches the position's bucket into the cache, before a lookup that follows soon. */
void table_prefetch(const Table *table, uint64_t key);

/* Stores an entry, unless the table has a better one for the same position: one with a proven
 * score, or, if the new entry is not exact, a much deeper one from the current search. */
void table_store(Table *table, uint64_t key, int ply, const TableEntry *entry);

/* The share of slots that hold entries of the current search, in thousandths, estimated from a
 * sample. */
int table_hashfull(const Table *table);

#endif
