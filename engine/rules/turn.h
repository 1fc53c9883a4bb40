/* turn: what one player submits: a half-move; in mind control a white one and a black one. */
#ifndef MISERE_RULES_TURN_H
#define MISERE_RULES_TURN_H

#include "rules/outcome.h"

/* In mind control a turn of one half-move is one whose white half-move ended the game: it is
 * written with `gameover`. */
typedef struct {
    uint8_t count; /* of half-moves: 1 or 2 */
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

/* May this turn be played where a turn begins? Any value may be asked. */
bool turn_is_legal(const Position *pos, Turn turn);

typedef struct {
    Turn *turns;
    int count;
    int capacity;
} TurnList;

/* Collects every legal turn (a forced pass is one), none once the game is over. The caller owns
 * the list and frees it with turn_list_free. Returns false, the list empty, without memory. */
bool turn_list_make(const Position *pos, TurnList *list);

void turn_list_free(TurnList *list);

#endif
