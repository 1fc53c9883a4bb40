/* own_book: finds the opening book that the options ask for. Thread-safe. */
#ifndef MISERE_CORE_OWN_BOOK_H
#define MISERE_CORE_OWN_BOOK_H

#include "core/options.h"
#include "knowledge/book.h"

/* Opens the book that `BookFile` names. If that is empty and `OwnBook` is set, opens the book of
 * the ruleset's family: FAMILY.bin in ../book, ../share/misere/book or book, relative to the
 * folder of the running program. The caller closes *book, which is NULL if neither option is set
 * or the family has no book. On failure sets *error, which names the option, and returns false. */
bool own_book_open(const Options *options, Book **book, Error *error);

/* Returns the initial state of the random number generator: the option `Book Seed`, or a different
 * state each time if the option is 0. */
uint64_t own_book_seed(int64_t option);

#endif
