/* utf8: decodes and truncates UTF-8. Thread-safe. */
#ifndef MISERE_BASE_UTF8_H
#define MISERE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_MAX = 4 /* bytes of a character */ };

/* The characters from `first` to `last`. */
typedef struct {
    uint32_t first, last;
} Utf8Range;

/* Is the character in one of the ranges? */
bool utf8_is_in(uint32_t character, const Utf8Range ranges[], size_t count);

/* Decodes the character at the beginning of a NUL-terminated text. Returns its length in bytes (1
 * for the NUL). If the bytes are not valid UTF-8, returns 0 and sets *character to 0; overlong
 * encodings, surrogates and code points above 0x10ffff are not valid. */
int utf8_decode(const char *text, uint32_t *character);

/* Is the whole NUL-terminated text valid UTF-8, as defined above? */
bool utf8_is_valid(const char *text);

/* Copies as many whole characters as fit into `size` bytes, including the NUL. `size` is at least
 * 1. */
void utf8_copy(char *to, size_t size, const char *text);

/* Converts a text in windows-1252, which includes the printable characters of ISO-8859-1, to UTF-8.
 * Its five undefined bytes become the control characters of the same value. The caller frees it.
 * NULL if out of memory. */
char *utf8_from_windows_1252(const char *text);

/* Writes a character, which is a valid one, in at most UTF8_MAX bytes, and returns their number. */
int utf8_write(uint32_t character, char *to);

#endif
