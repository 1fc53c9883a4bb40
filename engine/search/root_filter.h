/* root_filter: which turns a search may choose among at its root. Pure; any thread. */
#ifndef MISERE_SEARCH_ROOT_FILTER_H
#define MISERE_SEARCH_ROOT_FILTER_H

#include "rules/turn.h"

/* All zero: every turn. The turns are legal ones of the root, and somebody else's. */
typedef struct {
    const Turn *searchmoves; /* just these, */
    int searchmove_count;    /* if there are any; */
    const Turn *excluded;
    int excluded_count; /* but not these */
} RootFilter;

/* How many half-moves from the root are filtered: 0 if nothing is excluded. */
int root_filter_plies(const RootFilter *root_filter, const Ruleset *rules);

/* Drops from the root's half-moves those that begin no turn that may be chosen, as far as the
 * first half-move shows. */
void root_filter_first(const RootFilter *root_filter, MoveList *list);

/* Drops from the half-moves after `first` those that do not make a turn that may be chosen. */
void root_filter_second(const RootFilter *root_filter, Move first, MoveList *list);

#endif
