/* pv: lines of half-moves, cut into turns. Pure but for the table it reads; any thread. */
#ifndef MISERE_SEARCH_PV_H
#define MISERE_SEARCH_PV_H

#include "eval/score.h"
#include "search/root_filter.h"
#include "search/table.h"

/* A line of play from the root of a search. */
typedef struct {
    Move moves[MAX_PLY + 1];
    int count;
    Score score;
} Pv;

/* Cuts the line into turns; what is left of an incomplete one goes. Returns how many. */
int pv_turns(const Position *root, const Pv *line, Turn turns[MAX_PLY]);

/* The turn that the line begins with, completed where the line is too short, from the table if it
 * has something. Legal whatever the line, and one that may be chosen, if there is one. */
Turn pv_first_turn(const Position *root, const Pv *line, const RootFilter *root_filter,
                   const Table *table);

#endif
