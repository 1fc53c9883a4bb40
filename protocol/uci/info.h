/* info: what UCI tells of a search, a line each. The caller holds the file's lock. */
#ifndef MISERE_UCI_INFO_H
#define MISERE_UCI_INFO_H

#include "core/engine.h"

#include <stdio.h>

/* An `info` line for one of the best turns at the root; with the chances to win, draw and lose if
 * they are wanted. */
void uci_print_info(FILE *out, const Position *root, const SearchInfo *progress, bool show_wdl);

/* One that says which half-move of the root is looked at. */
void uci_print_currmove(FILE *out, const Position *root, int depth, Move move, int number);

void uci_print_bestmove(FILE *out, const Position *root, const BestMove *bestmove);

#endif
