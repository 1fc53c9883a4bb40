/* outcome: whether a position ends the game, who has won it and why; and how it may go on. Only
 * what the position itself shows: clocks and repetitions are game.h's. Pure; any thread. */
#ifndef MISERE_RULES_OUTCOME_H
#define MISERE_RULES_OUTCOME_H

#include "rules/movegen.h"

typedef enum {
    PLAYING,
    PIECES_LOST,
    CHECKMATE,
    STALEMATE,
    TIME_EXPIRED,
    THREEFOLD,
    FIFTY,
} Reason;

typedef struct {
    Reason reason;
    bool drawn;    /* meaningful unless the reason is PLAYING */
    Colour winner; /* meaningful if won */
} Outcome;

/* Where the half-move clock stands when each side has made fifty moves without progress. */
enum { FIFTY_MOVES = 100 };

static inline bool outcome_is_over(Outcome outcome) {
    return outcome.reason != PLAYING;
}

/* Judges the position. While the game goes on the list gets the half-moves that continue it: the
 * legal ones, or one MOVE_PASS for a stalemated side that loses its turn. It is empty at the end.
 */
Outcome outcome_find(const Position *pos, MoveList *list);

/* As many half-moves as outcome_find would list. */
int outcome_count_moves(const Position *pos);

/* Judges the position alone. */
Outcome outcome_of(const Position *pos);

/* Has the side to move no half-move of its own while the game goes on: is its pass forced? */
bool outcome_pass_is_forced(const Position *pos);

/* The name that game files and the line protocol give a reason. */
const char *outcome_reason_name(Reason reason);

/* "white" or "black". */
const char *outcome_colour_name(Colour colour);

#endif
