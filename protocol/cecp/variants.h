/* variants: the rulesets as CECP variants, and what a GUI must be told to show a variant that it
 * does not know. Thread-safe. */
#ifndef MISERE_CECP_VARIANTS_H
#define MISERE_CECP_VARIANTS_H

#include "rules/ruleset.h"
#include "server/transcript.h"

/* Finds a ruleset by its variant name, in capitals or not. `normal`, the GUIs' default, is the
 * default ruleset. Returns NULL for an unknown name. Also returns NULL for mind control, whose
 * turns have two half-moves: a CECP move is a single half-move. */
const Ruleset *cecp_variants_find(const char *name);

/* Prints all variant names, separated by commas. */
void cecp_variants_print(Transcript *out);

/* Prints the `setup` and `piece` lines for a variant that cecp_variants_find knows; prints nothing
 * for a variant that GUIs know. */
void cecp_variants_print_setup(Transcript *out, const char *name);

#endif
