/* positions: positions for tests, from FENs. */
#ifndef MISERE_UNIT_POSITIONS_H
#define MISERE_UNIT_POSITIONS_H

#include "unit/testing.h"

#include "rules/position.h"

/* Reads a FEN. Fails the test if it is refused. */
static inline Position position_of(const char *ruleset, const char *fen) {
    Position pos;
    Error error;
    if (!position_from_fen(&pos, ruleset_find(ruleset), fen, &error))
        fail_msg("%s %s: %s", ruleset, fen, error.text);
    return pos;
}

#endif
