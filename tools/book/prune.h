/* prune: removes bad half-moves from a book, and adds the best ones. Not thread-safe. */
#ifndef MISERE_BOOK_PRUNE_H
#define MISERE_BOOK_PRUNE_H

#include "batch/job_file.h"
#include "book/book.h"

#include <stdio.h>

typedef struct {
    uint64_t nodes; /* about how many nodes each search has; the one for the best turn has four
                       times as many */
    int margin; /* centipawns by which a bad half-move is worse than the best; 0: only half-moves
                   proven to lose are bad */
} PruneParams;

enum { PRUNE_SEARCHES_MAX = 1 << 22 /* kept */, PRUNE_RESULT_SIZE = 16 /* in bytes */ };

/* What has been done, in all rulesets so far. */
typedef struct {
    long added, removed; /* half-moves */
    uint64_t searches;
    JobFile *kept; /* results of searches by their number, of an interrupted run and of this one;
                      one item of PRUNE_RESULT_SIZE each. NULL: none are kept */
} PruneRun;

/* Removes each half-move after which a proof search finds a forced win of the opponent. With a
 * margin, also adds the best turn of each position, as a search finds it, and removes each
 * half-move that a search finds worse by more than the margin. Looks at the positions of the book
 * that can be reached from the ruleset's initial position by at most 100 turns, through positions
 * of the book only. Prints each added and removed half-move with the line that leads to it, and the
 * progress on standard error. Continues *run. On failure sets *error and returns false. The changes
 * depend only on the book and the parameters. */
bool prune_book(Book *book, const Ruleset *rules, const PruneParams *params, PruneRun *run,
                FILE *out, Error *error);

#endif
