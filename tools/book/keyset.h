/* keyset: a set of 64-bit keys that are as good as random. One thread at a time may use it. */
#ifndef MISERE_BOOK_KEYSET_H
#define MISERE_BOOK_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero at first. */
typedef struct {
    uint64_t *slots; /* 0: free */
    size_t size;     /* a power of two, or 0 */
    size_t count;
} KeySet;

typedef enum { KEYSET_ADDED, KEYSET_PRESENT, KEYSET_NO_MEMORY } KeySetResult;

/* Puts the key in, if it is new. */
KeySetResult keyset_add(KeySet *set, uint64_t key);

/* Gives back the memory. */
void keyset_free(KeySet *set);

#endif
