/* text: comparing and cutting strings, in plain C. Case is that of ASCII, whatever the locale. Any
 * thread. */
#ifndef MISERE_BASE_TEXT_H
#define MISERE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Are both the same but for the case of letters? */
bool text_equal_ignoring_case(const char *a, const char *b);

/* Does the text begin with the prefix, but for the case of letters? */
bool text_starts_ignoring_case(const char *text, const char *prefix);

/* Where the text first contains `part`, but for the case of letters; NULL if nowhere. */
const char *text_find_ignoring_case(const char *text, const char *part);

/* Copies the text with its NUL, for which there must be room. Returns where that NUL is, so that
 * more can be put there. */
char *text_put(char *to, const char *text);

/* Cuts off *rest what stands before the next separator, and returns it; it may be empty. *rest is
 * NULL after the last piece, and then so is the result. */
char *text_split(char **rest, char separator);

#endif
