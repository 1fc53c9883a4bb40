/* wasm_game: a game whose data are read as text by callers in other languages. Only one thread at a
 * time may use a WasmGame.
 *
 * Functions that return bool leave their answer, or on failure the reason, as a text that
 * wasm_game_text() returns; a failure changes nothing else. A style is a Style of notation.h. */
#ifndef MISERE_WASM_GAME_WASM_GAME_H
#define MISERE_WASM_GAME_WASM_GAME_H

#include "rules/duty.h"
#include "rules/game.h"
#include "wasm/game/answer.h"

typedef struct {
    Game *game;            /* owned by whoever made the WasmGame */
    RefusalReason refused; /* why the last text that was read as a turn was refused, if it was */
    Bitboard refusing;     /* the squares of that Refusal */
    WasmAnswer answer;
} WasmGame;

/* Starts a game of the default ruleset. NULL if there is not enough memory. */
WasmGame *wasm_game_new(void);

/* Frees a game made by wasm_game_new. */
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

/* The FEN of the first position; fails if the game began between the halves of a turn. */
bool wasm_game_start_fen(WasmGame *game);

bool wasm_game_has_tournament_draws(const WasmGame *game);

/* The turns played so far, one per line. */
bool wasm_game_history(WasmGame *game, int style);

/* As the UCI command `status` prints it: "playing white", "won black piecesLost", ... */
bool wasm_game_status(WasmGame *game);

/* --- the position --- */

/* All legal turns in ASCII order, one per line; in STYLE_COURSE a pass can be an empty line. */
bool wasm_game_turns(WasmGame *game, int style);

/* Converts a legal turn from any notation, upper or lower case, to the notation `style`. */
bool wasm_game_notation(WasmGame *game, const char *turn, int style);

/* Where a turn has two half-moves: converts a legal first one to STYLE_UCI; it ends with
 * ",gameover" if it ends the game, so that it is a turn. */
bool wasm_game_half(WasmGame *game, const char *half);

/* The FEN; fails if the game ended between the halves of a turn. */
bool wasm_game_fen(WasmGame *game);

/* The next four describe the current position if `turn` is NULL; else the position after that legal
 * turn, or, where a turn has two half-moves, after a first half-move. */

/* The 64 squares from a1, b1 to h8, as FEN letters and `.`. */
bool wasm_game_board(WasmGame *game, const char *turn);

/* Four lines of squares, separated by spaces: attacked kings; unattacked anti-kings; the pieces
 * that can capture, if the side to move must capture; the same, if it must capture or pass. */
bool wasm_game_marks(WasmGame *game, const char *turn);

/* The legal half-moves in STYLE_UCI, one per line. */
bool wasm_game_moves(WasmGame *game, const char *turn);

/* Why the piece on `square` has no legal half-move there; "" if it has one. */
bool wasm_game_why_not(WasmGame *game, const char *turn, const char *square);

/* Why the last call of the functions above that read a turn or a half-move, or of
 * wasm_game_why_not, has refused it: the reason's name and the squares that it names, in one line,
 * such as "pinned e8". "none" if it has not. */
bool wasm_game_refusal(WasmGame *game);

/* The pass chips that White and Black have left: "2 1". */
bool wasm_game_chips(WasmGame *game);

#endif
