/* textui_client: the operations of client.h for programs that speak the course's TextUI. The
 * functions below are the steps of a search; failures are as in client.h.
 *
 * A late turn makes the client fail permanently. An answer that the command does not allow is
 * CLIENT_FAILURE_PROTOCOL, and the error quotes it. The program applies the rules itself: it knows
 * when a turn is lost by stalemate and when the game is over.
 *
 * A new game has the stored game's ruleset, position, turns and current clocks. One that the
 * commands cannot express is saved in a file for the program to load, in a private folder in TMPDIR
 * (else /tmp); the file is removed before client_new_game() returns. In the fall 2003 dialect each
 * game has a new process, and the clocks run in real time once client_new_game() has returned. */
#ifndef MISERE_CLIENT_TEXTUI_CLIENT_H
#define MISERE_CLIENT_TEXTUI_CLIENT_H

#include "client/operations.h"

/* Sends a turn of the opponent, in the course's format, and (not in fall 2003) the time that it
 * took. A forced pass must not be sent. If the program answers that the game is over, this
 * succeeds; textui_client_go() then reports the end. Takes at most 10 s. */
bool textui_client_send_turn(Client *client, const char *turn, int64_t used_ms, Error *error);

/* Asks the program for its turn. It must be the program's turn to move. Waits at most timeout_ms
 * until it has chosen, then at most 10 s until it has made the turn.
 *
 * Even on failure, *answer (may be NULL) is set, with bestmove "". On success bestmove is the turn
 * as printed. If the program says that the game is over, claim is its line ("White Player has
 * won"); bestmove is then the turn that ended the game, or "" if there was none. Of the other
 * members only elapsed_us is set. */
bool textui_client_go(Client *client, int timeout_ms, ClientBestMove *answer, Error *error);

#endif
