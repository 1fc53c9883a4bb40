/* hash: FNV-1a, a hash for checksums and names (Fowler, Noll and Vo, 1991; 64 bits). Pure. */
#ifndef MISERE_BASE_HASH_H
#define MISERE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_OFFSET_BASIS 0xcbf29ce484222325ULL

/* Goes on with the hash of what was before, or HASH_OFFSET_BASIS, over the bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3ULL;
    return hash;
}

#endif
