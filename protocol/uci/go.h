/* uci_go: what follows `go`. Pure. */
#ifndef MISERE_UCI_GO_H
#define MISERE_UCI_GO_H

#include "core/engine.h"

typedef struct {
    Assignment assignment;
    Turn only[LINES_MAX]; /* its turns */
    int perft_depth;      /* negative: no perft, but a search */
} UciGo;

/* Reads the words, which are changed, for the game's player. On failure says why and returns
 * false. */
bool uci_go_read(const Game *game, char *words, UciGo *go, Error *error);

#endif
