/* explore: openings from which to play the games that a growing book lacks: good lines get deep,
 * others wide enough to know that they are not. Each position is a bandit (UCB1; Auer, Cesa-Bianchi
 * and Fischer, 2002) with as many arms as the square root of its games (progressive widening;
 * Coulom, 2007). One thread. */
#ifndef MISERE_BOOK_EXPLORE_H
#define MISERE_BOOK_EXPLORE_H

#include "knowledge/book.h"

/* Makes a game of an opening of at most `plies` half-moves from the ruleset's start: the most
 * promising ones known, until a position of which nothing is known, or one random half-move that
 * was not tried yet. The game goes on after it. Moves *seed on. What was chosen is noted as lost,
 * so that the next opening is another one (virtual loss; Chaslot, Winands and van den Herik, 2008).
 * False without memory; else the caller frees the game. */
bool explore_opening(BookBuilder *builder, const Ruleset *rules, int plies, uint64_t *seed,
                     Game *game);

#endif
