/* prune: removes bad half-moves from a book, and adds the best ones. Not thread-safe. */
#ifndef MISERE_BOOK_PRUNE_H
#define MISERE_BOOK_PRUNE_H

#include "knowledge/book.h"

#include <stdio.h>

typedef struct {
    uint64_t nodes; /* of each search, about; four times as many for the best turn */
    int margin;     /* in centipawns; 0: only half-moves that are proven to lose are bad */
} PruneParams;

/* How many half-moves were added and removed. */
typedef struct {
    long added, removed;
} PruneCounts;

/* Removes each half-move after which a proof search finds a forced win of the opponent. With a
 * margin, also adds the best turn of each position, as a search finds it, and removes each
 * half-move that a search finds worse by more than the margin. Looks at the positions of the book
 * that can be reached from the ruleset's initial position by at most 100 turns, each of which leads
 * to a position of the book. Prints the lines to added and removed half-moves, and progress on
 * standard error. Adds to *counts. Returns false if out of memory. The changes depend only on the
 * book and the parameters. */
bool prune_book(Book *book, const Ruleset *rules, const PruneParams *params, PruneCounts *counts,
                FILE *out);

#endif
