/* clocks: the players' clocks in a match game. They count in microseconds, because some games are
 * played at a few milliseconds a turn. One thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_CLOCKS_H
#define MISERE_REFEREE_PLAYERS_CLOCKS_H

#include "client/common.h"
#include "referee/config/config.h"

typedef struct {
    const MatchTimeControl *tcs[COLOURS];
    int64_t left_us[COLOURS];    /* valid where the time control has a clock */
    int64_t margin_us[COLOURS];  /* by how much a time limit may be exceeded */
    int64_t minimum_charge_us;   /* least time charged for a turn */
    int64_t response_timeout_ms; /* for a turn without a time limit */
    int turns[COLOURS];          /* turns charged to the clock */
} MatchClocks;

/* Sets the clocks to the players' time controls. `config` and the specs must outlive them. */
void clocks_start(MatchClocks *clocks, const TournamentConfig *config, const PlayerSpec *white,
                  const PlayerSpec *black);

/* Charges a turn to the player, and adds the increment, or the time of a new session. Returns false
 * if the player has lost on time; then its clock shows zero. */
bool clocks_charge(MatchClocks *clocks, Colour player, int64_t elapsed_us);

/* The milliseconds that the player has left, rounded up, so that only a clock that has run out
 * shows 0. GAME_NO_CLOCK without a clock. */
int64_t clocks_left_ms(const MatchClocks *clocks, Colour player);

/* The player's turns until the next session, when time is added to its clock; 0: there is only one
 * session. */
int clocks_moves_to_go(const MatchClocks *clocks, Colour player);

/* How many milliseconds to wait for the player's turn at most. */
int clocks_deadline_ms(const MatchClocks *clocks, Colour player);

/* The limits to send to the player to move. Clocks are rounded down, to at least 1 ms. */
ClientLimits clocks_limits(const MatchClocks *clocks, Colour player);

#endif
