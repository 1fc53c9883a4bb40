/* half_move_order: a position's half-moves in the order of their UCI notation in ASCII.
 * Thread-safe.
 */
#ifndef MISERE_PROOFS_HALF_MOVE_ORDER_H
#define MISERE_PROOFS_HALF_MOVE_ORDER_H

#include "rules/movegen.h"

void half_move_order(MoveList *list);

#endif
