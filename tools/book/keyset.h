/* keyset: a set of 64-bit hash keys. Only one thread at a time may use a KeySet. */
#ifndef MISERE_BOOK_KEYSET_H
#define MISERE_BOOK_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Initialise to zeros. */
typedef struct {
    uint64_t *slots; /* 0 marks a free slot */
    size_t size;     /* a power of two, or 0 */
    size_t count;
} KeySet;

typedef enum { KEYSET_ADDED, KEYSET_PRESENT, KEYSET_NO_MEMORY } KeySetResult;

/* Adds a key. Key 0 is stored as 1. */
KeySetResult keyset_add(KeySet *set, uint64_t key);

/* Frees the slots and empties the set. */
void keyset_free(KeySet *set);

#endif
