/* player: an engine, a TextUI program or a built-in player that plays games of a tournament. A
 * program may die, hang or send nonsense; then the call fails. Its turns are text, which the caller
 * must check. A Player belongs to the thread that started it, which must outlive it. */
#ifndef MISERE_REFEREE_PLAYERS_PLAYER_H
#define MISERE_REFEREE_PLAYERS_PLAYER_H

#include "referee/players/clocks.h"

#include <stdatomic.h>

typedef struct Player Player;

/* What is around a player: files as in ClientConfig, each NULL or open as long as the player runs.
 * Once *cancel is true every call ends soon. */
typedef struct {
    FILE *transcript, *errors;
    const atomic_bool *cancel;
    int processor; /* as in ClientConfig */
} PlayerRun;

/* Starts a player for games of the tournament; `spec` is one of the tournament's players. When this
 * function returns, the player's options are set and the player is ready. Returns NULL on failure,
 * which is not the player's fault if error->is_shortage. End with player_stop. */
Player *player_start(const TournamentConfig *config, const PlayerSpec *spec, const PlayerRun *run,
                     Error *error);

/* The spec that the player was started with. */
const PlayerSpec *player_spec(const Player *player);

/* The name that a program gives itself; NULL if the player is built in. */
const char *player_id(const Player *player);

/* Ends and frees the player. `player` and *player may be NULL. */
void player_stop(Player **player);

/* Begins a game after the opening in *stored, whose current_ms is clocks_left_ms(). `side` is the
 * player's colour; the seed is for a built-in player that chooses at random. */
bool player_new_game(Player *player, const StoredGame *stored, Colour side, uint64_t seed,
                     Error *error);

/* Asks for a turn in a position in which the player is to move and no pass is forced. Waits as long
 * as the clocks allow; meanwhile what an opponent with ponder=on writes is read, too. Even on failure, *answer is set to what was received before the failure. */
bool player_choose(Player *player, Player *opponent, const StoredGame *stored,
                   const MatchClocks *clocks, ClientBestMove *answer, Error *error);

/* Lets a player with ponder=on think about a position that is expected after its opponent's next
 * turn, in which it is to move, until the next call. What fails is reported by that. */
void player_ponder(Player *player, const Game *expected, const MatchClocks *clocks);

/* Tells the player how the game ended, if the protocol has a way to. */
void player_game_over(Player *player, const StoredGame *stored);

/* Why the last call failed; CLIENT_FAILURE_NONE if it was not the player's fault. */
ClientFailure player_failure(const Player *player);

/* Must the player be restarted for the next game? */
bool player_needs_restart(const Player *player);

/* Call after a turn that was late: stops the search. A program that then answers can play the next
 * game. */
void player_recover(Player *player);

#endif
