/* uci: the engine's end of the line protocol.
 *
 * One thread, that of the calls below, reads commands; a thread of the engine's own thinks and
 * writes what it finds to the same output, a whole line at a time. */
#ifndef MISERE_UCI_UCI_H
#define MISERE_UCI_UCI_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Uci Uci;

/* An engine that answers on `out`, which stays the caller's. NULL without memory or threads. */
Uci *uci_new(FILE *out);

/* Stops what runs, lets it answer, and gives everything back. */
void uci_free(Uci *uci);

/* Obeys one command; the line is changed. False: it was `quit`. A command that needs the engine
 * idle first waits for the end of a search that has one. */
bool uci_execute(Uci *uci, char *line);

/* Obeys commands from `in` until `quit` or its end, or a line `xboard`: then it returns true, and
 * what follows on `in` is CECP. Lets perft and bench finish. */
bool uci_loop(Uci *uci, FILE *in);

/* Sleeps until nothing runs any more. False, at once, if what runs ends only when told to stop. */
bool uci_wait(Uci *uci);

/* How many errors have been answered so far. */
int uci_error_count(Uci *uci);

#endif
