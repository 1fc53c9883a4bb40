/* prune: removes from a book the half-moves that are proven to lose. Not thread-safe. */
#ifndef MISERE_BOOK_PRUNE_H
#define MISERE_BOOK_PRUNE_H

#include "knowledge/book.h"

#include <stdio.h>

/* Searches after each half-move of the book, from the ruleset's initial position on, for a forced
 * win of the opponent, with about `nodes` nodes each, and removes the half-move if there is one.
 * Lines are followed for 100 turns. Prints the lines to removed half-moves, and progress on
 * standard error. Returns the number of removed half-moves, or -1 if out of memory. What is removed
 * depends only on the book and `nodes`. */
long prune_lost(Book *book, const Ruleset *rules, uint64_t nodes, FILE *out);

#endif
