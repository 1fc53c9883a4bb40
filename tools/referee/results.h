/* results: the files that are made from a tournament's log, in the same folder:
 *
 *   games.pgn        every game, in order; while games are played, as they end
 *   crosstable.txt   the standings
 *   results.json     all figures, for programs
 *   scores.svg       a plot of the scores, game by game
 *
 * Each file appears whole or not at all. Not thread-safe. */
#ifndef MISERE_REFEREE_RESULTS_H
#define MISERE_REFEREE_RESULTS_H

#include "files/log/journal.h"
#include "referee/standings.h"

/* What the files are made from. */
typedef struct {
    const TournamentConfig *config;
    const Schedule *schedule;
    const Journal *journal;
    const RunningSprt *test; /* NULL: none */
    const char *directory;
    const char *date; /* YYYY.MM.DD */
    bool coordinates; /* games.pgn: moves as e2e4, not e4 */
} Results;

/* Writes these files. On failure returns false and sets *error. */
bool results_write(const Results *results, Error *error);

/* Writes only games.pgn. */
bool results_write_pgn(const Results *results, Error *error);

/* Writes one game, which the journal has, to a file like games.pgn, and flushes it. */
bool results_write_game(FILE *out, const Results *results, int number, Error *error);

/* Prints the standings, as in crosstable.txt. The results of each pairing are left out if they make
 * the table wider than `columns`; 0: no limit. On failure returns false and sets *error. */
bool results_print_crosstable(FILE *out, const Results *results, int columns, Error *error);

/* Describes the tournament on one line: "6170-spring-2007, Swiss, 5 rounds, 10+0.1". */
enum { RESULTS_TITLE_SIZE = 160 };
void results_title(const TournamentConfig *config, char title[RESULTS_TITLE_SIZE]);

#endif
