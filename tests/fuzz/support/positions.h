/* positions: compares positions with the reference implementation. */
#ifndef MISERE_FUZZ_POSITIONS_H
#define MISERE_FUZZ_POSITIONS_H

#include "reference/reference.h"
#include "rules/outcome.h"

/* Fails unless both have the same FEN, the same status and the same half-moves, and unless the
 * position is what its FEN says. Sets *list to the half-moves. */
void fuzz_check_position(const Position *pos, const RefPosition *ref, MoveList *list);

/* Compares a position in which a turn begins with what the reference makes of its FEN. */
void fuzz_check_against_reference(const Position *pos);

/* Fails unless both positions are the same in all members. */
void fuzz_check_same_position(const Position *a, const Position *b);

/* The half-move in the reference's form. */
RefMove fuzz_reference_move(Move move);

#endif
