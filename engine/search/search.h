/* search: finds a good turn: iterative deepening over negamax by player.
 *
 * In every ruleset a child position is worth the negative of what it is worth to the player who
 * decides there if that is another one, and the same if not. Forced passes, mind control and
 * chips need nothing more. One thread owns a Searcher; the table is shared. */
#ifndef MISERE_SEARCH_H
#define MISERE_SEARCH_H

#include "order.h"
#include "table.h"
#include "timing.h"
#include "turn.h"

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

/* What is known after an iteration. */
typedef struct {
    int depth;
    int selective_depth; /* the deepest half-move looked at */
    Score score;         /* for the player to decide */
    uint64_t nodes;
    int64_t elapsed_ms;
    int hashfull;     /* thousandths */
    Turn pv[PLY_MAX]; /* principal variation, in whole turns */
    int pv_count;
} Progress;

typedef struct Searcher Searcher;

/* Called from the searching thread after each iteration. */
typedef void ProgressReport(void *context, const Progress *progress);

/* A searcher on that table; NULL without memory. */
Searcher *searcher_new(Table *table);

void searcher_free(Searcher *searcher);

/* Forgets what was learned in earlier searches. */
void searcher_clear(Searcher *searcher);

/* The table was replaced. */
void searcher_set_table(Searcher *searcher, Table *table);

/* Searches until a limit is reached or *stop becomes true, and returns a legal turn whatever
 * happens. `report` may be NULL. */
Turn search_run(Searcher *searcher, const Question *question, const atomic_bool *stop,
                ProgressReport *report, void *context);

/* Positions looked at in the last search. */
uint64_t searcher_nodes(const Searcher *searcher);

/* A proven win in this many turns of the player to decide; negative: a loss. The score must be a
 * decided one. */
int search_turns_to_end(const Ruleset *rules, Score score);

#endif
