/* variation: lines of half-moves, cut into turns. Pure but for the table it reads; any thread. */
#ifndef MISERE_SEARCH_PV_H
#define MISERE_SEARCH_PV_H

#include "eval/score.h"
#include "search/root_filter.h"
#include "search/table.h"

/* A line of play from the root of a search. */
typedef struct {
    Move moves[PLY_MAX + 1];
    int count;
    Score score;
} Variation;

/* Cuts the line into turns; what is left of an incomplete one goes. Returns how many. */
int variation_turns(const Position *root, const Variation *line, Turn turns[PLY_MAX]);

/* The turn that the line begins with, completed where the line is too short, from the table if it
 * has something. Legal whatever the line, and one that may be chosen, if there is one. */
Turn variation_first_turn(const Position *root, const Variation *line, const Choice *choice,
                          const Table *table);

#endif
