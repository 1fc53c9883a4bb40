/* clocks: the players' clocks in a match game. They count in microseconds, because some games are
 * played at a few milliseconds per turn. Not thread-safe. */
#ifndef MISERE_REFEREE_PLAYERS_CLOCKS_H
#define MISERE_REFEREE_PLAYERS_CLOCKS_H

#include "client/common.h"
#include "referee/config/config.h"

typedef struct {
    const ClientTimeControl *tcs[COLOURS];
    int64_t left_us[COLOURS];    /* valid if the player's time control has a clock */
    int64_t margin_us[COLOURS];  /* how far a time limit may be exceeded */
    int64_t minimum_charge_us;   /* minimum time charged for a turn */
    int64_t response_timeout_ms; /* longest wait for a turn without a time limit */
    bool count_nodes;   /* is time counted in nodes? Then no turn has a limit of real time */
    int turns[COLOURS]; /* turns charged to the clock */
} MatchClocks;

/* Sets the clocks to the players' time controls. `config` and the specs must outlive the clocks. */
void clocks_start(MatchClocks *clocks, const TournamentConfig *config, const PlayerSpec *white,
                  const PlayerSpec *black);

/* Charges a turn to the player, and adds the increment and, if a new session begins, its time.
 * Returns false if the player has lost on time; then its clock shows zero. */
bool clocks_charge(MatchClocks *clocks, Colour player, int64_t elapsed_us);

/* The milliseconds that the player has left, rounded up, so that only a clock that has run out
 * shows 0. GAME_NO_CLOCK if the player has no clock. */
int64_t clocks_left_ms(const MatchClocks *clocks, Colour player);

/* The player's turns until the next session, when time is added to its clock; 0: there is only one
 * session. */
int clocks_moves_to_go(const MatchClocks *clocks, Colour player);

/* The longest time to wait for the player's turn, in milliseconds. */
int clocks_deadline_ms(const MatchClocks *clocks, Colour player);

/* The limits to send to the player to move. Clocks are rounded down, to at least 1 ms. */
ClientLimits clocks_limits(const MatchClocks *clocks, Colour player);

#endif
