#include "eval/eval_cache.h"

#include <string.h>

enum { SCORE_BITS = 16 };

_Static_assert(SCORE_EVAL_MAX <= INT16_MAX, "a score fits in SCORE_BITS bits");
_Static_assert(EVAL_CACHE_SLOTS >= 1 << (SCORE_BITS - 1) && EVAL_CACHE_SLOTS <= 1 << SCORE_BITS,
               "index and stored bits cover all bits of the key, or all but one");

void eval_cache_begin(EvalCache *cache, const Network *network) {
    if (cache->checksum == network->checksum)
        return;
    memset(cache->slots, 0, sizeof cache->slots);
    cache->checksum = network->checksum;
}

bool eval_cache_probe(const EvalCache *cache, uint64_t key, Score *score) {
    uint64_t slot = cache->slots[key % EVAL_CACHE_SLOTS];
    if ((slot ^ key) >> SCORE_BITS != 0)
        return false;
    *score = (int16_t)slot;
    return true;
}

void eval_cache_store(EvalCache *cache, uint64_t key, Score score) {
    cache->slots[key % EVAL_CACHE_SLOTS] = key >> SCORE_BITS << SCORE_BITS | (uint16_t)score;
}
