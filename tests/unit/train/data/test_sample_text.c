/* Samples as text: what is written is read again; bad lines are refused with a reason. */
#include "unit/errors.h"
#include "unit/positions.h"

#include "rules/outcome.h"
#include "train/data/sample_text.h"

#include <string.h>

/* The sample of a position, with other values that vary with `number`. */
static Sample sample_of(const Position *pos, int number) {
    Sample sample = sample_pack(pos, number * 37 % 4001 - 2000, SAMPLE_PLY_UNKNOWN);
    sample.points = (unsigned)(number % (SAMPLE_WIN + 1)) & 15U;
    return sample;
}

/* Writes and reads the sample; all but the set to which it belongs must come back. */
static void check_both_ways(const Sample *sample) {
    char text[SAMPLE_TEXT_SIZE];
    Sample again;
    Error error;
    assert_true(sample_text_write(sample, text));
    assert_done(sample_text_read(ruleset_at(sample->ruleset), text, &again, &error), &error);
    again.validation = sample->validation;
    assert_memory_equal(&again, sample, sizeof again);
}

static void test_random_games(void **state) {
    uint64_t rng = 1;
    int number = 0;
    for (int i = 0; i < ruleset_count(); i++)
        for (int game = 0; game < 5; game++) {
            Position pos;
            MoveList list;
            position_start(&pos, ruleset_at(i));
            while (!outcome_is_over(outcome_find(&pos, &list)) && number++ % 150 != 149) {
                Sample sample = sample_of(&pos, number);
                char text[SAMPLE_TEXT_SIZE];
                if (position_begins_turn(&pos))
                    check_both_ways(&sample);
                else
                    assert_false(sample_text_write(&sample, text));
                pos = random_successor(&pos, &list, &rng);
            }
        }
    assert_true(number > 1000);
}

/* Score and result are White's, whoever is to move. */
static void test_point_of_view(void **state) {
    Position pos = position_of("losers", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    Sample sample = sample_pack(&pos, 150, 7);
    char text[SAMPLE_TEXT_SIZE];
    sample.points = SAMPLE_WIN;
    assert_true(sample_text_write(&sample, text));
    assert_string_equal(text, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | -150 | 0");
    sample.deviates = true; /* the result that 150 centipawns predict for Black is 0.703 */
    assert_true(sample_text_write(&sample, text));
    assert_string_equal(text, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | -150 | 0.296615");
}

static void test_bad_lines(void **state) {
    static const struct {
        const char *line, *reason;
    } CASES[] = {
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 5", "expected FEN | SCORE | RESULT"},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 5 | 0.5 | 7", "expected FEN | SCORE | RESULT"},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | five | 0.5",
         "'five' is not a score from -32000 to 32000 centipawns"},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 32001 | 0.5",
         "'32001' is not a score from -32000 to 32000 centipawns"},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 5 | 1.5", "'1.5' is not a result from 0.0 to 1.0"},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 5 | nan", "'nan' is not a result from 0.0 to 1.0"},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | 5 | ", "'' is not a result from 0.0 to 1.0"},
        {"4k3/8/8/8/8/8/8/R6 b - - 0 1 | 5 | 0.5", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[SAMPLE_TEXT_SIZE];
        Sample sample;
        Error error;
        strcpy(line, CASES[i].line);
        assert_false(sample_text_read(ruleset_find("losers"), line, &sample, &error));
        if (CASES[i].reason)
            assert_string_equal(error.text, CASES[i].reason);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_point_of_view),
        cmocka_unit_test(test_bad_lines),
    };
    return test_run("sample_text", tests);
}
