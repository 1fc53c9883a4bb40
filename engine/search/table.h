/* table: the transposition table: what was found out about positions searched before.
 *
 * Lockless (Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
 * 2002): an entry is two words, the second xor-ed into the first, so that a torn one never
 * matches. table_probe and table_store may be called from any number of threads at once; the
 * other functions only while no search runs. */
#ifndef MISERE_TABLE_H
#define MISERE_TABLE_H

#include "position.h"
#include "score.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move;   /* the best one found, or MOVE_NONE */
    Score score; /* wins count from the position itself */
    int depth;
    Bound bound;
} TableEntry;

typedef struct Table Table;

enum { TABLE_MIN_MB = 1, TABLE_MAX_MB = 65536 };

/* A new empty table of that size, TABLE_MIN_MB to TABLE_MAX_MB; NULL without memory. */
Table *table_new(int megabytes);

void table_free(Table *table);

/* Forgets everything. */
void table_clear(Table *table);

/* A new search begins: what is older gives way first. */
void table_next_search(Table *table);

/* Looks the position up. `ply` is its distance from the root of the search. */
bool table_probe(const Table *table, uint64_t key, int ply, TableEntry *entry);

void table_store(Table *table, uint64_t key, int ply, const TableEntry *entry);

/* How full it is with entries of this search, in thousandths. */
int table_hashfull(const Table *table);

#endif
