/* gamefile: games in files: the course's XML, and the 1994 board.
 *
 * Reading believes nothing before the schema has accepted it, touches no network and no other
 * file, and is bounded in time and memory. One thread at a time may use a Record; different
 * Records may be used in different threads once gamefile_init has been called. */
#ifndef MISERE_GAMEFILE_H
#define MISERE_GAMEFILE_H

#include "game.h"

#include <stdio.h>

enum { PLAYER_NAME_SIZE = 64, GAMEFILE_MAX_BYTES = 10 * 1024 * 1024 };

/* What was found in a file and is no business of ours, kept for writing back. */
typedef struct Foreign Foreign;

/* A game with what surrounds it: clocks, names, and what a loaded file held besides. */
typedef struct {
    Game game;
    bool timed;
    int64_t initial_ms[COLOURS]; /* GAME_NO_CLOCK if not known */
    int64_t current_ms[COLOURS]; /* what is left; GAME_NO_CLOCK if unlimited or not known */
    char names[COLOURS][PLAYER_NAME_SIZE]; /* UTF-8; empty: nobody named the player */
    Foreign *foreign;            /* owned; NULL if there is none */
} Record;

/* Prepares libxml2; once, before the first of the calls below, from the main thread. */
void gamefile_init(void);

/* Gives back what libxml2 holds; last of all, from the main thread. */
void gamefile_quit(void);

/* A new untimed game of the ruleset. `record` holds nothing yet, or was freed. */
void record_init(Record *record, const Ruleset *rules);

void record_free(Record *record);

/* Reads a game of either format into `record`, which holds nothing yet or was freed. On failure
 * says where and why and returns false; the record then needs no freeing. */
bool gamefile_load(const char *path, Record *record, Error *error);

/* Writes the game: as a 1994 board if the path ends in ".1994", else as XML. The file appears
 * whole or not at all: an older file of that name stays whole until the new one replaces it. */
bool gamefile_save(const char *path, const Record *record, Error *error);

/* Writes to `out` what gamefile_save would put into an XML file. */
bool gamefile_print(FILE *out, const Record *record, Error *error);

#endif
