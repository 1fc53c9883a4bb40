/* client: an engine that runs as a subprocess and speaks UCI, CECP or TextUI, and the policy for
 * restarting an engine that failed.
 *
 * An engine may die, hang, flood or send nonsense. The call then fails within its timeout; nothing
 * blocks the caller, kills it or makes it use unbounded memory. Timeouts are in milliseconds from
 * the call, by the monotonic clock; a negative one means no limit. A call without a timeout takes
 * at most 2 s.
 *
 * On failure a function that returns bool sets `error` (may be NULL) and returns false. There are
 * two kinds of failure. A refused argument (a line break in a command, an option that the engine
 * does not have, a search without a limit) sends nothing and changes nothing. A fault of the engine
 * makes the client *failed*: client_failure() says how, and from then on every call returns false
 * with that first error. A failed client can only be stopped, unless its search was late: see
 * client_stop_search().
 *
 * Restart policy: a failed process is not used again, unless its search was late but could be
 * stopped. client_retry() tries a failed request once more, with a new process. Where a failure
 * decides the game, as in a match, the caller does not retry; client_must_restart() then says that
 * the next game needs a new process.
 *
 * Only the thread that started a Client may use it, and that thread must live until the engine is
 * stopped (see process.h, also for how its output is cleaned). Call gamefile_init() before using a
 * TextUI program. */
#ifndef MISERE_CLIENT_CLIENT_H
#define MISERE_CLIENT_CLIENT_H

#include "client/operations.h"

/* How long to wait for an engine to start, and for each answer that needs no search, unless the
 * user says. Long, as the machine may be busy and the engine may have to read large files. */
enum { CLIENT_START_MS = 10000 };

/* Starts the engine in a process group of its own and waits until it is ready for options. Returns
 * NULL if it is not executable, dies, or is not ready within start_timeout_ms (killing it may take
 * another 0.3 s). The caller stops it. After this call, only the transcript and the cancel flag of
 * config are still used; with TextUI, all that config points to. */
Client *client_start(const ClientConfig *config, Error *error);

/* Ends the engine and everything that it started, as process_stop() does, and sets *client to NULL.
 * NULL and a pointer to NULL are allowed. */
void client_stop(Client **client);

/* The name that the engine gives itself; if it gives none, the program's file name. Never NULL. */
const char *client_name(const Client *client);

/* Why the engine can no longer be used; CLIENT_FAILURE_NONE if it can. */
ClientFailure client_failure(const Client *client);

/* Does the next game need a new process? True if this one failed, or can play only one game. */
bool client_must_restart(const Client *client);

/* Did the engine announce the option? Case is ignored. False for TextUI, which has no options. With
 * CECP "Hash" stands for the feature `memory`, "Threads" for `smp`. */
bool client_has_option(const Client *client, const char *name);

/* Sets an option; a NULL value presses a button. With CECP a check box is 0 or 1. Refuses an option
 * that the engine did not announce, and a value that is not of the announced type, range or list
 * (see client_options.h). Does not wait until the engine has acted on it. */
bool client_set_option(Client *client, const char *name, const char *value, Error *error);

/* Sets an option as above, but skips one that the engine did not announce. */
bool client_set_option_if_supported(Client *client, const char *name, const char *value,
                                    Error *error);

/* Sets the variant of future games. `variant` is the engine's name for it, and must stay valid
 * until the engine is stopped. Refuses a variant that the engine does not play. Has no effect on
 * TextUI programs, which are told the ruleset with each game. */
bool client_set_variant(Client *client, const char *variant, Error *error);

/* Waits until the engine has processed its options, if its protocol can tell. Fails if it has
 * refused the last one, which does not make the client failed: with `info string error ...` or, for
 * the option NAME, `info string NAME: ...` in UCI, with `Error (...): option` and the like in
 * CECP. */
bool client_wait_ready(Client *client, int timeout_ms, Error *error);

/* Sets an option and waits until the engine has accepted it. Errors name the option, the value and
 * what would be right, as far as the engine says that. */
bool client_apply_option(Client *client, const char *name, const char *value, int timeout_ms,
                         Error *error);

/* Begins a game. `game` may be NULL for UCI, which only announces that a new game begins. */
bool client_new_game(Client *client, const ClientGame *game, int timeout_ms, Error *error);

/* Tells the engine the game so far and asks for its move. Even on failure, *answer is set to what
 * has been received by then. The move is text, and may be illegal. Waits up to search->timeout_ms
 * for the move; with CECP and TextUI, waiting for other answers may add a few seconds. */
bool client_go(Client *client, const ClientSearch *search, ClientBestMove *answer, Error *error);

/* Lets the engine think about search->game, which includes the reply that it expects, until the
 * next call: if that is a client_go() with the same turns, the search goes on as that one;
 * otherwise it is stopped first, within the time of that call. Implemented only for UCI; otherwise
 * does nothing and returns true. */
bool client_ponder(Client *client, const ClientSearch *search, Error *error);

/* After client_go() failed with CLIENT_FAILURE_HUNG at its timeout: stops the search and waits for
 * its move. On success the engine can be used again; elapsed_us still counts from `go`. Refused if
 * no search is late. Implemented only for UCI; otherwise sets *error and returns false. *answer may
 * be NULL. */
bool client_stop_search(Client *client, int timeout_ms, ClientBestMove *answer, Error *error);

/* Like client_go(), but stops a late search, and accepts only a legal turn, which it stores in
 * *turn. An illegal turn is an error, but not a CLIENT_FAILURE. */
bool client_choose_turn(Client *client, const ClientSearch *search, ClientBestMove *answer,
                        Turn *turn, Error *error);

/* Tells the engine that the game has ended, if its protocol can. `result` is "1-0", "0-1" or
 * "1/2-1/2". */
void client_game_over(Client *client, const Game *game, const char *result, const char *reason);

/* Makes one attempt at a request. Must start the engine if *client is NULL. */
typedef bool ClientAttempt(Client **client, void *context, Error *error);

/* Tries a request; if that fails, tries once more with a new process, unless clock_now_ms() has
 * reached `deadline_ms` (INT64_MAX: no deadline). On failure the engine is stopped, *client is NULL
 * and *error is set by the last attempt. */
bool client_retry(Client **client, ClientAttempt *attempt, void *context, int64_t deadline_ms,
                  Error *error);

#endif
