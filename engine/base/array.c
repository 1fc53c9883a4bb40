#include "base/array.h"

#include <stdlib.h>

void *array_grow(void *items, size_t count, size_t item_size) {
    return count & (count - 1) ? items : realloc(items, (count ? 2 * count : 1) * item_size);
}
