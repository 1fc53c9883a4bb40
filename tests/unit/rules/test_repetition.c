/* Draws in a search: repetitions in the search and in the game before it, and fifty moves. */
#include "unit/positions.h"

#include "rules/game.h"
#include "rules/repetition.h"

enum { MID_GAME_CLOCK = 50 };

/* A position. Only its half-move clock matters, because the caller supplies the keys. */
static Position any_position(uint32_t halfmove_clock) {
    Position pos = position_of("6170-spring-2007", "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1");
    pos.halfmove_clock = halfmove_clock;
    return pos;
}

static bool is_draw(const Root *root, uint32_t halfmove_clock, const uint64_t *path, int ply) {
    Position pos = any_position(halfmove_clock);
    return repetition_is_draw(root, &pos, path, ply);
}

static void test_repetition_in_the_search(void **state) {
    static const uint64_t PATH[] = {1, 2, 3, 4, 1, 5};
    Root root = {0};
    assert_true(is_draw(&root, MID_GAME_CLOCK, PATH, 4));
    for (int ply = 0; ply < 4; ply++)
        assert_false(is_draw(&root, MID_GAME_CLOCK, PATH, ply));
    assert_false(is_draw(&root, MID_GAME_CLOCK, PATH, 5));
    /* Only positions since the last irreversible half-move can be repeated. */
    assert_true(is_draw(&root, 4, PATH, 4));
    assert_false(is_draw(&root, 3, PATH, 4));
    assert_false(is_draw(&root, 0, PATH, 4));
}

static void test_repetition_of_the_game(void **state) {
    static const uint64_t HISTORY[] = {2, 1, 2, 1}, PATH[] = {5, 6, 2, 1};
    Root root = {.history = HISTORY, .history_count = 4};
    assert_true(is_draw(&root, MID_GAME_CLOCK, PATH, 2));
    assert_true(is_draw(&root, 6, PATH, 2)); /* the oldest turn of the game */
    assert_false(is_draw(&root, 5, PATH, 2));
    assert_true(is_draw(&root, 6, PATH, 3));
    assert_false(is_draw(&root, 5, PATH, 3));
    assert_false(is_draw(&root, MID_GAME_CLOCK, PATH, 0));
    root.history_count = 2; /* once is not enough */
    assert_false(is_draw(&root, MID_GAME_CLOCK, PATH, 2));
}

static void test_fifty_moves(void **state) {
    static const uint64_t PATH[] = {1, 2};
    Root root = {0};
    assert_false(is_draw(&root, FIFTY_MOVES, PATH, 1));
    root.tournament_draws = true;
    assert_true(is_draw(&root, FIFTY_MOVES, PATH, 1));
    assert_true(is_draw(&root, FIFTY_MOVES + 1, PATH, 0));
    assert_false(is_draw(&root, FIFTY_MOVES - 1, PATH, 1));
}

/* In mind control a draw counts only where a turn begins. */
static void test_middle_of_a_turn(void **state) {
    static const uint64_t PATH[] = {1, 2, 3, 4, 1};
    Root root = {.tournament_draws = true};
    Position pos = position_of("6170-fall-2003-mindcontrol", "4k2r/7p/8/8/8/8/P7/R3K3 w - - 0 1");
    pos.halfmove_clock = FIFTY_MOVES;
    assert_true(repetition_is_draw(&root, &pos, PATH, 4));
    Position middle;
    position_apply(&middle, &pos, move_make(square_of(0, 0), square_of(1, 0), PAWN));
    assert_false(position_begins_turn(&middle));
    assert_true(middle.halfmove_clock > FIFTY_MOVES);
    assert_false(repetition_is_draw(&root, &middle, PATH, 4));
}

/* Plays turns from the initial position; the last `in_search` of them are the search's path. */
static bool is_draw_after(const char *const *turns, int count, int in_search) {
    Game game;
    uint64_t keys[16];
    game_init(&game, ruleset_find("losers"));
    for (int i = 0; i < count; i++) {
        keys[i] = movegen_repetition_key(&game.now);
        assert_true(game_play_text(&game, turns[i], GAME_NO_CLOCK, NULL));
    }
    keys[count] = movegen_repetition_key(&game.now);
    int before = count - in_search;
    Root root = {.history = keys, .history_count = before};
    bool draw = repetition_is_draw(&root, &game.now, keys + before, in_search);
    game_free(&game);
    return draw;
}

static void test_real_turns(void **state) {
    static const char *const KNIGHTS[] = {"g1f3", "g8f6", "f3g1", "f6g8",
                                          "g1f3", "g8f6", "f3g1", "f6g8"};
    static const char *const PAWN_FIRST[] = {"g1f3", "g8f6", "e2e3", "f6g8", "f3g1"};
    for (int in_search = 0; in_search <= 8; in_search++)
        assert_true(is_draw_after(KNIGHTS, 8, in_search));
    for (int in_search = 0; in_search <= 4; in_search++) {
        assert_int_equal(is_draw_after(KNIGHTS, 4, in_search), in_search == 4);
        assert_int_equal(is_draw_after(KNIGHTS, 5, in_search), in_search == 4);
        assert_false(is_draw_after(PAWN_FIRST, 5, in_search));
    }
}

static void test_insufficient_material(void **state) {
    static const char FEN[] = "8/8/3b4/8/8/3B4/8/8 w - - 0 1";
    static const uint64_t PATH[] = {1, 2};
    Position drawn = position_of("antichess", FEN), played_on = position_of("suicide", FEN);
    Root root = {0};
    assert_false(repetition_is_draw(&root, &drawn, PATH, 1));
    root.tournament_draws = true;
    assert_true(repetition_is_draw(&root, &drawn, PATH, 1));
    assert_false(repetition_is_draw(&root, &played_on, PATH, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repetition_in_the_search),
        cmocka_unit_test(test_repetition_of_the_game),
        cmocka_unit_test(test_fifty_moves),
        cmocka_unit_test(test_insufficient_material),
        cmocka_unit_test(test_middle_of_a_turn),
        cmocka_unit_test(test_real_turns),
    };
    return test_run("repetition", tests);
}
