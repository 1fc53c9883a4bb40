/* utf8: decodes and truncates UTF-8. Thread-safe. */
#ifndef MISERE_BASE_UTF8_H
#define MISERE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes the character at the beginning of a NUL-terminated text. Returns its length in bytes (1
 * for the NUL). If the bytes are not valid UTF-8, returns 0 and sets *character to 0; overlong
 * encodings, surrogates and code points above 0x10ffff are not valid. */
int utf8_decode(const char *text, uint32_t *character);

/* Is the whole NUL-terminated text valid UTF-8, as defined above? */
bool utf8_is_valid(const char *text);

/* Copies as many whole characters as fit into `size` bytes, including the NUL. `size` is at least
 * 1. */
void utf8_copy(char *to, size_t size, const char *text);

#endif
