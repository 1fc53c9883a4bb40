/* external_engine: an engine that runs as a subprocess, whichever of UCI, CECP and TextUI it
 * speaks, and the policy by which a failed one is restarted.
 *
 * Failures, deadlines and refused arguments are as in uci.h: an engine that dies, hangs, floods or
 * sends nonsense makes the call fail within its deadline, and no later call asks that process
 * again.
 *
 * Restart policy: a failed process is never used again, unless its only fault is a search that was
 * late and could be stopped. external_engine_retry() gives a request a second try with a new
 * process. Where a failure decides the game, as in a match, the
 * caller does not retry; external_engine_must_restart() then says that the next game needs a new
 * process.
 *
 * One thread at a time may use an ExternalEngine: the one that started it, which must live until it
 * is stopped (see process.h). TextUI programs need gamefile_init() first. */
#ifndef MISERE_CLIENT_EXTERNAL_ENGINE_H
#define MISERE_CLIENT_EXTERNAL_ENGINE_H

#include "client/external_protocol.h"

/* Zeroed: not running. The members are private. */
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

/* All below need a running engine. */

/* What the engine calls itself; the program's file name if it does not say. Never NULL. */
const char *external_engine_name(const ExternalEngine *engine);

/* Why the engine can no longer be used; CLIENT_FAILURE_NONE if it can. */
ClientFailure external_engine_failure(const ExternalEngine *engine);

/* Does the next game need a new process? True if this one failed, or can play only one game. */
bool external_engine_must_restart(const ExternalEngine *engine);

/* Whether the engine announced the option; ignores case. TextUI has none. */
bool external_engine_has_option(const ExternalEngine *engine, const char *name);

/* Sets an option; a NULL value presses a button. Refuses one that the engine did not announce. */
bool external_engine_set_option(ExternalEngine *engine, const char *name, const char *value,
                                Error *error);

/* The same, but an option that was not announced is skipped. */
bool external_engine_set_option_if_supported(ExternalEngine *engine, const char *name,
                                             const char *value, Error *error);

/* Sets the variant of the games to come, by the engine's name for it; `variant` must last until the
 * engine is stopped. Refuses one that the engine does not play. TextUI programs are told with each
 * game, by the ruleset's own name. */
bool external_engine_set_variant(ExternalEngine *engine, const char *variant, Error *error);

/* Waits until the engine has processed its options, if its protocol can tell. */
bool external_engine_wait_ready(ExternalEngine *engine, int timeout_ms, Error *error);

/* Begins a game. UCI says no more than that a game begins, and accepts NULL. */
bool external_engine_new_game(ExternalEngine *engine, const ExternalGame *game, int timeout_ms,
                              Error *error);

/* Tells the engine the game so far and asks for its move. *answer is set even on failure: to what
 * was received until then. The move is text, and may be illegal. Waits timeout_ms after the engine
 * was asked, and a few seconds more where CECP or TextUI wait for other answers. */
bool external_engine_go(ExternalEngine *engine, const ExternalSearch *search,
                        ClientBestMove *answer, Error *error);

/* After external_engine_go() failed with CLIENT_FAILURE_HUNG: stops the search and waits for its
 * move. Success makes a UCI engine usable again. The other protocols cannot do this: returns false.
 * *answer may be NULL. */
bool external_engine_stop_search(ExternalEngine *engine, int timeout_ms, ClientBestMove *answer,
                                 Error *error);

/* external_engine_go(), where a search that is late is stopped, and only a legal turn counts: *turn
 * is set, too, on success. An illegal turn is an error, but no CLIENT_FAILURE. */
bool external_engine_choose_turn(ExternalEngine *engine, const ExternalSearch *search,
                                 ClientBestMove *answer, Turn *turn, Error *error);

/* Tells the engine that the game has ended, if its protocol can. `result` is "1-0", "0-1" or
 * "1/2-1/2". */
void external_engine_game_over(ExternalEngine *engine, const Game *game, const char *result,
                               const char *reason);

/* One try at a request. It starts the engine if it is not running. */
typedef bool ExternalAttempt(ExternalEngine *engine, void *context, Error *error);

/* Tries a request, and if that fails once more with a new process, unless it is then past
 * `deadline_ms` by clock_now_ms() (INT64_MAX: none). On failure the engine is stopped, and *error
 * is that of the last try. */
bool external_engine_retry(ExternalEngine *engine, ExternalAttempt *attempt, void *context,
                           int64_t deadline_ms, Error *error);

#endif
