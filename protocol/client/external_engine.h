/* external_engine: the engine that chooses the computer's turns. Runs it as a subprocess from when
 * it is first needed; restarts it once when it fails; believes no turn that is not legal.
 * One thread at a time may use an ExternalEngine, and it must be the one that made the first
 * choice. */
#ifndef MISERE_CLIENT_EXTERNAL_ENGINE_H
#define MISERE_CLIENT_EXTERNAL_ENGINE_H

#include "client/uci.h"
#include "rules/game.h"

enum { LEVEL_MAX = 20 };

typedef struct {
    const char *path;     /* of the engine, or a name to look up in PATH; the caller's */
    FILE *transcript;     /* of the dialogue with it, or NULL; the caller's */
    UciClient *client;    /* NULL: not running */
    const Ruleset *rules; /* what the running engine was told to play */
    int level;            /* what it was told of that */
    bool is_new_game;     /* does it not yet know that a new game has begun? */
} ExternalEngine;

/* A turn to be chosen by the player to move of a game that is not over. */
typedef struct {
    const Game *game;
    int64_t clock_ms[COLOURS]; /* what the players have left, at least 1; or GAME_NO_CLOCK */
    int think_ms;              /* how long to take when the player's clock is unlimited */
    int level;                 /* 0 .. LEVEL_MAX, which is full strength */
} TurnRequest;

/* `engine` holds nothing yet. Starts nothing. */
void external_engine_init(ExternalEngine *engine, const char *path, FILE *transcript);

/* Stops the engine. */
void external_engine_free(ExternalEngine *engine);

/* What follows belongs to another game. */
void external_engine_new_game(ExternalEngine *engine);

/* Chooses a turn. With a clock it returns before the clock has run out, or as it does; unlimited,
 * within think_ms, a short think_ms extended by a moment's patience, and a few seconds more if the
 * engine had to be restarted. On failure says why and returns false. */
bool external_engine_choose_turn(ExternalEngine *engine, const TurnRequest *request, Turn *turn,
                                 Error *error);

#endif
