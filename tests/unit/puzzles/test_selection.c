/* Choosing puzzles, on puzzles that are made up, and the search on several threads. */
/* tags: threads */
#include "unit/temporary_folder.h"

#include "puzzles/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MADE_UP_MAX = 400 };

/* Puzzles that differ in everything that counts, until a test changes that. */
typedef struct {
    FoundPuzzle puzzles[MADE_UP_MAX];
    GamePosition sources[MADE_UP_MAX];
    int count;
} MadeUp;

/* A board with about half of the squares occupied at random. */
static void fill_board(Position *pos, uint64_t *seed) {
    for (Square square = 0; square < SQUARES; square++)
        pos->board[square] = random_next(seed) % 2 ? piece_make(WHITE, PAWN) : NO_PIECE;
}

static void add(MadeUp *made_up, const char *ruleset, int length) {
    static uint64_t seed = 1;
    int i = made_up->count++;
    FoundPuzzle *found = &made_up->puzzles[i];
    assert_in_range(i, 0, MADE_UP_MAX - 1);
    made_up->sources[i] = (GamePosition){.path = "log", .line = i + 2, .turn = 7};
    found->source = &made_up->sources[i];
    found->puzzle = (Puzzle){.turn_count = 2 * length, .others = OTHERS_REFUTED, .choices = 9};
    position_start(&found->puzzle.start, ruleset_find(ruleset));
    fill_board(&found->puzzle.start, &seed);
    found->puzzle.line[0] = turn_single((Move)(i + 1));
}

static FoundPuzzles select_from(const MadeUp *made_up, Family family, int max) {
    FoundPuzzle copies[MADE_UP_MAX];
    FoundPuzzles all = {copies, made_up->count}, chosen;
    memcpy(copies, made_up->puzzles, sizeof copies);
    assert_true(selection_make(&chosen, &all, family, max));
    return chosen;
}

static int count_length(const FoundPuzzles *chosen, int length) {
    int count = 0;
    for (int i = 0; i < chosen->count; i++)
        count += puzzle_length(&chosen->puzzles[i].puzzle) == length;
    return count;
}

static void test_lengths_and_rulesets_get_their_shares(void **state) {
    static const char *const RULESETS[] = {"6170-spring-1994", "6170-fall-2003"};
    MadeUp made_up = {.count = 0};
    for (int i = 0; i < 240; i++)
        add(&made_up, RULESETS[i % 3 == 0], 1 + i / 40);
    FoundPuzzles chosen = select_from(&made_up, FAMILY_MATE_WINS, 40);
    int fall_2003 = 0;
    assert_int_equal(chosen.count, 40);
    assert_int_equal(count_length(&chosen, 1), 6);
    assert_int_equal(count_length(&chosen, 2), 12);
    assert_int_equal(count_length(&chosen, 3), 10);
    assert_int_equal(count_length(&chosen, 4), 6);
    assert_int_equal(count_length(&chosen, 5) + count_length(&chosen, 6), 6);
    for (int i = 0; i < chosen.count; i++)
        fall_2003 += strcmp(chosen.puzzles[i].puzzle.start.rules->name, "6170-fall-2003") == 0;
    assert_int_equal(fall_2003, 20);
    free(chosen.puzzles);
}

/* Puzzles of six turns are wanted as much as those of five, and as those of one. */
static void test_long_puzzles_share_a_class(void **state) {
    MadeUp made_up = {.count = 0};
    for (int i = 0; i < 20; i++)
        add(&made_up, "6170-fall-2003", i % 2 ? 6 : 1);
    FoundPuzzles chosen = select_from(&made_up, FAMILY_MATE_WINS, 10);
    assert_int_equal(count_length(&chosen, 1), 5);
    assert_int_equal(count_length(&chosen, 6), 5);
    free(chosen.puzzles);
}

/* What one length lacks, the others make up for. Other families are left out. */
static void test_lengths_may_be_missing(void **state) {
    MadeUp made_up = {.count = 0};
    for (int i = 0; i < 30; i++)
        add(&made_up, "6170-fall-2003", 1 + i % 2);
    add(&made_up, "6170-spring-2007", 3);
    FoundPuzzles chosen = select_from(&made_up, FAMILY_MATE_WINS, 25);
    assert_int_equal(chosen.count, 25);
    assert_int_equal(count_length(&chosen, 2), 15);
    free(chosen.puzzles);
    chosen = select_from(&made_up, FAMILY_MATE_WINS, 100);
    assert_int_equal(chosen.count, 30);
    free(chosen.puzzles);
}

static void test_near_duplicates(void **state) {
    MadeUp made_up = {.count = 0};
    for (int i = 0; i < 8; i++)
        add(&made_up, "6170-fall-2003", 2);
    made_up.sources[1].line = made_up.sources[0].line; /* the same game */
    made_up.puzzles[3].puzzle.line[0] = made_up.puzzles[2].puzzle.line[0];
    memcpy(made_up.puzzles[5].puzzle.start.board, made_up.puzzles[4].puzzle.start.board, SQUARES);
    for (Square square = 0; square < 7; square++)
        made_up.puzzles[5].puzzle.start.board[square] = piece_make(BLACK, ROOK);
    made_up.sources[7].line = made_up.sources[6].line; /* the same line of another log */
    made_up.sources[7].path = "another";
    FoundPuzzles chosen = select_from(&made_up, FAMILY_MATE_WINS, 100);
    assert_int_equal(chosen.count, 5);
    free(chosen.puzzles);
    made_up.puzzles[5].puzzle.start.board[7] =
        piece_make(BLACK, ROOK); /* now the boards differ on eight squares */
    chosen = select_from(&made_up, FAMILY_MATE_WINS, 100);
    assert_int_equal(chosen.count, 6);
    free(chosen.puzzles);
}

/* Proven puzzles first, then those with more turns to choose from; sorted by length and effort. */
static void test_preference_and_order(void **state) {
    MadeUp made_up = {.count = 0};
    for (int i = 0; i < 6; i++) {
        add(&made_up, "6170-fall-2003", 2 - i % 2);
        made_up.puzzles[i].puzzle.effort = (uint64_t)(100 - i);
    }
    made_up.puzzles[0].puzzle.others = OTHERS_SEARCHED;
    made_up.puzzles[0].puzzle.choices = 30;
    made_up.puzzles[2].puzzle.choices = 8;
    FoundPuzzles chosen = select_from(&made_up, FAMILY_MATE_WINS, 1);
    assert_ptr_equal(chosen.puzzles[0].source, &made_up.sources[4]);
    free(chosen.puzzles);
    chosen = select_from(&made_up, FAMILY_MATE_WINS, 6);
    static const int ORDER[] = {5, 3, 1, 4, 2, 0};
    for (int i = 0; i < 6; i++)
        assert_ptr_equal(chosen.puzzles[i].source, &made_up.sources[ORDER[i]]);
    free(chosen.puzzles);
}

static void test_difficulty(void **state) {
    static const struct {
        uint64_t effort;
        int difficulty;
    } LEVELS[] = {{0, 1},  {9, 1},   {10, 2},  {29, 2},   {30, 3},
                  {99, 3}, {100, 4}, {999, 4}, {1000, 5}, {UINT64_MAX, 5}};
    for (size_t i = 0; i < sizeof LEVELS / sizeof *LEVELS; i++)
        assert_int_equal(selection_difficulty(&(Puzzle){.effort = LEVELS[i].effort}),
                         LEVELS[i].difficulty);
}

/* --- the finder --- */

static void add_fen(PositionList *list, const char *fen) {
    Error error;
    GamePosition *at = &list->positions[list->count++];
    *at = (GamePosition){.path = "log", .line = list->count};
    assert_true(position_from_fen(&at->pos, ruleset_find("6170-spring-2007"), fen, &error));
}

/* The same puzzles in the same order, whatever the number of threads. */
static void test_finder(void **state) {
    static const char *const FENS[] = {
        "4k3/6p1/R3B3/8/P7/8/4NP2/1NBK4 b - - 0 20",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "8/5k1p/p1p2n1n/5p2/7P/8/r7/5K2 w - - 0 32",
        "3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24",
    };
    static const PuzzleLimits LIMITS = {.longest = 3, .find_nodes = 2000, .refute_nodes = 10000};
    enum { COUNT = sizeof FENS / sizeof *FENS };
    GamePosition positions[COUNT];
    PositionList list = {.positions = positions};
    for (int i = 0; i < COUNT; i++)
        add_fen(&list, FENS[i]);
    for (int threads = 1; threads <= 3; threads++) {
        FoundPuzzles found;
        JobFile file;
        assert_true(finder_open_file(&file, "puzzles", &list, &LIMITS, NULL));
        assert_true(finder_run(&found, &list, &LIMITS, threads, &file, NULL));
        assert_int_equal(file.done, COUNT);
        assert_int_equal(found.count, 3);
        for (int i = 0; i < found.count; i++) {
            assert_ptr_equal(found.puzzles[i].source, &positions[i == 0 ? 0 : i + 1]);
            assert_int_equal(puzzle_length(&found.puzzles[i].puzzle), i == 2 ? 2 : 1);
        }
        free(found.puzzles);
        job_file_remove(&file);
        job_file_close(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths_and_rulesets_get_their_shares),
        cmocka_unit_test(test_long_puzzles_share_a_class),
        cmocka_unit_test(test_lengths_may_be_missing),
        cmocka_unit_test(test_near_duplicates),
        cmocka_unit_test(test_preference_and_order),
        cmocka_unit_test(test_difficulty),
        cmocka_unit_test_setup_teardown(test_finder, enter_folder, leave_empty_folder),
    };
    return test_run("selection", tests);
}
