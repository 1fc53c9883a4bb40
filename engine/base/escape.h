/* escape: makes text from elsewhere safe to show. Thread-safe. */
#ifndef MISERE_BASE_ESCAPE_H
#define MISERE_BASE_ESCAPE_H

#include <stdio.h>

/* Prints the text with each control character except tab, and each byte that is not valid UTF-8, as
 * \xNN, so that a terminal does not obey it. A backslash is printed as it is. */
void escape_print(FILE *out, const char *text);

#endif
