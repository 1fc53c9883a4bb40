/* pgn_write: games as PGN (Edwards, "Portable Game Notation Specification", 1994), with moves in
 * the line protocol's notation and a tag `Variant` that holds the ruleset's name. */
#ifndef MISERE_FILES_PGN_WRITE_H
#define MISERE_FILES_PGN_WRITE_H

#include "files/model/stored_game.h"

#include <stdio.h>

/* What a record does not say. Any field may be NULL. */
typedef struct {
    const char *event;
    const char *site;
    const char *date; /* YYYY.MM.DD */
    const char *round;
    const char *result;          /* one of PGN's four; NULL: what pgn_result says */
    const char *termination;     /* NULL: as the result came about */
    const char *time_control;    /* as PGN has it; NULL: the initial time, if the record is timed */
    const char *const *comments; /* one for each turn of the game, each of which may be NULL */
} PgnTags;

/* "1-0", "0-1", "1/2-1/2", or "*": by rules and clock, or by forfeit. */
const char *pgn_result(const StoredGame *record);

/* Writes a game, and an empty line. The reason of a forfeit becomes a comment at the end; one
 * that begins with "illegal move" is a "rules infraction", any other makes it "abandoned". In
 * comments braces become parentheses, and a run of white space one blank; in tags each control
 * character becomes a blank. No line of moves and comments is longer than 80 columns unless it is
 * one word.
 * Fails if the game starts in the middle of a turn, for which there is no FEN, or `out` fails. */
bool pgn_write(FILE *out, const StoredGame *record, const PgnTags *tags, Error *error);

#endif
