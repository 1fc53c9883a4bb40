/* tree: a book as text that people can read. One thread. */
#ifndef MISERE_BOOK_TREE_H
#define MISERE_BOOK_TREE_H

#include "knowledge/book.h"

#include <stdio.h>

/* Draws what the book has for the ruleset: a line for each half-move, indented below the one that
 * it answers, the heaviest first, with its part of the position's weight, its games and its score;
 * at most `plies` deep. What follows a position that was drawn before is not drawn again. Returns
 * how many half-moves there were, or -1 without memory. */
long book_tree_print(FILE *out, const Book *book, const Ruleset *rules, int plies);

#endif
