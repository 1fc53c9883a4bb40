/* fnv: FNV-1a, a hash for checksums and names (Fowler, Noll and Vo, 1991; 64 bits). Pure. */
#ifndef MISERE_BASE_HASH_H
#define MISERE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START 0xcbf29ce484222325ULL

/* Goes on with the hash of what was before, or FNV_START, over the bytes. */
static inline uint64_t fnv_hash(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3ULL;
    return hash;
}

#endif
