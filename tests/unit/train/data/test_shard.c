/* Shards that are broken off, damaged or foreign. */
#include "unit/errors.h"
#include "unit/failing_calls.h"
#include "unit/hand_clock.h"
#include "unit/temporary_folder.h"

#include "train/data/shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 20, SYNC_MS = 1000 /* between two syncs */ };

static const SampleOrigin ORIGIN = {.ruleset = "losers", .games = GAMES, .nodes = 5, .seed = 1};

/* Each test has a folder of its own for these files. */
static const char path[] = "shard", part[] = "shard.part";

static int teardown(void **state) {
    remove(path);
    remove(part);
    return leave_empty_folder(state);
}

/* Adds a game of number % 4 samples, which can be recognised by their scores. */
static void add_game(Shard *shard, int number) {
    Samples samples = {0};
    Position start;
    Error error;
    position_start(&start, ruleset_find("losers"));
    for (int i = 0; i < number % 4; i++)
        assert_true(samples_add(&samples, sample_pack(&start, 100 * number + i, i)));
    assert_true(
        job_file_add(&shard->part, (uint64_t)number, samples.samples, samples.count, &error));
    samples_free(&samples);
}

static void open_shard(Shard *shard, uint64_t done) {
    Error error;
    assert_true(shard_open(shard, path, &ORIGIN, &error));
    assert_int_equal(shard->part.done, done);
}

/* Adds the games that are missing, completes the shard, and checks the file. */
static void complete(Shard *shard) {
    Error error;
    SampleFile file;
    Sample samples[GAMES * 3];
    int count = 0;
    for (int i = 0; i < GAMES; i++)
        if (!job_file_has(&shard->part, (uint64_t)i))
            add_game(shard, i);
    assert_true(shard_complete(shard, &error));
    shard_close(shard);
    assert_false(path_exists(part));
    assert_true(sample_file_open(&file, path, &error));
    assert_int_equal(file.header.count, GAMES / 4 * (0 + 1 + 2 + 3));
    assert_memory_equal(&file.header.origin, &ORIGIN, sizeof ORIGIN);
    assert_true(sample_file_read(&file, 0, samples, file.header.count, &error));
    for (int i = 0; i < GAMES; i++)
        for (int j = 0; j < i % 4; j++)
            assert_int_equal(samples[count++].score, 100 * i + j);
    sample_file_close(&file);
}

static void test_any_order(void **state) {
    Shard shard;
    open_shard(&shard, 0);
    for (int i = GAMES - 1; i >= 0; i--)
        add_game(&shard, i);
    complete(&shard);
    open_shard(&shard, GAMES);
    assert_true(shard.is_complete);
    shard_close(&shard);
}

static long size_of(const char *name) {
    PathInfo info;
    assert_true(path_info(name, &info));
    return (long)info.size;
}

static int syncs; /* calls of fdatasync */

int fdatasync(int fd) {
    syncs++;
    if (!call_fails("fdatasync"))
        return REAL(fdatasync)(fd);
    return -1;
}

/* Each game is written at once, but FILE.part is synced only now and then, and at the end. */
static void test_syncs(void **state) {
    Shard shard;
    open_shard(&shard, 0);
    syncs = 0;
    for (int i = 0; i < GAMES - 2; i++) {
        long before = size_of(part);
        add_game(&shard, i);
        assert_true(size_of(part) > before);
    }
    assert_int_equal(syncs, 0);
    hand_clock_turn_ms(SYNC_MS - 1);
    add_game(&shard, GAMES - 2);
    assert_int_equal(syncs, 0);
    hand_clock_turn_ms(1);
    add_game(&shard, GAMES - 1);
    assert_int_equal(syncs, 1);
    shard_close(&shard);
    assert_int_equal(syncs, 2);
    open_shard(&shard, GAMES);
    complete(&shard);
}

/* A game that cannot be written to disk is not counted. */
static void test_sync_fails(void **state) {
    Shard shard;
    Error error;
    open_shard(&shard, 0);
    add_game(&shard, 3);
    hand_clock_turn_ms(SYNC_MS);
    *fault = (FailingCall){"fdatasync", 0, EIO};
    assert_false(job_file_add(&shard.part, 2, NULL, 0, &error));
    assert_non_null(strstr(error.text, "shard.part: Input/output error"));
    assert_false(job_file_has(&shard.part, 2));
    shard_close(&shard);
    open_shard(&shard, 1);
    complete(&shard);
}

/* Copies the first `size` bytes of the unfinished shard. */
static char *read_part(long size) {
    char *bytes = malloc((size_t)size);
    FILE *file = fopen(part, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    fclose(file);
    return bytes;
}

static void write_bytes(const char *name, const char *bytes, long size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Wherever the file ends, every game before is kept and the next process goes on. */
static void test_broken_off_anywhere(void **state) {
    Shard shard;
    long ends[4];
    open_shard(&shard, 0);
    for (int i = 0; i < 4; i++) {
        ends[i] = size_of(part);
        add_game(&shard, 3 - i);
    }
    shard_close(&shard);
    long size = size_of(part);
    char *bytes = read_part(size);
    for (long cut = 0; cut <= size; cut += 7) {
        uint64_t done = (uint64_t)((cut >= ends[1]) + (cut >= ends[2]) + (cut >= ends[3]));
        write_bytes(part, bytes, cut);
        open_shard(&shard, cut == size ? 4 : done);
        if (cut % 5 == 0) {
            complete(&shard);
            remove(path);
        } else {
            shard_close(&shard);
        }
    }
    free(bytes);
}

/* A damaged game and those after it are played again. */
static void test_damage(void **state) {
    Shard shard;
    open_shard(&shard, 0);
    add_game(&shard, 3);
    long middle = size_of(part);
    add_game(&shard, 2);
    add_game(&shard, 1);
    shard_close(&shard);
    long size = size_of(part);
    char *bytes = read_part(size);
    bytes[middle + 40] ^= 1;
    write_bytes(part, bytes, size);
    free(bytes);
    open_shard(&shard, 1);
    complete(&shard);
}

static void refused(const SampleOrigin *origin, const char *reason) {
    Shard shard;
    Error error;
    assert_false(shard_open(&shard, path, origin, &error));
    assert_says(&error, reason);
}

/* Another run's files are refused and stay as they are, finished or not. */
static void test_other_settings(void **state) {
    Shard shard;
    SampleOrigin others[] = {ORIGIN, ORIGIN, ORIGIN, ORIGIN, ORIGIN};
    static const char *const REASONS[] = {"--games 20, not 21", "--nodes 5, not 6",
                                          "--seed 1, not 2", "another network",
                                          "the ruleset losers, not chess"};
    others[0].games = 21;
    others[1].nodes = 6;
    others[2].seed = 2;
    others[3].network = 3;
    snprintf(others[4].ruleset, sizeof others[4].ruleset, "chess");
    open_shard(&shard, 0);
    add_game(&shard, 3);
    refused(&ORIGIN, "another process is writing it");
    shard_close(&shard);
    for (int i = 0; i < 5; i++)
        refused(&others[i], REASONS[i]);
    open_shard(&shard, 1);
    complete(&shard);
    long size = size_of(path);
    for (int i = 0; i < 5; i++)
        refused(&others[i], REASONS[i]);
    assert_int_equal(size_of(path), size);
}

/* Headers of games that are out of range end the file, even if it goes on. */
static void test_impossible_games(void **state) {
    static const uint32_t GAMES_AFTER[][2] = {{GAMES, 0}, {0, (1 << 16) + 1}, {0, UINT32_MAX}};
    Shard shard;
    open_shard(&shard, 0);
    add_game(&shard, 3);
    shard_close(&shard);
    long size = size_of(part);
    for (int i = 0; i < 3; i++) {
        FILE *file = fopen(part, "ab");
        assert_non_null(file);
        assert_int_equal(fwrite(GAMES_AFTER[i], sizeof GAMES_AFTER[i], 1, file), 1);
        assert_int_equal(fwrite(&(uint64_t){0}, 8, 1, file), 1);
        assert_int_equal(fclose(file), 0);
        open_shard(&shard, 1);
        assert_int_equal(size_of(part), size);
        shard_close(&shard);
    }
}

/* Another program shortens FILE.part while it is open. */
static void test_games_are_lost(void **state) {
    Shard shard;
    Error error;
    open_shard(&shard, 0);
    for (int i = 0; i < GAMES; i++)
        add_game(&shard, i);
    assert_int_equal(truncate(part, size_of(part) - 1), 0);
    assert_false(shard_complete(&shard, &error));
    assert_non_null(strstr(error.text, ".part: result 20 cannot be read"));
    assert_false(path_exists(path));
    shard_close(&shard);
}

static void test_paths(void **state) {
    char too_long[PATH_MAX];
    Shard shard;
    Error error;
    memset(too_long, 'x', sizeof too_long);
    too_long[sizeof too_long - strlen(".part")] = '\0';
    assert_false(shard_open(&shard, too_long, &ORIGIN, &error));
    assert_non_null(strstr(error.text, "the path is too long"));
    write_bytes(path, "", 0);
    assert_false(shard_open(&shard, "shard/shard", &ORIGIN, &error));
    assert_non_null(strstr(error.text, "shard/shard.part: Not a directory"));
}

static void test_foreign_files(void **state) {
    static const char LETTER[] = "Dear Sir or Madam, this is no shard, and please keep it as it "
                                 "is. It is longer than the header of a shard, which has 96 bytes.";
    write_bytes(part, LETTER, 10);
    refused(&ORIGIN, "not a file of unfinished work");
    write_bytes(part, LETTER, sizeof LETTER);
    refused(&ORIGIN, "not a file of positions from misere-train");
    assert_int_equal(size_of(part), sizeof LETTER);
    write_bytes(path, LETTER, sizeof LETTER);
    refused(&ORIGIN, "not a file of positions from misere-train");
    write_bytes(path, LETTER, 10);
    refused(&ORIGIN, "too short");
    assert_int_equal(size_of(path), 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_any_order, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_syncs, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_sync_fails, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_broken_off_anywhere, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_damage, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_other_settings, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_impossible_games, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_games_are_lost, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_paths, enter_folder, teardown),
        cmocka_unit_test_setup_teardown(test_foreign_files, enter_folder, teardown),
    };
    return share_fault() ? test_run("shard", tests) : 1;
}
