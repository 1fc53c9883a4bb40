/* Experience in memory: learning, bonuses, the file format, damaged bytes, the size limit. */
#include "unit/errors.h"

#include "base/error.h"
#include "book/book.h"
#include "experience/experience.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 24, RECORD = 16 };

static Game game_of(const char *const *turns, int count) {
    Game game;
    Error error;
    game_init(&game, ruleset_find("losers"));
    for (int i = 0; i < count; i++)
        assert_done(game_play_text(&game, turns[i], GAME_NO_CLOCK, &error), &error);
    return game;
}

static const char *const OPENING[] = {"e2e3", "b7b5", "f1b5", "c7c6"};

/* The experience of `count` identical games with these results. */
static Experience learned(const Game *game, const int *white_points, int count) {
    Experience experience = {0};
    for (int i = 0; i < count; i++)
        assert_true(experience_learn(&experience, game, white_points[i], EXPERIENCE_BYTES_MIN));
    return experience;
}

/* The position after the first turns of the game. */
static Position position_after(const Game *game, int turns) {
    Position pos = game->start;
    for (int i = 0; i < turns; i++) {
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    return pos;
}

static Score bonus_after(const Experience *experience, const Game *game, int turns) {
    Position pos = position_after(game, turns);
    Score white = experience_bonus(experience, &pos, WHITE);
    assert_int_equal(experience_bonus(experience, &pos, BLACK), -white);
    return white;
}

/* --- learning --- */

static void test_the_number_of_games_has_a_maximum(void **state) {
    Experience experience = {.games = UINT32_MAX}, read = {0};
    Game game = game_of(OPENING, 4);
    Error error;
    size_t size;
    assert_true(experience_learn(&experience, &game, 2, EXPERIENCE_BYTES_MIN));
    assert_true(experience.games == UINT32_MAX);
    unsigned char *bytes = experience_write(&experience, &size);
    assert_non_null(bytes);
    assert_done(experience_read(&read, bytes, size, &error), &error);
    free(bytes);
    experience_free(&experience);
    experience_free(&read);
    game_free(&game);
}

static void test_no_experience(void **state) {
    Experience experience = {0};
    Game game = game_of(OPENING, 4);
    for (int turns = 0; turns <= 4; turns++)
        assert_int_equal(bonus_after(&experience, &game, turns), 0);
    experience_free(&experience);
    game_free(&game);
}

static void test_which_positions(void **state) {
    for (int count = 0; count <= 4; count++) {
        Game game = game_of(OPENING, count), whole = game_of(OPENING, 4);
        Experience experience = learned(&game, (int[]){2}, 1);
        assert_int_equal(experience.games, 1);
        assert_int_equal(experience.count, count > 1 ? count - 1 : 0);
        for (int turns = 0; turns <= 4; turns++) {
            bool known = turns > 0 && turns < count;
            assert_int_equal(bonus_after(&experience, &whole, turns) > 0, known);
        }
        game_free(&game);
        game_free(&whole);
        experience_free(&experience);
    }
}

static void test_results(void **state) {
    Game game = game_of(OPENING, 4);
    Experience won = learned(&game, (int[]){2, 2}, 2), drawn = learned(&game, (int[]){1, 1}, 2);
    Experience lost = learned(&game, (int[]){0, 0}, 2), mixed = learned(&game, (int[]){2, 1}, 2);
    for (int turns = 1; turns <= 3; turns++) {
        Score best = bonus_after(&won, &game, turns), good = bonus_after(&mixed, &game, turns);
        assert_true(best > good && good > 0);
        assert_int_equal(bonus_after(&drawn, &game, turns), 0);
        assert_int_equal(bonus_after(&lost, &game, turns), -best);
    }
    const ExperienceRecord *record = &mixed.records[0];
    assert_int_equal(record->games, 2);
    assert_int_equal(record->points, 3);
    assert_int_equal(record->last, 2);
    experience_free(&won);
    experience_free(&drawn);
    experience_free(&lost);
    experience_free(&mixed);
    game_free(&game);
}

/* A bonus grows with each further equal result, but never beyond its limit. */
static void test_bonus_bounds(void **state) {
    Game game = game_of(OPENING, 4);
    Position pos = position_after(&game, 1);
    ExperienceRecord record = {.key = book_key(&pos)};
    Experience experience = {.records = &record, .count = 1};
    Score last = 0;
    for (int games = 1; games <= UINT16_MAX / 2; games = 2 * games + 1) {
        record.games = (uint16_t)games;
        record.points = (uint16_t)(2 * games);
        Score bonus = bonus_after(&experience, &game, 1);
        assert_true(bonus >= last && bonus <= EXPERIENCE_BONUS_MAX);
        last = bonus;
        record.points = 0;
        assert_int_equal(bonus_after(&experience, &game, 1), -bonus);
    }
    assert_in_range(last, EXPERIENCE_BONUS_MAX * 9 / 10, EXPERIENCE_BONUS_MAX);
    game_free(&game);
}

static void test_records_are_sorted(void **state) {
    Game one = game_of(OPENING, 4);
    Game two = game_of((const char *const[]){"e2e3", "h7h6", "b1c3", "a7a6"}, 4);
    Experience experience = learned(&one, (int[]){2}, 1);
    assert_true(experience_learn(&experience, &two, 0, EXPERIENCE_BYTES_MIN));
    assert_int_equal(experience.count, 3 + 3 - 1);
    for (size_t i = 1; i < experience.count; i++)
        assert_true(experience.records[i - 1].key < experience.records[i].key);
    assert_int_equal(bonus_after(&experience, &one, 1),
                     0); /* the position occurred in both games */
    assert_true(bonus_after(&experience, &one, 2) > 0);
    assert_true(bonus_after(&experience, &two, 2) < 0);
    experience_free(&experience);
    assert_int_equal(experience.count, 0);
    assert_int_equal(experience.games, 0);
    assert_null(experience.records);
    game_free(&one);
    game_free(&two);
}

/* A position counts once per game, however often it occurs. */
static void test_distinct_positions(void **state) {
    static const char *const KNIGHTS[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3",
                                          "g8f6", "f3g1", "f6g8", "e2e3"};
    Game game = game_of(KNIGHTS, 9);
    Experience experience = learned(&game, (int[]){2}, 1);
    assert_int_equal(experience.count, 4);
    for (size_t i = 0; i < experience.count; i++)
        assert_int_equal(experience.records[i].games, 1);
    experience_free(&experience);
    game_free(&game);
}

/* --- bytes --- */

static uint64_t number(const unsigned char *bytes, int size) {
    uint64_t n = 0;
    for (int i = 0; i < size; i++)
        n = n << 8 | bytes[i];
    return n;
}

/* The file format as the header describes it. */
static void test_layout(void **state) {
    size_t size;
    Game game = game_of(OPENING, 2);
    Position pos = position_after(&game, 1);
    Experience experience = learned(&game, (int[]){2, 1, 2}, 3);
    unsigned char *bytes = experience_write(&experience, &size);
    assert_non_null(bytes);
    assert_int_equal(size, HEADER + RECORD);
    assert_memory_equal(bytes, "MISEREXP", 8);
    assert_int_equal(number(bytes + 8, 4), 1);
    assert_int_equal(number(bytes + 12, 4), 3);
    assert_true(number(bytes + HEADER, 8) == book_key(&pos));
    assert_int_equal(number(bytes + HEADER + 8, 2), 3);
    assert_int_equal(number(bytes + HEADER + 10, 2), 5);
    assert_int_equal(number(bytes + HEADER + 12, 4), 3);
    free(bytes);
    experience_free(&experience);
    game_free(&game);
}

static void check_round_trip(const Experience *experience) {
    size_t size;
    unsigned char *bytes = experience_write(experience, &size);
    Experience again = {0};
    Error error;
    assert_non_null(bytes);
    assert_done(experience_read(&again, bytes, size, &error), &error);
    assert_int_equal(again.games, experience->games);
    assert_int_equal(again.count, experience->count);
    for (size_t i = 0; i < again.count; i++) {
        const ExperienceRecord *a = &again.records[i], *b = &experience->records[i];
        assert_true(a->key == b->key && a->games == b->games);
        assert_true(a->points == b->points && a->last == b->last);
    }
    free(bytes);
    experience_free(&again);
}

static void test_round_trip(void **state) {
    Experience none = {0};
    Game game = game_of(OPENING, 4);
    Experience experience = learned(&game, (int[]){2, 1, 0, 0}, 4);
    check_round_trip(&none);
    check_round_trip(&experience);
    experience_free(&experience);
    game_free(&game);
}

static void assert_refused(const unsigned char *bytes, size_t size, const char *reason) {
    Game game = game_of(OPENING, 4);
    Experience experience = learned(&game, (int[]){2}, 1);
    const ExperienceRecord *records = experience.records;
    Error error = {.text = ""};
    assert_false(experience_read(&experience, bytes, size, &error));
    assert_string_equal(error.text, reason);
    /* The experience is unchanged. */
    assert_ptr_equal(experience.records, records);
    assert_int_equal(experience.count, 3);
    assert_int_equal(experience.games, 1);
    assert_true(bonus_after(&experience, &game, 1) > 0);
    experience_free(&experience);
    game_free(&game);
}

static void test_damaged_bytes(void **state) {
    size_t size;
    Game game = game_of(OPENING, 4);
    Experience experience = learned(&game, (int[]){2, 1}, 2);
    unsigned char *bytes = experience_write(&experience, &size);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x10;
        assert_refused(bytes, size,
                       i < 8    ? "not an experience file"
                       : i < 12 ? "unsupported version of experience file"
                                : "damaged experience file");
        bytes[i] ^= 0x10;
        assert_refused(bytes, i, i < HEADER ? "not an experience file" : "damaged experience file");
    }
    assert_true(experience_read(&experience, bytes, size, NULL));
    free(bytes);
    experience_free(&experience);
    game_free(&game);
}

/* Records that contradict each other, written with a correct checksum. */
static void test_impossible_records(void **state) {
    static const ExperienceRecord BAD[][2] = {
        {{.key = 1, .games = 0, .last = 1}, {.key = 2, .games = 1, .last = 1}},
        {{.key = 1, .games = 1, .points = 3, .last = 1}, {.key = 2, .games = 1, .last = 1}},
        {{.key = 1, .games = 1, .last = 6}, {.key = 2, .games = 1, .last = 1}},
        {{.key = 2, .games = 1, .last = 1}, {.key = 1, .games = 1, .last = 1}},
        {{.key = 1, .games = 1, .last = 1}, {.key = 1, .games = 1, .last = 1}},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        ExperienceRecord records[2] = {BAD[i][0], BAD[i][1]};
        Experience forged = {.records = records, .count = 2, .games = 5};
        size_t size;
        unsigned char *bytes = experience_write(&forged, &size);
        assert_non_null(bytes);
        assert_refused(bytes, size, "damaged experience file");
        free(bytes);
    }
}

/* --- size --- */

/* A game of at most `turns` random turns. */
static Game random_game(uint64_t seed, int turns) {
    Game game;
    game_init(&game, ruleset_find("losers"));
    while (game.count < turns && !outcome_is_over(game_outcome(&game))) {
        TurnList list;
        assert_true(turn_list_make(&game.now, &list));
        Turn turn = list.turns[random_next(&seed) % (uint64_t)list.count];
        turn_list_free(&list);
        assert_true(game_play(&game, turn, GAME_NO_CLOCK));
    }
    return game;
}

static void test_size_bound(void **state) {
    static const size_t BOUNDS[] = {EXPERIENCE_BYTES_MIN, EXPERIENCE_BYTES_MIN + 1, 5000};
    for (size_t i = 0; i < sizeof BOUNDS / sizeof *BOUNDS; i++) {
        Experience experience = {0};
        size_t size = 0;
        for (uint64_t seed = 1; seed <= 60; seed++) {
            Game game = random_game(seed, 200);
            size_t before = experience.count;
            assert_true(experience_learn(&experience, &game, 1, BOUNDS[i]));
            assert_true(experience.count <= before + BOUNDS[i] / 4 / RECORD);
            unsigned char *bytes = experience_write(&experience, &size);
            assert_non_null(bytes);
            assert_true(size <= BOUNDS[i]);
            free(bytes);
            game_free(&game);
        }
        assert_true(size > BOUNDS[i] - RECORD); /* the limit is nearly reached */
        assert_int_equal(experience.games, 60);
        check_round_trip(&experience);
        experience_free(&experience);
    }
}

/* A position that occurs in every game is kept, however many rare ones are added. */
static void test_frequent_positions_are_kept(void **state) {
    Experience experience = {0};
    Game often = game_of(OPENING, 4);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        Game rare = random_game(seed, 200);
        assert_true(experience_learn(&experience, &often, 2, EXPERIENCE_BYTES_MIN));
        assert_true(experience_learn(&experience, &rare, 1, EXPERIENCE_BYTES_MIN));
        game_free(&rare);
    }
    for (int turns = 1; turns <= 3; turns++)
        assert_true(bonus_after(&experience, &often, turns) > EXPERIENCE_BONUS_MAX / 2);
    game_free(&often);
    experience_free(&experience);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_number_of_games_has_a_maximum),
        cmocka_unit_test(test_no_experience),
        cmocka_unit_test(test_which_positions),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_bonus_bounds),
        cmocka_unit_test(test_records_are_sorted),
        cmocka_unit_test(test_distinct_positions),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damaged_bytes),
        cmocka_unit_test(test_impossible_records),
        cmocka_unit_test(test_size_bound),
        cmocka_unit_test(test_frequent_positions_are_kept),
    };
    return test_run("experience", tests);
}
