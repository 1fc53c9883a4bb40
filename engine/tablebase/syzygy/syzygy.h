/* syzygy: probes the Syzygy tablebases of antichess: files of up to six pieces, which are opened
 * when they are needed first. All functions but those that create and free are thread-safe.
 *
 * Source: de Man, the format of the Syzygy tablebases, 2013. */
#ifndef MISERE_SYZYGY_SYZYGY_H
#define MISERE_SYZYGY_SYZYGY_H

#include "rules/movegen.h"

typedef struct Syzygy Syzygy;

/* Looks for tables in folders, which ':' separates (on Windows ';'); *syzygy is NULL if these rules
 * have none, or if the text is empty. The caller frees it. Returns false if out of memory. */
bool syzygy_new(const Ruleset *rules, const char *folders, Syzygy **syzygy);

/* NULL is allowed. */
void syzygy_free(Syzygy *syzygy);

/* Is there a table of at least one ending of two or three pieces? False if `syzygy` is NULL. */
bool syzygy_has_tables(const Syzygy *syzygy);

/* If a table that was needed could not be opened, or is damaged, says so in *error, once for each
 * call of syzygy_new, and returns true. NULL is allowed. */
bool syzygy_take_error(Syzygy *syzygy, Error *error);

enum { SYZYGY_LOSS = -2, SYZYGY_WIN = 2 };

/* The result for the side to move, as of syzygy_probe_wdl, of a game that ends so. */
static inline int syzygy_wdl_of_end(const Position *pos, bool drawn, Colour winner) {
    return drawn ? 0 : winner == (Colour)pos->side ? SYZYGY_WIN : SYZYGY_LOSS;
}

/* Finds who wins a position in which the game is not over, for the side to move: 2 a win, 1 a win
 * that the fifty-move rule draws, 0 a draw, -1 and -2 losses. They hold if the half-move clock is
 * 0. Returns false if a table is missing, or if `syzygy` is NULL. */
bool syzygy_probe_wdl(Syzygy *syzygy, const Position *pos, int *wdl);

/* Finds after how many half-moves the winner captures, moves a pawn or wins: positive if the side
 * to move wins, negative if it loses, 0 in a draw. More than 100 if the fifty-move rule draws. It
 * may be one too few. Returns false as above. */
bool syzygy_probe_dtz(Syzygy *syzygy, const Position *pos, int *dtz);

/* Lists the half-moves that keep the result of the position, and of these the ones that lead to
 * the next capture, pawn move or win soonest (in a lost position: latest). `tournament_draws`: is
 * the fifty-move rule in force? Returns how many, 0 if a table is missing or `syzygy` is NULL. */
int syzygy_best_moves(Syzygy *syzygy, const Position *pos, bool tournament_draws, MoveList *best);

#endif
