/* go: what follows `go`. Pure. */
#ifndef MISERE_UCI_GO_H
#define MISERE_UCI_GO_H

#include "core/engine.h"

typedef struct {
    GoParams params;
    Turn searchmoves[MULTIPV_MAX]; /* those of params */
    int perft_depth;               /* negative: no perft, but a search */
} GoCommand;

/* Reads the words, which are changed, for the game's player. On failure says why and returns
 * false. */
bool uci_parse_go(const Game *game, char *words, GoCommand *go, Error *error);

#endif
