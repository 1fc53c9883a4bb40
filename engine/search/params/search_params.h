/* search_params: what to search, and what ends it. Plain data. */
#ifndef MISERE_SEARCH_PARAMS_SEARCH_PARAMS_H
#define MISERE_SEARCH_PARAMS_SEARCH_PARAMS_H

#include "eval/network.h"
#include "knowledge/experience.h"
#include "search/params/time_management.h"

/* What ends a search, besides being told to stop. Zero or false: does not. */
typedef struct {
    int depth; /* in half-moves */
    uint64_t nodes;
    int mate; /* a win proven in so many turns of the player, or none looked for deep enough */
    TimeLimits time;
    bool tournament_draws; /* do the third repetition and the fifty-move rule draw? */
} Limits;

enum { MULTIPV_MAX = 500 };

/* A search's parameters. The position must be one in which a turn begins and the game goes on. */
typedef struct {
    Position root;
    const uint64_t *history; /* keys of the turns' positions before it, oldest first */
    int history_count;
    const Turn *searchmoves; /* search just these turns, legal ones */
    int searchmove_count;    /* 0: all */
    int multipv;             /* how many of the best turns are wanted, up to MULTIPV_MAX; 0 is 1 */
    const Experience *experience; /* NULL: none */
    const Network *network;       /* to value positions with; NULL: the one built in */
    Limits limits;
} SearchParams;

#endif
