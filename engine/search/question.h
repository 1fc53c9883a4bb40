/* question: what a search is asked, and what it is told while it runs. Plain data. */
#ifndef MISERE_QUESTION_H
#define MISERE_QUESTION_H

#include "position.h"
#include "timing.h"

#include <stdatomic.h>

/* What ends a search, besides being told to stop. Zero or false: does not. */
typedef struct {
    int depth; /* in half-moves */
    uint64_t nodes;
    TimeControl time;
    bool tournament_draws; /* do the third repetition and the fifty-move rule draw? */
} Limits;

/* A search's question. The position must be one in which a turn begins and the game goes on. */
typedef struct {
    Position root;
    const uint64_t *history; /* keys of the turns' positions before it, oldest first */
    int history_count;
    Limits limits;
} Question;

/* What a search may be told while it runs, by any thread. */
typedef struct {
    atomic_bool stop;      /* give up, and answer with what was found */
    atomic_bool pondering; /* no clock counts until it is false; then it has counted all along */
} Signals;

#endif
