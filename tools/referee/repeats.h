/* repeats: finds games that repeat earlier ones of a tournament, by digests of the games. One
 * thread at a time may use a Repeats. */
#ifndef MISERE_REFEREE_REPEATS_H
#define MISERE_REFEREE_REPEATS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Repeats Repeats;

/* For games numbered from 0 to size - 1. Returns NULL if out of memory. */
Repeats *repeats_new(int size);

void repeats_free(Repeats *repeats);

/* Enters a game, once at most, in any order. The digest is not 0. */
void repeats_add(Repeats *repeats, int number, uint64_t digest);

/* Was a game with a lower number and the same digest entered? False for a game that was not. */
bool repeats_has_before(const Repeats *repeats, int number);

#endif
