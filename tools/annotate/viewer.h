/* viewer: the board of `make board`, with an annotated game inside, as an element of the page.
 * Thread-safe if the streams and annotations differ. */
#ifndef MISERE_ANNOTATE_VIEWER_H
#define MISERE_ANNOTATE_VIEWER_H

#include "annotate/annotation.h"
#include "files/model/stored_game.h"

#include <stdio.h>

/* A board without a game. */
typedef struct {
    char *text;       /* the HTML page, NUL-terminated */
    const char *slot; /* where in the text the game is to be inserted */
} ViewerBoard;

/* What the board shows. */
typedef struct {
    const StoredGame *stored;
    const Annotation *annotation; /* of the stored game, after annotation_mark_turns */
    const char *engine;           /* the name of the engine that analysed it */
} ViewerGame;

/* Reads misere-board.html. Refuses a file without a place for a game, VIEWER_SLOT. Free the board
 * with viewer_board_free(). */
#define VIEWER_SLOT "<!--game-->"
bool viewer_board_read(ViewerBoard *board, const char *path, Error *error);

/* Frees the board, which may be all zero. */
void viewer_board_free(ViewerBoard *board);

/* Writes the board with the game as an <iframe>, in a document of its own. The game is JSON in the
 * element `annotated-game`: `pgn` is the game, `engine` the name of the engine that analysed it,
 * and `positions` an array with the position before each turn, forced passes included, and the last
 * one.
 *
 * A position's score is from White's point of view: `cp`, `mate` (in turns; negative: Black wins),
 * `winner` or `drawn`; it has none of these if the score is unknown. `pv` is the best line, in UCI
 * notation. `mark` is that of the turn played, such as "??", if it has one.
 *
 * Fails if the game cannot be written as PGN, or if out of memory. */
bool viewer_write(FILE *out, const ViewerBoard *board, const ViewerGame *game, Error *error);

#endif
