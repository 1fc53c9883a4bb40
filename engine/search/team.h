/* team: what the threads of a search share besides the table: what they have learned, the deepest
 * iteration that one of them has finished, so that the others need not, and which half-moves they
 * are looking at just now, so that others look at something else first (simplified ABDADA; T.
 * Kerrigan, 2017, after J.-C. Weill, 1996). */
#ifndef MISERE_SEARCH_TEAM_H
#define MISERE_SEARCH_TEAM_H

#include "search/history.h"
#include "search/pv.h"

typedef struct Team Team;

/* A team of one thread that knows nothing; NULL without memory. */
Team *team_new(void);

void team_free(Team *team);

/* One thread more or, if negative, less. Not while there is a search. */
void team_grow(Team *team, int by);

int team_threads(const Team *team);

/* It belongs to the team. */
History *team_history(Team *team);

/* Forgets everything. Not while there is a search. */
void team_clear(Team *team);

/* Before a search: no iteration is finished. */
void team_begin(Team *team);

/* What follows may be called by any thread of a search. */

/* How deep the deepest iteration is that is finished; 0: none is. */
int team_depth(const Team *team);

/* An iteration is finished, and this is the best line. What is less deep than others is ignored. */
void team_report(Team *team, int depth, const Variation *line);

/* The line of the deepest iteration. Returns how deep that was; 0: there is none. */
int team_line(Team *team, Variation *line);

/* That line is worth nothing: the iteration is not finished. */
void team_withdraw(Team *team, int depth);

/* What follows may be called by any thread, too, but nothing is certain: a half-move that is
 * looked at may be forgotten, and one half-move may be taken for another. */

/* What stands for a half-move of the position with that key. */
uint64_t team_name(uint64_t key, Move move);

/* Is a thread looking at that half-move? */
bool team_looks_at(const Team *team, uint64_t name);

/* A thread begins, and ceases, to look at it. */
void team_enter(Team *team, uint64_t name);
void team_leave(Team *team, uint64_t name);

#endif
