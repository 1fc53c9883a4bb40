/* crosstable: the standings of a tournament, ranked and printed as a table. Thread-safe if the
 * streams differ. */
#ifndef MISERE_REFEREE_STATS_CROSSTABLE_H
#define MISERE_REFEREE_STATS_CROSSTABLE_H

#include "referee/stats/statistics.h"

#include <stdio.h>

/* How a player forfeited a game, as the table counts it. */
typedef enum {
    FORFEIT_TIME,
    FORFEIT_ILLEGAL, /* an illegal or unreadable move, or a false claim */
    FORFEIT_CRASH,   /* the program crashed, hung, flooded or could not be started */
    FORFEIT_KINDS
} ForfeitKind;

typedef struct {
    const char *name; /* may hold any bytes */
    int64_t byes;     /* games not played for lack of an opponent; each is worth a win */
    int64_t forfeits[FORFEIT_KINDS]; /* the number of forfeits of each kind; they are also counted
                                        as losses */
} Entrant;

/* The results of a tournament so far. All pointers are borrowed. */
typedef struct {
    int count; /* number of players, 1 or more */
    const Entrant *entrants;
    const Tally *tallies;  /* [i * count + j]: i's results against j, for all i and j */
    const Tally *evidence; /* the same without repeats, for what is estimated from them */
    int64_t repeats;       /* games that repeat earlier ones, turn for turn */
    Scoring scoring;
    bool swiss;       /* ties are broken by Buchholz, then by Sonneborn-Berger */
    const Sprt *sprt; /* a match's SPRT, from its first player's point of view; NULL: none */
} Crosstable;

typedef struct {
    const Entrant *entrant;
    int index; /* index of the entrant */
    int rank;  /* the place, from 1; players with equal points and tie-breaks share one */
    int64_t wins, draws, losses;
    double points;
    double buchholz;         /* sum of the opponents' points over all games; 0 if not `swiss` */
    double sonneborn_berger; /* sum of the opponents' points over all wins, plus half that sum over
                                all draws */
    Rating rating;           /* from the evidence */
} CrosstableRow;

/* Fills `count` rows, sorted by points, Buchholz, Sonneborn-Berger, name and index, but for the
 * ratings. */
void crosstable_rank(const Crosstable *crosstable, CrosstableRow *rows);

/* The same rows with their ratings. The caller frees them; NULL if out of memory. */
CrosstableRow *crosstable_rows(const Crosstable *crosstable);

/* Prints the table: for three to CROSSTABLE_CROSS_MAX players with the results of each pairing, if
 * that fits into `columns` (0: no limit), for two with a summary of the match. Returns false and
 * prints nothing if out of memory; the caller checks the stream for errors. */
enum { CROSSTABLE_CROSS_MAX = 16 };
bool crosstable_print(FILE *out, const Crosstable *crosstable, int columns);

/* Prints one line about a match of two players: Elo, normalised Elo, LOS and, if there is an SPRT,
 * its likelihood ratio. */
void crosstable_print_estimate(FILE *out, const Crosstable *crosstable);

/* Copies a text for display: bytes that are not UTF-8, and characters that could disturb a terminal
 * or XML, become '?'; a text wider than `columns` (2 or more) or longer than `size` bytes (4 or
 * more) is cut and ends in "..". Returns its width in columns; wide characters take two. */
int crosstable_truncate(const char *text, int columns, char *truncated, size_t size);

/* The widest name that the table shows, and the buffer for it. */
enum { CROSSTABLE_NAME_COLUMNS = 24, CROSSTABLE_NAME_SIZE = 128 };

#endif
