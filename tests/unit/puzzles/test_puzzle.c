/* Puzzles: what is proven about them agrees with full search, and known ones are made. */
#include "unit/positions.h"

#include "puzzles/puzzle.h"

#include <string.h>

static const PuzzleLimits LIMITS = {.longest = 8, .find_nodes = 5000, .refute_nodes = 20000};

/* Can the player force a win within `length` turns of both players? Finds out by full search. */
static bool wins(const Position *pos, Colour player, int length) {
    TurnList turns;
    Outcome outcome = outcome_of(pos);
    if (outcome_is_over(outcome))
        return !outcome.drawn && outcome.winner == player;
    if (length == 0)
        return false;
    bool is_or = pos->player == player, is_win = !is_or;
    assert_true(turn_list_make(pos, &turns));
    for (int i = 0; i < turns.count && is_win != is_or; i++) {
        Position after;
        turn_apply(&after, pos, turns.turns[i]);
        is_win = wins(&after, player, length - 1);
    }
    turn_list_free(&turns);
    return is_win;
}

/* --- the prover --- */

static void test_solver(void **state) {
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    Position pos =
        position_of("6170-spring-2007", "3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24");
    Turn first, key = turn_of(&pos, "a3a4"), other = turn_of(&pos, "d1d2");
    Question question = {.pos = &pos, .length = 4, .nodes = 20000};
    assert_non_null(prover);
    assert_int_equal(solver_ask(prover, &question, &first), VERDICT_WIN);
    assert_true(turn_equal(first, key));
    assert_in_range(prover_nodes(prover), 1, 20000);
    question.length = 3;
    assert_int_equal(solver_ask(prover, &question, &first), VERDICT_NO_WIN);
    question =
        (Question){.pos = &pos, .turns = &other, .turn_count = 1, .length = 4, .nodes = 20000};
    assert_int_equal(solver_ask(prover, &question, &first), VERDICT_NO_WIN);
    assert_int_equal(solver_judge_turn(prover, &pos, other, 20000), VERDICT_NO_WIN);
    assert_int_equal(solver_judge_turn(prover, &pos, key, 20000), VERDICT_WIN);
    position_start(&pos, ruleset_default());
    question = (Question){.pos = &pos, .nodes = 1000};
    assert_int_equal(solver_ask(prover, &question, &first), VERDICT_UNKNOWN);
    assert_int_equal(solver_judge_turn(prover, &pos, turn_of(&pos, "a2a3"), 1000), VERDICT_UNKNOWN);
    prover_free(prover);
}

/* A turn that ends the game is judged by its outcome. */
static void test_solver_judges_last_turns(void **state) {
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    Position pos = position_of("6170-spring-2007", "k7/2Q5/2K5/8/8/p7/P7/8 w - - 0 1");
    assert_non_null(prover);
    assert_int_equal(solver_judge_turn(prover, &pos, turn_of(&pos, "c7b7"), 1), VERDICT_WIN);
    pos = position_of("6170-spring-1994", "k7/2Q5/2K5/8/8/p7/P7/8 w - - 0 1");
    assert_int_equal(solver_judge_turn(prover, &pos, turn_of(&pos, "c7b7"), 1), VERDICT_NO_WIN);
    prover_free(prover);
}

/* --- puzzles --- */

static void solution_text(const Puzzle *puzzle, char *text) {
    Position pos = puzzle->start, after;
    *text = '\0';
    for (int i = 0; i < puzzle->turn_count; i++) {
        char turn[TURN_TEXT_SIZE];
        notation_write_turn(&pos, puzzle->line[i], STYLE_UCI, turn);
        strcat(strcat(text, i ? " " : ""), turn);
        turn_apply(&after, &pos, puzzle->line[i]);
        pos = after;
    }
}

static void test_known_puzzles(void **state) {
    static const struct {
        const char *ruleset, *fen, *solution;
        int length;
        OtherTurns others;
    } KNOWN[] = {
        {"6170-spring-2007", "3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24",
         "a3a4 e4a4 b1a3 a4a3", 2, OTHERS_REFUTED},
        {"losers", "4rk2/4pp2/B7/8/P7/8/3P1K2/2B5 b - - 0 20", "e8c8 a6c8 f7f5 c8f5 e7e6 f5e6", 3,
         OTHERS_SEARCHED},
        {"6170-spring-2006-antiking", "rnb3nr/p2p3k/1Ap5/3ap3/2P5/p3q3/P7/K7 w - - 1 23",
         "c4c5 d5d6 b6c5", 2, OTHERS_REFUTED},
        {"6170-fall-2003-mindcontrol", "6n1/5Bp1/3k4/8/8/7b/8/4K3 w - - 0 21",
         "f7g8,h3e6 g8e6,d6e6", 1, OTHERS_REFUTED},
    };
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    assert_non_null(prover);
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        Puzzle puzzle;
        char text[2 * PUZZLE_LENGTH_MAX * TURN_TEXT_SIZE];
        Position pos = position_of(KNOWN[i].ruleset, KNOWN[i].fen);
        assert_int_equal(puzzle_make(&puzzle, &pos, &LIMITS, prover), PUZZLE_MADE);
        solution_text(&puzzle, text);
        assert_string_equal(text, KNOWN[i].solution);
        assert_int_equal(puzzle_length(&puzzle), KNOWN[i].length);
        assert_int_equal(puzzle.others, KNOWN[i].others);
        PuzzleLimits shorter = LIMITS;
        shorter.longest = KNOWN[i].length - 1;
        assert_int_equal(puzzle_make(&puzzle, &pos, &shorter, prover), PUZZLE_NONE);
    }
    prover_free(prover);
}

/* No puzzles: without a win, with several winning turns, with only two turns. */
static void test_no_puzzles(void **state) {
    enum { LENGTH = 2 };
    static const struct {
        const char *fen;
        int turns, winning; /* within LENGTH */
    } NO_PUZZLES[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 20, 0},
        {"4k3/8/8/r7/8/8/P7/4K3 w - - 0 1", 7, 7},
        {"4k3/8/3b4/6r1/8/8/P7/7K w - - 0 1", 2, 1},
    };
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    assert_non_null(prover);
    for (size_t i = 0; i < sizeof NO_PUZZLES / sizeof *NO_PUZZLES; i++) {
        Position pos = position_of("6170-spring-2007", NO_PUZZLES[i].fen), after;
        Puzzle puzzle;
        TurnList turns;
        int winning = 0;
        assert_true(turn_list_make(&pos, &turns));
        for (int j = 0; j < turns.count; j++) {
            turn_apply(&after, &pos, turns.turns[j]);
            winning += wins(&after, WHITE, LENGTH - 1);
        }
        assert_int_equal(turns.count, NO_PUZZLES[i].turns);
        assert_int_equal(winning, NO_PUZZLES[i].winning);
        assert_int_equal(puzzle_make(&puzzle, &pos, &LIMITS, prover), PUZZLE_NONE);
        turn_list_free(&turns);
    }
    prover_free(prover);
}

/* Checks with full search that the win cannot be shorter, and that no other turn wins as fast. If
 * the others are said to be refuted, checks too that none of them wins one turn later. */
static void check_turn(const Position *pos, Turn key, int length, OtherTurns others) {
    enum { LATER = 1 };
    Colour player = (Colour)pos->player;
    TurnList turns;
    int limit = length + length % 2 + (others == OTHERS_REFUTED ? LATER : 0);
    assert_true(wins(pos, player, length));
    assert_false(wins(pos, player, length - 1));
    assert_true(turn_list_make(pos, &turns));
    for (int i = 0; i < turns.count; i++) {
        Position after;
        turn_apply(&after, pos, turns.turns[i]);
        assert_int_equal(
            wins(&after, player, turn_equal(turns.turns[i], key) ? length - 1 : limit - 1),
            turn_equal(turns.turns[i], key));
    }
    turn_list_free(&turns);
}

static void check_puzzle(const Puzzle *puzzle, int most_turns) {
    Position pos = puzzle->start, after;
    for (int i = 0; i < puzzle->turn_count; i++) {
        int length = puzzle->turn_count - i;
        assert_true(turn_is_legal(&pos, puzzle->line[i]));
        if (i % 2 == 0 && length <= most_turns)
            check_turn(&pos, puzzle->line[i], length, puzzle->others);
        turn_apply(&after, &pos, puzzle->line[i]);
        pos = after;
    }
    Outcome outcome = outcome_of(&pos);
    assert_true(outcome_is_over(outcome) && !outcome.drawn);
    assert_int_equal(outcome.winner, puzzle->start.player);
}

/* The positions of random games in all rulesets, as far as they are puzzles. */
static void test_puzzles_are_sound(void **state) {
    enum { GAMES_EACH = 3, PLIES_MAX = 160, FULL_SEARCH_TURNS = 3 };
    static const PuzzleLimits QUICK = {.longest = 4, .find_nodes = 500, .refute_nodes = 2000};
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    uint64_t seed = 11;
    int made = 0;
    assert_non_null(prover);
    for (int game = 0; game < fewer_if_sanitized(GAMES_EACH) * ruleset_count(); game++) {
        Position pos;
        MoveList list;
        Puzzle puzzle;
        position_start(&pos, ruleset_at(game % ruleset_count()));
        for (int ply = 0; ply < PLIES_MAX && !outcome_is_over(outcome_find(&pos, &list)); ply++) {
            if (position_begins_turn(&pos) &&
                puzzle_make(&puzzle, &pos, &QUICK, prover) == PUZZLE_MADE) {
                assert_in_range(puzzle_length(&puzzle), 1, QUICK.longest);
                check_puzzle(&puzzle, pos.rules->halfmoves_per_turn == 1 ? FULL_SEARCH_TURNS : 1);
                made++;
            }
            pos = random_successor(&pos, &list, &seed);
        }
    }
    assert_in_range(made, 10, 100000);
    prover_free(prover);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solver),
        cmocka_unit_test(test_solver_judges_last_turns),
        cmocka_unit_test(test_known_puzzles),
        cmocka_unit_test(test_no_puzzles),
        cmocka_unit_test(test_puzzles_are_sound),
    };
    return test_run("puzzle", tests);
}
