/* search_params: what to search, and what ends it. Plain data. */
#ifndef MISERE_SEARCH_SEARCH_PARAMS_H
#define MISERE_SEARCH_SEARCH_PARAMS_H

#include "eval/eval_sample.h"
#include "eval/network.h"
#include "experience/experience.h"
#include "rules/repetition.h"
#include "search/time_management.h"
#include "tablebase/syzygy/syzygy.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>

/* The limits of a search. 0 means no limit. A stop signal also ends a search. */
typedef struct {
    int depth; /* half-moves */
    uint64_t nodes;
    int mate; /* ends the search once a win in this many turns is proven or ruled out */
    TimeLimits time;
} Limits;

enum { MULTIPV_MAX = 500 };

/* What to search. The arrays are borrowed from the caller. */
typedef struct {
    Root root;
    const Turn *searchmoves; /* search only these legal turns */
    int searchmove_count;    /* 0: all turns */
    int multipv;             /* the number of best turns wanted, up to MULTIPV_MAX; 0 means 1 */
    const Experience *experience; /* NULL: none */
    const Network *network;       /* NULL: the built-in one of the root's family */
    const Tablebase *tablebase;   /* the tablebase of the root's ruleset; NULL: none */
    Syzygy *syzygy;               /* the Syzygy tables of the root's ruleset; NULL: none */
    bool without_proof_search;    /* alpha-beta alone */
    EvalSample *eval_sample;      /* receives a sample of the evaluated positions, in searches with
                                     one thread only; NULL: none */
    Limits limits;
} SearchParams;

/* Flags that control a running search. Any thread may read and set them. */
typedef struct {
    atomic_bool stop;      /* end the search, and answer with the best turn found so far */
    atomic_bool pondering; /* ignore the clock; once false, all the time since the start of the
                              search counts */
} Signals;

/* Must the search prove how the game ends, so that it may neither prune nor reduce? */
static inline bool search_params_full_width(const SearchParams *params) {
    return params->limits.mate > 0;
}

#endif
