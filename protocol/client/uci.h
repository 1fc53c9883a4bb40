/* uci: a client for UCI engines. Runs an engine as a subprocess and asks it for moves.
 *
 * An engine may die, hang, flood or send nonsense. The call then fails within its timeout; nothing
 * blocks the caller, kills it or makes it use unbounded memory. Timeouts are in milliseconds from
 * the call, by the monotonic clock; a negative one means no limit.
 *
 * On failure a function that returns bool sets `error` (may be NULL) and returns false. There are
 * two kinds of failure. A refused argument (a line break in a command, an option that the engine
 * does not have, a search without a limit) sends nothing and changes nothing. A fault of the engine
 * makes the client *failed*: uci_client_failure() says how, and from then on every call returns
 * false with that first error. A failed client can only be stopped, unless its search was late: see
 * uci_client_stop_search().
 *
 * See process.h for the rules on threads, and for how the engine's output is cleaned. */
#ifndef MISERE_CLIENT_UCI_H
#define MISERE_CLIENT_UCI_H

#include "client/common.h"
#include "rules/game.h"

typedef struct UciClient UciClient; /* one engine process */

/* Starts the engine in a process group of its own and waits for `uciok`. Returns NULL if the engine
 * is not executable, dies, or does not answer within start_timeout_ms (killing it may take another
 * 0.3 s). The caller stops the client. After this call, only the transcript and the cancel flag of
 * config are still used. */
UciClient *uci_client_start(const ClientConfig *config, Error *error);

/* Ends the engine with `quit`, as process_stop() does, and sets *client to NULL. NULL and a pointer
 * to NULL are allowed. */
void uci_client_stop(UciClient **client);

/* The name that the engine gives itself; if it gives none, the program's file name. Never NULL. */
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

/* Sets the position, given by a FEN (NULL: the initial position) and by moves separated by spaces
 * ("" or NULL: none). The engine does not answer. Takes at most 2 s. */
bool uci_client_position(UciClient *client, const char *fen, const char *moves, Error *error);

/* Sets the position to a game's current one, by sending its start and all its turns in notation
 * `style`. */
bool uci_client_position_from_game(UciClient *client, const Game *game, Style style, Error *error);

/* Sends `go` and waits at most timeout_ms for `bestmove`. Even on failure, *answer (may be NULL) is
 * set to what has been received by then, with bestmove "". */
bool uci_client_go(UciClient *client, const ClientLimits *go, int timeout_ms,
                   ClientBestMove *answer, Error *error);

/* For use when uci_client_go() has failed with CLIENT_FAILURE_HUNG at its timeout, while the engine
 * is still searching. Sends `stop` and waits for `bestmove`. On success the client can be used
 * again; elapsed_us still counts from `go`. Refused if no search is late. */
bool uci_client_stop_search(UciClient *client, int timeout_ms, ClientBestMove *answer,
                            Error *error);

/* True if the client has not failed and, as far as is known, the engine is still running. */
bool uci_client_alive(const UciClient *client);

ClientFailure uci_client_failure(const UciClient *client);

#endif
