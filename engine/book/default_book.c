#include "book/default_book.h"

#include "base/os/path.h"
#include "base/os/sibling.h"

#include <limits.h>
#include <stdio.h>

/* Where books are, relative to the program's folder: in the source tree, when installed, and on
 * Windows. */
static const char *const FOLDERS[] = {"../book", "../share/misere/book", "book"};

bool default_book_open(Family family, Book **book, Error *error) {
    char program[PATH_MAX], path[2 * PATH_MAX];
    *book = NULL;
    if (!sibling_own_folder(program))
        return true;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++) {
        snprintf(path, sizeof path, "%s%s/%s.bin", program, FOLDERS[i],
                 ruleset_family_name(family));
        if (path_exists(path))
            return (*book = book_open(path, error)) != NULL;
    }
    return true;
}
