/* variants: the rulesets as variants of CECP, and how a GUI is told about one that it does
 * not know. Pure but for what is printed; any thread. */
#ifndef MISERE_CECP_VARIANTS_H
#define MISERE_CECP_VARIANTS_H

#include "rules/ruleset.h"

#include <stdio.h>

/* The ruleset of that name; NULL if there is none, or it cannot be played over CECP, which has one
 * half-move a turn. `normal`, what GUIs play when nobody chooses, is the default ruleset. */
const Ruleset *cecp_variants_find(const char *name);

/* Prints the names, separated by commas. */
void cecp_variants_print(FILE *out);

/* Prints the lines that let a GUI show the board and the pieces of the variant of that name, which
 * is one that cecp_variants_find finds; none for a name that GUIs know themselves. */
void cecp_variants_print_setup(FILE *out, const char *name);

#endif
