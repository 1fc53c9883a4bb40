/* cecp_client: the operations of client.h for engines that speak CECP, the protocol of XBoard and
 * WinBoard, versions 1 and 2. The functions below are the steps of a game, for positions, moves and
 * results that need not be sound; failures are as in client.h.
 *
 * The engine starts by sending its features, up to `done=1`. The wait for them is limited to 2 s,
 * or to start_timeout_ms if the engine sends `done=0`. An engine that sends none is taken to speak
 * version 1. A search cannot be stopped, so a late search makes the client fail permanently. The
 * engine is in force mode except on its own turns, unless it ponders: then it stays in play, and
 * the opponent's move, sent after the clocks, is what asks it for its own.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", as of XBoard 4.9. */
#ifndef MISERE_CLIENT_CECP_CLIENT_H
#define MISERE_CLIENT_CECP_CLIENT_H

#include "client/operations.h"

/* Begins a game of the variant (NULL: chess, or the only variant that the engine knows) from the
 * FEN (NULL: the variant's initial position). If the engine has the feature `ping`, waits until it
 * is ready. Refuses a variant that the engine does not play, and a FEN if it has no `setboard`.
 *
 * CECP expresses increments and fixed times per move in seconds. A fraction is sent only if it is
 * not zero, since not every engine understands fractions. */
bool cecp_client_new_game(Client *client, const char *variant, const char *fen,
                          const ClientTimeControl *time, int timeout_ms, Error *error);

/* Sends a move of the opponent, or one that was made before the engine began to play, in
 * coordinates: "e7e8q", or "0000" for a pass. If the engine refuses the move, a later call fails.
 */
bool cecp_client_send_move(Client *client, const char *move, Error *error);

/* Asks the engine for its move. It must be the engine's turn to move. Waits at most 5 s until the
 * engine has processed all earlier commands, then at most timeout_ms for the move. own_ms and
 * other_ms are the times left to the engine and to its opponent; negative: no clock. The engine has
 * already made the move that it answers: do not send it back.
 *
 * Even on failure, *answer (may be NULL) is set to what has been received by then, with bestmove
 * "". A pass is "0000"; any other move is as the engine sent it. After an engine has resigned, or
 * said that the game is over, bestmove is "" until the next game. */
bool cecp_client_go(Client *client, int64_t own_ms, int64_t other_ms, int timeout_ms,
                    ClientBestMove *answer, Error *error);

/* Tells the engine how the game has ended, as in "1-0 {checkmate}". */
bool cecp_client_send_result(Client *client, const char *result, Error *error);

#endif
