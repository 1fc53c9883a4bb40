/* cecp: the engine's end of CECP, the protocol of XBoard and WinBoard, versions 1 and 2.
 *
 * The thread that calls it obeys; one more reads lines, and the engine's own think. What they
 * print comes out whole lines at a time.
 *
 * Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", as XBoard 4.9 has it. */
#ifndef MISERE_CECP_CECP_H
#define MISERE_CECP_CECP_H

#include <stdbool.h>
#include <stdio.h>

/* Obeys what follows the line `xboard` on `in`, and answers on `out`, until `quit` or the end of
 * input; a turn that is then being thought about is still played. False without memory or threads.
 */
bool cecp_loop(FILE *in, FILE *out);

#endif
