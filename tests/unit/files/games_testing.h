/* games_testing: what the tests of files with many games share: a temporary file, and reading games
 * from it. */
#ifndef MISERE_UNIT_FILES_GAMES_TESTING_H
#define MISERE_UNIT_FILES_GAMES_TESTING_H

#include "unit/errors.h"

#include "files/gamefile.h"
#include "files/games.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/misere-games-XXXXXX"; /* the temporary file */

/* Writes the bytes to the temporary file, and opens it. */
static inline Games *open_bytes(const char *bytes, size_t size, const Ruleset *fallback) {
    Error error;
    unlink(path); /* writing a new file is faster than replacing what is in one */
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    Games *games = games_open(path, fallback, &error);
    assert_done(games, &error);
    return games;
}

static inline Games *open_text(const char *text) {
    return open_bytes(text, strlen(text), NULL);
}

static inline StoredGame next(Games *games) {
    StoredGame stored;
    Error error = {.text = "no more games"};
    if (games_next(games, &stored, &error) != GAMES_READ)
        fail_msg("%s", error.text);
    return stored;
}

static inline void assert_turns(const StoredGame *stored, const char *expected) {
    char *turns = game_turns_text(&stored->game, STYLE_UCI);
    assert_string_equal(turns, expected);
    free(turns);
}

/* Makes the temporary file, and prepares for reading games. Call before all tests. */
static inline bool make_file(void) {
    int fd = mkstemp(path);
    gamefile_init();
    return fd >= 0 && close(fd) == 0;
}

/* Call after all tests. */
static inline void remove_file(void) {
    gamefile_quit();
    unlink(path);
}

#endif
