/* gamefile: games in files: the course's XML, and the 1994 board.
 *
 * Reading believes nothing before the schema has accepted it, touches no network and no other
 * file, and is bounded in time and memory. One thread at a time may use a StoredGame; different
 * Records may be used in different threads once gamefile_init has been called. */
#ifndef MISERE_FILES_GAMEFILE_H
#define MISERE_FILES_GAMEFILE_H

#include "files/model/stored_game.h"

#include <stdio.h>

enum { GAMEFILE_MAX_BYTES = 10 * 1024 * 1024 };

/* Prepares libxml2; once, before the first of the calls below, from the main thread. */
void gamefile_init(void);

/* Gives back what libxml2 holds; last of all, from the main thread. */
void gamefile_quit(void);

/* Reads a game of either format into `record`, which holds nothing yet or was freed. On failure
 * says where and why ("FILE:LINE: reason") and returns false; the record then needs no freeing.
 *
 * An XML file may be in UTF-8, UTF-16, ISO-8859-* or windows-125*. Refused are a DOCTYPE, and more
 * bytes, nesting or attributes than GAMEFILE_MAX_BYTES and xmlscan.h allow.
 *
 * A pass forced by stalemate at the very end of the history is still to be made: see
 * game_pass_if_forced. game.tournament_draws is set only if such a draw ended the game. */
bool gamefile_load(const char *path, StoredGame *record, Error *error);

/* Reads what gamefile_load would read from a file `name` of these bytes. */
bool gamefile_parse(const char *name, const char *bytes, size_t size, StoredGame *record,
                    Error *error);

/* Writes the game: as a 1994 board if the path ends in ".1994", else as XML. The file appears
 * whole or not at all: an older file of that name stays whole until the new one replaces it.
 * A symbolic link stays one; what is no regular file is not replaced. */
bool gamefile_save(const char *path, const StoredGame *record, Error *error);

/* Writes to `out` what gamefile_save would put into an XML file. */
bool gamefile_print(FILE *out, const StoredGame *record, Error *error);

#endif
