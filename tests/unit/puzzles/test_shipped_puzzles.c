/* The puzzles in tools/board/puzzles: some of them are made again from their positions, with all
 * the proofs. tests/script/shipped-puzzles.t checks them in other ways. */
#include "unit/testing.h"

#include "puzzles/puzzle.h"
#include "rules/notation.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 10 /* of each family */ };

static const char *text_of(const json_t *puzzle, const char *key) {
    const char *text = json_string_value(json_object_get(puzzle, key));
    assert_non_null(text);
    return text;
}

static bool is_proven(const json_t *puzzle) {
    return json_is_true(json_object_get(puzzle, "proven"));
}

static void check_solution(const json_t *solution, const Puzzle *puzzle) {
    Position pos = puzzle->start, after;
    assert_int_equal(json_array_size(solution), puzzle->turn_count);
    for (int i = 0; i < puzzle->turn_count; i++) {
        char turn[TURN_TEXT_SIZE];
        notation_write_turn(&pos, puzzle->line[i], STYLE_UCI, turn);
        assert_string_equal(turn, json_string_value(json_array_get(solution, (size_t)i)));
        turn_apply(&after, &pos, puzzle->line[i]);
        pos = after;
    }
}

static void make_again(const json_t *json, Prover *prover) {
    const Ruleset *rules = ruleset_find(text_of(json, "ruleset"));
    Puzzle puzzle;
    Position pos;
    Error error;
    assert_non_null(rules);
    assert_true(position_from_fen(&pos, rules, text_of(json, "fen"), &error));
    assert_int_equal(puzzle_make(&puzzle, &pos, &PUZZLE_LIMITS_DEFAULT, prover), PUZZLE_MADE);
    check_solution(json_object_get(json, "solution"), &puzzle);
    assert_int_equal(puzzle.others == OTHERS_REFUTED, is_proven(json));
}

/* Without a royal king there are fewer puzzles: most are endings, and near duplicates are left out.
 * Leaves out those whose other turns are searched in vain, which takes long. */
static void check_family(Family family, int samples, Prover *prover) {
    char path[64];
    snprintf(path, sizeof path, "tools/board/puzzles/%s.json", ruleset_family_name(family));
    json_t *file = json_load_file(path, 0, NULL);
    const json_t *puzzles = json_object_get(file, "puzzles");
    size_t count = json_array_size(puzzles), step = count / (size_t)samples;
    int checked = 0;
    assert_in_range(count, 50, 100000);
    for (size_t i = 0; i < count; i += step) {
        const json_t *puzzle = json_array_get(puzzles, i);
        if (is_proven(puzzle)) {
            make_again(puzzle, prover);
            checked++;
        }
    }
    assert_true(checked > 0);
    json_decref(file);
}

static void test_puzzles_can_be_made_again(void **state) {
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    assert_non_null(prover);
    for (int family = 0; family < FAMILIES; family++)
        check_family((Family)family, is_sanitized() ? SAMPLES / 5 : SAMPLES, prover);
    prover_free(prover);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_puzzles_can_be_made_again),
    };
    return test_run("shipped puzzles", tests);
}
