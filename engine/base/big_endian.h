/* big_endian: numbers in binary files, the most significant byte first. Thread-safe. */
#ifndef MISERE_BASE_BIG_ENDIAN_H
#define MISERE_BASE_BIG_ENDIAN_H

#include <stdint.h>

/* Reads a number of `size` bytes, 1 to 8. */
static inline uint64_t big_endian_read(const unsigned char *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* Writes the lowest `size` bytes of the number, 1 to 8. */
static inline void big_endian_write(unsigned char *bytes, int size, uint64_t number) {
    for (int i = size - 1; i >= 0; i--, number >>= 8)
        bytes[i] = (unsigned char)number;
}

#endif
