/* escape: makes text from elsewhere safe to show. Thread-safe. */
#ifndef MISERE_BASE_ESCAPE_H
#define MISERE_BASE_ESCAPE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Is it a control character, tab included, or one that has no width or changes the direction of
 * others? So is what has no meaning in texts: noncharacters, tags, fillers. */
bool escape_is_hidden(uint32_t character);

/* Prints the text with each byte that is not valid UTF-8 as \xNN, and so the bytes of each control
 * character except tab, so that a terminal does not obey it, and of each character that has no
 * width or changes the direction of others, so that no text looks like another. A backslash is
 * printed as it is. */
void escape_print(FILE *out, const char *text);

#endif
