/* abdada: which half-moves are being searched, so that the other threads of a search take different
 * ones first.
 *
 * Source: T. Kerrigan, "Simplified ABDADA", 2017, after J.-C. Weill, "The ABDADA distributed
 * minimax search algorithm", ICCA Journal, 1996.
 *
 * Any thread may call these functions at any time, except abdada_clear. The answers are only hints:
 * an entry is lost if its bucket is full, and two half-moves may have the same hash. */
#ifndef MISERE_SEARCH_ABDADA_H
#define MISERE_SEARCH_ABDADA_H

#include "rules/position.h"

#include <stdatomic.h>

enum { BUSY_BUCKET_BITS = 12, BUSY_BUCKET_SIZE = 8 /* a cache line */ };

/* The hashes of the half-moves that are being searched. If all are zero, none is being searched. */
typedef struct {
    _Alignas(64) _Atomic uint64_t buckets[1 << BUSY_BUCKET_BITS][BUSY_BUCKET_SIZE]; /* 0: free */
} BusyTable;

/* Empties the table. Not during a search. */
void abdada_clear(BusyTable *busy);

/* The hash of a half-move in the position whose key is `key`; never 0. */
uint64_t abdada_move_hash(uint64_t key, Move move);

/* Is another thread searching the half-move? */
bool abdada_is_busy(const BusyTable *busy, uint64_t move_hash);

/* Call when a thread starts or finishes searching the half-move. Each start is paired with one
 * finish. */
void abdada_start(BusyTable *busy, uint64_t move_hash);
void abdada_finish(BusyTable *busy, uint64_t move_hash);

#endif
