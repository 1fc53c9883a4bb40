/* cecp: a client for engines that speak CECP, the protocol of XBoard and WinBoard, versions 1 and
 * 2. Runs an engine as a subprocess and asks it for moves.
 *
 * Failures, timeouts and refused arguments are as in uci.h, but a search cannot be stopped, so a
 * late search makes the client fail permanently. The engine is in force mode except on its own
 * turns. It is sent each move as soon as that is made, and never ponders.
 *
 * See process.h for the rules on threads, and for how the engine's output is cleaned.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", as of XBoard 4.9. */
#ifndef MISERE_CLIENT_CECP_H
#define MISERE_CLIENT_CECP_H

#include "base/error.h"
#include "client/common.h"

typedef struct CecpClient CecpClient; /* one engine process */

/* Starts the engine in a process group of its own and waits for its features, up to `done=1`. The
 * wait is limited to 2 s, or to config->start_timeout_ms if the engine sends `done=0`. An engine
 * that sends no features is taken to speak version 1. Returns NULL on failure. The caller stops the
 * client. After this call, only the transcript and the cancel flag of config are still used. */
CecpClient *cecp_client_start(const ClientConfig *config, Error *error);

/* As uci_client_stop(). */
void cecp_client_stop(CecpClient **client);

/* The name that the engine gives itself; if it gives none, the program's file name. Never NULL. */
const char *cecp_client_name(const CecpClient *client);

ClientFailure cecp_client_failure(const CecpClient *client);

/* May another game be played in the same process? */
bool cecp_client_can_reuse(const CecpClient *client);

/* Does the engine play the variant? Also true if the engine lists no variants. */
bool cecp_client_has_variant(const CecpClient *client, const char *variant);

/* Did the engine announce the option? Case is ignored. "Hash" stands for the feature `memory`,
 * "Threads" for `smp`. */
bool cecp_client_has_option(const CecpClient *client, const char *name);

/* Sets an option to a value in CECP's form: 0 or 1 for a check box, NULL for a button. "Hash" is in
 * MiB. Refuses an option that was not announced. Takes at most 2 s. */
bool cecp_client_set_option(CecpClient *client, const char *name, const char *value, Error *error);

/* Begins a game of the variant (NULL: chess, or the only variant that the engine knows) from the
 * FEN (NULL: the variant's initial position). If the engine has the feature `ping`, waits until it
 * is ready. Refuses a variant that the engine does not play, and a FEN if it has no `setboard`.
 *
 * CECP expresses increments and fixed times per move in seconds. A fraction is sent only if it is
 * not zero, since not every engine understands fractions. */
bool cecp_client_new_game(CecpClient *client, const char *variant, const char *fen,
                          const ClientTimeControl *time, int timeout_ms, Error *error);

/* Sends a move of the opponent, or one that was made before the engine began to play, in
 * coordinates: "e7e8q", or "0000" for a pass. If the engine refuses the move, a later call fails.
 * Takes at most 2 s. */
bool cecp_client_send_move(CecpClient *client, const char *move, Error *error);

/* Asks the engine for its move. It must be the engine's turn to move. Waits at most 5 s until the
 * engine has processed all earlier commands, then at most timeout_ms for the move. own_ms and
 * other_ms are the times left to the engine and to its opponent; negative: no clock. The engine has
 * already made the move that it answers: do not send it back.
 *
 * Even on failure, *answer (may be NULL) is set to what has been received by then, with bestmove
 * "". A pass is "0000"; any other move is as the engine sent it. After an engine has resigned, or
 * said that the game is over, bestmove is "" until the next game. */
bool cecp_client_go(CecpClient *client, int64_t own_ms, int64_t other_ms, int timeout_ms,
                    ClientBestMove *answer, Error *error);

/* Tells the engine how the game has ended, as in "1-0 {checkmate}". Takes at most 2 s. */
bool cecp_client_send_result(CecpClient *client, const char *result, Error *error);

#endif
