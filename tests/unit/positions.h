/* positions: positions for tests, from FENs and by random half-moves. */
#ifndef MISERE_UNIT_POSITIONS_H
#define MISERE_UNIT_POSITIONS_H

#include "unit/testing.h"

#include "base/random.h"
#include "rules/movegen.h"
#include "rules/notation.h"

/* Reads a FEN. Fails the test if it is refused. */
static inline Position position_of(const char *ruleset, const char *fen) {
    Position pos;
    Error error;
    if (!position_from_fen(&pos, ruleset_find(ruleset), fen, &error))
        fail_msg("%s %s: %s", ruleset, fen, error.text);
    return pos;
}

/* Reads a legal turn. Fails the test if it is not. */
static inline Turn turn_of(const Position *pos, const char *text) {
    Turn turn;
    assert_true(notation_read_turn(pos, text, &turn, NULL));
    return turn;
}

/* The position after a random one of the position's half-moves, which are in the list. */
static inline Position random_successor(const Position *pos, const MoveList *list, uint64_t *rng) {
    Position successor;
    position_apply(&successor, pos, list->moves[random_next(rng) % (uint64_t)list->count]);
    return successor;
}

#endif
