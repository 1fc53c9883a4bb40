/* first_numbers: the proof and disproof numbers of a position before it is searched: estimates of
 * how much work a proof and a disproof will be. Pure functions, hence thread-safe. */
#ifndef MISERE_PROVE_SOLVER_FIRST_NUMBERS_H
#define MISERE_PROVE_SOLVER_FIRST_NUMBERS_H

#include "rules/position.h"

typedef struct {
    uint32_t proof, disproof;
} FirstNumbers;

/* `count` is the number of half-moves in the position, at least 1; `attacker` the player whose win
 * is looked for. */
FirstNumbers first_numbers(const Position *pos, int count, Colour attacker);

#endif
