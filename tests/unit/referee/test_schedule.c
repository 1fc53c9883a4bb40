/* Schedules: pairings in every format, with random and with fixed results. */
#include "unit/errors.h"

#include "base/random.h"
#include "referee/schedule.h"
#include "referee/swiss.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 34 };

/* A tournament of random players; the caller frees it. */
static TournamentConfig *config_of(TournamentFormat format, int players, int games) {
    TournamentConfig *config = calloc(1, sizeof *config);
    assert_non_null(config);
    config->rules = ruleset_default();
    config->format = format;
    config->player_count = players;
    config->games = games;
    config->tie_break_games = 4;
    config->scoring = (Scoring){1, 0.5, 0};
    for (int i = 0; i < players; i++)
        config->players[i].kind = PLAYER_RANDOM;
    Error error;
    assert_done(tournament_config_complete(config, &error), &error);
    return config;
}

/* Decides a game: returns White's half-points. */
typedef int ResultFunction(const GamePairing *pairing, int number, uint64_t *seed);

static int random_result(const GamePairing *pairing, int number, uint64_t *seed) {
    return (int)(random_next(seed) % 3);
}

static int lower_wins(const GamePairing *pairing, int number, uint64_t *seed) {
    return pairing->white < pairing->black ? 2 : 0;
}

static int always_drawn(const GamePairing *pairing, int number, uint64_t *seed) {
    return 1;
}

/* Plays all games in order. Returns how many there were. */
static int play_all(Schedule *schedule, ResultFunction *result_of, uint64_t seed) {
    int games = 0;
    for (int number; (number = schedule_next(schedule, INT_MAX, 0, 1)) >= 0; games++) {
        GamePairing pairing;
        assert_int_equal(schedule_pairing(schedule, number, &pairing), PAIRING_READY);
        assert_int_not_equal(pairing.white, pairing.black);
        assert_true(schedule_set_result(schedule, number, result_of(&pairing, number, &seed),
                                        TERMINATION_BY_RULES));
        assert_false(schedule_set_result(schedule, number, 1, TERMINATION_BY_RULES));
    }
    assert_true(schedule_is_complete(schedule));
    assert_int_equal(schedule_played(schedule, INT_MAX, 0, 1), games);
    return games;
}

/* The games of a pair share an opening, with colours reversed. Each of two players has White
 * equally often against the other, or once more if their number of games is odd. */
static void check_pairs(const Schedule *schedule, int players) {
    int *whites = calloc((size_t)players * (size_t)players, sizeof *whites);
    assert_non_null(whites);
    for (int i = 0; i < schedule_size(schedule); i++) {
        GamePairing a, b;
        if (schedule_pairing(schedule, i, &a) != PAIRING_READY)
            continue;
        whites[a.white * players + a.black]++;
        if (i % 2 || schedule_pairing(schedule, i + 1, &b) != PAIRING_READY)
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
    for (int players = 2; players <= 9; players++)
        for (int games = 1; games <= 5; games++) {
            TournamentConfig *config = config_of(FORMAT_ROUND_ROBIN, players, games);
            Schedule *schedule = schedule_new(config);
            int met[PLAYERS_MAX][PLAYERS_MAX] = {{0}};
            assert_int_equal(schedule_expected(schedule, INT_MAX, 0, 1),
                             games * players * (players - 1) / 2);
            assert_int_equal(play_all(schedule, random_result, 1),
                             games * players * (players - 1) / 2);
            check_pairs(schedule, players);
            /* In each round a player has at most one opponent. */
            int busy[64][PLAYERS_MAX];
            memset(busy, -1, sizeof busy);
            for (int i = 0; i < schedule_size(schedule); i++) {
                GamePairing f;
                if (schedule_pairing(schedule, i, &f) != PAIRING_READY)
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
            free(config);
        }
}

static void test_gauntlet(void **state) {
    TournamentConfig *config = config_of(FORMAT_GAUNTLET, 5, 6);
    Schedule *schedule = schedule_new(config);
    int met[5] = {0};
    assert_int_equal(play_all(schedule, random_result, 1), 24);
    check_pairs(schedule, 5);
    for (int i = 0; i < schedule_size(schedule); i++) {
        GamePairing f;
        assert_int_equal(schedule_pairing(schedule, i, &f), PAIRING_READY);
        assert_true(f.white == 0 || f.black == 0);
        met[f.white + f.black]++;
    }
    for (int i = 1; i < 5; i++)
        assert_int_equal(met[i], 6);
    schedule_free(schedule);
    free(config);
}

/* Each round pairs every player or gives it a bye; there are no rematches, and at most one bye per
 * player. */
static void check_swiss(const TournamentConfig *config, const Schedule *schedule) {
    int players = config->player_count;
    int last[PLAYERS_MAX][PLAYERS_MAX], games[PLAYERS_MAX] = {0};
    memset(last, -1, sizeof last);
    for (int i = 0; i < schedule_size(schedule); i++) {
        GamePairing f;
        if (schedule_pairing(schedule, i, &f) != PAIRING_READY)
            continue;
        games[f.white]++;
        games[f.black]++;
        assert_true(last[f.white][f.black] < 0 || last[f.white][f.black] == f.round);
        last[f.white][f.black] = last[f.black][f.white] = f.round;
    }
    for (int i = 0; i < players; i++) {
        assert_in_range(schedule_byes(schedule, i), 0, 1);
        assert_int_equal(games[i], config->games * (config->rounds - schedule_byes(schedule, i)));
    }
}

static void test_swiss(void **state) {
    for (int players = 2; players < PLAYERS_MAX; players++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            TournamentConfig *config = config_of(FORMAT_SWISS, players, 1 + (int)(seed % 3));
            Schedule *schedule = schedule_new(config);
            int rounds = config->rounds;
            assert_true(1 << rounds >= players);
            assert_int_equal(play_all(schedule, random_result, seed),
                             players / 2 * config->games * rounds);
            check_swiss(config, schedule);
            schedule_free(schedule);
            free(config);
        }
}

/* Leaders meet leaders: if the stronger player always wins, the best two meet in the last round. */
static void test_swiss_brings_equals_together(void **state) {
    TournamentConfig *config = config_of(FORMAT_SWISS, 8, 2);
    Schedule *schedule = schedule_new(config);
    GamePairing f;
    play_all(schedule, lower_wins, 1);
    assert_int_equal(schedule_pairing(schedule, 0, &f), PAIRING_READY);
    assert_int_equal(f.white + f.black, 0 + 4); /* the upper half against the lower */
    int first_of_last_round = 2 * 4 * 2;
    assert_int_equal(schedule_pairing(schedule, first_of_last_round, &f), PAIRING_READY);
    assert_int_equal(f.white + f.black, 0 + 1);
    schedule_free(schedule);
    free(config);
}

/* If rematches cannot be avoided, there are as few as possible. */
static void test_fewest_rematches(void **state) {
    /* Of four players only 0 and 3 have not met. */
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

/* The bye goes to the lowest-placed player who has had none, or to the last if all have had one. */
static void test_byes(void **state) {
    static const int points[5] = {3, 0, 2, 1, 1}, meetings[25] = {0};
    static const struct {
        bool had_bye[5];
        int bye;
    } CASES[] = {
        {{false}, 1},
        {{false, true}, 4},
        {{false, true, false, false, true}, 3},
        {{false, true, true, true, true}, 0},
        {{true, true, true, true, true}, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        SwissTable table = {5, points, meetings, CASES[i].had_bye};
        int pairs[2][2], bye, paired = 0;
        assert_true(swiss_pair(&table, pairs, &bye));
        assert_int_equal(bye, CASES[i].bye);
        for (int j = 0; j < 4; j++)
            paired |= 1 << pairs[j / 2][j % 2];
        assert_int_equal(paired, 31 & ~(1 << bye));
    }
}

/* With more rounds than opponents there are rematches, and every round is still complete. */
static void test_swiss_rematches(void **state) {
    TournamentConfig *config = config_of(FORMAT_SWISS, 4, 2);
    config->rounds = 7;
    Schedule *schedule = schedule_new(config);
    assert_int_equal(play_all(schedule, random_result, 3), 4 * 7);
    schedule_free(schedule);
    free(config);
}

static void test_champions(void **state) {
    for (int format = 0; format <= FORMAT_KNOCKOUT; format++) {
        TournamentConfig *config = config_of((TournamentFormat)format, 4, 1);
        Schedule *schedule = schedule_new(config);
        play_all(schedule, lower_wins, 1);
        assert_int_equal(schedule_champion(schedule), format == FORMAT_KNOCKOUT ? 0 : -1);
        schedule_free(schedule);
        free(config);
    }
}

static void test_knockout(void **state) {
    for (int players = 2; players < PLAYERS_MAX; players++)
        for (int games = 1; games <= 3; games++) {
            TournamentConfig *config = config_of(FORMAT_KNOCKOUT, players, games);
            Schedule *schedule = schedule_new(config);
            int lost[PLAYERS_MAX] = {0};
            assert_int_equal(schedule_champion(schedule), -1);
            assert_int_equal(schedule_expected(schedule, INT_MAX, 0, 1), games * (players - 1));
            assert_int_equal(play_all(schedule, lower_wins, 1), games * (players - 1));
            assert_int_equal(schedule_champion(schedule), 0);
            for (int i = 0; i < schedule_size(schedule); i++) {
                GamePairing f;
                if (schedule_pairing(schedule, i, &f) == PAIRING_READY)
                    lost[f.white > f.black ? f.white : f.black]++;
            }
            for (int i = 1; i < players; i++)
                assert_int_equal(lost[i], games);
            schedule_free(schedule);
            free(config);
        }
}

static void test_knockout_finalists(void **state) {
    TournamentConfig *config = config_of(FORMAT_KNOCKOUT, 16, 2);
    Schedule *schedule = schedule_new(config);
    GamePairing f;
    assert_int_equal(schedule_pairing(schedule, 0, &f), PAIRING_READY);
    assert_int_equal(f.white + f.black, 0 + 15);
    assert_int_equal(schedule_pairing(schedule, schedule_size(schedule) - 6, &f), PAIRING_UNKNOWN);
    play_all(schedule, lower_wins, 1);
    assert_int_equal(schedule_pairing(schedule, schedule_size(schedule) - 6, &f), PAIRING_READY);
    assert_int_equal(f.white + f.black, 0 + 1);
    assert_int_equal(f.round, 3);
    schedule_free(schedule);
    free(config);
}

/* A level match is extended two games at a time; if it stays level, the higher seed advances. */
static void test_knockout_tie_breaks(void **state) {
    for (int games = 1; games <= 3; games++)
        for (int more = 0; more <= 5; more++) {
            TournamentConfig *config = config_of(FORMAT_KNOCKOUT, 4, games);
            config->tie_break_games = more;
            Schedule *schedule = schedule_new(config);
            assert_int_equal(play_all(schedule, always_drawn, 1), 3 * (games + more));
            assert_int_equal(schedule_champion(schedule), 0);
            check_pairs(schedule, 4);
            schedule_free(schedule);
            free(config);
        }
    for (uint64_t seed = 1; seed <= 50; seed++) {
        TournamentConfig *config = config_of(FORMAT_KNOCKOUT, 11, 2);
        Schedule *schedule = schedule_new(config);
        play_all(schedule, random_result, seed);
        assert_in_range(schedule_champion(schedule), 0, 10);
        schedule_free(schedule);
        free(config);
    }
}

/* Every game is in exactly one shard, and pairs are not split. */
static void test_shards(void **state) {
    enum { SHARDS = 4 };
    TournamentConfig *config = config_of(FORMAT_ROUND_ROBIN, 5, 7);
    int owner[1000], total = 0;
    memset(owner, -1, sizeof owner);
    for (int shard = 0; shard < SHARDS; shard++) {
        Schedule *schedule = schedule_new(config);
        int games = 0;
        for (int number; (number = schedule_next(schedule, INT_MAX, shard, SHARDS)) >= 0; games++) {
            assert_int_equal(owner[number], -1);
            owner[number] = shard;
            assert_true(schedule_set_result(schedule, number, 1, TERMINATION_BY_RULES));
        }
        assert_int_equal(games, schedule_expected(schedule, INT_MAX, shard, SHARDS));
        assert_int_equal(games, schedule_played(schedule, INT_MAX, shard, SHARDS));
        assert_false(schedule_is_complete(schedule));
        total += games;
        schedule_free(schedule);
    }
    assert_int_equal(total, 70);
    for (int i = 0; i + 1 < 1000; i += 2)
        assert_true(owner[i + 1] < 0 || owner[i + 1] == owner[i]);
    free(config);
}

/* Games are taken only once, and not before their pairing is known. */
static void test_games_are_taken_once(void **state) {
    TournamentConfig *config = config_of(FORMAT_SWISS, 6, 2);
    Schedule *schedule = schedule_new(config);
    int round[6];
    for (int i = 0; i < 6; i++)
        assert_int_equal(round[i] = schedule_next(schedule, INT_MAX, 0, 1), i);
    assert_int_equal(schedule_next(schedule, INT_MAX, 0, 1), -1);
    assert_false(schedule_set_result(schedule, 6, 1, TERMINATION_BY_RULES));
    for (int i = 5; i >= 0; i--) {
        assert_int_equal(schedule_next(schedule, INT_MAX, 0, 1), -1);
        assert_true(schedule_set_result(schedule, i, 1, TERMINATION_TIME_FORFEIT));
        assert_int_equal(schedule_termination(schedule, i), TERMINATION_TIME_FORFEIT);
    }
    assert_int_equal(schedule_next(schedule, INT_MAX, 0, 1), 6);
    assert_false(schedule_set_result(schedule, -1, 1, TERMINATION_BY_RULES));
    assert_false(schedule_set_result(schedule, schedule_size(schedule), 1, TERMINATION_BY_RULES));
    schedule_free(schedule);
    free(config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_robin),
        cmocka_unit_test(test_gauntlet),
        cmocka_unit_test(test_swiss),
        cmocka_unit_test(test_swiss_brings_equals_together),
        cmocka_unit_test(test_fewest_rematches),
        cmocka_unit_test(test_byes),
        cmocka_unit_test(test_swiss_rematches),
        cmocka_unit_test(test_champions),
        cmocka_unit_test(test_knockout),
        cmocka_unit_test(test_knockout_finalists),
        cmocka_unit_test(test_knockout_tie_breaks),
        cmocka_unit_test(test_shards),
        cmocka_unit_test(test_games_are_taken_once),
    };
    return test_run("schedule", tests);
}
