/* pgn_variant: the names of the rulesets in PGN's tag `Variant`. Thread-safe. */
#ifndef MISERE_FILES_PGN_VARIANT_H
#define MISERE_FILES_PGN_VARIANT_H

#include "rules/ruleset.h"

/* The ruleset that a tag names: by our own name or by one that chess servers and their clients use,
 * ignoring case; NULL for an unknown name. */
const Ruleset *pgn_variant_find(const char *name);

/* The name to write: Lichess's, if the ruleset is played there, or else our own. */
const char *pgn_variant_name(const Ruleset *rules);

#endif
