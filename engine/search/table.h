/* table: the transposition table: what was found out about positions searched before.
 *
 * Lockless (Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
 * 2002): an entry is two words, the second xor-ed into the first, so that a torn one never
 * matches. table_probe, table_prefetch, table_store and table_hashfull may be called from any
 * number of threads at once; the other functions only by one, while no search uses the table. */
#ifndef MISERE_SEARCH_TABLE_H
#define MISERE_SEARCH_TABLE_H

#include "eval/score.h"
#include "rules/position.h"

typedef enum { BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3 } Bound;

enum { TABLE_DEPTH_MIN = -32, TABLE_DEPTH_MAX = 223 /* for what is proven */ };

typedef struct {
    Move move;   /* the best one found, or MOVE_NONE */
    Score score; /* as the search has it: wins count from the root */
    int depth;   /* how deep it was searched, TABLE_DEPTH_MIN to TABLE_DEPTH_MAX */
    Bound bound;
} TableEntry;

typedef struct Table Table;

enum { TABLE_MIN_MB = 1, TABLE_MAX_MB = 65536 };

/* A new empty table of that size, TABLE_MIN_MB to TABLE_MAX_MB; NULL without memory. One of 1024
 * MB or more, or that would fill half of what memory is free, takes it up only as it is filled, any
 * other at once. */
Table *table_new(int megabytes);

void table_free(Table *table);

/* Forgets everything. */
void table_clear(Table *table);

/* A new search begins: what is older gives way first. */
void table_next_search(Table *table);

/* Looks the position up. `ply` is its distance from the root of the search. */
bool table_probe(const Table *table, uint64_t key, int ply, TableEntry *entry);

/* The position will soon be looked up: its place may be brought near. */
void table_prefetch(const Table *table, uint64_t key);

/* Notes what was found out, unless the table knows better: what is proven stays. */
void table_store(Table *table, uint64_t key, int ply, const TableEntry *entry);

/* How full it is with entries of this search, in thousandths. */
int table_hashfull(const Table *table);

#endif
