/* tree: prints an opening book as an indented tree. */
#ifndef MISERE_BOOK_TREE_H
#define MISERE_BOOK_TREE_H

#include "book/book.h"

#include <stdio.h>

/* Prints the book's half-moves for a ruleset, at most `plies` deep: one line each, indented below
 * the half-move to which it replies, and sorted by descending weight. A line has the half-move's
 * share of the position's total weight, its number of games and its score. The replies to a
 * position reached more than once are printed only once. With `with_replies` there are also lines,
 * without these figures, for half-moves that the book does not play but has an answer to. Returns
 * the number of half-moves printed, or -1 if out of memory. */
long book_tree_print(FILE *out, const Book *book, const Ruleset *rules, int plies,
                     bool with_replies);

#endif
