/* player_interface: what each kind of player does for player.h, whose contracts hold here too. */
#ifndef MISERE_REFEREE_PLAYERS_PLAYER_INTERFACE_H
#define MISERE_REFEREE_PLAYERS_PLAYER_INTERFACE_H

#include "referee/players/clocks.h"

#include <stdatomic.h>

typedef struct {
    const TournamentConfig *config;
    const PlayerSpec *spec;
    ClientConfig client; /* for those that are programs */
} PlayerSetup;

/* `self` is what `start` returned. Pointers that are NULL have nothing to do. */
typedef struct {
    void *(*start)(const PlayerSetup *setup, Error *error);
    void (*stop)(void *self);
    bool (*new_game)(void *self, const StoredGame *record, const MatchClocks *clocks, Colour side,
                     uint64_t seed, Error *error);
    bool (*choose)(void *self, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error);
    void (*game_over)(void *self, const StoredGame *record, const char *result, const char *reason);
    ClientFailure (*failure)(const void *self);
    bool (*can_reuse)(const void *self);
    void (*recover)(void *self);
} PlayerInterface;

extern const PlayerInterface PLAYER_UCI_INTERFACE;
extern const PlayerInterface PLAYER_CECP_INTERFACE;
extern const PlayerInterface PLAYER_TEXTUI_INTERFACE;
extern const PlayerInterface PLAYER_BUILTIN_INTERFACE;

#endif
