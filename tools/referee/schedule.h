/* schedule: which games a tournament has, and what has come of them. Games are numbered from 0; the
 * number says all: who plays whom, from which opening, with which colours. Numbers 2k and 2k + 1
 * are one pair: the same opening, colours reversed. In a Swiss or a knock-out tournament who plays
 * a later game depends on the results of earlier ones, and on nothing else.
 * One thread at a time may use a Schedule. */
#ifndef MISERE_REFEREE_SCHEDULE_H
#define MISERE_REFEREE_SCHEDULE_H

#include "files/model/termination.h"
#include "referee/config/config.h"

typedef struct {
    int round;   /* from 0; in a round robin that of the table of Berger */
    int opening; /* its number, see openings.h */
    int white;   /* of the tournament's players */
    int black;
} GamePairing;

typedef enum {
    PAIRING_READY,   /* known, whether or not it has been played */
    PAIRING_UNKNOWN, /* depends on games that have not been played yet */
    PAIRING_NONE,    /* there is no such game: a bye, or a match that is decided */
} GamePairingState;

enum { SCHEDULE_UNPLAYED = -1 };

typedef struct Schedule Schedule;

/* NULL without memory. The tournament must outlive it. */
Schedule *schedule_new(const TournamentConfig *config);

void schedule_free(Schedule *schedule);

/* All numbers are below this. */
int schedule_size(const Schedule *schedule);

/* Says who plays a game; *pairing is set only if it is PAIRING_READY. */
GamePairingState schedule_pairing(const Schedule *schedule, int number, GamePairing *pairing);

/* White's points in half a point each (2, 1, 0), or SCHEDULE_UNPLAYED. */
int schedule_points(const Schedule *schedule, int number);

/* How a game that was played has ended. */
TerminationKind schedule_termination(const Schedule *schedule, int number);

/* Enters a result. False: there is no such game yet, or it has one already. */
bool schedule_set_result(Schedule *schedule, int number, int white_points,
                         TerminationKind termination);

/* The lowest number below `end` to be played now in shard `shard` of `shards` that was not taken
 * before; -1 if there is none. The games of a pair are in the same shard. */
int schedule_next(Schedule *schedule, int end, int shard, int shards);

/* How many games of a shard have been played; and how many there are, as far as can be known: those
 * that wait for others are counted as if they will be played, tie-breaks as if not. Shard 0 of 1 is
 * the whole. */
int schedule_played(const Schedule *schedule, int shard, int shards);
int schedule_expected(const Schedule *schedule, int shard, int shards);

/* Has every game been played? */
bool schedule_is_complete(const Schedule *schedule);

/* Swiss: who has had how many byes. Knock-out: who has won, or -1 while that is open. */
int schedule_byes(const Schedule *schedule, int player);
int schedule_champion(const Schedule *schedule);

#endif
