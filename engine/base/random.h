/* random: SplitMix64, a repeatable random number generator (Steele, Lea and Flood, 2014). Any
 * thread may call these functions, each with its own state. */
#ifndef MISERE_BASE_RANDOM_H
#define MISERE_BASE_RANDOM_H

#include <stdint.h>

/* Mixes the bits of a number: each bit of the result depends on all of them. */
static inline uint64_t random_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* Returns the next random number and advances *state, which may start with any value. */
static inline uint64_t random_next(uint64_t *state) {
    return random_mix(*state += 0x9e3779b97f4a7c15ULL);
}

/* Returns the initial state of sequence `number`. Sequences with different numbers are independent.
 */
static inline uint64_t random_seed(uint64_t seed, uint64_t number) {
    return random_mix(seed ^ random_mix(number + 1));
}

#endif
