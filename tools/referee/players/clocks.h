/* clocks: the time that two players have, as the referee keeps it. Microseconds within, since games
 * are played at a few milliseconds a turn. One thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_CLOCKS_H
#define MISERE_REFEREE_PLAYERS_CLOCKS_H

#include "client/common.h"
#include "referee/config/config.h"

typedef struct {
    const MatchTimeControl *tcs[COLOURS];
    int64_t left_us[COLOURS];    /* meaningful where the time control has a clock */
    int64_t margin_us[COLOURS];  /* by how much a limit may be missed */
    int64_t minimum_charge_us;   /* for a turn, however fast */
    int64_t response_timeout_ms; /* where nothing limits the time */
    int turns[COLOURS];          /* made under the clock */
} MatchClocks;

/* Full clocks for a game of the tournament between two of its players. */
void clocks_start(MatchClocks *clocks, const TournamentConfig *config, const PlayerSpec *white,
                  const PlayerSpec *black);

/* Charges the player for a turn. False: that was too long, and it has lost on time; its clock then
 * shows zero. Otherwise what the time control adds after a turn has been added. */
bool clocks_charge(MatchClocks *clocks, Colour player, int64_t elapsed_us);

/* What the player has left in milliseconds, a part of one counting as one: only a clock that has
 * run out shows 0. GAME_NO_CLOCK without a clock. */
int64_t clocks_left_ms(const MatchClocks *clocks, Colour player);

/* How many turns the player has until its clock is filled up; 0: that never happens. */
int clocks_moves_to_go(const MatchClocks *clocks, Colour player);

/* How long to wait for the player's turn at most. */
int clocks_deadline_ms(const MatchClocks *clocks, Colour player);

/* What the player to decide is told. */
ClientLimits clocks_limits(const MatchClocks *clocks, Colour player);

#endif
