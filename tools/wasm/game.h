/* game: a game as texts, for callers in other languages. Only one thread at a time may use a
 * WasmGame.
 *
 * Functions that return bool write their answer, or on failure the reason, to a text that
 * wasm_game_text() returns; a failure changes nothing else. A style is a Style of notation.h. */
#ifndef MISERE_WASM_GAME_H
#define MISERE_WASM_GAME_H

#include <stdbool.h>

typedef struct WasmGame WasmGame;

/* Starts a game of the default ruleset. NULL if memory is out. */
WasmGame *wasm_game_new(void);
void wasm_game_free(WasmGame *game);

/* The last answer or error; valid until the next call with this game. */
const char *wasm_game_text(const WasmGame *game);

/* Starts a new game of a ruleset from a FEN; "" is the initial position. With tournament_draws the
 * third repetition and the fifty-move rule end it. */
bool wasm_game_start(WasmGame *game, const char *ruleset, const char *fen, bool tournament_draws);

/* Plays a turn in any notation; a forced pass before it may be left out. */
bool wasm_game_play(WasmGame *game, const char *turn);

/* Takes back the last turn, which may be a forced pass. */
bool wasm_game_take_back(WasmGame *game);

/* All legal turns in ASCII order, a line each: in STYLE_COURSE a pass may be an empty line. */
bool wasm_game_turns(WasmGame *game, int style);

/* The turns played so far, a line each. */
bool wasm_game_history(WasmGame *game, int style);

/* Reads a legal turn in any notation and writes it in this one. */
bool wasm_game_notation(WasmGame *game, const char *turn, int style);

/* As the UCI command `status` prints it: "playing white", "won black piecesLost", ... */
bool wasm_game_status(WasmGame *game);

/* The FEN; fails if the game ended in the middle of a turn. */
bool wasm_game_fen(WasmGame *game);

/* The 64 squares from a1, b1 to h8, as FEN letters and `.`. */
bool wasm_game_board(WasmGame *game);

/* --- rulesets, 0 <= index < wasm_ruleset_count() --- */

int wasm_ruleset_count(void);
const char *wasm_ruleset_name(int index);
const char *wasm_ruleset_start_fen(int index);
const char *wasm_ruleset_family(int index);

#endif
