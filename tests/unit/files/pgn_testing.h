/* pgn_testing: what the tests of PGN share: reading and writing games in memory. */
#ifndef MISERE_UNIT_FILES_PGN_TESTING_H
#define MISERE_UNIT_FILES_PGN_TESTING_H

#include "unit/errors.h"
#include "unit/files/games_testing.h"
#include "unit/files/notes_testing.h"
#include "unit/texts.h"

#include "files/pgn_write.h"

/* Reads a text with exactly one game. */
static inline StoredGame read_one(const char *text) {
    StoredGame nobody;
    Games *games = open_text(text);
    StoredGame stored = next(games);
    assert_int_equal(games_next(games, &nobody, NULL), GAMES_END);
    games_close(games);
    return stored;
}

static inline char *print_in(const StoredGame *stored, Style style) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_done(pgn_write(out, stored, style, &error), &error);
    fclose(out);
    char *copy =
        strdup(text); /* gcc 12 mistakes the buffer of open_memstream for a local variable */
    free(text);
    return copy;
}

static inline char *print(const StoredGame *stored) {
    return print_in(stored, STYLE_UCI);
}

static inline StoredGame through_xml(const StoredGame *stored) {
    char *text = NULL;
    size_t size;
    StoredGame again;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_true(gamefile_print(out, stored, &error));
    fclose(out);
    assert_done(gamefile_parse("xml", text, size, &again, &error), &error);
    free(text);
    return again;
}

/* The comments after a turn, joined as in notes_testing.h. */
static inline void assert_comment(const StoredGame *stored, int turn, const char *expected) {
    assert_comments(&stored_game_notes(stored, turn)->after, expected);
}

#endif
