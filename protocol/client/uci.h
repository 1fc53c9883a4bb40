/* uci: a client for UCI engines. Runs an engine as a subprocess and asks it for moves.
 *
 * An engine may die, hang, flood or send nonsense. The call then fails within its timeout; nothing
 * blocks the caller, kills it or makes it use unbounded memory. Timeouts are in milliseconds from
 * the call, by the monotonic clock; a negative one means no limit.
 *
 * A function that returns bool returns false and sets `error` (may be NULL) on failure. There are
 * two kinds of failure. A refused argument (a line break in a command, an option that the engine
 * does not have, a search without a limit) sends nothing and changes nothing. A fault of the engine
 * makes the client *failed*: uci_client_failure() says how, and from then on every call returns
 * false with that first error. A failed client can only be stopped, with one exception: a search
 * that is late, see uci_client_stop_search().
 *
 * Threads, and how the engine's output is cleaned: see process.h. */
#ifndef MISERE_CLIENT_UCI_H
#define MISERE_CLIENT_UCI_H

#include "client/common.h"
#include "rules/game.h"

typedef struct UciClient UciClient; /* one engine process */

/* Starts the engine in a process group of its own and waits for `uciok`. NULL on failure: not
 * executable, died, or silent for start_timeout_ms (killing it may take another 0.3 s). The caller
 * stops it. Of what config points to, only the transcript and the cancel flag are used later. */
UciClient *uci_client_start(const ClientConfig *config, Error *error);

/* Ends the engine with `quit`, as process_stop() does, and sets *client to NULL. NULL and a pointer
 * to NULL are allowed. */
void uci_client_stop(UciClient **client);

/* What the engine calls itself; the program's file name if it gives no name. Never NULL. */
const char *uci_client_name(const UciClient *client);

/* Did the engine announce the option? Case is ignored. */
bool uci_client_has_option(const UciClient *client, const char *name);

/* Sends `setoption`; a NULL value presses a button. Refuses an option that was not announced. Does
 * not wait until the engine has acted on it; uci_client_wait_ready() does. Takes at most 2 s. */
bool uci_client_set_option(UciClient *client, const char *name, const char *value, Error *error);

/* Sends `isready` and waits for `readyok`. */
bool uci_client_wait_ready(UciClient *client, int timeout_ms, Error *error);

/* Sends `ucinewgame`, then does what uci_client_wait_ready() does. */
bool uci_client_new_game(UciClient *client, int timeout_ms, Error *error);

/* Sets the position: a FEN, or NULL for the initial position, and moves separated by spaces ("" or
 * NULL: none). The engine does not answer. Takes at most 2 s. */
bool uci_client_position(UciClient *client, const char *fen, const char *moves, Error *error);

/* Sets the position to a game's current one, by sending its start and all its turns in notation
 * `style`. */
bool uci_client_position_from_game(UciClient *client, const Game *game, Style style, Error *error);

/* Sends `go` and waits at most timeout_ms for `bestmove`. *answer (may be NULL) is set even on
 * failure: to what has been received by then, with bestmove "". */
bool uci_client_go(UciClient *client, const ClientLimits *go, int timeout_ms,
                   ClientBestMove *answer, Error *error);

/* After a uci_client_go() that failed with CLIENT_FAILURE_HUNG because its timeout passed: the
 * engine is still searching. Sends `stop` and waits for `bestmove`. Success makes the client usable
 * again; elapsed_us still counts from `go`. Refused if no search is late. */
bool uci_client_stop_search(UciClient *client, int timeout_ms, ClientBestMove *answer,
                            Error *error);

/* Is the engine still running, as far as is known now, and has the client not failed? */
bool uci_client_alive(const UciClient *client);

ClientFailure uci_client_failure(const UciClient *client);

#endif
