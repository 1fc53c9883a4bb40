#include "referee/repeats.h"

#include "base/random.h"

#include <stdlib.h>

struct Repeats {
    uint64_t *digests; /* of each game; 0: not entered */
    int *first;        /* a hash table: the lowest game of each digest, plus 1; 0: empty */
    uint64_t mask;     /* size of the table, a power of two, minus 1 */
};

Repeats *repeats_new(int size) {
    Repeats *repeats = calloc(1, sizeof *repeats);
    if (!repeats)
        return NULL;
    uint64_t slots = 2;
    while (slots < 2 * (uint64_t)size)
        slots *= 2;
    *repeats = (Repeats){.digests = calloc((size_t)size + 1, sizeof *repeats->digests),
                         .first = calloc(slots, sizeof *repeats->first),
                         .mask = slots - 1};
    if (repeats->digests && repeats->first)
        return repeats;
    repeats_free(repeats);
    return NULL;
}

void repeats_free(Repeats *repeats) {
    if (!repeats)
        return;
    free(repeats->digests);
    free(repeats->first);
    free(repeats);
}

/* The digest's place in the table, or the empty one for it: at most half of the table is full. */
static int *find(const Repeats *repeats, uint64_t digest) {
    uint64_t slot = random_mix(digest) & repeats->mask;
    while (repeats->first[slot] && repeats->digests[repeats->first[slot] - 1] != digest)
        slot = (slot + 1) & repeats->mask;
    return &repeats->first[slot];
}

void repeats_add(Repeats *repeats, int number, uint64_t digest) {
    int *first = find(repeats, digest);
    repeats->digests[number] = digest;
    if (*first == 0 || number + 1 < *first)
        *first = number + 1;
}

bool repeats_has_before(const Repeats *repeats, int number) {
    uint64_t digest = repeats->digests[number];
    return digest && *find(repeats, digest) <= number;
}
