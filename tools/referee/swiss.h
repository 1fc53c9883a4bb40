/* swiss: who meets whom in a round of a Swiss tournament. Pure; any thread. */
#ifndef MISERE_REFEREE_SWISS_H
#define MISERE_REFEREE_SWISS_H

#include <stdbool.h>

typedef struct {
    int players;
    const int *points;   /* of each player, in whatever unit */
    const int *meetings; /* [a * players + b]: how often two have met, byes not counted */
    const bool *had_bye;
} SwissTable;

/* Pairs the players: those of equal points, the upper half of them against the lower (by number,
 * the first being the strongest); nobody meets another again if that can be helped. The
 * least successful one that has had no bye gets one if their number is odd; else *bye is -1.
 * pairs[] has room for players / 2, and is filled whole. False without memory. */
bool swiss_pair(const SwissTable *table, int (*pairs)[2], int *bye);

#endif
