/* random: repeatable random numbers (SplitMix64; Steele, Lea and Flood, 2014). Pure. */
#ifndef MISERE_BASE_RANDOM_H
#define MISERE_BASE_RANDOM_H

#include <stdint.h>

/* A number that depends on every bit of another. */
static inline uint64_t random_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* The next number of the sequence that *state begins. */
static inline uint64_t random_next(uint64_t *state) {
    return random_mix(*state += 0x9e3779b97f4a7c15ULL);
}

/* The beginning of a sequence of its own for each `number`. */
static inline uint64_t random_seed(uint64_t seed, uint64_t number) {
    return random_mix(seed ^ random_mix(number + 1));
}

#endif
