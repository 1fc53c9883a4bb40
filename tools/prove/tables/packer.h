/* packer: compresses an array of small numbers as a Syzygy table does; see syzygy/packed.h, which
 * reads it. Thread-safe.
 *
 * Sources: Larsson and Moffat, "Off-line dictionary-based compression" (recursive pairing), 1999;
 * Huffman, "A method for the construction of minimum-redundancy codes", 1952. */
#ifndef MISERE_PROVE_TABLES_PACKER_H
#define MISERE_PROVE_TABLES_PACKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PACKER_NUMBER_MAX = 4094, PACKER_ANY = 0xffff /* may be read as any number */ };

/* Bytes that grow. */
typedef struct {
    unsigned char *bytes;
    size_t size, capacity;
    bool out_of_memory; /* once set, nothing more is added */
} PackedBytes;

void packed_bytes_add(PackedBytes *to, uint64_t number, int bytes); /* the lowest byte first */
void packed_bytes_append(PackedBytes *to, const PackedBytes *from);
void packed_bytes_align(PackedBytes *to, size_t size); /* adds zeros up to a multiple of it */
void packed_bytes_free(PackedBytes *bytes);

/* The parts of the file that belong to the array, in the order in which packed.h reads them. */
typedef struct {
    PackedBytes head, index, sizes, blocks;
} PackedArray;

/* Packs numbers up to PACKER_NUMBER_MAX, whose array is changed; at least one. `flags` become the
 * array's. If all are equal and `may_be_single`, only that is written. Returns false if out of
 * memory. Free the result in any case. */
bool packer_pack(PackedArray *packed, uint16_t *numbers, uint64_t size, int flags,
                 bool may_be_single);

void packed_array_free(PackedArray *packed);

#endif
