#include "core/own_book.h"

#include "base/os/entropy.h"
#include "base/os/path.h"
#include "base/os/sibling.h"

#include <limits.h>
#include <stdio.h>

/* Where books are, relative to the program's folder: in the source tree, when installed, and on
 * Windows. */
static const char *const FOLDERS[] = {"../book", "../share/misere/book", "book"};

/* A family without a book is no error: *book stays NULL. */
static bool open_default_book(const char *family, Book **book, Error *error) {
    char program[PATH_MAX], path[2 * PATH_MAX];
    if (!sibling_own_folder(program))
        return true;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++) {
        snprintf(path, sizeof path, "%s%s/%s.bin", program, FOLDERS[i], family);
        if (path_exists(path))
            return (*book = book_open(path, error)) != NULL;
    }
    return true;
}

bool own_book_open(const Options *options, Book **book, Error *error) {
    bool is_named = options->book_file[0], opened = true;
    *book = NULL;
    if (is_named)
        opened = (*book = book_open(options->book_file, error)) != NULL;
    else if (options->own_book)
        opened = open_default_book(ruleset_family_name(options->ruleset->family), book, error);
    return opened || error_wrap(error, "option %s", is_named ? "BookFile" : "OwnBook");
}

uint64_t own_book_seed(int64_t option) {
    return option != 0 ? (uint64_t)option : entropy_seed();
}
