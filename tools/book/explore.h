/* explore: chooses the openings of further games for a book: mostly openings that have scored well,
 * but also others. Half-moves are selected by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002); the
 * number of candidates is the square root of the number of games in the position (progressive
 * widening; Coulom, 2007). */
#ifndef MISERE_BOOK_EXPLORE_H
#define MISERE_BOOK_EXPLORE_H

#include "book/book.h"

/* Makes an opening of at most `plies` half-moves from the ruleset's initial position, by selecting
 * half-moves until an unknown position is reached or a random untried half-move is added. The game
 * is not over after the opening. Advances the random number generator. The half-moves are added to
 * the builder as lost, so that the next call chooses another opening (virtual loss; Chaslot,
 * Winands and van den Herik, 2008). Returns false if out of memory; otherwise the caller frees the
 * game. */
bool explore_opening(BookBuilder *builder, const Ruleset *rules, int plies, uint64_t *seed,
                     Game *game);

#endif
