/* input: what the readers behind games.h share: bytes with a look ahead, and what they
 * report. One thread at a time may use a GamesInput. */
#ifndef MISERE_FILES_INPUT_H
#define MISERE_FILES_INPUT_H

#include "files/model/stored_game.h"

#include <stdio.h>

typedef enum {
    GAMES_READ, /* a game */
    GAMES_BAD,  /* a game that is wrong; the error says FILE:LINE: why */
    GAMES_END,
} GamesResult;

enum { GAMES_TAG_SIZE = 256 };

/* What a file says of a game that no StoredGame holds. Texts are UTF-8, cut to fit; empty if the
 * file does not say. */
typedef struct {
    char event[GAMES_TAG_SIZE];
    char site[GAMES_TAG_SIZE];
    char date[GAMES_TAG_SIZE];
    char round[GAMES_TAG_SIZE];
    char termination[GAMES_TAG_SIZE];
    char time_control[GAMES_TAG_SIZE];
    char result[8]; /* "1-0", "0-1", "1/2-1/2" or "*": as the file has it, else as it follows */
    bool annotated; /* comments, variations or marks have been passed over */
    long line;      /* where the game begins, from 1 */
} GamesInfo;

enum { GAMES_LOOK_AHEAD = 1 << 15 };

typedef struct {
    const char *path; /* for errors; the caller's */
    FILE *file;
    long line;          /* of the next byte, from 1 */
    bool at_line_start; /* is the next byte a line's first? */
    uint64_t taken;     /* bytes, so far */
    size_t at, end;     /* what of the buffer is to be taken */
    unsigned char buffer[2 * GAMES_LOOK_AHEAD];
} GamesInput;

/* Opens a regular file, or standard input for "-". */
bool games_input_open(GamesInput *input, const char *path, Error *error);

void games_input_close(GamesInput *input);

/* The byte that is `ahead` of the next, ahead < GAMES_LOOK_AHEAD; EOF behind the last. */
int games_input_peek(GamesInput *input, size_t ahead);

/* Takes the next byte, or EOF. Each kind of line end, \n, \r\n or \r, is one '\n'. */
int games_input_take(GamesInput *input);

/* Do the next bytes read so? */
bool games_input_starts(GamesInput *input, const char *text);

/* Takes the rest as it is, which the caller frees. If it has more than `max` bytes only as much
 * as tells so. NULL without memory. */
char *games_input_take_all(GamesInput *input, size_t max, size_t *size);

/* Says "PATH:LINE: REASON". Always returns false. */
bool games_input_error(const GamesInput *input, long line, const char *reason, Error *error);

#endif
