/* The built-in players: their turns are legal, repeatable with the same seed, and of the highest
 * value. */
#include "unit/testing.h"

#include "referee/players/builtin.h"

enum { WON = 1000 };

static Position position(const char *ruleset, const char *fen) {
    Position pos;
    Error error;
    if (!position_from_fen(&pos, ruleset_find(ruleset), fen, &error))
        fail_msg("%s: %s", fen, error.text);
    return pos;
}

static Turn choose(PlayerKind kind, const Position *pos, uint64_t seed) {
    Turn turn;
    assert_true(builtin_choose(kind, pos, &seed, &turn));
    return turn;
}

/* Plays random games in every ruleset, and calls `check` for each position in which a player has a
 * choice. */
static void for_positions(void (*check)(const Position *pos, const TurnList *turns)) {
    uint64_t seed = 6170;
    for (int i = 0; i < 3 * ruleset_count(); i++) {
        Game game;
        game_init(&game, ruleset_at(i / 3));
        if (game.now.rules->pass_chips)
            position_set_chips(&game.now, BLACK, 2);
        while (!outcome_is_over(game_outcome(&game)) && game.count < 60) {
            if (game_pass_if_forced(&game))
                continue;
            TurnList turns;
            assert_true(turn_list_make(&game.now, &turns));
            check(&game.now, &turns);
            Turn turn = turns.turns[random_next(&seed) % (uint64_t)turns.count];
            turn_list_free(&turns);
            assert_true(game_play(&game, turn, GAME_NO_CLOCK));
        }
        game_free(&game);
    }
}

/* --- legal and repeatable --- */

static void check_legal(const Position *pos, const TurnList *turns) {
    for (PlayerKind kind = PLAYER_RANDOM; kind <= PLAYER_MINIMAX2; kind++) {
        Turn turn = choose(kind, pos, 1);
        assert_true(turn_is_legal(pos, turn));
        assert_true(turn_is_among(turns->turns, turns->count, turn));
        assert_true(turn_equal(turn, choose(kind, pos, 1)));
    }
}

static void test_legal_turns(void **state) {
    for_positions(check_legal);
}

static void test_seeds(void **state) {
    Position pos;
    position_start(&pos, ruleset_default());
    for (PlayerKind kind = PLAYER_RANDOM; kind <= PLAYER_MINIMAX2; kind++) {
        uint64_t one = 42, same = 42, another = 43;
        int different = 0;
        for (int i = 0; i < 50; i++) {
            Turn first, second, third;
            uint64_t before = one;
            assert_true(builtin_choose(kind, &pos, &one, &first));
            assert_true(builtin_choose(kind, &pos, &same, &second));
            assert_true(builtin_choose(kind, &pos, &another, &third));
            assert_true(turn_equal(first, second));
            assert_true(one == same && one != before);
            different += !turn_equal(first, third);
        }
        assert_in_range(different, 10, 50);
    }
}

/* --- the best turns --- */

/* The value of a position for a player: the opponent's pieces minus its own, unless the game is
 * over. */
static int value_of(const Position *pos, Colour player) {
    Outcome outcome = outcome_of(pos);
    if (outcome_is_over(outcome))
        return outcome.drawn ? 0 : outcome.winner == player ? WON : -WON;
    return popcount(pos->by_colour[other(player)]) - popcount(pos->by_colour[player]);
}

/* The value after a turn of the player to move. */
static int greedy_value(const Position *pos, Turn turn) {
    Position after;
    turn_apply(&after, pos, turn);
    return value_of(&after, (Colour)pos->player);
}

/* The value after the turn and the opponent's best answer; a forced pass is no answer. */
static int minimax_value(const Position *pos, Turn turn) {
    Position after;
    TurnList answers;
    int lowest = WON;
    turn_apply(&after, pos, turn);
    assert_true(turn_list_make(&after, &answers));
    if (answers.count == 0 || outcome_pass_is_forced(&after))
        lowest = value_of(&after, (Colour)pos->player);
    for (int i = 0; i < answers.count && !outcome_pass_is_forced(&after); i++) {
        int value = -greedy_value(&after, answers.turns[i]);
        lowest = value < lowest ? value : lowest;
    }
    turn_list_free(&answers);
    return lowest;
}

/* How many positions have turns of different values, and how many have a winning turn. */
static int differing, winning;

/* Checks that the player chooses a turn of the highest value. */
static void check_best(PlayerKind kind, int value(const Position *pos, Turn turn),
                       const Position *pos, const TurnList *turns) {
    int best = -WON, worst = WON;
    for (int i = 0; i < turns->count; i++) {
        int found = value(pos, turns->turns[i]);
        best = found > best ? found : best;
        worst = found < worst ? found : worst;
    }
    for (uint64_t seed = 1; seed <= 3; seed++)
        assert_int_equal(value(pos, choose(kind, pos, seed)), best);
    differing += best > worst;
    winning += best == WON;
}

static void check_greedy(const Position *pos, const TurnList *turns) {
    check_best(PLAYER_GREEDY, greedy_value, pos, turns);
}

static void check_minimax2(const Position *pos, const TurnList *turns) {
    if (pos->rules->halfmoves_per_turn == 1) /* turns of two half-moves take too long */
        check_best(PLAYER_MINIMAX2, minimax_value, pos, turns);
}

static void test_best_turns(void **state) {
    differing = winning = 0;
    for_positions(check_greedy);
    assert_true(differing > 50 && winning > 0);
    differing = winning = 0;
    for_positions(check_minimax2);
    assert_true(differing > 50 && winning > 0);
}

static void assert_choice(PlayerKind kind, const Position *pos, const char *turn) {
    for (uint64_t seed = 1; seed <= 30; seed++) {
        char text[TURN_TEXT_SIZE];
        notation_write_turn(pos, choose(kind, pos, seed), STYLE_UCI, text);
        assert_string_equal(text, turn);
    }
}

/* White may capture or pay a chip. Having fewer pieces is good, so the opponent keeps its own. */
static void test_greedy_spares_pieces(void **state) {
    Position pos = position("6170-fall-2003", "4k3/p7/8/3p4/4P3/8/8/4K3 w - - 0 1 chips:1/0");
    TurnList turns;
    assert_true(turn_list_make(&pos, &turns));
    assert_int_equal(turns.count, 2);
    turn_list_free(&turns);
    assert_choice(PLAYER_GREEDY, &pos, "0000");
}

/* A mate in one, where the mated side loses. */
static void test_wins_are_taken(void **state) {
    Position pos = position("6170-spring-2007", "7k/8/6K1/8/p7/8/8/2R5 w - - 0 1");
    assert_choice(PLAYER_GREEDY, &pos, "c1c8");
    assert_choice(PLAYER_MINIMAX2, &pos, "c1c8");
    /* The random player does not look for the mate. */
    int wins = 0;
    for (uint64_t seed = 1; seed <= 30; seed++)
        wins += greedy_value(&pos, choose(PLAYER_RANDOM, &pos, seed)) == WON;
    assert_in_range(wins, 0, 15);
}

/* Only minimax2 sees that the opponent could mate. */
static void test_minimax2_looks_ahead(void **state) {
    Position pos = position("6170-spring-2007", "1r4k1/8/8/8/8/p7/5PPP/6K1 w - - 0 1");
    int losses[PLAYER_MINIMAX2 + 1] = {0};
    for (PlayerKind kind = PLAYER_GREEDY; kind <= PLAYER_MINIMAX2; kind++)
        for (uint64_t seed = 1; seed <= 50; seed++)
            losses[kind] += minimax_value(&pos, choose(kind, &pos, seed)) == -WON;
    assert_true(losses[PLAYER_GREEDY] > 0);
    assert_int_equal(losses[PLAYER_MINIMAX2], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_turns),    cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_best_turns),     cmocka_unit_test(test_greedy_spares_pieces),
        cmocka_unit_test(test_wins_are_taken), cmocka_unit_test(test_minimax2_looks_ahead),
    };
    return test_run("builtin", tests);
}
