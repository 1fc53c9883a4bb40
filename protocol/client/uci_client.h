/* uci_client: the operations of client.h for UCI engines. These functions are the steps of a
 * search, for the text of a position that need not be sound; failures are as in client.h. */
#ifndef MISERE_CLIENT_UCI_CLIENT_H
#define MISERE_CLIENT_UCI_CLIENT_H

#include "client/operations.h"

/* Sets the position, given by a FEN (NULL: the initial position) and by moves separated by spaces
 * ("" or NULL: none). The engine does not answer. */
bool uci_client_position(Client *client, const char *fen, const char *moves, Error *error);

/* Sends `go` and waits at most timeout_ms for `bestmove`. Even on failure, *answer (may be NULL) is
 * set to what has been received by then, with bestmove "". */
bool uci_client_go(Client *client, const ClientLimits *limits, int timeout_ms,
                   ClientBestMove *answer, Error *error);

#endif
