/* uci_info: what UCI tells of a search, a line each. The caller holds the file's lock. */
#ifndef MISERE_UCI_INFO_H
#define MISERE_UCI_INFO_H

#include "core/engine.h"

#include <stdio.h>

/* An `info` line for one of the best turns at the root; with the chances to win, draw and lose if
 * they are wanted. */
void uci_info_progress(FILE *out, const Position *root, const Progress *progress, bool show_wdl);

/* One that says which half-move of the root is looked at. */
void uci_info_looking(FILE *out, const Position *root, int depth, Move move, int number);

void uci_info_bestmove(FILE *out, const Position *root, const Answer *answer);

#endif
