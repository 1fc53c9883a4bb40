/* standings: the totals of a schedule's results, for the crosstable and the SPRT. Not thread-safe.
 */
#ifndef MISERE_REFEREE_STANDINGS_H
#define MISERE_REFEREE_STANDINGS_H

#include "referee/schedule.h"
#include "referee/stats/crosstable.h"

/* The tournament's SPRT. It takes pairs in the order of their numbers and stops at the first one
 * that is missing, so its verdict depends neither on the speed of games nor on the number of
 * machines. */
typedef struct {
    Sprt sprt;
    int next; /* the first game that the SPRT has not seen */
} RunningSprt;

/* Starts the SPRT of a tournament that has one. */
void running_sprt_start(RunningSprt *test, const TournamentConfig *config);

/* Adds the pairs finished since the last call, without repeats of earlier ones. Returns whether the
 * SPRT has a verdict. */
bool running_sprt_advance(RunningSprt *test, const Schedule *schedule);

typedef struct {
    Entrant *entrants;
    Tally *tallies;
    Tally *evidence;       /* the same without repeats */
    Crosstable crosstable; /* points to these arrays */
    int end;               /* the first game that does not count */
} TournamentStandings;

/* Does the game, and its pair's other one if that is finished, repeat earlier games? Then it is no
 * evidence of the players' strength. */
bool standings_is_repeat(const Schedule *schedule, int number);

/* Returns the number of the first game that does not count. `test` may be NULL. Once the SPRT has a
 * verdict, only the games that it has seen count: games still in progress at that moment would make
 * the result depend on timing. */
int standings_end(const Schedule *schedule, const RunningSprt *test);

/* Adds up all results that count. `test` may be NULL. `test`, `config` and `schedule` must outlive
 * the standings, which the caller frees. Returns false if out of memory. */
bool standings_make(TournamentStandings *standings, const TournamentConfig *config,
                    const Schedule *schedule, const RunningSprt *test);

void standings_free(TournamentStandings *standings);

#endif
