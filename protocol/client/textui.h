/* textui: a client for programs that speak the course's TextUI. Runs a program as a subprocess and
 * lets it play one side.
 *
 * Failures, timeouts and refused arguments are as in uci.h, but a late turn makes the client fail
 * permanently. An answer that the command does not allow is CLIENT_FAILURE_PROTOCOL, and the error
 * quotes it. The program applies the rules itself: it knows when a turn is lost by stalemate and
 * when the game is over.
 *
 * See process.h for the rules on threads, and for how the program's output is cleaned. Call
 * gamefile_init() first. */
#ifndef MISERE_CLIENT_TEXTUI_H
#define MISERE_CLIENT_TEXTUI_H

#include "client/common.h"
#include "client/textui_dialect.h"
#include "files/model/stored_game.h"

typedef struct TextUiClient TextUiClient; /* one program */

/* Starts the program in a process group of its own; it need not print anything yet. Returns NULL on
 * failure. The caller stops it. Copies *config; everything that it points to must stay valid until
 * the client is stopped. */
TextUiClient *textui_client_start(const ClientConfig *config, TextUiDialect dialect, Error *error);

/* Like uci_client_stop(), but sends `QuitGame`. */
void textui_client_stop(TextUiClient **client);

/* The program's file name. Never NULL. */
const char *textui_client_name(const TextUiClient *client);

ClientFailure textui_client_failure(const TextUiClient *client);

/* Begins or continues a game in which the program plays the side `program`, with the stored game's
 * ruleset, position, turns and current clocks. A game that the commands cannot express is saved in
 * a file for the program to load, in a private folder in TMPDIR (else /tmp); the file is removed
 * before this returns. In the fall 2003 dialect this starts a new process for each game, so it must
 * be called from the same thread as textui_client_start(). In that dialect the clocks run in real
 * time once this returns. */
bool textui_client_new_game(TextUiClient *client, const StoredGame *stored, Colour program,
                            int timeout_ms, Error *error);

/* Sends a turn of the opponent, in the course's format, and (not in fall 2003) the time that it
 * took. A forced pass must not be sent. If the program answers that the game is over, this
 * succeeds; textui_client_go() then reports the end. Takes at most 10 s. */
bool textui_client_send_turn(TextUiClient *client, const char *turn, int64_t used_ms, Error *error);

/* Asks the program for its turn. It must be the program's turn to move. Waits at most timeout_ms
 * until it has chosen, then at most 10 s until it has made the turn.
 *
 * Even on failure, *answer (may be NULL) is set, with bestmove "". On success bestmove is the turn
 * as printed. If the program says that the game is over, claim is its line ("White Player has
 * won"); bestmove is then the turn that ended the game, or "" if there was none. Of the other
 * members only elapsed_us is set. */
bool textui_client_go(TextUiClient *client, int timeout_ms, ClientBestMove *answer, Error *error);

#endif
