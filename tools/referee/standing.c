#include "referee/standing.h"

#include <stdlib.h>

static int half_points(const Schedule *schedule, int number, int player) {
    Fixture fixture;
    int points = schedule_points(schedule, number);
    schedule_fixture(schedule, number, &fixture);
    return fixture.white == player ? points : 2 - points;
}

static void count_forfeit(Entrant *loser, EndKind ending) {
    if (ending == END_TIME)
        loser->forfeits[FORFEIT_TIME]++;
    else if (ending == END_ILLEGAL_MOVE || ending == END_NONSENSE || ending == END_FALSE_CLAIM)
        loser->forfeits[FORFEIT_ILLEGAL]++;
    else if (ending == END_CRASH || ending == END_HANG || ending == END_FLOOD)
        loser->forfeits[FORFEIT_CRASH]++;
}

/* Counts a game from the view of the one of its players who is named first. */
static void count_game(Standing *standing, const Contest *contest, const Schedule *schedule,
                       int number) {
    Fixture fixture;
    int points = schedule_points(schedule, number);
    if (points == SCHEDULE_UNPLAYED)
        return;
    schedule_fixture(schedule, number, &fixture);
    int first = fixture.white < fixture.black ? fixture.white : fixture.black;
    int second = fixture.white + fixture.black - first;
    Tally *tally = &standing->tallies[first * contest->player_count + second];
    tally_add_game(tally, half_points(schedule, number, first));
    count_forfeit(&standing->entrants[points == 0 ? fixture.white : fixture.black],
                  schedule_ending(schedule, number));
    if (number % 2 == 1 && schedule_points(schedule, number - 1) != SCHEDULE_UNPLAYED)
        tally_add_pair(tally, half_points(schedule, number, first) +
                                  half_points(schedule, number - 1, first));
}

/* Lets everybody see its games with those who were named before it. */
static void reverse_tallies(Tally *tallies, int players) {
    for (int i = 0; i < players; i++)
        for (int j = 0; j < i; j++)
            tallies[i * players + j] = tally_reversed(&tallies[j * players + i]);
}

void running_test_start(RunningTest *test, const Contest *contest) {
    test->next = 0;
    sprt_start(&test->sprt, &contest->sprt);
}

bool running_test_advance(RunningTest *test, const Schedule *schedule) {
    while (test->sprt.verdict == SPRT_UNDECIDED && test->next + 1 < schedule_size(schedule)) {
        int i = test->next;
        if (schedule_points(schedule, i) == SCHEDULE_UNPLAYED ||
            schedule_points(schedule, i + 1) == SCHEDULE_UNPLAYED)
            return false;
        sprt_add_pair(&test->sprt, half_points(schedule, i, 0) + half_points(schedule, i + 1, 0));
        test->next += 2;
    }
    return test->sprt.verdict != SPRT_UNDECIDED;
}

int standing_end(const Schedule *schedule, const RunningTest *test) {
    bool is_decided = test && test->sprt.verdict != SPRT_UNDECIDED;
    return is_decided ? test->next : schedule_size(schedule);
}

bool standing_make(Standing *standing, const Contest *contest, const Schedule *schedule,
                   const RunningTest *test) {
    size_t players = (size_t)contest->player_count;
    *standing = (Standing){.entrants = calloc(players, sizeof *standing->entrants),
                           .tallies = calloc(players * players, sizeof *standing->tallies)};
    if (!standing->entrants || !standing->tallies) {
        standing_free(standing);
        return false;
    }
    for (int i = 0; i < contest->player_count; i++) {
        standing->entrants[i].name = contest->players[i].name;
        standing->entrants[i].byes = (int64_t)schedule_byes(schedule, i) * contest->games;
    }
    int end = standing_end(schedule, test);
    for (int i = 0; i < end; i++)
        count_game(standing, contest, schedule, i);
    reverse_tallies(standing->tallies, contest->player_count);
    standing->standings = (Standings){.count = contest->player_count,
                                      .entrants = standing->entrants,
                                      .tallies = standing->tallies,
                                      .scoring = contest->scoring,
                                      .swiss = contest->format == FORMAT_SWISS,
                                      .sprt = test ? &test->sprt : NULL};
    return true;
}

void standing_free(Standing *standing) {
    free(standing->entrants);
    free(standing->tallies);
    standing->entrants = NULL;
    standing->tallies = NULL;
}
