/* cecp: a client for engines that speak CECP, the protocol of XBoard and WinBoard, versions 1
 * and 2. Runs an engine as a subprocess and asks it for moves.
 *
 * Failures, deadlines and refused arguments are as in uci.h, but a search cannot be stopped: one
 * that is late makes the client failed for good. The engine is in force mode except for its own
 * turns. It is told each move as it is made, and never ponders.
 *
 * Threads, and how the engine's output is cleaned: see process.h.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", as of XBoard 4.9. */
#ifndef MISERE_CLIENT_CECP_H
#define MISERE_CLIENT_CECP_H

#include "base/error.h"
#include "client/common.h"

typedef struct CecpClient CecpClient; /* one engine process */

/* Starts the engine in a process group of its own and waits for its features until `done=1`: for
 * 2 s, or after `done=0` for config->start_timeout_ms. An engine without features speaks version 1.
 * NULL on failure. The caller stops it. Of what config points to, only the transcript and the
 * cancel flag are used later. */
CecpClient *cecp_client_start(const ClientConfig *config, Error *error);

/* As uci_client_stop(). */
void cecp_client_stop(CecpClient **client);

/* What the engine calls itself; the program's file name if it does not say. Never NULL. */
const char *cecp_client_name(const CecpClient *client);

ClientFailure cecp_client_failure(const CecpClient *client);

/* May another game be played in the same process? */
bool cecp_client_can_reuse(const CecpClient *client);

/* Whether the engine plays the variant of that name; true for an engine that does not list any. */
bool cecp_client_has_variant(const CecpClient *client, const char *variant);

/* Whether the engine announced the option; ignores case. "Hash" stands for the
 * feature `memory`, "Threads" for `smp`. */
bool cecp_client_has_option(const CecpClient *client, const char *name);

/* Sets an option to a value in the engine's form: 0 or 1 for a check box, NULL to press a button.
 * "Hash" is in MiB. Refuses an option that was not announced. Takes at most 2 s. */
bool cecp_client_set_option(CecpClient *client, const char *name, const char *value, Error *error);

/* Begins a game of the variant (NULL: chess, or the only one that the engine knows) from the FEN
 * (NULL: the variant's start), and waits until the engine is ready, if it has the feature `ping`.
 * Refuses a variant that the engine does not play, and a FEN if it has no `setboard`.
 *
 * CECP counts increments and times for a move in seconds; a fraction, which not every engine
 * understands, is sent only if there is one. */
bool cecp_client_new_game(CecpClient *client, const char *variant, const char *fen,
                          const ClientTimeControl *time, int timeout_ms, Error *error);

/* Sends a move of the opponent, or one that was made before the engine began to play: in
 * coordinates, as "e7e8q"; "0000" is a pass. Whether the engine refuses it is known only at a later
 * call. Takes at most 2 s. */
bool cecp_client_send_move(CecpClient *client, const char *move, Error *error);

/* Asks the engine, which is to move, for its move. Waits at most 5 s until it has processed what it
 * was sent before, then at most deadline_ms for the move. own_ms and other_ms are the times left to
 * it and to its opponent; negative: no clock. The engine considers its move made: it must not be
 * sent.
 *
 * *answer (may be NULL) is set even on failure: to what was received until then, with bestmove "".
 * A pass is "0000"; any other word is as sent. After an engine has resigned, or said that the game
 * is over, bestmove is "" until the next game. */
bool cecp_client_go(CecpClient *client, int64_t own_ms, int64_t other_ms, int deadline_ms,
                    ClientBestMove *answer, Error *error);

/* Tells the engine how the game has ended: "1-0 {checkmate}". Takes at most 2 s. */
bool cecp_client_send_result(CecpClient *client, const char *result, Error *error);

#endif
