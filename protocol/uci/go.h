/* go: parses the UCI command `go`. Pure and thread-safe. */
#ifndef MISERE_UCI_GO_H
#define MISERE_UCI_GO_H

#include "core/engine.h"

/* Parses the words after `go`, for the player whose turn it is in `game`. Sets *perft_depth to the
 * depth in half-moves of `go perft N`; -1 for a search. `words` is modified. On failure sets
 * *error, which names the word by its number (`go` is word 1), and returns false. */
bool uci_parse_go(const Game *game, char *words, GoParams *go, int *perft_depth, Error *error);

#endif
