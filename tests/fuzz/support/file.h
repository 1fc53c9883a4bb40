/* file: a file in memory, for readers that want a path. */
#ifndef MISERE_FUZZ_FILE_H
#define MISERE_FUZZ_FILE_H

#include <stddef.h>

/* Returns the path of the one file, which from now on has this content. */
const char *fuzz_file(const void *bytes, size_t size);

#endif
