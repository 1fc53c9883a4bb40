/* game: a game as texts, for callers in other languages. Only one thread at a time may use a
 * WasmGame.
 *
 * Functions that return bool leave their answer, or on failure the reason, as a text that
 * wasm_game_text() returns; a failure changes nothing else. A style is a Style of notation.h. */
#ifndef MISERE_WASM_GAME_GAME_H
#define MISERE_WASM_GAME_GAME_H

#include "rules/game.h"
#include "wasm/game/answer.h"

typedef struct {
    Game *game; /* belongs to the maker of the WasmGame */
    WasmAnswer answer;
} WasmGame;

/* Starts a game of the default ruleset. NULL if memory is out. */
WasmGame *wasm_game_new(void);

/* Frees what wasm_game_new has made. */
void wasm_game_free(WasmGame *game);

/* The last answer or error; valid until the next call with this game. */
const char *wasm_game_text(const WasmGame *game);

/* Starts a new game of a ruleset from a FEN; "" is the initial position. With tournament_draws
 * threefold repetition and the fifty-move rule end it. The players get this many pass chips; a
 * negative number leaves what the FEN says. */
bool wasm_game_start(WasmGame *game, const char *ruleset, const char *fen, bool tournament_draws,
                     int white_chips, int black_chips);

/* Plays a turn in any notation; a forced pass before it may be left out. */
bool wasm_game_play(WasmGame *game, const char *turn);

/* Takes back the last turn, which may be a forced pass, or a loss on time. */
bool wasm_game_take_back(WasmGame *game);

/* --- the game --- */

bool wasm_game_ruleset(WasmGame *game);

/* The FEN of the first position; fails if the game began in the middle of a turn. */
bool wasm_game_start_fen(WasmGame *game);

bool wasm_game_has_tournament_draws(const WasmGame *game);

/* The turns played so far, a line each. */
bool wasm_game_history(WasmGame *game, int style);

/* As the UCI command `status` prints it: "playing white", "won black piecesLost", ... */
bool wasm_game_status(WasmGame *game);

/* --- the position --- */

/* All legal turns in ASCII order, a line each: in STYLE_COURSE a pass may be an empty line. */
bool wasm_game_turns(WasmGame *game, int style);

/* Reads a legal turn in any notation, as people type it, and writes it in this one. */
bool wasm_game_notation(WasmGame *game, const char *turn, int style);

/* The FEN; fails if the game ended in the middle of a turn. */
bool wasm_game_fen(WasmGame *game);

/* The next two describe the position now if `turn` is NULL, else the one after that legal turn, or
 * after the half-move that begins a turn of two. */

/* The 64 squares from a1, b1 to h8, as FEN letters and `.`. */
bool wasm_game_board(WasmGame *game, const char *turn);

/* Four lines of squares, separated by blanks: kings that are attacked; anti-kings that are not;
 * pieces that can capture, if the side to move must; and the same if it must capture or pass. */
bool wasm_game_marks(WasmGame *game, const char *turn);

/* The pass chips that White and Black have left: "2 1". */
bool wasm_game_chips(WasmGame *game);

#endif
