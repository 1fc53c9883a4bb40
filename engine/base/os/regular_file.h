/* regular_file: files that people name, opened for reading whatever they turn out to be. */
#ifndef MISERE_BASE_OS_REGULAR_FILE_H
#define MISERE_BASE_OS_REGULAR_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

/* Opens a regular file; anything else is refused, and never waited for. *size becomes its size in
 * bytes. NULL, with the reason but not the path, if that fails. The caller closes it. Any thread.
 */
FILE *regular_file_open(const char *path, size_t *size, Error *error);

#endif
