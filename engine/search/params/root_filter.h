/* root_filter: which turns may be chosen at the root of a search. Pure functions, hence
 * thread-safe. */
#ifndef MISERE_SEARCH_PARAMS_ROOT_FILTER_H
#define MISERE_SEARCH_PARAMS_ROOT_FILTER_H

#include "rules/turn.h"

/* If all members are zero, every turn may be chosen. Both lists hold legal turns of the root, and
 * are borrowed from the caller. */
typedef struct {
    const Turn *searchmoves; /* only these may be chosen */
    int searchmove_count;    /* 0: all may */
    const Turn *excluded;    /* these may not be chosen */
    int excluded_count;
} RootFilter;

/* The number of plies, from the root on, at which half-moves are filtered; 0 if every turn may be
 * chosen. */
int root_filter_plies(const RootFilter *root_filter, const Ruleset *rules);

/* Filters the root's half-moves. In mind control, a half-move may remain even if all turns that
 * begin with it are excluded; root_filter_second then leaves none. */
void root_filter_first(const RootFilter *root_filter, MoveList *list);

/* Filters the half-moves after the root's half-move `first`, in rulesets with two half-moves per
 * turn. */
void root_filter_second(const RootFilter *root_filter, Move first, MoveList *list);

#endif
