/* standings: what the results of a schedule add up to. One thread at a time. */
#ifndef MISERE_REFEREE_STANDINGS_H
#define MISERE_REFEREE_STANDINGS_H

#include "referee/schedule.h"
#include "referee/stats/crosstable.h"

/* The tournament's sequential test. It looks at the pairs in the order of their numbers, as far as
 * no earlier one is missing: neither the speed of games nor the number of machines changes it. */
typedef struct {
    Sprt sprt;
    int next; /* number of the first game that it has not seen */
} RunningSprt;

/* A test of the tournament, which has one. */
void running_sprt_start(RunningSprt *test, const TournamentConfig *config);

/* Lets it see what has been played since. Says whether it has come to its end. */
bool running_sprt_advance(RunningSprt *test, const Schedule *schedule);

typedef struct {
    Entrant *entrants;
    Tally *tallies;
    Crosstable crosstable; /* points to the others */
} TournamentStandings;

/* How many games count, by their numbers: once the test, which may be NULL, has come to its end,
 * those that it has seen. What was under way then would make the result depend on chance. */
int standings_end(const Schedule *schedule, const RunningSprt *test);

/* Adds up all results that count. The test, which may be NULL, must outlive the standings, and the
 * caller frees that. False without memory. */
bool standings_make(TournamentStandings *standings, const TournamentConfig *config,
                    const Schedule *schedule, const RunningSprt *test);

void standings_free(TournamentStandings *standings);

#endif
