/* uci: the other end of UCI. Runs any UCI engine as a subprocess and asks it for moves.
 *
 * An engine may die, hang, flood or answer nonsense. Each is an error that the caller is told
 * within the call's deadline; none blocks the caller, kills it or makes it grow. Deadlines run on
 * the monotonic clock, in milliseconds from the call; a negative one means "never".
 *
 * A function that returns bool returns false and sets `error` (may be NULL) on failure. There are
 * two kinds. A refused argument (a line break in a command, an option that the engine does not
 * have, a search without a limit) sends nothing and leaves the client as it was. Anything the
 * engine did wrong makes the client *failed*: uci_client_failure() says how, and from then on every
 * call returns false with that first error. A failed client can only be stopped; start another.
 * The one exception is a search that is late, see uci_client_stop_search().
 *
 * Threads, and what is done to the engine's text: see process.h, which holds here too. */
#ifndef MISERE_CLIENT_UCI_H
#define MISERE_CLIENT_UCI_H

#include "client/common.h"
#include "rules/game.h"

typedef struct UciClient UciClient; /* one engine process */

/* Starts the engine in a process group of its own and waits for `uciok`. NULL on failure: not
 * executable, died, or silent beyond start_timeout_ms (then killing it may take 0.3 s more). The
 * caller stops it. Copies of config only the transcript and the cancel pointer. */
UciClient *uci_client_start(const ClientConfig *config, Error *error);

/* Ends the engine and everything it started in its process group, reaps it, frees the client and
 * sets *client to NULL. A sound engine is sent `quit` and given a second; one that failed is not
 * asked, nor one that was cancelled. Then SIGTERM, 0.3 s later SIGKILL. NULL and a pointer to NULL
 * are fine. */
void uci_client_stop(UciClient **client);

/* What the engine calls itself; the program's file name if it does not say. Never NULL. */
const char *uci_client_name(const UciClient *client);

/* Whether the engine announced the option; upper and lower case are alike. */
bool uci_client_has_option(const UciClient *client, const char *name);

/* Sends `setoption`. value NULL: a button. Refuses an option that was not announced. Does not
 * wait for the engine to act on it: uci_client_wait_ready() does. Takes at most 2 s. */
bool uci_client_set_option(UciClient *client, const char *name, const char *value, Error *error);

/* The same, if the engine has the option; else nothing. */
bool uci_client_set_option_if_supported(UciClient *client, const char *name, const char *value,
                                        Error *error);

/* Sends `isready` and waits for `readyok`. */
bool uci_client_wait_ready(UciClient *client, int timeout_ms, Error *error);

/* Sends `ucinewgame`, then as uci_client_wait_ready(). */
bool uci_client_new_game(UciClient *client, int timeout_ms, Error *error);

/* Sets the position: a FEN, or NULL for the start, and moves separated by spaces ("" or NULL:
 * none). UCI has no answer to it. Takes at most 2 s. */
bool uci_client_position(UciClient *client, const char *fen, const char *moves, Error *error);

/* The same for the position that a game has come to, by all its turns in that style. */
bool uci_client_position_from_game(UciClient *client, const Game *game, Style style, Error *error);

/* Sends `go` and waits for bestmove until deadline_ms after. *answer (may be NULL) is set even on
 * failure, then to what was heard until then, with bestmove "". */
bool uci_client_go(UciClient *client, const ClientLimits *go, int deadline_ms,
                   ClientBestMove *answer, Error *error);

/* After a uci_client_go() that failed with CLIENT_FAILURE_HUNG because its deadline passed: the
 * engine still thinks, and uci_client_go() did not send `stop`. This does, and waits for bestmove.
 * Success makes the client sound again; elapsed_us still counts from `go`. Refused when no search
 * is late (then it is an error like any other). */
bool uci_client_stop_search(UciClient *client, int timeout_ms, ClientBestMove *answer,
                            Error *error);

/* Whether the client has not failed and the process still runs, as far as is known now. */
bool uci_client_alive(const UciClient *client);

ClientFailure uci_client_failure(const UciClient *client);

#endif
