/* Positions of the trainer's files as arrays, across the chunks in which they are read. */
#include "unit/testing.h"

#include "files/samples/sample_file.h"
#include "library/misere.h"

#include <stdio.h>
#include <string.h>

enum { POSITIONS = 2500 };

static const char PATH[] = "test_training_file.tmp";

/* The initial position, with scores 0, 1, 2, ... */
static void write_file(void) {
    Position start;
    position_start(&start, ruleset_find("suicide"));
    FILE *file = fopen(PATH, "wb");
    assert_non_null(file);
    sample_file_write_header(file, &(SampleOrigin){.ruleset = "suicide"}, POSITIONS);
    for (int i = 0; i < POSITIONS; i++) {
        start.side = start.player = i % 2 ? BLACK : WHITE;
        Sample sample = sample_pack(&start, (Score)i, i);
        sample.points = i % 3 ? SAMPLE_WIN : SAMPLE_DRAW;
        sample.validation = i % 5 == 0;
        sample.deviates = i % 7 == 0;
        assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
}

static void test_all_arrays(void **state) {
    (void)state;
    enum { FIRST = 1000, COUNT = 1500 };
    static uint8_t boards[64 * COUNT], rulesets[COUNT], deviates[COUNT], is_validation[COUNT];
    static int8_t players[COUNT], choosers[COUNT];
    static int16_t scores[COUNT];
    static float results[COUNT];
    const MisereTrainingArrays arrays = {boards,  players,  choosers, scores,
                                         results, deviates, rulesets, is_validation};
    static const uint8_t FIRST_ROW[] = {4, 2, 3, 5, 6, 3, 2, 4};
    MisereError error;
    write_file();
    MisereTrainingFile *file = misere_training_file_open(PATH, &error);
    assert_non_null(file);
    assert_int_equal(misere_training_file_count(file), POSITIONS);
    assert_true(misere_training_file_read(file, FIRST, COUNT, &arrays, &error));
    for (int i = 0; i < COUNT; i++) {
        int number = FIRST + i;
        assert_memory_equal(boards + (ptrdiff_t)64 * i, FIRST_ROW, sizeof FIRST_ROW);
        assert_int_equal(players[i], number % 2 ? -1 : 1);
        assert_int_equal(choosers[i], players[i]);
        assert_int_equal(scores[i], number);
        assert_true(results[i] == (number % 3 ? 1.0F : 0.5F));
        assert_int_equal(is_validation[i], number % 5 == 0);
        assert_int_equal(deviates[i], number % 7 == 0);
        assert_string_equal(misere_ruleset_name(rulesets[i]), "suicide");
    }
    assert_true(misere_training_file_read(file, POSITIONS, 0, &arrays, &error));
    assert_true(misere_training_file_read(file, 0, 1, &(MisereTrainingArrays){0}, &error));
    assert_false(misere_training_file_read(file, POSITIONS - 1, 2, &arrays, &error));
    assert_string_equal(error.text, "the file has 2500 positions: there are no positions from "
                                    "2499 to 2500");
    misere_training_file_close(file);
    misere_training_file_close(NULL);
    remove(PATH);
}

static void test_errors(void **state) {
    (void)state;
    MisereError error;
    assert_null(misere_training_file_open("test_training_file.none", &error));
    assert_string_equal(error.text, "test_training_file.none: No such file or directory");
    assert_null(misere_training_file_open("/dev/null", NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_arrays),
        cmocka_unit_test(test_errors),
    };
    return test_run("training files", tests);
}
