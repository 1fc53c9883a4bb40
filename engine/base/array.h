/* array: arrays on the heap to which items are added one by one. Thread-safe. */
#ifndef MISERE_BASE_ARRAY_H
#define MISERE_BASE_ARRAY_H

#include <stddef.h>

/* Makes room for one more item in an array of `count` items (NULL if there are none). Returns the
 * array, which may have moved, or NULL if out of memory; the array then stays as it was. The
 * capacity is the power of two that the count needs, so it need not be stored. */
void *array_grow(void *items, size_t count, size_t item_size);

#endif
