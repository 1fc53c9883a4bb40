/* packed: an array of small numbers as a Syzygy table compresses it. Numbers are grouped to symbols
 * by recursive pairing (Larsson and Moffat, 1999), which are written in a canonical Huffman code in
 * blocks of equal size. Reading is thread-safe, and never leaves the file, whatever its bytes. */
#ifndef MISERE_SYZYGY_PACKED_H
#define MISERE_SYZYGY_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left of a file to read. */
typedef struct {
    const unsigned char *bytes;
    size_t size, at;
} SyzygyReader;

/* Takes the next `size` bytes; NULL if there are fewer. */
const unsigned char *syzygy_take(SyzygyReader *reader, uint64_t size);

/* Skips to a multiple of `size` from the beginning of the file. */
void syzygy_align(SyzygyReader *reader, size_t size);

enum { PACKED_CODE_MAX = 32 }; /* bits of a symbol's code */

typedef struct {
    uint64_t size;  /* how many numbers */
    bool is_single; /* they are all the same: `value` */
    int value;
    int flags;
    int block_bits, index_bits;
    uint32_t block_count, sized_count;  /* blocks, and entries of `sizes` */
    int shortest, longest;              /* bits of a code */
    const unsigned char *lowest;        /* the lowest symbol of each length, from the shortest */
    uint64_t base[PACKED_CODE_MAX + 1]; /* the lowest code of each length, in the highest bits */
    int symbol_count;
    const unsigned char *symbols; /* three bytes each: two symbols, or a number */
    uint8_t *lengths;             /* how many numbers a symbol stands for, less 1; owned */
    const unsigned char *index, *sizes, *blocks;
    uint64_t index_count;
} Packed;

/* Reads the description of an array. Returns false if it is damaged or out of memory. */
bool packed_read_head(Packed *packed, SyzygyReader *reader, uint64_t size);

/* These read the parts of the file that belong to it, which are in this order in the file, those of
 * several arrays one after the other. */
bool packed_read_index(Packed *packed, SyzygyReader *reader);
bool packed_read_sizes(Packed *packed, SyzygyReader *reader);
bool packed_read_blocks(Packed *packed, SyzygyReader *reader);

void packed_free(Packed *packed);

/* Reads the number at an index below packed->size: 0 to 4095. -1 if the file is damaged. */
int packed_at(const Packed *packed, uint64_t index);

#endif
