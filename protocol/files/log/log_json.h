/* log_json: parses and writes lines of JSON. Unlike jansson itself, it notices every allocation
 * that fails. Thread-safe. */
#ifndef MISERE_FILES_LOG_LOG_JSON_H
#define MISERE_FILES_LOG_LOG_JSON_H

#include "base/error.h"

#include <jansson.h>
#include <stddef.h>

/* Parses a line of `length` bytes. On failure sets *error to what is wrong with the line, or to
 * "out of memory", and returns NULL. */
json_t *log_json_parse(const char *line, size_t length, Error *error);

/* Returns the value as a line without a newline, which the caller frees. NULL if out of memory, or
 * if `json` is NULL. */
char *log_json_text(const json_t *json);

#endif
