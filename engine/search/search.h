/* search: finds a good turn by iterative deepening. One thread owns a Searcher; the table is
 * shared. */
#ifndef MISERE_SEARCH_H
#define MISERE_SEARCH_H

#include "question.h"
#include "score.h"
#include "table.h"
#include "turn.h"

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

/* What a search comes to. */
typedef struct {
    Turn turn;
    Turn reply; /* the other player's, as far as is known; none has a count of 0 */
} Found;

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

/* Searches until a limit is reached or it is told to stop, and finds a legal turn whatever happens.
 * `report` may be NULL. */
Found search_run(Searcher *searcher, const Question *question, const Signals *signals,
                 ProgressReport *report, void *context);

/* Positions looked at in the last search. */
uint64_t searcher_nodes(const Searcher *searcher);

/* A proven win in this many turns of the player to decide; negative: a loss. The score must be a
 * decided one. */
int search_turns_to_end(const Ruleset *rules, Score score);

#endif
