/* go: parses the UCI command `go`. Pure and thread-safe. */
#ifndef MISERE_UCI_GO_H
#define MISERE_UCI_GO_H

#include "core/engine.h"

/* Called for each word that is not taken as it stands; the text names the word, its number (`go` is
 * word 1) and what is wrong with it. */
typedef void GoRemark(void *context, const char *text);

/* Parses the words after `go`, for the player whose turn it is in `game`; `words` is modified. It
 * always succeeds: words that are not known and turns that are not legal are ignored, and a
 * number that cannot be becomes the nearest that can. If no turn after `searchmoves` is legal, the
 * search finds none (answers_none). Returns the N of `go perft N`, a depth in half-moves; -1 for a
 * search. */
int uci_parse_go(const Game *game, char *words, GoParams *go, GoRemark *remark, void *context);

#endif
