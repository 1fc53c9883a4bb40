/* uci: the UCI server. Source: Stefan Meyer-Kahlen and Rudolf Huber, "Universal Chess Interface",
 * 2000.
 *
 * One thread, the owner, calls everything here. The engine's search thread prints `info` and
 * `bestmove` to the same output; lines are never interleaved.
 *
 * A command that changes the game or an option waits for a running search. If only `stop` or
 * `ponderhit` can end that search, `go` ends it, too, and the other commands are refused. Every
 * `go` but `go perft` is answered by one `bestmove`, in order. */
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

/* Executes one command, after waiting for a running search if the command requires it; `line` is
 * modified. Returns false for `quit`. Errors are counted, and printed as `info string error: ...`.
 */
bool uci_execute(Uci *uci, char *line);

/* The same without waiting: a command that has to wait is put into a queue, and the commands after
 * it, too. Only `stop` and `quit` overtake the queue: they also end the searches in it as soon as
 * they begin, but `quit` finishes a perft or bench. This function does wait for `wait`, and when
 * the queue is full, which holds 16 MiB. */
bool uci_submit(Uci *uci, char *line);

/* Executes the commands in the queue of uci_submit up to one that still has to wait. Returns
 * whether there was one to execute. */
bool uci_resume(Uci *uci);

/* Is the line blank, or is its first word a command that uci_execute knows? */
bool uci_knows(const char *line);

typedef enum {
    UCI_ENDED,
    UCI_XBOARD, /* a line `xboard`: the rest of the input is CECP */
    UCI_OUT_OF_MEMORY,
} UciEnd;

/* Executes the lines of `in` as uci_submit does, until `quit`, the end of `in`, or a line `xboard`.
 * Before the last two, it executes the commands that wait. Then stops a running search, and waits
 * for its `bestmove`; a running perft or bench is not stopped, but waited for. Another thread reads
 * the lines; UCI_OUT_OF_MEMORY also means that it cannot be started. Call this only when idle. */
UciEnd uci_loop(Uci *uci, FILE *in);

/* Waits until the engine is idle and no command waits. Returns false without waiting if only `stop`
 * or `ponderhit` can end the search. */
bool uci_wait(Uci *uci);

/* Is a search or another task running, or does a command wait? A search may be waiting for `stop`
 * or `ponderhit`. */
bool uci_is_busy(const Uci *uci);

/* The number of errors printed so far. */
int uci_error_count(Uci *uci);

#endif
