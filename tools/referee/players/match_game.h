/* match_game: one game between two players. Keeps the clocks and checks every turn against the
 * rules; the players' claims do not count. The game belongs to one thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_MATCH_GAME_H
#define MISERE_REFEREE_PLAYERS_MATCH_GAME_H

#include "referee/players/player.h"

/* White's points in a finished game: 2 for a win, 1 for a draw, 0 for a loss. */
int match_game_white_points(const StoredGame *stored);

/* Begins a game after `opening`. Takes ownership of the opening's turns and leaves *opening empty.
 * Free with stored_game_free. Returns false if out of memory; the game must be freed all the same.
 */
bool match_game_init(StoredGame *stored, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black);

/* Plays the game to its end. players[] must be running, and may have failed when this returns. The
 * seed is for built-in players. Returns false if the game has no result: *cancel was set, or
 * something failed that was no player's fault, such as a lack of memory or a program without
 * support for the rules. In the second case *error says what failed. */
bool match_game_play(StoredGame *stored, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error);

#endif
