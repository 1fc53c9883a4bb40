/* match_game: plays a game between two players: keeps the clocks, and checks every turn and claim
 * against the rules. The game belongs to one thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_MATCH_GAME_H
#define MISERE_REFEREE_PLAYERS_MATCH_GAME_H

#include "referee/players/player.h"

/* White's points in a finished game, in half points: 2, 1 or 0. */
int match_game_white_points(const StoredGame *stored);

/* A game that starts from `opening`, which it takes over; freed by stored_game_free. */
void match_game_init(StoredGame *stored, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black);

/* Plays the game to its end. players[] are started, and may have failed when it returns. The seed
 * is for players that choose at random. False: there is no result, because *cancel became true, or
 * because of trouble that is no player's fault: memory is out, or a program cannot do what was
 * asked. */
bool match_game_play(StoredGame *stored, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error);

#endif
