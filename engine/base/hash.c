#include "base/hash.h"

bool hash_stream(FILE *in, uint64_t *hash) {
    unsigned char block[1 << 14];
    size_t size;
    *hash = HASH_OFFSET_BASIS;
    while ((size = fread(block, 1, sizeof block, in)) > 0)
        *hash = hash_bytes(*hash, block, size);
    return !ferror(in);
}
