/* operations: what can be asked of an engine, as a table that each protocol fills. Callers use
 * client.h instead.
 *
 * What every operation owes:
 * - Deadline: it returns within timeout_ms milliseconds, by the monotonic clock; a negative one
 *   means no limit. One without a timeout only sends, which takes at most 2 s.
 * - Errors: on failure it sets *error (may be NULL) and returns false. For an argument that it
 *   refuses, it sends nothing, changes nothing and calls process_refuse(). For a fault of the
 *   engine it calls process_fail(); from then on every operation fails with that first error.
 * - Ownership: it borrows its arguments for the call. client_stop() frees only the struct and its
 *   process, so the struct may own nothing else.
 * - Threads: it may count on being called by the thread that started the engine. It uses nothing
 *   that is shared with other clients. */
#ifndef MISERE_CLIENT_OPERATIONS_H
#define MISERE_CLIENT_OPERATIONS_H

#include "client/process.h"
#include "files/model/stored_game.h"

typedef struct Client Client;

/* A game to begin. */
typedef struct {
    const StoredGame *stored; /* the opening, and the clocks */
    Colour side;              /* the engine's */
    ClientTimeControl time;   /* the engine's */
    bool ponders; /* CECP: may it think while its opponent does? For UCI see client_ponder() */
} ClientGame;

/* A search: where it starts and how long it may take. */
typedef struct {
    const Game *game;          /* the whole game so far; the engine is to move */
    ClientLimits limits;       /* for UCI */
    int64_t clock_ms[COLOURS]; /* for CECP and TextUI: time left, or GAME_NO_CLOCK */
    int timeout_ms;            /* time to wait for the move; negative: no limit */
    const Client *other; /* an engine that thinks meanwhile, whose output is kept; NULL: none */
    /* Only for client_choose_turn(). */
    int stop_ms;         /* time to wait for the answer to `stop` when a search is late */
    int64_t deadline_ms; /* when to give up, by clock_now_ms(); INT64_MAX: never */
} ClientSearch;

typedef struct ClientOperations ClientOperations;

/* A running engine. Each protocol's struct begins with it. */
struct Client {
    const ClientOperations *operations;
    Process *process; /* owned */
};

/* One protocol. client.h documents the functions that have the same names. Those of the second
 * group are NULL where the protocol has no such operation. */
struct ClientOperations {
    size_t size;              /* of the protocol's struct, which is zeros before `start` */
    const char *quit_command; /* the last line that the engine is sent */

    /* Makes the new process ready for options, by `deadline`, as of process_deadline(). What it
     * keeps of *config must be allowed by client_start(). */
    bool (*start)(Client *client, const ClientConfig *config, int64_t deadline, Error *error);
    bool (*new_game)(Client *client, const ClientGame *game, int timeout_ms, Error *error);
    /* *answer is empty; it is set to what has been received, even on failure. */
    bool (*go)(Client *client, const ClientSearch *search, ClientBestMove *answer, Error *error);

    bool (*can_reuse)(const Client *client); /* may it play another game? NULL: always */
    bool (*has_option)(const Client *client, const char *name);
    bool (*set_option)(Client *client, const char *name, const char *value, Error *error);
    bool (*set_variant)(Client *client, const char *variant, Error *error);
    bool (*wait_ready)(Client *client, int timeout_ms, Error *error);
    bool (*ponder)(Client *client, const ClientSearch *search, Error *error);
    bool (*stop_search)(Client *client, int timeout_ms, ClientBestMove *answer, Error *error);
    void (*game_over)(Client *client, const Game *game, const char *result, const char *reason);
};

extern const ClientOperations UCI_CLIENT_OPERATIONS;
extern const ClientOperations CECP_CLIENT_OPERATIONS;
extern const ClientOperations TEXTUI_CLIENT_OPERATIONS;

#endif
