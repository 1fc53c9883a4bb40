/* The tablebase: it agrees with the rules everywhere, and its best half-moves lead to the end. */
#include "unit/computed_tablebase.h"

#include "base/os/clock.h"
#include "base/random.h"
#include "rules/outcome.h"
#include "tablebase/retrograde.h"

#include <stdlib.h>
#include <string.h>

static const char *const RULESETS[] = {"antichess", "giveaway", "suicide"};
enum { COUNT = sizeof RULESETS / sizeof *RULESETS };

static Tablebase *tablebases[COUNT]; /* computed when they are needed first */

static int free_tablebases(void **state) {
    for (int i = 0; i < COUNT; i++)
        tablebase_free(tablebases[i]);
    return 0;
}

static Tablebase *tablebase_of(const char *ruleset) {
    int i = 0;
    while (strcmp(RULESETS[i], ruleset) != 0)
        i++;
    if (!tablebases[i])
        tablebases[i] = computed_tablebase(ruleset);
    return tablebases[i];
}

enum { TYPES = KING + 1, WIN = 1000 };

static const atomic_bool MUST_STOP = true;

/* WIN - n if the side to move wins in n half-moves, -(WIN - n) if it loses, 0 for a draw. */
static int score_of(const Tablebase *tablebase, const Position *pos) {
    Outcome outcome = outcome_of(pos);
    TablebaseResult result = {.drawn = outcome.drawn, .winner = outcome.winner};
    if (!outcome_is_over(outcome))
        assert_true(tablebase_probe(tablebase, pos, &result));
    int score = WIN - result.distance;
    return result.drawn ? 0 : result.winner == (Colour)pos->side ? score : -score;
}

/* The score by a search one half-move deep. */
static int searched_score(const Tablebase *tablebase, const Position *pos) {
    MoveList list;
    int best = -WIN;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        int score = -score_of(tablebase, &after);
        score -= (score > 0) - (score < 0);
        best = score > best ? score : best;
    }
    return best;
}

/* Calls `check` for one in `step` of the positions of one piece against one, unless the game is
 * over. A step of 11 has no factor in common with the numbers of squares and types. */
static void for_each(const char *ruleset, const Tablebase *tablebase, int step,
                     void (*check)(const Tablebase *, const Position *)) {
    for (int i = 0; i < TYPES * TYPES * SQUARES * SQUARES * COLOURS; i += step) {
        int white = i / COLOURS % SQUARES, black = i / COLOURS / SQUARES % SQUARES;
        int types = i / COLOURS / SQUARES / SQUARES;
        Position pos;
        if (white == black)
            continue;
        position_clear(&pos, ruleset_find(ruleset));
        position_put(&pos, white, piece_make(WHITE, (PieceType)(types % TYPES)));
        position_put(&pos, black, piece_make(BLACK, (PieceType)(types / TYPES)));
        pos.side = pos.player = (uint8_t)(i % COLOURS);
        if (position_finish(&pos, NULL) && !outcome_is_over(outcome_of(&pos)))
            check(tablebase, &pos);
    }
}

/* Calls `check` for random positions of two pieces against one, in which the game is not over. */
static void for_random(const char *ruleset, const Tablebase *tablebase, int count,
                       void (*check)(const Tablebase *, const Position *)) {
    uint64_t random = 5;
    while (count > 0) {
        Position pos;
        position_clear(&pos, ruleset_find(ruleset));
        Colour pair = (Colour)(random_next(&random) % COLOURS);
        Bitboard occupied = 0;
        for (int i = 0; i < 3;) {
            Square square = (Square)(random_next(&random) % SQUARES);
            PieceType type = (PieceType)(random_next(&random) % TYPES);
            if (occupied & bit(square))
                continue;
            occupied |= bit(square);
            position_put(&pos, square, piece_make(i++ < 2 ? pair : other(pair), type));
        }
        pos.side = pos.player = (uint8_t)(random_next(&random) % COLOURS);
        if (popcount(pos.by_colour[WHITE] | pos.by_colour[BLACK]) == 3 &&
            position_finish(&pos, NULL) && !outcome_is_over(outcome_of(&pos))) {
            check(tablebase, &pos);
            count--;
        }
    }
}

static int checked;

static void check_score(const Tablebase *tablebase, const Position *pos) {
    char fen[FEN_SIZE];
    int score = score_of(tablebase, pos), searched = searched_score(tablebase, pos);
    position_to_fen(pos, fen);
    if (score != searched)
        fail_msg("%s %s: %d in the tablebase, %d searched", pos->rules->name, fen, score, searched);
    checked++;
}

static void test_it_agrees_with_the_rules(void **state) {
    for (size_t i = 0; i < sizeof RULESETS / sizeof *RULESETS; i++) {
        checked = 0;
        int step = i > 0 || is_sanitized() ? 11 : 1;
        for_each(RULESETS[i], tablebase_of(RULESETS[i]), step, check_score);
        assert_true(checked > 230000 / step);
        for_random(RULESETS[i], tablebase_of(RULESETS[i]), fewer_if_sanitized(50000), check_score);
    }
}

static void check_line(const Tablebase *tablebase, const Position *pos) {
    int score = score_of(tablebase, pos);
    Position now = *pos;
    if (score == 0)
        assert_int_equal(tablebase_best_move(tablebase, pos), MOVE_NONE);
    for (int left = WIN - abs(score); score != 0 && left > 0; left--) {
        Position before = now;
        assert_false(outcome_is_over(outcome_of(&before)));
        position_apply(&now, &before, tablebase_best_move(tablebase, &before));
    }
    if (score != 0) {
        Outcome outcome = outcome_of(&now);
        assert_true(outcome_is_over(outcome) && !outcome.drawn);
        assert_true((outcome.winner == (Colour)pos->side) == (score > 0));
    }
}

static void test_its_half_moves_lead_to_the_end(void **state) {
    for_each("antichess", tablebase_of("antichess"), is_sanitized() ? 11 : 1, check_line);
}

static int score_of_fen(const char *ruleset, const char *fen) {
    Position pos;
    assert_true(position_from_fen(&pos, ruleset_find(ruleset), fen, NULL));
    return score_of(tablebase_of(ruleset), &pos);
}

static void test_known_endings(void **state) {
    assert_int_equal(score_of_fen("antichess", "8/8/8/8/8/1p6/P7/8 w - - 0 1"), -(WIN - 1));
    assert_int_equal(score_of_fen("antichess", "8/8/8/8/Pp6/8/8/8 b - a3 0 1"), -(WIN - 1));
    assert_int_equal(score_of_fen("antichess", "8/8/8/3b4/8/8/3B4/8 w - - 0 1"), 0);
    /* The pawn is blocked: Black, stalemated, wins in antichess; in suicide the numbers of pieces
     * are equal, which is a draw. */
    assert_int_equal(score_of_fen("antichess", "8/8/8/8/8/p7/B7/8 b - - 0 1"), WIN);
    assert_int_equal(score_of_fen("suicide", "8/8/8/8/8/p7/B7/8 b - - 0 1"), 0);
}

static void test_other_positions_are_not_in_it(void **state) {
    /* Three against one, two against two, and castling rights. */
    const char *const fens[] = {"8/8/8/8/8/8/8/RRR4k w - - 0 1", "8/8/8/8/8/8/8/RRk4k w - - 0 1",
                                "8/8/8/8/7k/8/8/R3K3 w Q - 0 1"};
    TablebaseResult result;
    Position pos;
    for (int i = 0; i < 3; i++) {
        assert_true(position_from_fen(&pos, ruleset_find("giveaway"), fens[i], NULL));
        assert_false(tablebase_probe(tablebase_of("giveaway"), &pos, &result));
    }
    for (int i = 0; i < ruleset_count(); i++)
        if (ruleset_at(i)->royal_king) {
            assert_null(computed_tablebase(ruleset_at(i)->name));
            position_start(&pos, ruleset_at(i));
            assert_false(tablebase_probe(NULL, &pos, &result));
        }
}

/* Rulesets without a tablebase need no special case. */
static void test_none(void **state) {
    Position pos;
    TablebaseResult ending;
    position_start(&pos, ruleset_default());
    tablebase_compute(NULL);
    assert_true(tablebase_wait(NULL, NULL));
    assert_true(tablebase_wait(NULL, &MUST_STOP));
    tablebase_wake(NULL);
    assert_false(tablebase_probe(NULL, &pos, &ending));
    assert_int_equal(tablebase_best_move(NULL, &pos), MOVE_NONE);
    tablebase_free(NULL);
}

/* Until it is computed, nothing is found in it; waiting does not start the computation. */
static void test_an_empty_one_finds_nothing(void **state) {
    Tablebase *tablebase;
    TablebaseResult result;
    Position pos;
    assert_true(
        position_from_fen(&pos, ruleset_find("antichess"), "8/8/8/3k4/8/8/8/R7 w - - 0 1", NULL));
    assert_true(tablebase_new(pos.rules, &tablebase));
    assert_false(tablebase_probe(tablebase, &pos, &result));
    assert_false(tablebase_wait(tablebase, NULL));
    tablebase_compute(tablebase);
    tablebase_compute(tablebase); /* it is being computed already */
    assert_false(tablebase_wait(tablebase, &MUST_STOP));
    assert_true(tablebase_wait(tablebase, NULL));
    assert_true(tablebase_probe(tablebase, &pos, &result));
    tablebases[0] = tablebase; /* for the other tests, which come later */
}

/* Freeing the tablebase stops its computation at any moment. */
static void test_a_computation_can_be_ended(void **state) {
    for (int i = 0; i < 3; i++) {
        Tablebase *tablebase;
        assert_true(tablebase_new(ruleset_find("suicide"), &tablebase));
        tablebase_compute(tablebase);
        clock_sleep_ms(5 * i);
        tablebase_free(tablebase);
    }
}

typedef struct {
    int reports, reports_max;
    atomic_bool must_stop;
} StoppedSolver;

static void stop_soon(void *context, const EndingSet *set, Colour side, const Winners *winners,
                      int distance) {
    StoppedSolver *solver = context;
    if (++solver->reports == solver->reports_max)
        atomic_store(&solver->must_stop, true);
}

/* A solver that is stopped decides nothing more. */
static void test_a_stopped_solver_does_no_more(void **state) {
    static const int REPORTS[] = {1, 1000, 50000};
    CanonicalSets *canonical = malloc(sizeof *canonical);
    const Ruleset *rules = ruleset_find("suicide");
    assert_non_null(canonical);
    canonical_sets_init(canonical);
    for (size_t i = 0; i < sizeof REPORTS / sizeof *REPORTS; i++) {
        StoppedSolver solver = {.reports_max = REPORTS[i]};
        assert_false(retrograde_solve(rules, canonical, stop_soon, &solver, &solver.must_stop));
        assert_int_equal(solver.reports, REPORTS[i]);
    }
    StoppedSolver none = {.must_stop = true};
    assert_false(retrograde_solve(rules, canonical, stop_soon, &none, &none.must_stop));
    assert_int_equal(none.reports, 0);
    free(canonical);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_empty_one_finds_nothing),
        cmocka_unit_test(test_it_agrees_with_the_rules),
        cmocka_unit_test(test_its_half_moves_lead_to_the_end),
        cmocka_unit_test(test_known_endings),
        cmocka_unit_test(test_other_positions_are_not_in_it),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_a_computation_can_be_ended),
        cmocka_unit_test(test_a_stopped_solver_does_no_more),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("tablebase", tests, NULL, free_tablebases);
}
