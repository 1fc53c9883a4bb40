/* variant: the names of rulesets in files, our own and other programs'. Pure and thread-safe. */
#ifndef MISERE_FILES_MODEL_VARIANT_H
#define MISERE_FILES_MODEL_VARIANT_H

#include "rules/ruleset.h"

/* The ruleset with this name: our own or one that chess servers and their clients use, ignoring
 * capitals, blanks, hyphens, apostrophes, slashes, underscores and points. NULL for an unknown
 * name. */
const Ruleset *variant_find(const char *name);

/* The name for PGN's tag `Variant`: Lichess's, if the ruleset is played there, or else our own. */
const char *variant_name(const Ruleset *rules);

#endif
