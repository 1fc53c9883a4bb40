/* input: a file's bytes with look-ahead and line numbers, for the readers of games.h. One thread at
 * a time may use a GamesInput. */
#ifndef MISERE_FILES_INPUT_H
#define MISERE_FILES_INPUT_H

#include "files/model/stored_game.h"

#include <stdio.h>

typedef enum {
    GAMES_READ, /* a game */
    GAMES_CUT,  /* the first part of a game; the error says FILE:LINE: REASON why no more */
    GAMES_BAD,  /* no game; the error says FILE:LINE: REASON why */
    GAMES_END,
} GamesResult;

enum { GAMES_LOOK_AHEAD = 1 << 15 /* bytes */ };

typedef struct {
    const char *path; /* for error messages; belongs to the caller */
    FILE *file;
    long line;                    /* of the next byte, from 1 */
    bool at_line_start;           /* is the next byte the first of its line? */
    uint64_t taken;               /* bytes taken so far */
    size_t at, end;               /* the bytes of the buffer that are not taken yet */
    bool is_utf16, is_big_endian; /* what is read from the file is UTF-16, and in which order */
    uint32_t surrogate;           /* the first half of a character whose second is to come; or 0 */
    size_t raw_at, raw_end;       /* what has been read but not been converted yet */
    unsigned char raw[GAMES_LOOK_AHEAD];
    unsigned char buffer[2 * GAMES_LOOK_AHEAD];
} GamesInput;

/* How messages name a file: its path, or "standard input" for "-". */
const char *games_input_name(const char *path);

/* Opens a regular file, or standard input for "-". On failure sets *error and returns false. */
bool games_input_open(GamesInput *input, const char *path, Error *error);

/* Opens the contents of a file; `name` stands for its path in errors. `name` and `bytes` must
 * outlive the input. On failure sets *error and returns false. */
bool games_input_open_bytes(GamesInput *input, const char *name, const char *bytes, size_t size,
                            Error *error);

void games_input_close(GamesInput *input);

/* If the file begins with the mark of UTF-16, takes that, and converts to UTF-8 from there on; also
 * if a character of ASCII and a NUL, or the reverse, show UTF-16 without its mark. `taken` then
 * counts bytes of UTF-8. Call before anything is taken. */
void games_input_decode(GamesInput *input);

/* The slow path of games_input_peek: refills the buffer first. */
int games_input_peek_beyond(GamesInput *input, size_t ahead);

/* Looks ahead without taking: 0 is the next byte, 1 the one after it, and so on; EOF after the
 * last. `ahead` is less than GAMES_LOOK_AHEAD. */
static inline int games_input_peek(GamesInput *input, size_t ahead) {
    return input->end - input->at > ahead ? input->buffer[input->at + ahead]
                                          : games_input_peek_beyond(input, ahead);
}

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
