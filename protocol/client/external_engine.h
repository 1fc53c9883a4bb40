/* external_engine: an engine that runs as a subprocess and speaks UCI, CECP or TextUI, and the
 * policy for restarting an engine that failed.
 *
 * Failures, timeouts and refused arguments are as in uci.h: an engine that dies, hangs, floods or
 * sends nonsense makes the call fail within its time limit.
 *
 * Restart policy: a failed process is not used again, unless its search was late but could be
 * stopped. external_engine_retry() tries a failed request once more, with a new process. Where a
 * failure decides the game, as in a match, the caller does not retry;
 * external_engine_must_restart() then says that the next game needs a new process.
 *
 * Only the thread that started an ExternalEngine may use it, and that thread must live until the
 * engine is stopped (see process.h). Call gamefile_init() before using a TextUI program. */
#ifndef MISERE_CLIENT_EXTERNAL_ENGINE_H
#define MISERE_CLIENT_EXTERNAL_ENGINE_H

#include "client/external_protocol.h"

/* Initialise to zeros: not running. The members are private. */
typedef struct {
    const ExternalOperations *operations;
    void *client; /* NULL: not running */
} ExternalEngine;

/* Starts the engine and waits until it is ready for options. Does nothing if it is running. */
bool external_engine_start(ExternalEngine *engine, const ExternalEngineConfig *config,
                           Error *error);

/* Ends the engine and everything that it started, as process_stop() does. Does nothing if it is not
 * running. */
void external_engine_stop(ExternalEngine *engine);

bool external_engine_is_running(const ExternalEngine *engine);

/* All functions below need a running engine. */

/* The name that the engine gives itself; if it gives none, the program's file name. Never NULL. */
const char *external_engine_name(const ExternalEngine *engine);

/* Why the engine can no longer be used; CLIENT_FAILURE_NONE if it can. */
ClientFailure external_engine_failure(const ExternalEngine *engine);

/* Does the next game need a new process? True if this one failed, or can play only one game. */
bool external_engine_must_restart(const ExternalEngine *engine);

/* Did the engine announce the option? Case is ignored. False for TextUI, which has no options. */
bool external_engine_has_option(const ExternalEngine *engine, const char *name);

/* Sets an option; a NULL value presses a button. Refuses an option that the engine did not
 * announce. */
bool external_engine_set_option(ExternalEngine *engine, const char *name, const char *value,
                                Error *error);

/* Sets an option as above, but skips one that the engine did not announce. */
bool external_engine_set_option_if_supported(ExternalEngine *engine, const char *name,
                                             const char *value, Error *error);

/* Sets the variant of future games. `variant` is the engine's name for it, and must stay valid
 * until the engine is stopped. Refuses a variant that the engine does not play. Has no effect on
 * TextUI programs, which are told the ruleset with each game. */
bool external_engine_set_variant(ExternalEngine *engine, const char *variant, Error *error);

/* Waits until the engine has processed its options, if its protocol can tell. */
bool external_engine_wait_ready(ExternalEngine *engine, int timeout_ms, Error *error);

/* Begins a game. `game` may be NULL for UCI, which only announces that a new game begins. */
bool external_engine_new_game(ExternalEngine *engine, const ExternalGame *game, int timeout_ms,
                              Error *error);

/* Tells the engine the game so far and asks for its move. Even on failure, *answer is set to what
 * has been received by then. The move is text, and may be illegal. Waits up to search->timeout_ms
 * for the move; with CECP and TextUI, waiting for other answers may add a few seconds. */
bool external_engine_go(ExternalEngine *engine, const ExternalSearch *search,
                        ClientBestMove *answer, Error *error);

/* After external_engine_go() failed with CLIENT_FAILURE_HUNG: stops the search and waits for its
 * move. On success the engine can be used again. Implemented only for UCI; otherwise sets *error
 * and returns false. *answer may be NULL. */
bool external_engine_stop_search(ExternalEngine *engine, int timeout_ms, ClientBestMove *answer,
                                 Error *error);

/* Like external_engine_go(), but stops a late search, and accepts only a legal turn, which it
 * stores in *turn. An illegal turn is an error, but not a CLIENT_FAILURE. */
bool external_engine_choose_turn(ExternalEngine *engine, const ExternalSearch *search,
                                 ClientBestMove *answer, Turn *turn, Error *error);

/* Tells the engine that the game has ended, if its protocol can. `result` is "1-0", "0-1" or
 * "1/2-1/2". */
void external_engine_game_over(ExternalEngine *engine, const Game *game, const char *result,
                               const char *reason);

/* Makes one attempt at a request. Must start the engine if it is not running. */
typedef bool ExternalAttempt(ExternalEngine *engine, void *context, Error *error);

/* Tries a request; if that fails, tries once more with a new process, unless clock_now_ms() has
 * reached `deadline_ms` (INT64_MAX: no deadline). On failure the engine is stopped, and *error is
 * set by the last attempt. */
bool external_engine_retry(ExternalEngine *engine, ExternalAttempt *attempt, void *context,
                           int64_t deadline_ms, Error *error);

#endif
