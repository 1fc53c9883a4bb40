#include "referee/standings.h"

#include <stdlib.h>

/* The player's half-points in a finished game. */
static int half_points(const Schedule *schedule, int number, int player) {
    GamePairing pairing;
    int points = schedule_points(schedule, number);
    schedule_pairing(schedule, number, &pairing);
    return pairing.white == player ? points : 2 - points;
}

static void count_forfeit(Entrant *loser, TerminationKind termination) {
    if (termination == TERMINATION_TIME_FORFEIT)
        loser->forfeits[FORFEIT_TIME]++;
    else if (termination == TERMINATION_ILLEGAL_MOVE || termination == TERMINATION_PROTOCOL_ERROR ||
             termination == TERMINATION_FALSE_CLAIM)
        loser->forfeits[FORFEIT_ILLEGAL]++;
    else if (termination == TERMINATION_CRASH || termination == TERMINATION_HANG ||
             termination == TERMINATION_FLOOD)
        loser->forfeits[FORFEIT_CRASH]++;
}

/* Counts a game in a tally, for the player `first`, and the pair that it completes. */
static void count_in(Tally *tally, const Schedule *schedule, int number, int first) {
    int points = half_points(schedule, number, first);
    tally_add_game(tally, points);
    if (number % 2 == 1 && schedule_points(schedule, number - 1) != SCHEDULE_UNPLAYED)
        tally_add_pair(tally, half_points(schedule, number - 1, first), points);
}

bool standings_is_repeat(const Schedule *schedule, int number) {
    int other = number ^ 1;
    bool is_alone = schedule_points(schedule, other) == SCHEDULE_UNPLAYED;
    return schedule_is_repeat(schedule, number) &&
           (is_alone || schedule_is_repeat(schedule, other));
}

/* Counts a game in the tallies of the player with the lower index. */
static void count_game(TournamentStandings *standings, const TournamentConfig *config,
                       const Schedule *schedule, int number) {
    GamePairing pairing;
    int points = schedule_points(schedule, number);
    if (points == SCHEDULE_UNPLAYED)
        return;
    schedule_pairing(schedule, number, &pairing);
    int first = pairing.white < pairing.black ? pairing.white : pairing.black;
    int second = pairing.white + pairing.black - first;
    int at = first * config->player_count + second;
    count_in(&standings->tallies[at], schedule, number, first);
    if (standings_is_repeat(schedule, number))
        standings->crosstable.repeats++;
    else
        count_in(&standings->evidence[at], schedule, number, first);
    count_forfeit(&standings->entrants[points == 0 ? pairing.white : pairing.black],
                  schedule_termination(schedule, number));
}

/* Fills in the tallies against players with lower indexes: the mirror image of theirs. */
static void reverse_tallies(Tally *tallies, int players) {
    for (int i = 0; i < players; i++)
        for (int j = 0; j < i; j++)
            tallies[i * players + j] = tally_reversed(&tallies[j * players + i]);
}

void running_sprt_start(RunningSprt *test, const TournamentConfig *config) {
    test->next = 0;
    sprt_start(&test->sprt, &config->sprt);
}

bool running_sprt_advance(RunningSprt *test, const Schedule *schedule) {
    while (test->sprt.verdict == SPRT_UNDECIDED && test->next + 1 < schedule_size(schedule)) {
        int i = test->next;
        if (schedule_points(schedule, i) == SCHEDULE_UNPLAYED ||
            schedule_points(schedule, i + 1) == SCHEDULE_UNPLAYED)
            return false;
        if (!standings_is_repeat(schedule, i))
            sprt_add_pair(&test->sprt,
                          half_points(schedule, i, 0) + half_points(schedule, i + 1, 0));
        test->next += 2;
    }
    return test->sprt.verdict != SPRT_UNDECIDED;
}

int standings_end(const Schedule *schedule, const RunningSprt *test) {
    bool is_decided = test && test->sprt.verdict != SPRT_UNDECIDED;
    return is_decided ? test->next : schedule_size(schedule);
}

bool standings_make(TournamentStandings *standings, const TournamentConfig *config,
                    const Schedule *schedule, const RunningSprt *test) {
    size_t players = (size_t)config->player_count;
    *standings =
        (TournamentStandings){.entrants = calloc(players, sizeof *standings->entrants),
                              .tallies = calloc(players * players, sizeof *standings->tallies),
                              .evidence = calloc(players * players, sizeof *standings->evidence)};
    if (!standings->entrants || !standings->tallies || !standings->evidence) {
        standings_free(standings);
        return false;
    }
    for (int i = 0; i < config->player_count; i++) {
        standings->entrants[i].name = config->players[i].name;
        standings->entrants[i].byes = (int64_t)schedule_byes(schedule, i) * config->games;
    }
    standings->end = standings_end(schedule, test);
    for (int i = 0; i < standings->end; i++)
        count_game(standings, config, schedule, i);
    reverse_tallies(standings->tallies, config->player_count);
    reverse_tallies(standings->evidence, config->player_count);
    standings->crosstable = (Crosstable){.count = config->player_count,
                                         .entrants = standings->entrants,
                                         .tallies = standings->tallies,
                                         .evidence = standings->evidence,
                                         .repeats = standings->crosstable.repeats,
                                         .scoring = config->scoring,
                                         .swiss = config->format == FORMAT_SWISS,
                                         .sprt = test ? &test->sprt : NULL};
    return true;
}

void standings_free(TournamentStandings *standings) {
    free(standings->entrants);
    free(standings->tallies);
    free(standings->evidence);
    standings->entrants = NULL;
    standings->tallies = NULL;
    standings->evidence = NULL;
}
