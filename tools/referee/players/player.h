/* player: an engine, a TextUI program or a built-in player that plays games of a tournament. A
 * program may die, hang or answer nonsense; then the call fails. Its turns are text that the caller
 * must check. A Player belongs to the thread that started it, which must live longer. */
#ifndef MISERE_REFEREE_PLAYERS_PLAYER_H
#define MISERE_REFEREE_PLAYERS_PLAYER_H

#include "referee/players/clocks.h"

#include <stdatomic.h>

typedef struct Player Player;

/* A game that begins. */
typedef struct {
    const StoredGame *record;  /* the opening and the clocks; current_ms is clocks_left_ms() */
    const MatchClocks *clocks; /* for its time controls */
    Colour side;               /* the player's */
    uint64_t seed;             /* for a built-in player that chooses at random */
} PlayerGame;

/* Starts a player for games of the tournament; `spec` is one of its players. Its options are set,
 * and it is ready, when this returns. Once *cancel is true every call ends soon. `transcript` may
 * be NULL. NULL on failure. The caller stops it. */
Player *player_start(const TournamentConfig *config, const PlayerSpec *spec, FILE *transcript,
                     const atomic_bool *cancel, Error *error);

/* The spec that it was started with. */
const PlayerSpec *player_spec(const Player *player);

/* Ends it. NULL and a pointer to NULL are fine. */
void player_stop(Player **player);

bool player_new_game(Player *player, const PlayerGame *game, Error *error);

/* Asks for a turn where the player has to move; a forced pass has been played. Waits as long as the
 * clocks allow. *answer is set even on failure: to what was received until then. */
bool player_choose(Player *player, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error);

/* Tells it how the game ended, if it can be told; `result` is "1-0", "0-1" or "1/2-1/2". */
void player_game_over(Player *player, const StoredGame *record, const char *result,
                      const char *reason);

/* Why the last call failed; CLIENT_FAILURE_NONE if it was not the player's fault. */
ClientFailure player_failure(const Player *player);

/* Must another be started for the next game? */
bool player_needs_restart(const Player *player);

/* Call after a turn that was late: stops the search. A program that then answers can play the next
 * game. */
void player_recover(Player *player);

#endif
