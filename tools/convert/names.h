/* names: a set of file names. Not thread-safe. */
#ifndef MISERE_CONVERT_NAMES_H
#define MISERE_CONVERT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Initialise to zeros; free with convert_names_free. */
typedef struct {
    char **names; /* sorted */
    size_t count;
} ConvertNames;

/* Is the name in the set? */
bool convert_names_has(const ConvertNames *names, const char *name);

/* Adds a copy of a name that is not in the set; fast if the name sorts after all others. Returns
 * false if out of memory. */
bool convert_names_add(ConvertNames *names, const char *name);

void convert_names_free(ConvertNames *names);

#endif
