/* own_book: the opening book that the engine's options name. One thread at a time. */
#ifndef MISERE_CORE_OWN_BOOK_H
#define MISERE_CORE_OWN_BOOK_H

#include "core/options.h"
#include "knowledge/book.h"

/* Opens the book that `BookFile` names, or, if that is empty and `OwnBook` is set, the one for the
 * ruleset's family: book/FAMILY.bin beside the folder of the running program, or
 * share/misere/book/FAMILY.bin there. *book is NULL if neither is set, or there is no such file:
 * then the engine has to think; else the caller closes it.
 * On failure says which option is to blame and why, and returns false. */
bool own_book_open(const Options *options, Book **book, Error *error);

/* Where to begin drawing lots: the option `Book Seed`, or, if that is 0, anywhere. */
uint64_t own_book_seed(int64_t option);

#endif
