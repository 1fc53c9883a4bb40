/* Experience: learning and its size limit, bad bytes and files, concurrent writers, and its effect
 * on a search. */
#include "unit/errors.h"

#include "book/book.h"
#include "experience/experience_file.h"
#include "search/search.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[] = "/tmp/misere-experience-XXXXXX";
static const ExperienceFile FILE_HERE = {path, 1 << 20, 60000};

static void play(Game *game, const char *turns) {
    char copy[1024], *rest = copy, *word;
    Error error;
    snprintf(copy, sizeof copy, "%s", turns);
    while ((word = strsep(&rest, " ")) && *word)
        assert_done(game_play_text(game, word, GAME_NO_CLOCK, &error), &error);
}

static Game game_of(const char *rules, const char *turns) {
    Game game;
    game_init(&game, ruleset_find(rules));
    play(&game, turns);
    return game;
}

/* A game of up to `turns` random turns. */
static Game random_game(uint64_t seed, int turns) {
    Game game;
    game_init(&game, ruleset_find("6170-spring-2007"));
    for (int i = 0; i < turns && !outcome_is_over(game_outcome(&game)); i++) {
        MoveList list;
        outcome_find(&game.now, &list);
        Move move = list.moves[random_next(&seed) % (unsigned)list.count];
        assert_true(game_play(&game, turn_single(move), GAME_NO_CLOCK));
    }
    return game;
}

static void learn(Experience *experience, const Game *game, int white_points, size_t max_bytes) {
    assert_true(experience_learn(experience, game, white_points, max_bytes));
}

static Score bonus(const Experience *experience, const char *turns, Colour player) {
    Game game = game_of("losers", turns);
    Score found = experience_bonus(experience, &game.now, player);
    game_free(&game);
    return found;
}

/* --- learning --- */

static void test_results_become_bonuses(void **state) {
    Experience experience = {0};
    Game game = game_of("losers", "e2e3 b7b5 f1b5 c7c6");
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 0);
    learn(&experience, &game, 2, EXPERIENCE_BYTES_MIN);
    assert_int_equal(experience.games, 1);
    assert_int_equal(experience.count, 3);
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 33);
    assert_int_equal(bonus(&experience, "e2e3 b7b5", BLACK), -33);
    assert_int_equal(bonus(&experience, "e2e3 b7b5 f1b5", WHITE), 33);
    assert_int_equal(bonus(&experience, "e2e3 b7b5 f1b5 c7c6", BLACK), 0); /* the last position */
    assert_int_equal(bonus(&experience, "", WHITE), 0);                    /* the start */
    assert_int_equal(bonus(&experience, "e2e4", WHITE), 0);
    learn(&experience, &game, 0, EXPERIENCE_BYTES_MIN);
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 0);
    for (int i = 0; i < 8; i++)
        learn(&experience, &game, 0, EXPERIENCE_BYTES_MIN);
    assert_int_equal(experience.count, 3);
    assert_int_equal(bonus(&experience, "e2e3", WHITE), -66);
    /* The same turns in another ruleset are another game. */
    Game other_rules = game_of("6170-spring-2007", "e2e3");
    assert_int_equal(experience_bonus(&experience, &other_rules.now, WHITE), 0);
    game_free(&other_rules);
    game_free(&game);
    experience_free(&experience);
}

/* A repeated position counts once per game. */
static void test_repetitions_count_once(void **state) {
    Experience experience = {0};
    Game game = game_of("losers", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 e2e3");
    learn(&experience, &game, 2, EXPERIENCE_BYTES_MIN);
    assert_int_equal(experience.count, 4);
    for (size_t i = 0; i < experience.count; i++) {
        assert_int_equal(experience.records[i].games, 1);
        assert_int_equal(experience.records[i].points, 2);
    }
    assert_int_equal(bonus(&experience, "g1f3", WHITE), 33);
    game_free(&game);
    experience_free(&experience);
}

static void test_counts_do_not_overflow(void **state) {
    Experience experience = {0};
    Game game = game_of("losers", "e2e3 b7b5");
    for (int i = 0; i < 70000; i++)
        learn(&experience, &game, 2, EXPERIENCE_BYTES_MIN);
    size_t size;
    unsigned char *bytes = experience_write(&experience, &size);
    assert_true(experience_read(&experience, bytes, size, NULL));
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 99);
    free(bytes);
    game_free(&game);
    experience_free(&experience);
}

static void test_size_is_bounded(void **state) {
    Experience experience = {0};
    Game often = game_of("losers", "e2e3 b7b5 f1b5");
    for (int i = 0; i < 5; i++)
        learn(&experience, &often, 2, EXPERIENCE_BYTES_MIN);
    for (uint64_t i = 0; i < 50; i++) {
        size_t size;
        Game game = random_game(i, 100);
        learn(&experience, &game, 0, EXPERIENCE_BYTES_MIN);
        unsigned char *bytes = experience_write(&experience, &size);
        assert_in_range(size, 1, EXPERIENCE_BYTES_MIN);
        assert_true(experience_read(&experience, bytes, size, NULL));
        free(bytes);
        game_free(&game);
    }
    /* Frequent positions outlive rare ones, but not forever. */
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 71);
    for (uint64_t i = 100; i < 200; i++) {
        Game game = random_game(i, 100);
        learn(&experience, &game, 0, EXPERIENCE_BYTES_MIN);
        game_free(&game);
    }
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 0);
    game_free(&often);
    experience_free(&experience);
}

/* --- bytes --- */

static unsigned char *some_bytes(size_t *size) {
    Experience experience = {0};
    for (uint64_t i = 0; i < 3; i++) {
        Game game = random_game(i, 40);
        learn(&experience, &game, (int)i, 4096);
        game_free(&game);
    }
    unsigned char *bytes = experience_write(&experience, size);
    experience_free(&experience);
    assert_non_null(bytes);
    return bytes;
}

static void test_bytes_there_and_back(void **state) {
    size_t size, again_size;
    unsigned char *bytes = some_bytes(&size);
    Experience experience = {0};
    assert_true(experience_read(&experience, bytes, size, NULL));
    unsigned char *again = experience_write(&experience, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(bytes, again, size);
    free(bytes);
    free(again);
    experience_free(&experience);
}

/* Any truncation and any flipped bit is detected, and the experience stays unchanged. */
static void test_damaged_bytes(void **state) {
    size_t size;
    unsigned char *bytes = some_bytes(&size);
    Experience experience = {0};
    for (size_t i = 0; i < size; i++) {
        unsigned char *cut = malloc(i + 1);
        assert_non_null(cut);
        memcpy(cut, bytes, i);
        assert_false(experience_read(&experience, cut, i, NULL));
        free(cut);
        bytes[i] ^= 1;
        assert_false(experience_read(&experience, bytes, size, NULL));
        bytes[i] ^= 1;
    }
    assert_int_equal(experience.count, 0);
    free(bytes);
}

/* FNV-1a without the bytes of the checksum itself, as experience.h says. */
static void sign(unsigned char *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (size_t i = 0; i < size; i++)
        if (i < 16 || i >= 24)
            hash = (hash ^ bytes[i]) * 0x100000001b3ULL;
    for (int i = 0; i < 8; i++)
        bytes[16 + i] = (unsigned char)(hash >> (56 - 8 * i));
}

static void test_checksum(void **state) {
    size_t size;
    unsigned char *bytes = some_bytes(&size), *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    sign(copy, size);
    assert_memory_equal(copy, bytes, size);
    free(bytes);
    free(copy);
}

/* --- files --- */

static void write_text(const char *text, size_t size) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(text, 1, size, file);
    assert_int_equal(fclose(file), 0);
}

static void test_files_are_made_and_added_to(void **state) {
    Experience one = {0}, two = {0};
    Error error;
    Game game = game_of("losers", "e2e3 b7b5");
    unlink(path);
    assert_true(experience_file_load(path, &one, &error));
    assert_int_equal(access(path, F_OK), 0);
    assert_true(experience_file_load(path, &two, &error));
    assert_true(experience_file_learn(&FILE_HERE, &one, &game, 2, &error));
    assert_true(experience_file_learn(&FILE_HERE, &two, &game, 2, &error));
    assert_int_equal(two.games, 2);
    assert_int_equal(bonus(&two, "e2e3", WHITE), 50);
    assert_true(experience_file_load(path, &one, &error));
    assert_int_equal(one.games, 2);
    experience_free(&one);
    experience_free(&two);
    game_free(&game);
}

/* A file that must become smaller keeps what is most valuable, and its games. */
static void test_files_shrink(void **state) {
    Experience experience = {0};
    Error error;
    Game often = game_of("losers", "e2e3 b7b5 f1b5");
    struct stat before, after;
    unlink(path);
    assert_true(experience_file_load(path, &experience, &error));
    for (uint64_t i = 0; i < 6; i++) {
        Game game = random_game(i, 100);
        assert_true(experience_file_learn(&FILE_HERE, &experience, &game, 0, &error));
        assert_true(experience_file_learn(&FILE_HERE, &experience, &often, 2, &error));
        game_free(&game);
    }
    assert_true(experience_file_shrink(&FILE_HERE, &experience, &error)); /* it fits */
    assert_int_equal(stat(path, &before), 0);
    assert_true(before.st_size > 4 * EXPERIENCE_BYTES_MIN);
    ExperienceFile small = {path, EXPERIENCE_BYTES_MIN, 60000};
    assert_true(experience_file_shrink(&small, &experience, &error));
    assert_int_equal(stat(path, &after), 0);
    assert_in_range(after.st_size, EXPERIENCE_BYTES_MIN - 16, EXPERIENCE_BYTES_MIN);
    assert_int_equal(experience.games, 12);
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 75);
    assert_true(experience_file_load(path, &experience, &error));
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 75);
    write_text("a letter to my grandmother", 26);
    assert_false(experience_file_shrink(&small, &experience, &error));
    assert_non_null(strstr(error.text, "not an experience file"));
    assert_int_equal(bonus(&experience, "e2e3", WHITE), 75);
    game_free(&often);
    experience_free(&experience);
}

static void test_bad_files_are_refused_and_left_alone(void **state) {
    Experience experience = {0};
    Error error;
    Game game = game_of("losers", "e2e3 b7b5");
    write_text("a letter to my grandmother", 26);
    assert_false(experience_file_load(path, &experience, &error));
    assert_non_null(strstr(error.text, "not an experience file"));
    assert_false(experience_file_learn(&FILE_HERE, &experience, &game, 2, &error));
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 26);
    assert_false(experience_file_load("/tmp", &experience, &error));
    assert_false(
        experience_file_learn(&(ExperienceFile){"/tmp", 4096, 0}, &experience, &game, 2, &error));
    assert_false(experience_file_load("/nowhere/experience", &experience, &error));
    assert_false(experience_file_load("/dev/zero", &experience, &error));
    assert_int_equal(experience.count, 0);
    game_free(&game);
}

enum { WRITERS = 4, GAMES_EACH = 25 };

static void write_games(int writer) {
    Experience experience = {0};
    for (int i = 0; i < GAMES_EACH; i++) {
        Game game = random_game((uint64_t)(writer * GAMES_EACH + i), 20);
        Error error;
        if (!experience_file_learn(&FILE_HERE, &experience, &game, 1, &error)) {
            fprintf(stderr, "%s\n", error.text);
            _exit(1);
        }
        game_free(&game);
    }
    experience_free(&experience);
    _exit(0);
}

static void test_concurrent_writers_lose_nothing(void **state) {
    Experience together = {0}, alone = {0};
    Error error;
    pid_t writers[WRITERS];
    unlink(path);
    fflush(stdout);
    for (int i = 0; i < WRITERS; i++)
        if ((writers[i] = fork()) == 0)
            write_games(i);
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
        assert_int_equal(status, 0);
    }
    for (uint64_t i = 0; i < (uint64_t)WRITERS * GAMES_EACH; i++) {
        Game game = random_game(i, 20);
        learn(&alone, &game, 1, 1 << 20);
        game_free(&game);
    }
    assert_true(experience_file_load(path, &together, &error));
    assert_int_equal(together.games, WRITERS * GAMES_EACH);
    assert_int_equal(together.count, alone.count);
    for (size_t i = 0; i < alone.count; i++) {
        assert_true(together.records[i].key == alone.records[i].key);
        assert_int_equal(together.records[i].games, alone.records[i].games);
        assert_int_equal(together.records[i].points, alone.records[i].points);
    }
    experience_free(&together);
    experience_free(&alone);
}

/* --- searching --- */

/* One thread's search, and what it keeps in memory. */
typedef struct {
    SearchShared *shared;
    SearchThread *thread;
} SearchSetup;

static SearchSetup search_set_up(void) {
    SearchSetup fixture = {.shared = shared_new(1)};
    assert_non_null(fixture.shared);
    fixture.thread = search_thread_new(fixture.shared, SEARCH_LEADER);
    assert_non_null(fixture.thread);
    return fixture;
}

static void search_tear_down(SearchSetup *fixture) {
    search_thread_free(fixture->thread);
    shared_free(fixture->shared);
}

static Turn search(SearchSetup *fixture, const Game *game, const Experience *experience) {
    Signals signals = {false, false};
    Reports reports = {0};
    SearchParams question = {.root.pos = game->now, .limits.depth = 4, .experience = experience};
    shared_clear(fixture->shared);
    return search_run(fixture->thread, &question, &signals, &reports)->pv[0];
}

/* In every ruleset a turn that has lost often enough is not played again. */
static void test_search_shuns_what_was_lost(void **state) {
    SearchSetup fixture = search_set_up();
    for (int i = 0; i < ruleset_count(); i++) {
        Experience experience = {0};
        Game start, lost;
        game_init(&start, ruleset_at(i));
        game_init(&lost, ruleset_at(i));
        Turn first = search(&fixture, &start, NULL);
        assert_true(turn_equal(first, search(&fixture, &start, &experience)));
        assert_true(game_play(&lost, first, GAME_NO_CLOCK));
        assert_true(game_play(&lost, search(&fixture, &lost, NULL), GAME_NO_CLOCK));
        for (int j = 0; j < 20; j++)
            learn(&experience, &lost, 0, EXPERIENCE_BYTES_MIN);
        Turn second = search(&fixture, &start, &experience);
        assert_true(turn_is_legal(&start.now, second));
        if (turn_equal(first, second))
            fail_msg("%s: the losing turn was played again", ruleset_at(i)->name);
        game_free(&start);
        game_free(&lost);
        experience_free(&experience);
    }
    search_tear_down(&fixture);
}

/* A mate is played even if its position has often been lost. */
static void test_proven_wins_are_played(void **state) {
    SearchSetup fixture = search_set_up();
    Experience experience = {0};
    Game game = game_of("6170-spring-2007",
                        "c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 "
                        "a1b1 a8b8 b1b8 g7g6");
    Turn win = search(&fixture, &game, NULL);
    Game lost = game_of("6170-spring-2007", "");
    game_free(&lost);
    game_init_from(&lost, &game.now);
    assert_true(game_play(&lost, win, GAME_NO_CLOCK));
    ExperienceRecord record = {.key = book_key(&lost.now), .games = 1000, .points = 0};
    experience = (Experience){.records = &record, .count = 1};
    assert_int_equal(experience_bonus(&experience, &lost.now, WHITE), -99);
    assert_true(turn_equal(win, search(&fixture, &game, &experience)));
    game_free(&game);
    game_free(&lost);
    search_tear_down(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_become_bonuses),
        cmocka_unit_test(test_repetitions_count_once),
        cmocka_unit_test(test_counts_do_not_overflow),
        cmocka_unit_test(test_size_is_bounded),
        cmocka_unit_test(test_bytes_there_and_back),
        cmocka_unit_test(test_damaged_bytes),
        cmocka_unit_test(test_checksum),
        cmocka_unit_test(test_files_are_made_and_added_to),
        cmocka_unit_test(test_files_shrink),
        cmocka_unit_test(test_bad_files_are_refused_and_left_alone),
        cmocka_unit_test(test_concurrent_writers_lose_nothing),
        cmocka_unit_test(test_search_shuns_what_was_lost),
        cmocka_unit_test(test_proven_wins_are_played),
    };
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0)
        return 1;
    int failed = test_run("experience", tests);
    unlink(path);
    return failed;
}
