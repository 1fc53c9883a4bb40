/* selection: chooses puzzles for a collection: different ones, of all lengths and rulesets.
 * Thread-safe. */
#ifndef MISERE_PUZZLES_SELECTION_H
#define MISERE_PUZZLES_SELECTION_H

#include "puzzles/finder.h"

enum { DIFFICULTY_MAX = 5 };

/* Chooses up to `max` puzzles of a family, sorted from easy to hard. Of puzzles that are nearly the
 * same it chooses only one: those from the same game, those whose boards differ on few squares, and
 * those with the same solution. Lengths and rulesets are mixed in fixed shares as far as there are
 * enough puzzles. The caller frees chosen->puzzles. Returns false if out of memory. */
bool selection_make(FoundPuzzles *chosen, const FoundPuzzles *found, Family family, int max);

/* The puzzle's difficulty, 1 to DIFFICULTY_MAX: how much the prover had to search for the win. */
int selection_difficulty(const Puzzle *puzzle);

#endif
