/* swiss: the pairings of one round of a Swiss tournament (after FIDE Handbook C.04, without its
 * colour rules). Thread-safe. */
#ifndef MISERE_REFEREE_SWISS_H
#define MISERE_REFEREE_SWISS_H

#include <stdbool.h>

typedef struct {
    int players;
    const int *points;   /* each player's points, in any unit */
    const int *meetings; /* [a * players + b]: how many games a and b have played with each other */
    const bool *had_bye; /* whether each player has had a bye */
} SwissTable;

/* Pairs players with equal points, the upper half of each group against the lower; players are
 * numbered by strength, the strongest first. Rematches are avoided as far as possible. If the
 * number of players is even, *bye is -1. If it is odd, *bye is the lowest-placed player who has had
 * no bye yet. Fills all players / 2 entries of `pairs`. Returns false if out of memory. */
bool swiss_pair(const SwissTable *table, int (*pairs)[2], int *bye);

#endif
