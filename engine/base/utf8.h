/* utf8: text in UTF-8. Pure; any thread. */
#ifndef MISERE_BASE_UTF8_H
#define MISERE_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Reads the character that begins at `text`; at its end that is 0, of one byte. Returns how many
 * bytes it takes, or 0, with *character 0, if none begins there: overlong forms, surrogates and
 * what lies beyond Unicode are none. */
int utf8_decode(const char *text, uint32_t *character);

/* Copies as much text as fits into `size` bytes, and no part of a character. */
void utf8_copy(char *to, size_t size, const char *text);

#endif
