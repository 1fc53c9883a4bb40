/* game_from_json: reads what game_to_json.h has written. Thread-safe; gamefile_init must have been
 * called if the text has a member `xml`. */
#ifndef MISERE_FILES_JSON_GAME_FROM_JSON_H
#define MISERE_FILES_JSON_GAME_FROM_JSON_H

#include "files/model/stored_game.h"

/* Reads a game into `stored`, which is uninitialised or freed. Members may come in any order, and
 * only `ruleset` is required. A member of the wrong kind, an illegal turn, a number out of range
 * and an unknown name are errors; unknown members are skipped. The text is NUL-terminated. On
 * failure sets *error and returns false; then `stored` needs no freeing. */
bool game_from_json(const char *text, StoredGame *stored, Error *error);

#endif
