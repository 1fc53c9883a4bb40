/* input: a file's bytes with look-ahead and line numbers, for the readers of games.h. One thread at
 * a time may use a GamesInput. */
#ifndef MISERE_FILES_INPUT_H
#define MISERE_FILES_INPUT_H

#include "files/model/stored_game.h"

#include <stdio.h>

typedef enum {
    GAMES_READ, /* a game */
    GAMES_BAD,  /* a game with an error, which is reported as FILE:LINE: REASON */
    GAMES_END,
} GamesResult;

enum { GAMES_LOOK_AHEAD = 1 << 15 /* bytes */ };

typedef struct {
    const char *path; /* the path for error messages; belongs to the caller */
    FILE *file;
    long line;          /* line number of the next byte, from 1 */
    bool at_line_start; /* is the next byte the first of its line? */
    uint64_t taken;     /* bytes taken so far */
    size_t at, end;     /* the bytes of the buffer that are not taken yet */
    unsigned char buffer[2 * GAMES_LOOK_AHEAD];
} GamesInput;

/* Opens a regular file, or standard input for "-". On failure sets *error and returns false. */
bool games_input_open(GamesInput *input, const char *path, Error *error);

/* Opens the contents of a file; `name` stands for its path in errors. `name` and `bytes` must
 * outlive the input. On failure sets *error and returns false. */
bool games_input_open_bytes(GamesInput *input, const char *name, const char *bytes, size_t size,
                            Error *error);

void games_input_close(GamesInput *input);

/* Returns a byte without taking it: 0 is the next byte, 1 the one after it, and so on; EOF after
 * the last. `ahead` is less than GAMES_LOOK_AHEAD. */
int games_input_peek(GamesInput *input, size_t ahead);

/* Takes the next byte, or returns EOF. Each kind of line ending, \n, \r\n or \r, becomes '\n'. */
int games_input_take(GamesInput *input);

/* Do the next bytes equal the text? */
bool games_input_starts(GamesInput *input, const char *text);

/* Takes all remaining bytes unchanged, and a NUL after them; the caller frees them. If there are
 * more than `max`, takes at least max + 1 of them. Returns NULL if out of memory. */
char *games_input_take_all(GamesInput *input, size_t max, size_t *size);

/* Sets *error to "PATH:LINE: REASON". Always returns false. */
bool games_input_error(const GamesInput *input, long line, const char *reason, Error *error);

#endif
