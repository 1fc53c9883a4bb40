/* hash: 64-bit FNV-1a, for checksums and names (Fowler, Noll and Vo, 1991). Any thread. */
#ifndef MISERE_BASE_HASH_H
#define MISERE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_OFFSET_BASIS 0xcbf29ce484222325ULL

/* Hashes the bytes. `hash` is HASH_OFFSET_BASIS, or the hash of the data that precedes them. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3ULL;
    return hash;
}

#endif
