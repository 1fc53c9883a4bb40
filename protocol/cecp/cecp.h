/* cecp: the server for CECP, the protocol of XBoard and WinBoard, versions 1 and 2.
 *
 * The calling thread executes the commands, another thread reads lines, and the engine has search
 * threads of its own. Output lines are never interleaved.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", as of XBoard 4.9. */
#ifndef MISERE_CECP_CECP_H
#define MISERE_CECP_CECP_H

#include "core/options.h"

#include <stdbool.h>
#include <stdio.h>

/* Reads commands from `in`, executes them and answers on `out`, until `quit` or the end of input.
 * The caller has already read the line `xboard`. If the input ends during a search for a move, the
 * search is stopped and its move played. `files` says which files options may name. Returns false
 * if there is not enough memory or no thread can be started. */
bool cecp_loop(FILE *in, FILE *out, FileAccess files);

#endif
