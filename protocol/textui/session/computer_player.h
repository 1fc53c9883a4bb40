/* computer_player: runs the engine that chooses the computer's turns, and tells it how well to
 * play, how long it may take, and to use all processors. The engine is started when first needed,
 * and restarted as described at client_retry(). After the first request for a turn, only the thread
 * that made it may use the ComputerPlayer. */
#ifndef MISERE_TEXTUI_SESSION_COMPUTER_PLAYER_H
#define MISERE_TEXTUI_SESSION_COMPUTER_PLAYER_H

#include "client/client.h"

enum { LEVEL_MAX = 20 };

/* The members are private. */
typedef struct {
    const char *path;
    FILE *transcript;
    Client *engine;       /* NULL: not running */
    const Ruleset *rules; /* what the running engine was told to play */
    int level;            /* the level that the running engine plays at */
    bool is_new_game;     /* must the engine still be told that a new game begins? */
} ComputerPlayer;

/* A turn to be chosen by the player to move in a game that is not over. */
typedef struct {
    const Game *game;
    int64_t clock_ms[COLOURS]; /* time left, at least 1; or GAME_NO_CLOCK */
    int64_t increment_ms;      /* what a player's clock gains with each of its turns */
    int think_ms;              /* time to take when the player's clock is unlimited; at least 1 */
    int level;                 /* 0 .. LEVEL_MAX, which is full strength */
} TurnRequest;

/* Initialises the player without starting the engine. `path` is the engine's path, or a name to
 * look up in PATH; the transcript of the dialogue with the engine may be NULL. Both must stay valid
 * until computer_player_free(). */
void computer_player_init(ComputerPlayer *player, const char *path, FILE *transcript);

/* Stops the engine. */
void computer_player_free(ComputerPlayer *player);

/* Call before the first request for another game. */
void computer_player_new_game(ComputerPlayer *player);

/* Chooses a legal turn. With a clock, returns by the time it runs out; without one, after about
 * think_ms, plus what starting the engine takes. */
bool computer_player_choose_turn(ComputerPlayer *player, const TurnRequest *request, Turn *turn,
                                 Error *error);

#endif
