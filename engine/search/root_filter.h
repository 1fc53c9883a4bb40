/* choice: which turns a search may choose among at its root. Pure; any thread. */
#ifndef MISERE_SEARCH_ROOT_FILTER_H
#define MISERE_SEARCH_ROOT_FILTER_H

#include "rules/turn.h"

/* All zero: every turn. The turns are legal ones of the root, and somebody else's. */
typedef struct {
    const Turn *only; /* just these, */
    int only_count;   /* if there are any; */
    const Turn *taken;
    int taken_count; /* but not these */
} Choice;

/* How many half-moves from the root a choice is made: 0 if nothing is excluded. */
int choice_plies(const Choice *choice, const Ruleset *rules);

/* Drops from the root's half-moves those that begin no turn that may be chosen, as far as the
 * first half-move shows. */
void choice_filter_first(const Choice *choice, MoveList *list);

/* Drops from the half-moves after `first` those that do not make a turn that may be chosen. */
void choice_filter_second(const Choice *choice, Move first, MoveList *list);

#endif
