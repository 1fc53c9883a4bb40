/* standing: what the results of a schedule add up to. One thread at a time. */
#ifndef MISERE_REFEREE_STANDING_H
#define MISERE_REFEREE_STANDING_H

#include "referee/schedule.h"
#include "referee/stats/crosstable.h"

/* The contest's sequential test. It looks at the pairs in the order of their numbers, as far as no
 * earlier one is missing: neither the speed of games nor the number of machines changes it. */
typedef struct {
    Sprt sprt;
    int next; /* number of the first game that it has not seen */
} RunningTest;

/* A test of the contest, which has one. */
void running_test_start(RunningTest *test, const Contest *contest);

/* Lets it see what has been played since. Says whether it has come to its end. */
bool running_test_advance(RunningTest *test, const Schedule *schedule);

typedef struct {
    Entrant *entrants;
    Tally *tallies;
    Standings standings; /* points to the others */
} Standing;

/* How many games count, by their numbers: once the test, which may be NULL, has come to its end,
 * those that it has seen. What was under way then would make the result depend on chance. */
int standing_end(const Schedule *schedule, const RunningTest *test);

/* Adds up all results that count. The test, which may be NULL, must outlive the standing, and the
 * caller frees that. False without memory. */
bool standing_make(Standing *standing, const Contest *contest, const Schedule *schedule,
                   const RunningTest *test);

void standing_free(Standing *standing);

#endif
