/* text: compares, copies, trims and splits strings. Functions that ignore case do so for ASCII
 * letters only, whatever the locale. Thread-safe. */
#ifndef MISERE_BASE_TEXT_H
#define MISERE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Are both texts equal, ignoring case? */
bool text_equal_ignoring_case(const char *a, const char *b);

bool text_starts(const char *text, const char *prefix);

/* Does the text begin with the prefix, ignoring case? */
bool text_starts_ignoring_case(const char *text, const char *prefix);

/* Does the text end with the ending, ignoring case? */
bool text_ends_ignoring_case(const char *text, const char *ending);

/* Finds the first occurrence of `part`, ignoring case; NULL if there is none. */
const char *text_find_ignoring_case(const char *text, const char *part);

/* Compares two texts as strcmp does, for qsort and bsearch. */
int text_compare(const void *a, const void *b);

/* Copies the text with its NUL into a buffer that must be large enough. Returns a pointer to the
 * copied NUL, where more text can be appended. */
char *text_put(char *to, const char *text);

/* Cuts the spaces and tabs off the end, in place. Returns the text after those at its start. */
char *text_trim(char *text);

/* The same, and makes one blank of each run of spaces and tabs between words. */
char *text_squeeze(char *text);

/* Splits off and returns the part of *rest, possibly empty, that precedes the next separator.
 * Modifies the text. Sets *rest to NULL once the last part is split off; returns NULL if *rest is
 * NULL. */
char *text_split(char **rest, char separator);

/* The letter in lower case, if it is one of ASCII. */
char text_lower(char c);

#endif
