/* search: finds a good turn by iterative deepening. One thread owns a Searcher; the table is
 * shared. */
#ifndef MISERE_SEARCH_SEARCH_H
#define MISERE_SEARCH_SEARCH_H

#include "eval/score.h"
#include "search/params/search_params.h"
#include "search/smp/signals.h"
#include "search/table.h"

/* What is known about one of the best turns. */
typedef struct {
    int multipv; /* 1: the best one; and so on, as many as the search wants and there are */
    int depth;
    int seldepth; /* the deepest half-move looked at */
    Score score;  /* for the player to decide */
    Bound bound;  /* is that the score, or is it no less (BOUND_LOWER), or no more? */
    uint64_t nodes;
    int64_t elapsed_ms;
    int hashfull;     /* thousandths */
    Turn pv[MAX_PLY]; /* principal variation, in whole turns */
    int pv_count;
} SearchInfo;

/* Called from the searching thread. Each may be NULL. */
typedef struct {
    /* After each iteration, once for each line; with a bound also within a long one. */
    void (*info)(void *context, const SearchInfo *info);
    /* In long searches: which half-move of the root is looked at, the `number`th. */
    void (*currmove)(void *context, int depth, Move move, int number);
    void *context;
} Reports;

typedef struct Searcher Searcher;

/* A searcher on that table; NULL without memory. Without a `leader` it decides when a search is
 * over; else it helps that one and shares with it the table and what it learns. Not while the
 * leader searches. */
Searcher *searcher_new(Table *table, Searcher *leader);

/* Helpers before their leader; not while it searches. */
void searcher_free(Searcher *searcher);

/* Forgets what was learned in earlier searches, by helpers, too. */
void searcher_clear(Searcher *searcher);

/* The table was replaced. */
void searcher_set_table(Searcher *searcher, Table *table);

/* Searches until a limit is reached or it is told to stop. What it returns is the best line as it
 * was last reported, valid until the next search: at least one legal turn, whatever happens. */
const SearchInfo *search_run(Searcher *searcher, const SearchParams *params, const Signals *signals,
                             const Reports *reports);

/* Positions looked at in the last search. Any thread may ask, also while it runs; then the number
 * is a little late. */
uint64_t searcher_nodes(const Searcher *searcher);

/* From now on that number is of the next search, which is about to begin. */
void searcher_reset_nodes(Searcher *searcher);

/* The leader and its helpers are about to search the same root. */
void searcher_begin_shared(Searcher *leader);

/* A proven win in this many turns of the player to decide; negative: a loss. The score must be a
 * decided one. */
int search_mate_distance(const Ruleset *rules, Score score);

#endif
