/* gamefile: saves a game in a file of any format, and reads the formats that hold one game: the
 * course's XML, and the 1994 board. To load a file of any format see games_load.
 *
 * Nothing in a file is used before the schema has accepted it; reading opens no network connection
 * and no other file, and is bounded in time and memory. One thread at a time may use a StoredGame;
 * after gamefile_init several threads may use different ones. */
#ifndef MISERE_FILES_GAMEFILE_H
#define MISERE_FILES_GAMEFILE_H

#include "files/losses.h"

#include <stdio.h>

enum { GAMEFILE_MAX_BYTES = 10 * 1024 * 1024 };

/* Prepares libxml2. Call once, before the other functions, from the main thread. Returns false if
 * out of memory; then no XML can be read. */
bool gamefile_init(void);

/* Frees libxml2's memory. Call last, from the main thread. */
void gamefile_quit(void);

/* Reads a game from the contents of an XML file or a 1994 board into `stored`, which is
 * uninitialised or freed; `name` stands for the path in errors. On failure sets *error to
 * "NAME:LINE: REASON", or to "NAME: REASON" if no single line is wrong, and returns false; then
 * `stored` needs no freeing.
 *
 * An XML file may be in UTF-8, UTF-16, ISO-8859-* or windows-125*. A file is refused if it is
 * larger than GAMEFILE_MAX_BYTES, has a DOCTYPE, or has deeper nesting or more attributes than
 * xml/scan.h allows.
 *
 * A pass forced by stalemate at the very end of the history is not played: see game_pass_if_forced.
 * game.tournament_draws is set only if the game ended in a draw by the tournament draw rules. */
bool gamefile_parse(const char *name, const char *bytes, size_t size, StoredGame *stored,
                    Error *error);

/* Saves the game. The path's extension, in upper or lower case, chooses the format: ".1994" for a
 * 1994 board, ".pgn" for PGN, ".fen" for the FEN of the current position, anything else for XML. An
 * existing file is replaced atomically; if the path is a symbolic link, the file that it points to.
 * Anything but a regular file is refused. */
bool gamefile_save(const char *path, const StoredGame *stored, Error *error);

/* The same for the course's programs, which know only the course's formats: a path that ends in
 * ".1994" is a 1994 board, any other is XML. */
bool gamefile_save_for_course(const char *path, const StoredGame *stored, Error *error);

/* What a file with this path lacks of the game once it is saved there: bits of losses.h. */
int gamefile_losses(const char *path, const StoredGame *stored);

/* Writes to `out` what gamefile_save would put into an XML file. */
bool gamefile_print(FILE *out, const StoredGame *stored, Error *error);

#endif
