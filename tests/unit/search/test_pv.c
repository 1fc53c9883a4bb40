/* Splitting principal variations into turns. */
#include "unit/errors.h"
#include "unit/positions.h"

#include "rules/game.h"
#include "search/pv.h"

#include <string.h>

static const struct {
    const char *ruleset, *fen, *turns;
} LINES[] = {
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e3 b7b5 f1b5"},
    {"6170-fall-2003-mindcontrol", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
     "e2e4,d7d5 e4d5,d8d5"},
    /* A line in which the first half-move of the last turn ends the game. */
    {"6170-fall-2003-mindcontrol", "7k/p7/5K2/8/8/8/8/5Q2 w - - 0 1", "f1g1,a7a6 g1g7,gameover"},
};

static void test_turns(void **state) {
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        Position root = position_of(LINES[i].ruleset, LINES[i].fen);
        Pv line = {.count = 0};
        Turn turns[MAX_PLY];
        Game game;
        Error error;
        char words[100];
        game_init_from(&game, &root);
        strcpy(words, LINES[i].turns);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
            assert_done(game_play_text(&game, word, GAME_NO_CLOCK, &error), &error);
            Turn turn = game.turns[game.count - 1].turn;
            for (int j = 0; j < turn.count; j++)
                line.moves[line.count++] = turn.moves[j];
        }
        assert_int_equal(pv_turns(&root, &line, turns), game.count);
        for (int j = 0; j < game.count; j++)
            assert_true(turn_equal(turns[j], game.turns[j].turn));
        /* An incomplete last turn is dropped. */
        line.count--;
        assert_int_equal(pv_turns(&root, &line, turns), game.count - 1);
        game_free(&game);
    }
}

/* If the line is too short, or not legal here, the table or any legal half-move completes the turn.
 */
static void test_first_turn(void **state) {
    Position root = position_of("6170-fall-2003-mindcontrol",
                                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    Turn first, wanted = turn_of(&root, "e2e4,d7d5");
    Table *table = table_new(1);
    TurnFilter all = {.only_count = 0};
    Pv line = {.moves = {wanted.moves[0], wanted.moves[1]}, .count = 2};
    first = pv_first_turn(&root, &line, &all, table);
    assert_true(turn_equal(first, wanted));
    line.count = 1;
    first = pv_first_turn(&root, &line, &all, table);
    assert_true(turn_is_legal(&root, first));
    assert_int_equal(first.moves[0], wanted.moves[0]);
    assert_int_not_equal(first.moves[1], wanted.moves[1]);
    line.moves[0] = wanted.moves[1]; /* this half-move is not legal at the root */
    first = pv_first_turn(&root, &line, &all, table);
    assert_true(turn_is_legal(&root, first));
    table_free(table);
}

/* A line is cut at MAX_PLY half-moves, even if the table leads on: here in a circle. */
static void test_long_line(void **state) {
    static const char *const CIRCLE[] = {"a1b1", "e8d8", "b1a1", "d8e8"};
    Position root = position_of("losers", "4r2k/7p/8/8/8/8/7P/R6K w - - 0 1"), pos = root, before;
    Table *table = table_new(1);
    Pv line = {.score = SCORE_MATE_IN_MAX_PLY};
    for (int i = 0; i < 4; i++) {
        Turn turn = turn_of(&pos, CIRCLE[i]);
        table_store(table, pos.key, i,
                    &(TableEntry){turn.moves[0], line.score, TABLE_DEPTH_MAX, BOUND_EXACT});
        before = pos;
        position_apply(&pos, &before, turn.moves[0]);
    }
    assert_true(pos.key == root.key);
    pv_follow_table(&line, &root, table);
    assert_int_equal(line.count, MAX_PLY);
    assert_int_equal(line.moves[MAX_PLY - 1], line.moves[3]);
    table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_first_turn),
        cmocka_unit_test(test_long_line),
    };
    return test_run("pv", tests);
}
