/* search: finds the best turn by iterative deepening. */
#ifndef MISERE_SEARCH_SEARCH_H
#define MISERE_SEARCH_SEARCH_H

#include "eval/score.h"
#include "search/params/search_params.h"
#include "search/shared.h"
#include "search/smp/signals.h"
#include "search/table.h"

/* One report on one of the best turns. */
typedef struct {
    int multipv;  /* its rank among the best turns, from 1 */
    int depth;    /* of the iteration, in half-moves */
    int seldepth; /* the deepest ply reached */
    Score score;  /* for the player to decide */
    Bound bound;  /* BOUND_EXACT, or the score is at least (LOWER) or at most (UPPER) this */
    uint64_t nodes;
    int64_t elapsed_ms;
    int hashfull;     /* thousandths */
    Turn pv[MAX_PLY]; /* principal variation, in whole turns */
    int pv_count;
} SearchInfo;

/* Called by the searching thread. Each may be NULL. */
typedef struct {
    /* After each iteration, once for each rank; in long iterations also with bounds. */
    void (*info)(void *context, const SearchInfo *info);
    /* In long searches: half-move `number`, from 1, of the root is about to be searched. */
    void (*currmove)(void *context, int depth, Move move, int number);
    void *context;
} Reports;

typedef enum {
    SEARCH_LEADER, /* decides when the search is over; may run proof searches */
    SEARCH_HELPER, /* helps the leader until it is told to stop */
} SearchRole;

/* What one thread needs for searching. It belongs to that thread; what it shares with the others is
 * its SearchShared. */
typedef struct SearchThread SearchThread;

/* `shared` must outlive it, and has one leader. A helper counts as one more thread of it. NULL if
 * out of memory. Not during a search. */
SearchThread *search_thread_new(SearchShared *shared, SearchRole role);

/* May be NULL. Not during a search. */
void search_thread_free(SearchThread *thread);

/* Searches until a limit is reached or signals->stop is set. Returns the last report of the best
 * turn, valid until the next search; it has at least one legal turn, however short the search was.
 * `params`, `signals` and `reports` must stay valid meanwhile. */
const SearchInfo *search_run(SearchThread *thread, const SearchParams *params,
                             const Signals *signals, const Reports *reports);

/* Nodes of the current or last search; during one, up to about a thousand too few. Any thread. */
uint64_t search_thread_nodes(const SearchThread *thread);

/* Sets that number to 0, just before a search. */
void search_thread_reset_nodes(SearchThread *thread);

/* The turns, of the player to decide, in which a decisive score means a win; negative: a loss. */
int search_mate_distance(const Ruleset *rules, Score score);

#endif
