/* game_to_json: a game with everything that is known about it as one JSON object, for programs in
 * other languages; tools/wasm/files.d.ts describes it as GameData. Thread-safe.
 *
 * The turns are one list: the main line, and after it the variations. Each follows the one before
 * it in the list, but the first of a variation has `instead`: the index of the turn that it
 * replaces. So nothing in the text is nested deeply. `outcome`, `losses` and `remarks` follow from
 * the rest; game_from_json.h, which reads the rest back, skips them. */
#ifndef MISERE_FILES_JSON_GAME_TO_JSON_H
#define MISERE_FILES_JSON_GAME_TO_JSON_H

#include "files/model/stored_game.h"

#include <stdio.h>

/* Writes the object in one line, without a newline. On failure sets *error and returns false. */
bool game_to_json(FILE *out, const StoredGame *stored, Error *error);

/* The words for a RulesetSource and a SkippedKind. */
extern const char *const JSON_RULESET_SOURCES[RULESET_FURTHEST + 1];
extern const char *const JSON_SKIPPED[SKIPPED_KINDS];

#endif
