/* results: what a tournament leaves in its folder besides the log, all of it made from the log:
 *
 *   games.pgn        every game, in order
 *   crosstable.txt   who stands where
 *   scores.svg       how it came about
 *   games/           if asked for: each game as an XML file, NUMBER.xml
 *
 * Each file appears whole or not at all. */
#ifndef MISERE_REFEREE_RESULTS_H
#define MISERE_REFEREE_RESULTS_H

#include "referee/journal.h"
#include "referee/standings.h"

/* What there is to tell. `date` is YYYY.MM.DD. */
typedef struct {
    const TournamentConfig *config;
    const Schedule *schedule;
    const Journal *journal;
    const RunningSprt *test; /* or NULL */
    const char *directory;
    const char *date;
} Results;

bool results_write(const Results *results, bool with_xml, Error *error);

/* "Swiss, 5 rounds, 6170-spring-2007, 10+0.1": what is played, in a line. */
enum { RESULTS_TITLE_SIZE = 160 };
void results_title(const TournamentConfig *config, char title[RESULTS_TITLE_SIZE]);

#endif
