/* tree: prints an opening book as an indented tree. */
#ifndef MISERE_BOOK_TREE_H
#define MISERE_BOOK_TREE_H

#include "knowledge/book.h"

#include <stdio.h>

/* Prints a ruleset's half-moves, `plies` deep at most: one line for each, indented below the
 * half-move to which it replies, by descending weight, with its share of the position's weight, its
 * games and its score. The replies to a position reached more than once are printed only once.
 * Returns the number of half-moves, or -1 if out of memory. */
long book_tree_print(FILE *out, const Book *book, const Ruleset *rules, int plies);

#endif
