/* help: rows of a table that says what words are for. */
#ifndef MISERE_REFEREE_CONFIG_HELP_H
#define MISERE_REFEREE_CONFIG_HELP_H

#include <stdio.h>

/* Prints what a word, with its values if it has any (else NULL), is for: beside it, or under it if
 * it is long, in lines of at most 100 columns. */
void help_row(FILE *out, const char *name, const char *values, const char *help);

#endif
