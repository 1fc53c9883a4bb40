#include "book/keyset.h"

#include <stdlib.h>

enum { MIN_SIZE = 1024 };

/* The slot of the key, or the free slot where it belongs (linear probing). */
static uint64_t *find_slot(const KeySet *set, uint64_t key) {
    size_t i = key & (set->size - 1);
    while (set->slots[i] != 0 && set->slots[i] != key)
        i = (i + 1) & (set->size - 1);
    return &set->slots[i];
}

static bool grow(KeySet *set) {
    KeySet bigger = {.size = set->size ? 2 * set->size : MIN_SIZE, .count = set->count};
    bigger.slots = calloc(bigger.size, sizeof *bigger.slots);
    if (!bigger.slots)
        return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i] != 0)
            *find_slot(&bigger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = bigger;
    return true;
}

KeySetResult keyset_add(KeySet *set, uint64_t key) {
    if (2 * (set->count + 1) > set->size && !grow(set))
        return KEYSET_NO_MEMORY;
    uint64_t nonzero_key = key ? key : 1;
    uint64_t *slot = find_slot(set, nonzero_key);
    if (*slot == nonzero_key)
        return KEYSET_PRESENT;
    *slot = nonzero_key;
    set->count++;
    return KEYSET_ADDED;
}

void keyset_free(KeySet *set) {
    free(set->slots);
    *set = (KeySet){0};
}
