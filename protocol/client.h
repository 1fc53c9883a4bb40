/* client: the other end of UCI. Runs any UCI engine as a subprocess and asks it for moves.
 *
 * An engine may die, hang, flood or answer nonsense. Each is an error that the caller is told
 * within the call's deadline; none blocks the caller, kills it or makes it grow. Deadlines run on
 * the monotonic clock, in milliseconds from the call; a negative one means "never".
 *
 * A function that returns bool returns false and sets `error` (may be NULL) on failure. There are
 * two kinds. A refused argument (a line break in a command, an option that the engine does not
 * have, a search without a limit) sends nothing and leaves the client as it was. Anything the
 * engine did wrong makes the client *failed*: client_failure() says how, and from then on every
 * call returns false with that first error. A failed client can only be stopped; start another.
 * The one exception is a search that is late, see client_halt().
 *
 * Threads: a client belongs to one thread at a time; different clients are independent. On Linux
 * the engine is killed when the *thread* that started it ends, so that no engine outlives us: the
 * thread that calls client_start() must live until client_stop_process().
 * The process must not ignore SIGCHLD nor reap children that it does not know.
 *
 * Text from the engine is read as lines of printable ASCII: any other byte is shown as '?' (a tab
 * as a space), a line over 64 KiB is cut. Nothing else in it is believed or checked. */
#ifndef MISERE_CLIENT_H
#define MISERE_CLIENT_H

#include "error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Client Client; /* one engine process */

enum {
    CLIENT_NAME_SIZE = 128,
    CLIENT_MOVE_SIZE = 64,
    CLIENT_PV_SIZE = 1024,
};

typedef struct {
    const char *const *argv; /* ends with NULL; [0] is a path, or a name to look up in PATH */
    int start_timeout_ms;    /* for the exec and the handshake together */
    /* NULL, or gets lines "SECONDS NAME[PID] -> LINE": "->" sent, "<-" received, "!!" a failure;
     * and whatever the engine writes on stderr, which otherwise goes to /dev/null. Clients may
     * share one. Must stay open until the client is stopped. */
    FILE *transcript;
} ClientConfig;

typedef enum {
    CLIENT_FAILURE_NONE,
    CLIENT_FAILURE_DIED,     /* the process ended, or closed its stdin or stdout */
    CLIENT_FAILURE_HUNG,     /* no answer before the deadline, or it does not read its stdin */
    CLIENT_FAILURE_FLOODED,  /* over 32 MiB of output for one request without the answer */
    CLIENT_FAILURE_NONSENSE, /* a bestmove with no word, or with one over CLIENT_MOVE_SIZE - 1 */
} ClientFailure;

/* What limits a search. Start from CLIENT_GO_UNLIMITED and set at least one field. */
typedef struct {
    int64_t clock_ms[2];     /* [0] White, [1] Black; negative: none */
    int64_t increment_ms[2]; /* sent with a clock, if positive */
    int moves_to_go;         /* 0: not said. Likewise below */
    int64_t movetime_ms;
    int depth;
    int64_t nodes;
    bool infinite; /* until client_halt() */
} ClientGo;

#define CLIENT_GO_UNLIMITED ((ClientGo){.clock_ms = {-1, -1}})

/* A search's answer. All from depth to nodes is what the engine's `info` lines claimed. */
typedef struct {
    char bestmove[CLIENT_MOVE_SIZE]; /* one word as sent, legal or not; "" if there was none */
    char ponder[CLIENT_MOVE_SIZE];   /* "" if none, or if too long */
    int depth;                       /* of the last exact score or pv; 0: not said */
    bool has_score;
    bool is_mate;
    int score;               /* of the engine's side: centipawns, or moves until mate if is_mate */
    char pv[CLIENT_PV_SIZE]; /* cut after a whole move if long */
    int64_t nodes;           /* 0: not said */
    int64_t elapsed_ms;      /* from sending `go` until bestmove came */
} ClientAnswer;

/* Starts the engine in a process group of its own and waits for `uciok`. NULL on failure: not
 * executable, died, or silent beyond start_timeout_ms (then killing it may take 0.3 s more). The
 * caller stops it. Copies nothing of config but the transcript pointer. */
Client *client_start(const ClientConfig *config, Error *error);

/* Ends the engine and everything it started in its process group, reaps it, frees the client and
 * sets *client to NULL. A sound engine is sent `quit` and given a second; one that failed is not
 * asked. Then SIGTERM, 0.3 s later SIGKILL. NULL and a pointer to NULL are fine. */
void client_stop_process(Client **client);

/* What the engine calls itself; the program's file name if it does not say. Never NULL. */
const char *client_name(const Client *client);

/* Whether the engine announced the option; upper and lower case are alike. */
bool client_has_option(const Client *client, const char *name);

/* Sends `setoption`. value NULL: a button. Refuses an option that was not announced. Does not
 * wait for the engine to act on it: client_ready() does. Takes at most 2 s. */
bool client_set_option(Client *client, const char *name, const char *value, Error *error);

/* Sends `isready` and waits for `readyok`. */
bool client_ready(Client *client, int timeout_ms, Error *error);

/* Sends `ucinewgame`, then as client_ready(). */
bool client_new_game(Client *client, int timeout_ms, Error *error);

/* Sets the position: a FEN, or NULL for the start, and moves separated by spaces ("" or NULL:
 * none). UCI has no answer to it. Takes at most 2 s. */
bool client_position(Client *client, const char *fen, const char *moves, Error *error);

/* Sends `go` and waits for bestmove until deadline_ms after. *answer (may be NULL) is set even on
 * failure, then to what was heard until then, with bestmove "". */
bool client_go(Client *client, const ClientGo *go, int deadline_ms, ClientAnswer *answer,
               Error *error);

/* After a client_go() that failed with CLIENT_FAILURE_HUNG because its deadline passed: the engine
 * still thinks, and client_go() did not send `stop`. This does, and waits for bestmove. Success
 * makes the client sound again; elapsed_ms still counts from `go`. Refused when no search is late
 * (then it is an error like any other). */
bool client_halt(Client *client, int timeout_ms, ClientAnswer *answer, Error *error);

/* Whether the client has not failed and the process still runs, as far as is known now. */
bool client_alive(const Client *client);

ClientFailure client_failure(const Client *client);

#endif
