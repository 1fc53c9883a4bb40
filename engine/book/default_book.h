/* default_book: finds the opening book that comes with the engine. Thread-safe. */
#ifndef MISERE_BOOK_DEFAULT_BOOK_H
#define MISERE_BOOK_DEFAULT_BOOK_H

#include "book/book.h"

/* Opens FAMILY.bin in ../book, ../share/misere/book or book, relative to the folder of the running
 * program. The caller closes *book, which is NULL if the family has no book. On failure sets *error
 * and returns false. */
bool default_book_open(Family family, Book **book, Error *error);

#endif
