/* turn: a player's turn: one half-move, or in mind control a white one and a black one.
 * Thread-safe. */
#ifndef MISERE_RULES_TURN_H
#define MISERE_RULES_TURN_H

#include "rules/outcome.h"

/* In mind control a turn has a single half-move if that half-move ends the game; the turn's
 * notation then ends with `gameover`. */
typedef struct {
    uint8_t count; /* number of half-moves: 1 or 2 */
    Move moves[2];
} Turn;

static inline Turn turn_single(Move move) {
    return (Turn){.count = 1, .moves = {move, MOVE_NONE}};
}
static inline bool turn_equal(Turn a, Turn b) {
    return a.count == b.count && a.moves[0] == b.moves[0] && a.moves[1] == b.moves[1];
}

static inline bool turn_is_among(const Turn *turns, int count, Turn turn) {
    for (int i = 0; i < count; i++)
        if (turn_equal(turns[i], turn))
            return true;
    return false;
}

/* Plays a legal turn, or a forced pass. */
void turn_apply(Position *after, const Position *before, Turn turn);

/* Is the turn legal in a position where a turn begins? The turn may have any contents. */
bool turn_is_legal(const Position *pos, Turn turn);

/* Owned by the caller of turn_list_make. */
typedef struct {
    Turn *turns;
    int count;
} TurnList;

/* Lists every legal turn, including a forced pass; none if the game is over. The caller frees the
 * list with turn_list_free. Returns false, with an empty list, if out of memory. */
bool turn_list_make(const Position *pos, TurnList *list);

void turn_list_free(TurnList *list);

/* Picks a random legal turn, all being equally likely, and advances the random number
 * generator. Returns false if out of memory, or if the game is over. */
bool turn_pick_random(const Position *pos, uint64_t *rng, Turn *turn);

/* Which of a position's turns may be chosen. If all members are zero, every turn may be chosen.
 * Both lists hold legal turns of the position, and are borrowed from the caller. */
typedef struct {
    const Turn *only;     /* only these may be chosen */
    int only_count;       /* 0: all may */
    const Turn *excluded; /* these may not be chosen */
    int excluded_count;
} TurnFilter;

/* The number of half-moves of a turn that are filtered; 0 if every turn may be chosen. */
int turn_filter_plies(const TurnFilter *filter, const Ruleset *rules);

/* Filters the position's half-moves. In mind control, a half-move may remain even if all turns that
 * begin with it are excluded; turn_filter_second then leaves none. */
void turn_filter_first(const TurnFilter *filter, MoveList *list);

/* Filters the half-moves after the half-move `first`, in rulesets with two half-moves per
 * turn. */
void turn_filter_second(const TurnFilter *filter, Move first, MoveList *list);

#endif
