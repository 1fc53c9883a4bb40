/* stored: a game with everything that a file can store about it, for callers in other languages.
 * Only one thread at a time may use a WasmStored.
 *
 * The functions of wasm/game/wasm_game.h take its `wasm`, which is at the same address; but its
 * turns are played and taken back, and it is freed, with the functions below. They answer as those
 * do. Times are in milliseconds; NAN stands for one that is unknown or unlimited. Texts are UTF-8.
 */
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

/* Plays a turn, and reopens the game. `clock_ms` is the player's remaining time after it. */
bool wasm_stored_play(WasmStored *game, const char *turn, double clock_ms);

/* As stored_game_undo(). */
bool wasm_stored_take_back(WasmStored *game);

/* --- the end --- */

/* "1-0", "0-1", "1/2-1/2" or "*". */
bool wasm_stored_result(WasmStored *game);

/* Why: an outcome's name, such as "checkmate"; or the words for a forfeit, such as "resignation";
 * or "" if the game is not over, or if only its file states the result. */
bool wasm_stored_reason(WasmStored *game);

/* End the game: `loser`, a Colour, loses for a reason, which is cut if it is too long; on time; or
 * by resignation. These fail if the game is over. */
bool wasm_stored_forfeit(WasmStored *game, int loser, const char *reason);
bool wasm_stored_expire(WasmStored *game, int loser);
bool wasm_stored_resign(WasmStored *game, int loser);

/* --- names, tags and clocks --- */

/* The names of the players, "white" and "black", and the tags "event", "site", "date", "round",
 * "termination" and "timeControl".*/
bool wasm_stored_get(WasmStored *game, const char *name);
bool wasm_stored_set(WasmStored *game, const char *name, const char *value);

bool wasm_stored_is_timed(const WasmStored *game);
void wasm_stored_set_timed(WasmStored *game, bool timed);
double wasm_stored_initial_ms(const WasmStored *game, int player);
double wasm_stored_current_ms(const WasmStored *game, int player);
void wasm_stored_set_clock(WasmStored *game, int player, double initial_ms, double current_ms);

/* Does the game have comments, variations or marks that these functions cannot give? They are
 * written to PGN again, unless the reader has passed them over. */
bool wasm_stored_has_dropped_annotations(const WasmStored *game);

/* --- annotations; 0 <= turn < wasm_stored_turn_count() --- */

int wasm_stored_turn_count(const WasmStored *game);

/* The player's remaining time after the turn. */
double wasm_stored_turn_clock(const WasmStored *game, int turn);

typedef enum { WASM_SCORE_NONE, WASM_SCORE_CP, WASM_SCORE_MATE } WasmScoreKind;

/* The score from the player's point of view, in centipawns or turns. The others are 0 if unknown.
 */
int wasm_stored_score_kind(const WasmStored *game, int turn);
int wasm_stored_score(const WasmStored *game, int turn);
int wasm_stored_depth(const WasmStored *game, int turn);
double wasm_stored_nodes(const WasmStored *game, int turn);
double wasm_stored_elapsed_ms(const WasmStored *game, int turn);

/* The comment after the turn; "" if there is none. */
bool wasm_stored_comment(WasmStored *game, int turn);

/* These set them, and fail if there is not enough memory. */
bool wasm_stored_set_score(WasmStored *game, int turn, int kind, int score);
bool wasm_stored_set_effort(WasmStored *game, int turn, int depth, double nodes, double elapsed_ms);
bool wasm_stored_set_comment(WasmStored *game, int turn, const char *comment);

/* --- files --- */

typedef enum { WASM_FORMAT_XML, WASM_FORMAT_PGN, WASM_FORMAT_1994 } WasmFormat;

/* The answer is the text of a file with this game. */
bool wasm_stored_write(WasmStored *game, int format);

#endif
