/* uci: the UCI server. Source: Stefan Meyer-Kahlen and Rudolf Huber, "Universal Chess Interface",
 * 2000.
 *
 * One thread, the owner, calls everything here. The engine's search thread prints `info` and
 * `bestmove` to the same output; lines are never interleaved. */
#ifndef MISERE_UCI_UCI_H
#define MISERE_UCI_UCI_H

#include "core/options.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct Uci Uci;

/* Starts an engine that answers on `out`, which the caller closes after uci_free. `files` says
 * which files its options may name. Returns NULL if out of memory or no thread can be started. */
Uci *uci_new(FILE *out, FileAccess files);

/* Stops a running search, waits for its `bestmove`, and frees everything. NULL is allowed. */
void uci_free(Uci *uci);

/* Executes one command; `line` is modified. Returns false for `quit`. A command that changes the
 * game or an option first waits for a running search, or is refused if only `stop` can end that
 * search. Errors are printed as `info string error: ...` and counted. */
bool uci_execute(Uci *uci, char *line);

/* Is the line blank, or is its first word a command that uci_execute knows? */
bool uci_knows(const char *line);

typedef enum {
    UCI_ENDED,
    UCI_XBOARD, /* a line `xboard`: the rest of the input is CECP */
    UCI_OUT_OF_MEMORY,
} UciEnd;

/* Executes the lines of `in` until `quit`, the end of `in`, or a line `xboard`. Then stops a
 * running search, and waits for its `bestmove`; a running perft or bench is not stopped, but waited
 * for. */
UciEnd uci_loop(Uci *uci, FILE *in);

/* Waits until the engine is idle. Returns false without waiting if only `stop` can end the
 * search. */
bool uci_wait(Uci *uci);

/* Is a search or another task running? It may be waiting for `stop` or `ponderhit`. */
bool uci_is_busy(const Uci *uci);

/* The number of errors printed so far. */
int uci_error_count(Uci *uci);

#endif
