/* checksum: the checksum at the end of a Syzygy table. Thread-safe. */
#ifndef MISERE_SYZYGY_CHECKSUM_H
#define MISERE_SYZYGY_CHECKSUM_H

#include <stddef.h>

enum { CHECKSUM_SIZE = 16, CHECKSUM_BYTES_MAX = 1 << 24 };

/* Computes the checksum of a file of `size` bytes, at most CHECKSUM_BYTES_MAX. Larger files have
 * one that is made of those of their parts. */
void checksum_make(const unsigned char *bytes, size_t size, unsigned char checksum[CHECKSUM_SIZE]);

#endif
