/* pv: principal variations: collecting them in a search (PvTable), and cutting them into turns. Any
 * thread; a PvTable belongs to one. */
#ifndef MISERE_SEARCH_PV_H
#define MISERE_SEARCH_PV_H

#include "eval/score.h"
#include "search/root_filter.h"
#include "search/table.h"

/* A line of half-moves from the root of a search. */
typedef struct {
    Move moves[MAX_PLY + 1];
    int count;
    Score score; /* for the player to decide at the root */
} Pv;

/* The best line from each ply on (triangular PV table). */
typedef struct {
    Move moves[MAX_PLY + 1][MAX_PLY + 1];
    int count[MAX_PLY + 1];
} PvTable;

/* No line is known from this ply on. */
static inline void pv_table_clear(PvTable *table, int ply) {
    table->count[ply] = 0;
}

/* The best line at `ply` is now `move`, followed by the line of the next ply. */
void pv_table_update(PvTable *table, int ply, Move move);

/* Copies the line from the root to pv->moves; pv->score stays. False, with nothing copied, if there
 * is none. */
bool pv_table_line(const PvTable *table, Pv *pv);

/* Cuts the line into whole turns and drops an incomplete last one. Returns the number of turns. */
int pv_turns(const Position *root, const Pv *line, Turn turns[MAX_PLY]);

/* The first turn of the line. If the line is too short or does not fit the root, half-moves from
 * the table, or else any legal ones, complete it. Always legal, and one that the filter lets
 * through if there is any. */
Turn pv_first_turn(const Position *root, const Pv *line, const RootFilter *root_filter,
                   const Table *table);

#endif
