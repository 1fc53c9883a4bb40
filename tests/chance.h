/* chance: repeatable random numbers for tests. */
#ifndef MISERE_CHANCE_H
#define MISERE_CHANCE_H

#include <stdint.h>

/* The next number of a sequence that *seed begins (SplitMix64; Steele, Lea and Flood, 2014). */
static inline uint64_t test_random(uint64_t *seed) {
    uint64_t z = (*seed += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

#endif
