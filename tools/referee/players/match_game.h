/* match_game: one game between two players. Keeps the clocks and checks every turn against the
 * rules; what the players claim does not count. The game belongs to one thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_MATCH_GAME_H
#define MISERE_REFEREE_PLAYERS_MATCH_GAME_H

#include "referee/players/player.h"

/* White's points in a finished game: 2 for a win, 1 for a draw, 0 for a loss. */
int match_game_white_points(const StoredGame *stored);

/* Begins a game after `opening`, whose turns it takes over: *opening is then empty. Freed by
 * stored_game_free. */
void match_game_init(StoredGame *stored, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black);

/* Plays the game to its end. players[] must be running, and may have failed when this returns. The
 * seed is for built-in players. Returns false if the game has no result: *cancel was set, or *error
 * says what failed that is no player's fault, as when memory is out, or a program does not support
 * what is asked of it. */
bool match_game_play(StoredGame *stored, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error);

#endif
