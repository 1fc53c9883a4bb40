/* player_kinds: what each kind of player does for player.h, whose contracts hold here too. */
#ifndef MISERE_REFEREE_PLAYERS_PLAYER_KINDS_H
#define MISERE_REFEREE_PLAYERS_PLAYER_KINDS_H

#include "referee/players/clocks.h"

#include <stdatomic.h>

typedef struct {
    const Contest *contest;
    const PlayerSpec *spec;
    ClientConfig client; /* for those that are programs */
} PlayerSetup;

/* `self` is what `start` returned. Pointers that are NULL have nothing to do. */
typedef struct {
    void *(*start)(const PlayerSetup *setup, Error *error);
    void (*stop)(void *self);
    bool (*new_game)(void *self, const Record *record, const Clocks *clocks, Colour side,
                     uint64_t seed, Error *error);
    bool (*choose)(void *self, const Record *record, const Clocks *clocks, ClientAnswer *answer,
                   Error *error);
    void (*game_over)(void *self, const Record *record, const char *result, const char *reason);
    ClientFailure (*failure)(const void *self);
    bool (*can_reuse)(const void *self);
    void (*recover)(void *self);
} PlayerCalls;

extern const PlayerCalls PLAYER_UCI_CALLS;
extern const PlayerCalls PLAYER_CECP_CALLS;
extern const PlayerCalls PLAYER_TEXTUI_CALLS;
extern const PlayerCalls PLAYER_BUILTIN_CALLS;

#endif
