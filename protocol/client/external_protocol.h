/* external_protocol: the requests to an external engine, and the operations by which each protocol
 * implements them. Callers use external_engine.h instead. */
#ifndef MISERE_CLIENT_EXTERNAL_PROTOCOL_H
#define MISERE_CLIENT_EXTERNAL_PROTOCOL_H

#include "client/common.h"
#include "client/textui_dialect.h"
#include "files/model/stored_game.h"

typedef enum { EXTERNAL_UCI, EXTERNAL_CECP, EXTERNAL_TEXTUI } ExternalProtocol;

/* How to start an engine. */
typedef struct {
    ExternalProtocol protocol;
    TextUiDialect dialect; /* for TextUI */
    ClientConfig client;   /* its transcript and cancel flag must stay valid until the engine is
                              stopped; for TextUI, so must everything else it points to */
    bool passes_with_king; /* UCI: write a forced pass as the king's move to its own square */
} ExternalEngineConfig;

/* A game to begin. */
typedef struct {
    const StoredGame *stored; /* the opening, and the clocks */
    Colour side;              /* the engine's */
    ClientTimeControl time;   /* the engine's */
} ExternalGame;

/* A search: where it starts and how long it may take. */
typedef struct {
    const Game *game;          /* the whole game so far; the engine is to move */
    ClientLimits limits;       /* for UCI */
    int64_t clock_ms[COLOURS]; /* time left, or GAME_NO_CLOCK; used by CECP and TextUI */
    int timeout_ms;            /* time to wait for the move; negative: no limit */
    /* Only for external_engine_choose_turn(). */
    int stop_ms;         /* time to wait for the answer to `stop` when a search is late */
    int64_t deadline_ms; /* when to give up, by clock_now_ms(); INT64_MAX: never */
} ExternalSearch;

/* One protocol's implementation of external_engine.h, which documents these functions. `self` is
 * what `start` returned. Members of the second group are NULL where the protocol has no such
 * operation. */
typedef struct {
    void *(*start)(const ExternalEngineConfig *config, Error *error); /* NULL on failure */
    void (*stop)(void *self);
    const char *(*name)(const void *self);
    ClientFailure (*failure)(const void *self);
    bool (*new_game)(void *self, const ExternalGame *game, int timeout_ms, Error *error);
    bool (*go)(void *self, const ExternalSearch *search, ClientBestMove *answer, Error *error);

    bool (*can_reuse)(const void *self); /* NULL: always */
    bool (*has_option)(const void *self, const char *name);
    bool (*set_option)(void *self, const char *name, const char *value, Error *error);
    bool (*set_variant)(void *self, const char *variant, Error *error);
    bool (*wait_ready)(void *self, int timeout_ms, Error *error);
    bool (*stop_search)(void *self, int timeout_ms, ClientBestMove *answer, Error *error);
    void (*game_over)(void *self, const Game *game, const char *result, const char *reason);
} ExternalOperations;

extern const ExternalOperations EXTERNAL_UCI_OPERATIONS;
extern const ExternalOperations EXTERNAL_CECP_OPERATIONS;
extern const ExternalOperations EXTERNAL_TEXTUI_OPERATIONS;

#endif
