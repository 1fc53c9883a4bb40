#include "convert/names.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* The index of the name, or where to insert it. */
static size_t find(const ConvertNames *names, const char *name) {
    size_t low = 0, high = names->count;
    if (high > 0 && strcmp(names->names[high - 1], name) < 0)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(names->names[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool convert_names_has(const ConvertNames *names, const char *name) {
    size_t at = find(names, name);
    return at < names->count && strcmp(names->names[at], name) == 0;
}

bool convert_names_add(ConvertNames *names, const char *name) {
    char **more = array_grow(names->names, names->count, sizeof *more);
    if (!more)
        return false;
    names->names = more;
    char *copy = strdup(name);
    if (!copy)
        return false;
    size_t at = find(names, name);
    memmove(names->names + at + 1, names->names + at, (names->count - at) * sizeof *names->names);
    names->names[at] = copy;
    names->count++;
    return true;
}

void convert_names_free(ConvertNames *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
}
