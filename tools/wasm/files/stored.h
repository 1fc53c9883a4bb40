/* stored: a game with everything that a file can store about it, for callers in other languages.
 * Only one thread at a time may use a WasmStored.
 *
 * The functions of wasm/game/wasm_game.h take its `wasm`, which is at the same address; but its
 * turns are played and taken back, and it is freed, with the functions below. They answer as those
 * do. */
#ifndef MISERE_WASM_FILES_STORED_H
#define MISERE_WASM_FILES_STORED_H

#include "files/model/stored_game.h"
#include "wasm/game/wasm_game.h"

typedef struct {
    WasmGame wasm; /* first */
    StoredGame stored;
} WasmStored;

/* A game of the default ruleset. NULL if there is not enough memory. */
WasmStored *wasm_stored_new(void);
void wasm_stored_free(WasmStored *game);

/* Plays a turn, and reopens the game. `clock_ms` is the player's time left after it; NAN: unknown.
 */
bool wasm_stored_play(WasmStored *game, const char *turn, double clock_ms);

/* As stored_game_undo(). */
bool wasm_stored_take_back(WasmStored *game);

/* The answer is the game as JSON: see game_to_json.h. */
bool wasm_stored_to_json(WasmStored *game);

/* Replaces the game by one in JSON: see game_from_json.h. */
bool wasm_stored_from_json(WasmStored *game, const char *json);

typedef enum { WASM_FORMAT_XML, WASM_FORMAT_PGN, WASM_FORMAT_1994 } WasmFormat;

/* The answer is the text of a file with this game. */
bool wasm_stored_write(WasmStored *game, int format);

#endif
