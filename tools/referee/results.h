/* results: the files that a tournament leaves in its folder besides the log, all made from it:
 *
 *   games.pgn        every game, in order
 *   crosstable.txt   the standings
 *   scores.svg       a plot of the scores, game by game
 *   games/           on request, each game as an XML file, NUMBER.xml
 *
 * Each file appears whole or not at all. Used by one thread. */
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
} Results;

/* Writes all of them; the XML files only `with_xml`, and only those that do not exist yet. On
 * failure says why and returns false. */
bool results_write(const Results *results, bool with_xml, Error *error);

/* Describes the tournament in a line: "6170-spring-2007, Swiss, 5 rounds, 10+0.1". */
enum { RESULTS_TITLE_SIZE = 160 };
void results_title(const TournamentConfig *config, char title[RESULTS_TITLE_SIZE]);

#endif
