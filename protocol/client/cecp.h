/* cecp: the other end of CECP, the protocol of XBoard and WinBoard, versions 1 and 2. Runs
 * an engine as a subprocess and asks it for moves.
 *
 * What client.h says of failures, deadlines and refused arguments holds here, but no search is
 * halted: one that is late is a failure for good. The engine stays in force mode but for its own
 * turns. It is told moves as they are made; it never ponders.
 *
 * Threads, and what is done to the engine's text: see process.h.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", as XBoard 4.9 has it. */
#ifndef MISERE_CLIENT_CECP_H
#define MISERE_CLIENT_CECP_H

#include "base/error.h"
#include "client/common.h"

typedef struct CecpClient CecpClient; /* one engine process */

/* Starts the engine in a process group of its own and waits for its features until `done=1`: 2 s,
 * and if it says `done=0`, until config->start_timeout_ms. One that says nothing speaks version 1.
 * NULL on failure. The caller stops it. Copies of config only the transcript and the cancel
 * pointer. */
CecpClient *cecp_client_start(const ClientConfig *config, Error *error);

/* As uci_client_stop(). */
void cecp_client_stop(CecpClient **client);

/* What the engine calls itself; the program's file name if it does not say. Never NULL. */
const char *cecp_client_name(const CecpClient *client);

ClientFailure cecp_client_failure(const CecpClient *client);

/* May another game follow in the same process? */
bool cecp_client_can_reuse(const CecpClient *client);

/* Whether the engine plays the variant of that name; true of any if it does not say. */
bool cecp_client_has_variant(const CecpClient *client, const char *variant);

/* Whether the engine announced the option; upper and lower case are alike. "Hash" is there if it
 * can be told its memory, "Threads" if it can be told the number of cores. */
bool cecp_client_has_option(const CecpClient *client, const char *name);

/* Sets an option, to a value as the engine wants it: of a check box 0 or 1. value NULL: a button.
 * "Hash" is in MiB. Refuses an option that was not announced. Takes at most 2 s. */
bool cecp_client_set_option(CecpClient *client, const char *name, const char *value, Error *error);

/* Begins a game of the variant (NULL: chess, or the only one that the engine knows) from the FEN
 * (NULL: the variant's start), and waits until the engine is ready, if it can say so. Refuses a
 * variant that the engine does not play, and a FEN if it has no `setboard`. */
bool cecp_client_new_game(CecpClient *client, const char *variant, const char *fen,
                          const ClientTimeControl *time, int timeout_ms, Error *error);

/* Tells the engine a move of the opponent, or one that was made before it began to play:
 * coordinates, as "e7e8q"; "0000" is a pass. That it was refused is known at a later call. Takes at
 * most 2 s. */
bool cecp_client_send_move(CecpClient *client, const char *move, Error *error);

/* Asks the engine, which is to move, for its move and waits for it until deadline_ms after; before
 * that at most 5 s until it has dealt with what it was told. The clocks are what is left to it and
 * to its opponent; negative: none. It knows then that the move was made, and must not be told.
 *
 * *answer (may be NULL) is set even on failure, then to what was heard until then, with bestmove
 * "". A pass is "0000"; any other word is as sent. An engine that resigns, or that calls the game
 * over, is asked no more: bestmove is "", and so it remains until the next game. */
bool cecp_client_go(CecpClient *client, int64_t own_ms, int64_t other_ms, int deadline_ms,
                    ClientBestMove *answer, Error *error);

/* Tells the engine how the game has ended: "1-0 {checkmate}". Takes at most 2 s. */
bool cecp_client_send_result(CecpClient *client, const char *result, Error *error);

#endif
