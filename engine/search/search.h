/* search: finds the best turn by iterative deepening. */
#ifndef MISERE_SEARCH_SEARCH_H
#define MISERE_SEARCH_SEARCH_H

#include "eval/score.h"
#include "search/search_params.h"
#include "search/shared.h"
#include "search/table.h"

/* One report on one of the best turns. */
typedef struct {
    int multipv;  /* its rank among the best turns, from 1 */
    int depth;    /* the iteration's depth in half-moves */
    int seldepth; /* the deepest ply reached */
    Score score;  /* from the point of view of the player to move */
    Bound bound; /* BOUND_EXACT, or the true score is at least (LOWER) or at most (UPPER) `score` */
    uint64_t nodes;
    uint64_t tablebase_hits;
    int64_t elapsed_ms;
    int hashfull;     /* the share of the table in use, in thousandths */
    Turn pv[MAX_PLY]; /* principal variation, in whole turns */
    int pv_count;
} SearchInfo;

/* Callbacks for the searching thread. Each may be NULL. */
typedef struct {
    /* Called after each iteration, once for each rank; in long iterations also for scores that are
     * bounds. */
    void (*info)(void *context, const SearchInfo *info);
    /* Called in long searches before half-move `number` of the root, from 1, is searched. */
    void (*currmove)(void *context, int depth, Move move, int number);
    void *context;
} Reports;

typedef enum {
    SEARCH_LEADER, /* decides when the search is over; may run proof searches */
    SEARCH_HELPER, /* helps the leader until it is told to stop */
} SearchRole;

/* Creates what one thread needs for searching. It belongs to that thread; what it shares with other
 * threads is in `shared`, which must outlive it and has exactly one leader. Helpers are freed in
 * the reverse order. NULL if out of memory. Not during a search. */
SearchThread *search_thread_new(SearchShared *shared, SearchRole role);

/* NULL is allowed. Not during a search. */
void search_thread_free(SearchThread *thread);

/* Searches until a limit is reached or signals->stop is set. A helper ignores limits of time; each
 * thread searches an equal share of a limit of nodes, which is therefore exact only with a single
 * thread. The leader's reports count the nodes and tablebase hits of all threads. Returns the last
 * report of the best turn. The report is valid until the next search, and has at least one legal
 * turn, however short the search was. `params`, `signals` and `reports` must stay valid during the
 * search. */
const SearchInfo *search_run(SearchThread *thread, const SearchParams *params,
                             const Signals *signals, const Reports *reports);

/* The nodes of the current or last search. During a search the number may lag behind by about a
 * thousand. Thread-safe. */
uint64_t search_thread_nodes(const SearchThread *thread);

/* Sets that number, and that of the tablebase hits, to 0. Call just before a search. */
void search_thread_reset_counts(SearchThread *thread);

/* Converts a decisive score to the number of the player's own turns until the win; negative for a
 * loss. */
int search_mate_distance(const Ruleset *rules, Score score);

#endif
