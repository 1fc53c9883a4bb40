/* refuse: the reasons why half-moves are not legal. Thread-safe. */
#ifndef MISERE_RULES_REFUSE_H
#define MISERE_RULES_REFUSE_H

#include "rules/position.h"

/* Sets *error to the reason why a half-move is not legal, and returns false. `text` is the turn as
 * it was read; `move` must not be a pass. */
bool refuse_move(const Position *pos, const char *text, Move move, Error *error);

#endif
