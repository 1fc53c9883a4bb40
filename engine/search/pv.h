/* pv: principal variations: collecting them in a search (PvTable), and splitting them into turns.
 * Thread-safe, but a PvTable belongs to one thread. */
#ifndef MISERE_SEARCH_PV_H
#define MISERE_SEARCH_PV_H

#include "eval/score.h"
#include "rules/turn.h"
#include "search/table.h"

/* A line of half-moves from the root of a search. */
typedef struct {
    Move moves[MAX_PLY + 1];
    int count;
    Score score; /* from the point of view of the player to move at the root */
    Bound bound; /* is `score` exact, or the true score at least (LOWER) or at most (UPPER) that? */
    int depth;   /* of the search that found the score, in half-moves */
} Pv;

/* The best line from each ply on (triangular PV table). */
typedef struct {
    Move moves[MAX_PLY + 1][MAX_PLY + 1];
    int count[MAX_PLY + 1];
} PvTable;

/* Clears the line from this ply on. */
static inline void pv_table_clear(PvTable *table, int ply) {
    table->count[ply] = 0;
}

/* Sets the best line at `ply` to `move` followed by the best line at the next ply. */
void pv_table_update(PvTable *table, int ply, Move move);

/* Copies the root's line to pv->moves, and leaves score and bound unchanged. Returns false, and
 * copies nothing, if there is no line. */
bool pv_table_line(const PvTable *table, Pv *pv);

/* Appends the half-moves of proven positions in the table to a line with a decisive score, up to
 * the end of the game, to a position that the table does not have, or to MAX_PLY half-moves. */
void pv_follow_table(Pv *pv, const Position *root, const Table *table);

/* Splits the line into whole turns, dropping an incomplete last one. Returns their number. */
int pv_turns(const Position *root, const Pv *line, Turn turns[MAX_PLY]);

/* The first turn of the line. If the line is too short or not legal at the root, the missing
 * half-moves are taken from the table; if it has none, any legal ones are used. The turn is always
 * legal, and the filter allows it if it allows any turn. */
Turn pv_first_turn(const Position *root, const Pv *line, const TurnFilter *filter,
                   const Table *table);

#endif
