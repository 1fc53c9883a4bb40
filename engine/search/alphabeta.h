/* alphabeta: one thread's search of the tree of half-moves, to one depth in one window.
 *
 * Negamax by player: a child's score is negated only if it is the other player's turn there. So one
 * search serves all rulesets, with forced passes, pass chips and mind control.
 *
 * An AlphaBeta belongs to one thread; what it shares with others is in its SearchShared. */
#ifndef MISERE_SEARCH_ALPHABETA_H
#define MISERE_SEARCH_ALPHABETA_H

#include "rules/turn.h"
#include "search/search_params.h"
#include "search/shared.h"
#include "search/stop_check.h"

typedef struct AlphaBeta AlphaBeta;

/* Called before each half-move of the root is searched, with its number in the move order, from 1.
 */
typedef void CurrmoveReport(void *context, Move move, int number);

typedef struct {
    Score
        score; /* from the point of view of the player to move; a bound if outside (alpha, beta) */
    int seldepth; /* the deepest ply reached */
    bool has_pv;  /* a line raised alpha; possible even if the search was stopped */
} RootResult;

/* Creates a search on `shared` that counts its nodes with `stop`, and ends when `stop` says so.
 * `shared` and `stop` must outlive the search. NULL if out of memory. */
AlphaBeta *alphabeta_new(SearchShared *shared, StopCheck *stop);

/* NULL is allowed. */
void alphabeta_free(AlphaBeta *ab);

/* Call before each search, after the number of threads and the size of the table have been set. The
 * turns that `filter` allows are searched; it may change between two calls of alphabeta_search.
 * `report_currmove` may be NULL. */
void alphabeta_begin(AlphaBeta *ab, const SearchParams *params, const TurnFilter *filter,
                     CurrmoveReport *report_currmove, void *report_context);

/* The number of positions of the current or last search that were found in the tablebase.
 * Thread-safe. */
uint64_t alphabeta_tablebase_hits(const AlphaBeta *ab);

/* Sets that number to 0. */
void alphabeta_reset_tablebase_hits(AlphaBeta *ab);

/* The depth at which each half-move of the root is evaluated statically, without searching further:
 * the least that alphabeta_search accepts. */
int alphabeta_static_depth(const AlphaBeta *ab);

/* The static evaluation of the root. */
Score alphabeta_evaluate_root(AlphaBeta *ab);

/* Searches the root once, `depth` half-moves deep (alphabeta_static_depth to MAX_PLY - 1). If turns
 * are filtered, `first` is searched before the others; all zero: unknown. If a line raised alpha,
 * copies its half-moves to pv->moves; pv->score is unchanged. The score is -SCORE_INFINITE if the
 * filter allows no turn. If the search is stopped, it is that of the line, the best so far; without
 * a line it is meaningless. */
RootResult alphabeta_search(AlphaBeta *ab, Score alpha, Score beta, int depth, Turn first, Pv *pv);

#endif
