/* log_json: parses the lines of a log. */
#ifndef MISERE_FILES_LOG_LOG_JSON_H
#define MISERE_FILES_LOG_LOG_JSON_H

#include "base/error.h"

#include <jansson.h>
#include <stddef.h>

/* Parses a line of `length` bytes. On failure sets *error to what is wrong with the line, or to
 * "out of memory", and returns NULL. */
json_t *log_json_parse(const char *line, size_t length, Error *error);

#endif
