/* Who plays whom: every format, with results drawn by lot. */
#include "unit/testing.h"

#include "base/random.h"
#include "referee/schedule.h"
#include "referee/swiss.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 34 };

/* A contest of nameless players; the caller frees it. */
static Contest *contest_of(Format format, int players, int games) {
    Contest *contest = calloc(1, sizeof *contest);
    assert_non_null(contest);
    contest->rules = ruleset_default();
    contest->format = format;
    contest->player_count = players;
    contest->games = games;
    contest->tie_break_games = 4;
    contest->scoring = (Scoring){1, 0.5, 0};
    for (int i = 0; i < players; i++)
        contest->players[i].kind = PLAYER_RANDOM;
    Error error;
    if (!contest_settle(contest, &error))
        fail_msg("%s", error.text);
    return contest;
}

/* Decides a game's result: White's points. */
typedef int Referee(const Fixture *fixture, int number, uint64_t *seed);

static int by_lot(const Fixture *fixture, int number, uint64_t *seed) {
    (void)fixture, (void)number;
    return (int)(splitmix_next(seed) % 3);
}

static int lower_wins(const Fixture *fixture, int number, uint64_t *seed) {
    (void)number, (void)seed;
    return fixture->white < fixture->black ? 2 : 0;
}

static int always_drawn(const Fixture *fixture, int number, uint64_t *seed) {
    (void)fixture, (void)number, (void)seed;
    return 1;
}

/* Plays everything as it comes; returns how many games there were. */
static int play_all(Schedule *schedule, Referee *referee, uint64_t seed) {
    int games = 0;
    for (int number; (number = schedule_take(schedule, INT_MAX, 0, 1)) >= 0; games++) {
        Fixture fixture;
        assert_int_equal(schedule_fixture(schedule, number, &fixture), FIXTURE_READY);
        assert_int_not_equal(fixture.white, fixture.black);
        assert_true(
            schedule_enter(schedule, number, referee(&fixture, number, &seed), END_BY_RULES));
        assert_false(schedule_enter(schedule, number, 1, END_BY_RULES));
    }
    assert_true(schedule_is_complete(schedule));
    assert_int_equal(schedule_played(schedule, 0, 1), games);
    return games;
}

/* The games of a pair have the same opening and colours reversed; those of a meeting are balanced.
 */
static void check_pairs(const Schedule *schedule, int players) {
    int *whites = calloc((size_t)players * (size_t)players, sizeof *whites);
    assert_non_null(whites);
    for (int i = 0; i < schedule_size(schedule); i++) {
        Fixture a, b;
        if (schedule_fixture(schedule, i, &a) != FIXTURE_READY)
            continue;
        whites[a.white * players + a.black]++;
        if (i % 2 || schedule_fixture(schedule, i + 1, &b) != FIXTURE_READY)
            continue;
        assert_int_equal(a.opening, b.opening);
        assert_int_equal(a.white, b.black);
        assert_int_equal(a.black, b.white);
        assert_int_equal(a.round, b.round);
    }
    for (int i = 0; i < players; i++)
        for (int j = 0; j < i; j++)
            assert_in_range(whites[i * players + j] - whites[j * players + i] + 1, 0, 2);
    free(whites);
}

static void test_round_robin(void **state) {
    (void)state;
    for (int players = 2; players <= 9; players++)
        for (int games = 1; games <= 5; games++) {
            Contest *contest = contest_of(FORMAT_ROUND_ROBIN, players, games);
            Schedule *schedule = schedule_new(contest);
            int met[PLAYERS_MAX][PLAYERS_MAX] = {{0}};
            assert_int_equal(schedule_expected(schedule, 0, 1),
                             games * players * (players - 1) / 2);
            assert_int_equal(play_all(schedule, by_lot, 1), games * players * (players - 1) / 2);
            check_pairs(schedule, players);
            /* In a round everybody meets one other, or nobody if their number is odd. */
            int busy[64][PLAYERS_MAX];
            memset(busy, -1, sizeof busy);
            for (int i = 0; i < schedule_size(schedule); i++) {
                Fixture f;
                if (schedule_fixture(schedule, i, &f) != FIXTURE_READY)
                    continue;
                met[f.white][f.black]++;
                assert_in_range(f.round, 0, 63);
                assert_true(busy[f.round][f.white] < 0 || busy[f.round][f.white] == f.black);
                assert_true(busy[f.round][f.black] < 0 || busy[f.round][f.black] == f.white);
                busy[f.round][f.white] = f.black;
                busy[f.round][f.black] = f.white;
            }
            for (int i = 0; i < players; i++)
                for (int j = 0; j < i; j++)
                    assert_int_equal(met[i][j] + met[j][i], games);
            schedule_free(schedule);
            free(contest);
        }
}

static void test_gauntlet(void **state) {
    (void)state;
    Contest *contest = contest_of(FORMAT_GAUNTLET, 5, 6);
    Schedule *schedule = schedule_new(contest);
    int met[5] = {0};
    assert_int_equal(play_all(schedule, by_lot, 1), 24);
    check_pairs(schedule, 5);
    for (int i = 0; i < schedule_size(schedule); i++) {
        Fixture f;
        assert_int_equal(schedule_fixture(schedule, i, &f), FIXTURE_READY);
        assert_true(f.white == 0 || f.black == 0);
        met[f.white + f.black]++;
    }
    for (int i = 1; i < 5; i++)
        assert_int_equal(met[i], 6);
    schedule_free(schedule);
    free(contest);
}

/* Everybody plays once a round, nobody twice against the same, byes go round. */
static void check_swiss(const Contest *contest, const Schedule *schedule) {
    int players = contest->player_count;
    int last[PLAYERS_MAX][PLAYERS_MAX], games[PLAYERS_MAX] = {0};
    memset(last, -1, sizeof last);
    for (int i = 0; i < schedule_size(schedule); i++) {
        Fixture f;
        if (schedule_fixture(schedule, i, &f) != FIXTURE_READY)
            continue;
        games[f.white]++;
        games[f.black]++;
        assert_true(last[f.white][f.black] < 0 || last[f.white][f.black] == f.round);
        last[f.white][f.black] = last[f.black][f.white] = f.round;
    }
    for (int i = 0; i < players; i++) {
        assert_in_range(schedule_byes(schedule, i), 0, 1);
        assert_int_equal(games[i], contest->games * (contest->rounds - schedule_byes(schedule, i)));
    }
}

static void test_swiss(void **state) {
    (void)state;
    for (int players = 2; players < PLAYERS_MAX; players++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            Contest *contest = contest_of(FORMAT_SWISS, players, 1 + (int)(seed % 3));
            Schedule *schedule = schedule_new(contest);
            int rounds = contest->rounds;
            assert_true(1 << rounds >= players);
            assert_int_equal(play_all(schedule, by_lot, seed),
                             players / 2 * contest->games * rounds);
            check_swiss(contest, schedule);
            schedule_free(schedule);
            free(contest);
        }
}

/* Leaders meet leaders: if the first named always wins, it meets the best of the others last. */
static void test_swiss_brings_equals_together(void **state) {
    (void)state;
    Contest *contest = contest_of(FORMAT_SWISS, 8, 2);
    Schedule *schedule = schedule_new(contest);
    Fixture f;
    play_all(schedule, lower_wins, 1);
    assert_int_equal(schedule_fixture(schedule, 0, &f), FIXTURE_READY);
    assert_int_equal(f.white + f.black, 0 + 4); /* the upper half against the lower */
    int first_of_last_round = 2 * 4 * 2;
    assert_int_equal(schedule_fixture(schedule, first_of_last_round, &f), FIXTURE_READY);
    assert_int_equal(f.white + f.black, 0 + 1);
    schedule_free(schedule);
    free(contest);
}

/* Where somebody has to meet another again, no more do than must. */
static void test_fewest_rematches(void **state) {
    (void)state;
    /* Of four players, 0 has met all but 3 and 3 all but 0; 1 and 2 have met. */
    static const int points[4] = {3, 2, 1, 0};
    static const int meetings[16] = {0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0};
    static const bool had_bye[4] = {false};
    SwissTable table = {4, points, meetings, had_bye};
    int pairs[2][2], bye, rematches = 0;
    assert_true(swiss_pair(&table, pairs, &bye));
    for (int i = 0; i < 2; i++)
        rematches += meetings[4 * pairs[i][0] + pairs[i][1]];
    assert_int_equal(bye, -1);
    assert_int_equal(rematches, 1);
}

/* More rounds than there are opponents: then some meet again, and everybody still plays. */
static void test_swiss_rematches(void **state) {
    (void)state;
    Contest *contest = contest_of(FORMAT_SWISS, 4, 2);
    contest->rounds = 7;
    Schedule *schedule = schedule_new(contest);
    assert_int_equal(play_all(schedule, by_lot, 3), 4 * 7);
    schedule_free(schedule);
    free(contest);
}

static void test_knockout(void **state) {
    (void)state;
    for (int players = 2; players < PLAYERS_MAX; players++)
        for (int games = 1; games <= 3; games++) {
            Contest *contest = contest_of(FORMAT_KNOCKOUT, players, games);
            Schedule *schedule = schedule_new(contest);
            int lost[PLAYERS_MAX] = {0};
            assert_int_equal(schedule_champion(schedule), -1);
            assert_int_equal(schedule_expected(schedule, 0, 1), games * (players - 1));
            assert_int_equal(play_all(schedule, lower_wins, 1), games * (players - 1));
            assert_int_equal(schedule_champion(schedule), 0);
            for (int i = 0; i < schedule_size(schedule); i++) {
                Fixture f;
                if (schedule_fixture(schedule, i, &f) == FIXTURE_READY)
                    lost[f.white > f.black ? f.white : f.black]++;
            }
            for (int i = 1; i < players; i++)
                assert_int_equal(lost[i], games);
            schedule_free(schedule);
            free(contest);
        }
}

static void test_knockout_finalists(void **state) {
    (void)state;
    Contest *contest = contest_of(FORMAT_KNOCKOUT, 16, 2);
    Schedule *schedule = schedule_new(contest);
    Fixture f;
    assert_int_equal(schedule_fixture(schedule, 0, &f), FIXTURE_READY);
    assert_int_equal(f.white + f.black, 0 + 15);
    assert_int_equal(schedule_fixture(schedule, schedule_size(schedule) - 6, &f), FIXTURE_UNKNOWN);
    play_all(schedule, lower_wins, 1);
    assert_int_equal(schedule_fixture(schedule, schedule_size(schedule) - 6, &f), FIXTURE_READY);
    assert_int_equal(f.white + f.black, 0 + 1);
    assert_int_equal(f.round, 3);
    schedule_free(schedule);
    free(contest);
}

/* A level match goes on two games at a time; in the end the higher seed goes on. */
static void test_knockout_tie_breaks(void **state) {
    (void)state;
    for (int games = 1; games <= 3; games++)
        for (int more = 0; more <= 5; more++) {
            Contest *contest = contest_of(FORMAT_KNOCKOUT, 4, games);
            contest->tie_break_games = more;
            Schedule *schedule = schedule_new(contest);
            assert_int_equal(play_all(schedule, always_drawn, 1), 3 * (games + more));
            assert_int_equal(schedule_champion(schedule), 0);
            check_pairs(schedule, 4);
            schedule_free(schedule);
            free(contest);
        }
    for (uint64_t seed = 1; seed <= 50; seed++) {
        Contest *contest = contest_of(FORMAT_KNOCKOUT, 11, 2);
        Schedule *schedule = schedule_new(contest);
        play_all(schedule, by_lot, seed);
        assert_in_range(schedule_champion(schedule), 0, 10);
        schedule_free(schedule);
        free(contest);
    }
}

/* The shards together have every game once, and keep pairs together. */
static void test_shards(void **state) {
    (void)state;
    enum { SHARDS = 4 };
    Contest *contest = contest_of(FORMAT_ROUND_ROBIN, 5, 7);
    int owner[1000], total = 0;
    memset(owner, -1, sizeof owner);
    for (int shard = 0; shard < SHARDS; shard++) {
        Schedule *schedule = schedule_new(contest);
        int games = 0;
        for (int number; (number = schedule_take(schedule, INT_MAX, shard, SHARDS)) >= 0; games++) {
            assert_int_equal(owner[number], -1);
            owner[number] = shard;
            assert_true(schedule_enter(schedule, number, 1, END_BY_RULES));
        }
        assert_int_equal(games, schedule_expected(schedule, shard, SHARDS));
        assert_int_equal(games, schedule_played(schedule, shard, SHARDS));
        assert_false(schedule_is_complete(schedule));
        total += games;
        schedule_free(schedule);
    }
    assert_int_equal(total, 70);
    for (int i = 0; i + 1 < 1000; i += 2)
        assert_true(owner[i + 1] < 0 || owner[i + 1] == owner[i]);
    free(contest);
}

/* What was taken is not given out again, and what is not known yet is not given out at all. */
static void test_taking(void **state) {
    (void)state;
    Contest *contest = contest_of(FORMAT_SWISS, 6, 2);
    Schedule *schedule = schedule_new(contest);
    int round[6];
    for (int i = 0; i < 6; i++)
        assert_int_equal(round[i] = schedule_take(schedule, INT_MAX, 0, 1), i);
    assert_int_equal(schedule_take(schedule, INT_MAX, 0, 1), -1);
    assert_false(schedule_enter(schedule, 6, 1, END_BY_RULES));
    for (int i = 5; i >= 0; i--) {
        assert_int_equal(schedule_take(schedule, INT_MAX, 0, 1), -1);
        assert_true(schedule_enter(schedule, i, 1, END_TIME));
        assert_int_equal(schedule_ending(schedule, i), END_TIME);
    }
    assert_int_equal(schedule_take(schedule, INT_MAX, 0, 1), 6);
    assert_false(schedule_enter(schedule, -1, 1, END_BY_RULES));
    assert_false(schedule_enter(schedule, schedule_size(schedule), 1, END_BY_RULES));
    schedule_free(schedule);
    free(contest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_robin),
        cmocka_unit_test(test_gauntlet),
        cmocka_unit_test(test_swiss),
        cmocka_unit_test(test_swiss_brings_equals_together),
        cmocka_unit_test(test_fewest_rematches),
        cmocka_unit_test(test_swiss_rematches),
        cmocka_unit_test(test_knockout),
        cmocka_unit_test(test_knockout_finalists),
        cmocka_unit_test(test_knockout_tie_breaks),
        cmocka_unit_test(test_shards),
        cmocka_unit_test(test_taking),
    };
    return test_run("schedule", tests);
}
