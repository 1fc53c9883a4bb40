/* proven: makes a book play proven wins. Not thread-safe. */
#ifndef MISERE_BOOK_PROVEN_H
#define MISERE_BOOK_PROVEN_H

#include "book/book.h"

typedef struct {
    long added, removed; /* half-moves of the book */
} ProvenCounts;

/* Where the winner of a proof decides, in a position that the proof first reaches within `plies`
 * half-moves of the game, by the move number, the book plays the proof's half-move and nothing
 * else. `paths` are files of compact proofs; if several have a position, the first is used. Adds to
 * *counts. On failure sets *error, and returns false; the book may have changed. */
bool proven_add(Book *book, char *const *paths, int count, int plies, ProvenCounts *counts,
                Error *error);

#endif
