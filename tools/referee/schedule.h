/* schedule: a tournament's games and their results. Games are numbered from 0, and the number
 * determines players, colours and opening. Games 2k and 2k + 1 are a pair: the same opening with
 * colours reversed. In Swiss and knock-out tournaments the players of later games also depend on
 * the results of earlier ones. One thread at a time may use a Schedule. */
#ifndef MISERE_REFEREE_SCHEDULE_H
#define MISERE_REFEREE_SCHEDULE_H

#include "files/model/termination.h"
#include "referee/config/config.h"

typedef struct {
    int round;        /* the round, from 0; in a round robin, a round of the Berger tables */
    int opening;      /* the opening's number, see openings.h */
    int white, black; /* indexes of the tournament's players */
} GamePairing;

typedef enum {
    PAIRING_READY,   /* the pairing is known, whether or not the game has been played */
    PAIRING_UNKNOWN, /* the pairing depends on games that are not finished */
    PAIRING_NONE,    /* no such game: a bye, or a match that is already decided */
} GamePairingState;

enum { SCHEDULE_UNPLAYED = -1 };

typedef struct Schedule Schedule;

/* Returns NULL if out of memory. `config` must outlive the schedule. */
Schedule *schedule_new(const TournamentConfig *config);

void schedule_free(Schedule *schedule);

/* All game numbers are below this; some numbers may have no game. */
int schedule_size(const Schedule *schedule);

/* Finds the pairing of a game. *pairing is set only if the result is PAIRING_READY. */
GamePairingState schedule_pairing(const Schedule *schedule, int number, GamePairing *pairing);

/* White's half-points (0 to 2), or SCHEDULE_UNPLAYED. */
int schedule_points(const Schedule *schedule, int number);

/* How a finished game ended. */
TerminationKind schedule_termination(const Schedule *schedule, int number);

/* Enters a result, with White's half-points. Returns false if the pairing is not ready, if the game
 * already has a result, or if out of memory. */
bool schedule_set_result(Schedule *schedule, int number, int white_points,
                         TerminationKind termination);

/* Stores a hash of the game's players and turns; 0: the game repeats none. */
void schedule_set_digest(Schedule *schedule, int number, uint64_t digest);

/* Does the game repeat one with a lower number, by its digest? */
bool schedule_is_repeat(const Schedule *schedule, int number);

/* In shard `shard` (from 0) of `shards`, takes the first game that is numbered below `end`, can be
 * played now, and has not been taken before. Returns -1 if there is no such game. The games of a
 * pair are in the same shard. */
int schedule_next(Schedule *schedule, int end, int shard, int shards);

/* Among the games of a shard that are numbered below `end`, the number that are finished, and the
 * number that will be once schedule_next finds no more. The latter assumes that games with unknown
 * pairings will be played, except for tie-breaks, and except in one of several shards, where the
 * pairings depend on games of the others. Shard 0 of 1 is the whole tournament. */
int schedule_played(const Schedule *schedule, int end, int shard, int shards);
int schedule_expected(const Schedule *schedule, int end, int shard, int shards);

/* Are all games finished? */
bool schedule_is_complete(const Schedule *schedule);

/* The number of byes that a player has had in a Swiss tournament; 0 in other formats. */
int schedule_byes(const Schedule *schedule, int player);

/* The winner of a knock-out tournament; -1 while it is undecided, and in other formats. */
int schedule_champion(const Schedule *schedule);

#endif
