/* player: somebody who chooses turns: an engine, a TextUI program, or one of our own. It may die,
 * hang or answer nonsense; that is an error which the caller is told. What it chose is text, and
 * not believed. A Player belongs to the thread that started it, which must live longer. */
#ifndef MISERE_REFEREE_PLAYERS_PLAYER_H
#define MISERE_REFEREE_PLAYERS_PLAYER_H

#include "referee/players/clocks.h"

#include <stdatomic.h>

typedef struct Player Player;

/* Starts a player for games of the tournament; spec is one of its players. Once *cancel is true
 * every call ends soon. Options are set, and it is ready when this returns. NULL on failure. */
Player *player_start(const TournamentConfig *config, const PlayerSpec *spec, FILE *transcript,
                     const atomic_bool *cancel, Error *error);

/* Which of the tournament's players it is. */
const PlayerSpec *player_spec(const Player *player);

/* Ends it. NULL and a pointer to NULL are fine. */
void player_stop(Player **player);

/* Begins a game in which it decides for `side`. `record` holds the game so far, that is the
 * opening, and the clocks' times. The seed is for a built-in player that chooses at random. */
bool player_new_game(Player *player, const StoredGame *record, const MatchClocks *clocks,
                     Colour side, uint64_t seed, Error *error);

/* Asks for a turn where it has to decide; a forced pass has been played. Waits no longer than the
 * clocks allow, and a moment. *answer is set even on failure: to what was heard until then. */
bool player_choose(Player *player, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error);

/* Tells it how the game on record ended, if it can be told; result is "1-0", "0-1" or "1/2-1/2". */
void player_game_over(Player *player, const StoredGame *record, const char *result,
                      const char *reason);

/* Why the last call failed. */
ClientFailure player_failure(const Player *player);

/* Must another be started for the next game? */
bool player_needs_restart(const Player *player);

/* A player that was late but answers "stop" in time need not be started anew. */
void player_recover(Player *player);

#endif
