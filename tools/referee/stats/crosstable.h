/* crosstable: who stands where in a tournament, as numbers and as a table to read. Any thread, if
 * the streams differ. */
#ifndef MISERE_REFEREE_STATS_CROSSTABLE_H
#define MISERE_REFEREE_STATS_CROSSTABLE_H

#include "referee/stats/statistics.h"

#include <stdio.h>

/* How a player lost a game that the board did not decide. */
typedef enum {
    FORFEIT_TIME,
    FORFEIT_ILLEGAL, /* an illegal move, or none that could be read */
    FORFEIT_CRASH,   /* the program ended, hung or could not be started */
    FORFEIT_KINDS
} ForfeitKind;

typedef struct {
    const char *name;                /* any bytes */
    int64_t byes;                    /* rounds without an opponent: a win's points, and no game */
    int64_t forfeits[FORFEIT_KINDS]; /* they are among the losses, too */
} Entrant;

/* A tournament so far. All of it belongs to the caller. */
typedef struct {
    int count; /* of players, 1 or more */
    const Entrant *entrants;
    const Tally *tallies; /* [i * count + j]: i's view of its games with j, for i and j both ways */
    Scoring scoring;
    bool swiss;       /* does Buchholz break ties, before Sonneborn-Berger? */
    const Sprt *sprt; /* of the first of two players; NULL: none runs */
} Crosstable;

typedef struct {
    const Entrant *entrant;
    int index; /* of the entrant */
    int rank;  /* from 1; players who only differ in name share it */
    int64_t wins, draws, losses;
    double points;
    double buchholz;         /* each game counts its opponent's points; 0 if not `swiss` */
    double sonneborn_berger; /* each win counts its opponent's points, each draw half of them */
} CrosstableRow;

/* Fills in `count` rows in order: by points, Buchholz, Sonneborn-Berger, name, index. */
void crosstable_rank(const Crosstable *crosstable, CrosstableRow *rows);

/* Writes the table; for up to CROSSTABLE_CROSS_MAX players with each pairing's points and games,
 * for two players with what the match says instead. False, and nothing is written, without memory;
 * whether the stream took it is the caller's to ask. */
enum { CROSSTABLE_CROSS_MAX = 16 };
bool crosstable_print(FILE *out, const Crosstable *crosstable);

/* Copies a text so that it can be shown: bytes that are no UTF-8 and characters that would upset a
 * terminal or XML become '?', and what takes more than `columns` (2 or more) or `size` bytes (4 or
 * more) is cut and ends in "..". Returns how many columns it takes, wide characters being two. */
int crosstable_truncate(const char *text, int columns, char *truncated, size_t size);

/* So many columns, and no more bytes, does the table spend on a name. */
enum { CROSSTABLE_NAME_COLUMNS = 24, CROSSTABLE_NAME_SIZE = 128 };

#endif
