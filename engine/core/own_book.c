#include "core/own_book.h"

#include "base/random.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The folders where books may be, as seen from that of the program, where it is built and where it
 * is installed. */
static const char *const FOLDERS[] = {"../book", "../share/misere/book"};

/* Puts the folder of the running program into `path`, with a slash at its end. */
static bool find_program(char path[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    strrchr(path, '/')[1] = '\0';
    return true;
}

/* NULL if there is none. */
static bool open_default_book(const char *family, Book **book, Error *error) {
    char program[PATH_MAX], path[2 * PATH_MAX];
    if (!find_program(program))
        return true;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++) {
        snprintf(path, sizeof path, "%s%s/%s.bin", program, FOLDERS[i], family);
        if (access(path, F_OK) == 0)
            return (*book = book_open(path, error)) != NULL;
    }
    return true;
}

bool own_book_open(const Options *options, Book **book, Error *error) {
    Error why;
    bool is_named = options->book_file[0], opened = true;
    *book = NULL;
    if (is_named)
        opened = (*book = book_open(options->book_file, &why)) != NULL;
    else if (options->own_book)
        opened = open_default_book(ruleset_family_name(options->ruleset->family), book, &why);
    return opened || error_set(error, "option %s: %s", is_named ? "BookFile" : "OwnBook", why.text);
}

uint64_t own_book_seed(int64_t option) {
    struct timespec now;
    if (option != 0)
        return (uint64_t)option;
    clock_gettime(CLOCK_REALTIME, &now);
    return random_seed((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec,
                       (uint64_t)getpid());
}
