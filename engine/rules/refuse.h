/* refuse: explains why a half-move is not legal. Thread-safe. */
#ifndef MISERE_RULES_REFUSE_H
#define MISERE_RULES_REFUSE_H

#include "rules/position.h"

/* Sets *error to the reason why `move`, which is not a pass, is illegal. Returns false. `text` is
 * the whole turn, to be quoted in the message. */
bool refuse_move(const Position *pos, const char *text, Move move, Error *error);

#endif
