/* hash: 64-bit FNV-1a, for checksums and names (Fowler, Noll and Vo, 1991). Thread-safe. */
#ifndef MISERE_BASE_HASH_H
#define MISERE_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define HASH_OFFSET_BASIS 0xcbf29ce484222325ULL

/* Hashes data in one or more pieces: `hash` is HASH_OFFSET_BASIS for the first piece, and the
 * previous result for each further one. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3ULL;
    return hash;
}

/* Hashes the rest of a stream. Returns false if it cannot be read. */
bool hash_stream(FILE *in, uint64_t *hash);

#endif
