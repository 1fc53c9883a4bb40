/* Notation, games, and how they end. */
#include "unit/errors.h"
#include "unit/positions.h"

#include "rules/game.h"

#include <stdio.h>
#include <string.h>

#define MIND "6170-fall-2003-mindcontrol"

static void set_up(Game *game, const char *ruleset, const char *fen) {
    Position start = position_of(ruleset, fen);
    game_init_from(game, &start);
}

/* Plays turns separated by spaces; fails if one is not legal. */
static void play(Game *game, const char *words) {
    char text[1024];
    Error error;
    assert_true(strlen(words) < sizeof text);
    strcpy(text, words);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        assert_done(game_play_text(game, word, GAME_NO_CLOCK, &error), &error);
}

static void expect_illegal(Game *game, const char *turn, const char *reason) {
    Error error;
    int count = game->count;
    uint64_t key = game->now.key;
    if (game_play_text(game, turn, GAME_NO_CLOCK, &error))
        fail_msg("'%s' was played", turn);
    if (!strstr(error.text, reason))
        fail_msg("'%s': says \"%s\", not \"%s\"", turn, error.text, reason);
    assert_int_equal(game->count, count);
    assert_true(game->now.key == key);
}

static void expect_won(const Game *game, Colour winner, Reason reason) {
    Outcome outcome = game_outcome(game);
    assert_int_equal(outcome.reason, reason);
    assert_false(outcome.drawn);
    assert_int_equal(outcome.winner, winner);
}

static void expect_drawn(const Game *game, Reason reason) {
    Outcome outcome = game_outcome(game);
    assert_int_equal(outcome.reason, reason);
    assert_true(outcome.drawn);
}

static void test_sample_game(void **state) {
    Game game;
    game_init(&game, ruleset_default());
    play(&game, "c2-c3 c7-c6 b2-b3 b8-a6 b3-b4 a6-b4 c3-b4 c6-c5 b4-c5 b7-b6 c5-b6 d8-b6 f2-f3 "
                "b6-b1 a1-b1 a8-b8 b1-b8 g7-g6");
    assert_false(outcome_is_over(game_outcome(&game)));
    play(&game, "b8-c8");
    expect_won(&game, WHITE, CHECKMATE);
    expect_illegal(&game, "e8-d8", "the game is over (checkmate)");
    game_free(&game);
}

static void test_both_notations(void **state) {
    Game game;
    Turn turn, queen;
    char text[TURN_TEXT_SIZE];
    set_up(&game, "losers", "3n3k/4P3/8/8/8/8/8/K6R b - - 0 1");
    play(&game, "h8-g8");
    assert_true(notation_read_turn(&game.now, "e7-d8", &queen, NULL));
    assert_true(notation_read_turn(&game.now, "e7d8q", &turn, NULL));
    assert_true(turn_equal(turn, queen));
    notation_write_turn(&game.now, queen, STYLE_COURSE, text);
    assert_string_equal(text, "e7-d8");
    notation_write_turn(&game.now, queen, STYLE_UCI, text);
    assert_string_equal(text, "e7d8q");
    assert_true(notation_read_turn(&game.now, "e7-d8n", &turn, NULL));
    notation_write_turn(&game.now, turn, STYLE_COURSE, text);
    assert_string_equal(text, "e7-d8n");
    static const char *const BAD[] = {"e7d8k", "e7d8qq", "e7-d8-", "e7--d8",  "e7d", "e7",
                                      "E7D8",  "e7d8 ",  "e7d9",   "i7d8",    "-",   "e7d8,e7d8",
                                      "e7d8Q", "a1a1",   "e8e8",   "\xff\xfe"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (notation_read_turn(&game.now, BAD[i], &turn, NULL))
            fail_msg("'%s' was read", BAD[i]);
    game_free(&game);
}

static void test_half_moves(void **state) {
    Game game;
    Move move;
    Refusal refusal;
    game_init(&game, ruleset_find(MIND));
    assert_true(notation_read_move(&game.now, "e2-e4", &move, NULL));
    assert_int_equal(move, move_make(12, 28, PAWN));
    assert_true(notation_read_move(&game.now, "b1c3", &move, NULL));
    assert_false(notation_read_move(&game.now, "e7e5", &move, &refusal));
    assert_false(notation_read_move(&game.now, "e4", &move, NULL));
    assert_true(notation_read_typed_move(&game.now, "E4", &move, NULL));
    assert_int_equal(move, move_make(square_of(4, 1), square_of(4, 3), PAWN));
    assert_true(notation_read_typed_move(&game.now, "nc3", &move, NULL));
    assert_false(notation_read_typed_move(&game.now, "e4,e5", &move, NULL));
    assert_int_equal(refusal.reason, REFUSED_OPPONENTS_PIECE);
    assert_int_equal(refusal.move, move_make(square_of(4, 6), square_of(4, 4), PAWN));
    static const char *const BAD[] = {"", "0000", "Ipass", "e2e4,e7e5", "e2e4,", "e2", "e2e4 "};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (notation_read_move(&game.now, BAD[i], &move, NULL))
            fail_msg("'%s' was read", BAD[i]);
}

static void test_reasons(void **state) {
    Game game;
    game_init(&game, ruleset_default());
    expect_illegal(&game, "e7e5", "the pawn on e7 is not white");
    expect_illegal(&game, "e2e5", "the pawn on e2 cannot go to e5");
    expect_illegal(&game, "rubbish", "is not a move");
    expect_illegal(&game, "0000", "White can move, so it may not pass");
    expect_illegal(&game, "Ipass", "White can move, so it may not pass");
    expect_illegal(&game, "", "White can move, so it may not pass");
    play(&game, "e2e4 d7d5");
    expect_illegal(&game, "a2a3", "White must capture");
    game_free(&game);
}

static void test_composite_turns(void **state) {
    Game game;
    game_init(&game, ruleset_find(MIND));
    expect_illegal(&game, "e2e4", "a turn is two moves");
    expect_illegal(&game, "e2e4,e7e9", "is not a move");
    expect_illegal(&game, "e2e4,gameover", "the game is not over");
    expect_illegal(&game, "e7e5,e2e4", "the pawn on e7 is not white");
    expect_illegal(&game, "e2e4,e7e5,a2a3", "a turn is two moves");
    assert_int_equal(game_player(&game), WHITE);
    play(&game, "e2-e4,e7-e5");
    assert_int_equal(game_player(&game), BLACK);
    play(&game, "g1f3,b8c6");
    assert_int_equal(game_player(&game), WHITE);
    expect_illegal(&game, "a2a3,a7a6", "must capture");
    game_free(&game);
}

static void test_gameover_turn(void **state) {
    Game game;
    char text[TURN_TEXT_SIZE];
    /* White's rook takes the last black piece: Black is bare and wins. */
    set_up(&game, MIND, "4k3/8/8/8/8/8/3n4/K2R3R w - - 0 1");
    expect_illegal(&game, "d1d2", "a turn is two moves");
    expect_illegal(&game, "d1d2,e8e7", "the game is over after the first move");
    play(&game, "d1-d2,gameover");
    expect_won(&game, BLACK, PIECES_LOST);
    notation_write_turn(&game.start, game.turns[0].turn, STYLE_COURSE, text);
    assert_string_equal(text, "d1-d2,gameover");
    assert_true(game_undo(&game));
    assert_false(outcome_is_over(game_outcome(&game)));
    game_free(&game);
}

static void test_forced_pass(void **state) {
    /* Black's king cannot move and its pawn is blocked: Black loses every turn. */
    static const char STALEMATE_FEN[] = "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1";
    Game game;
    set_up(&game, "6170-spring-2007", STALEMATE_FEN);
    assert_true(outcome_pass_is_forced(&game.now));
    assert_false(outcome_can_move(&game.now));
    assert_int_equal(game_player(&game), WHITE);
    expect_illegal(&game, "Ipass", "a pass is written 0000");
    play(&game, "h1g1");
    assert_int_equal(game.count, 2);
    assert_true(game_turn_is_forced_pass(&game, 0));
    assert_false(game_turn_is_forced_pass(&game, 1));
    play(&game, "0000 g1h1");
    assert_int_equal(game.count, 4);
    assert_true(game_pass_if_forced(&game));
    assert_false(game_pass_if_forced(&game));
    int count = game.count;
    assert_true(game_play_forced_pass(&game, NULL)); /* none is forced any more */
    assert_int_equal(game.count, count);
    assert_int_equal(game.now.halfmove_clock, 5);
    assert_true(game_undo(&game));
    assert_int_equal(game.count, 4);
    expect_illegal(&game, "a1a2", "there is no piece on a1");
    game_free(&game);
    set_up(&game, "6170-spring-1994", STALEMATE_FEN);
    expect_drawn(&game, STALEMATE);
    set_up(&game, "losers", STALEMATE_FEN);
    expect_won(&game, BLACK, STALEMATE);
}

static void test_chips(void **state) {
    Game game;
    char text[TURN_TEXT_SIZE];
    set_up(&game, "6170-fall-2003",
           "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:1/0");
    expect_illegal(&game, "", "a pass is written Ipass or 0000");
    play(&game, "Ipass");
    notation_write_turn(&game.start, game.turns[0].turn, STYLE_COURSE, text);
    assert_string_equal(text, "Ipass");
    notation_write_turn(&game.start, game.turns[0].turn, STYLE_UCI, text);
    assert_string_equal(text, "0000");
    assert_int_equal(game.now.chips[WHITE], 0);
    expect_illegal(&game, "0000", "Black has no chip");
    play(&game, "d5e4");
    expect_illegal(&game, "Ipass", "White has no chip");
    game_free(&game);
}

static void test_tournament_draws(void **state) {
    Game game;
    game_init(&game, ruleset_default());
    game.tournament_draws = true;
    play(&game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_false(outcome_is_over(game_outcome(&game)));
    assert_int_equal(game_repetitions(&game), 1);
    play(&game, "f6g8");
    expect_drawn(&game, THREEFOLD);
    game.tournament_draws = false;
    assert_false(outcome_is_over(game_outcome(&game)));
    game_free(&game);
    set_up(&game, "6170-spring-2007", "4k2r/8/8/8/8/8/8/R3K3 w - - 99 80");
    game.tournament_draws = true;
    assert_false(outcome_is_over(game_outcome(&game)));
    play(&game, "a1a2");
    expect_drawn(&game, FIFTY);
    game_free(&game);
}

/* Bishops that can neither take nor be taken, on squares of different colours; pawns that they
 * cannot reach must be blocked. */
static const struct {
    const char *fen;
    bool is_drawn;
} BISHOPS[] = {
    {"8/8/3b4/8/8/3B4/8/8 w - - 0 1", true},
    {"5b2/8/3b4/8/8/3B4/8/8 w - - 0 1", true},
    {"8/8/3b4/8/8/4B3/8/8 w - - 0 1", false}, /* one colour */
    {"8/8/3b4/3b4/8/3B4/8/8 w - - 0 1", false},
    {"8/8/8/8/8/3B4/8/8 w - - 0 1", false}, /* Black has won */
    {"8/8/3b4/8/8/3B4/8/6N1 w - - 0 1", false},
    {"8/8/3b4/p7/P7/3B4/8/8 w - - 0 1", true},
    {"8/8/3b4/8/p7/P2B4/8/8 w - - 0 1", false}, /* each bishop reaches a pawn */
    {"8/8/3b4/8/P7/3B4/8/8 w - - 0 1", false},  /* the pawn can move */
    {"8/8/4p3/3pP3/3P4/8/b7/B7 w - - 0 1", true},
    {"8/8/4p3/3pP3/3P4/8/b7/B7 w - d6 0 1", false}, /* it must be taken en passant */
};

static void test_insufficient_material(void **state) {
    for (size_t i = 0; i < sizeof BISHOPS / sizeof *BISHOPS; i++) {
        Game game;
        set_up(&game, "antichess", BISHOPS[i].fen);
        assert_int_not_equal(game_outcome(&game).reason, INSUFFICIENT_MATERIAL);
        game.tournament_draws = true;
        if ((game_outcome(&game).reason == INSUFFICIENT_MATERIAL) != BISHOPS[i].is_drawn)
            fail_msg("%s", BISHOPS[i].fen);
        game_free(&game);
        set_up(&game, "suicide", BISHOPS[i].fen);
        game.tournament_draws = true;
        assert_int_not_equal(game_outcome(&game).reason, INSUFFICIENT_MATERIAL);
        game_free(&game);
    }
}

/* A flag falls with a knight each: only one of the players can win. */
static void test_flag_draws(void **state) {
    static const struct {
        const char *ruleset, *fen;
        Colour expired;
        bool is_drawn;
    } FLAGS[] = {
        {"antichess", "8/8/3n4/8/8/4N3/8/8 w - - 0 1", WHITE, true},
        {"antichess", "8/8/3n4/8/8/3N4/8/8 w - - 0 1", WHITE, false},
        {"antichess", "8/8/3n4/8/8/3N4/8/8 w - - 0 1", BLACK, true},
        {"antichess", "8/8/4n3/8/8/3N4/8/8 w - - 0 1", WHITE, true},
        {"antichess", "8/8/4n3/8/8/3N4/8/8 b - - 0 1", WHITE, false},
        {"antichess", "8/8/4n3/8/8/3N4/8/8 b - - 0 1", BLACK, true},
        {"antichess", "8/8/4n3/8/8/3NN3/8/8 b - - 0 1", BLACK, false},
        {"antichess", "8/8/4b3/8/8/3N4/8/8 w - - 0 1", WHITE, false},
        {"suicide", "8/8/4n3/8/8/3N4/8/8 w - - 0 1", WHITE, false},
    };
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++) {
        Game game;
        set_up(&game, FLAGS[i].ruleset, FLAGS[i].fen);
        game_expire(&game, FLAGS[i].expired);
        Outcome usual = game_outcome(&game);
        assert_int_equal(usual.reason, TIME_EXPIRED);
        assert_true(!usual.drawn && usual.winner == other(FLAGS[i].expired));
        game.tournament_draws = true;
        Outcome outcome = game_outcome(&game);
        assert_int_equal(outcome.reason, TIME_EXPIRED);
        if (outcome.drawn != FLAGS[i].is_drawn)
            fail_msg("%s, %d", FLAGS[i].fen, FLAGS[i].expired);
        game_free(&game);
    }
}

/* A position repeats one with an en passant right if that capture was illegal because of a pin. */
static void test_repetition_ignores_illegal_en_passant(void **state) {
    Game game;
    set_up(&game, "losers", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    game.tournament_draws = true;
    assert_int_equal(game.now.en_passant, 20);
    play(&game, "a4a5 e1e2 a5a4 e2e1");
    assert_int_equal(game.now.en_passant, NO_SQUARE);
    assert_int_equal(game_repetitions(&game), 1);
    game_free(&game);
}

static void test_time(void **state) {
    Game game;
    game_init(&game, ruleset_default());
    play(&game, "e2e4");
    game_expire(&game, BLACK);
    expect_won(&game, WHITE, TIME_EXPIRED);
    expect_illegal(&game, "e7e5", "over (timeExpired)");
    assert_true(game_undo(&game));
    assert_false(outcome_is_over(game_outcome(&game)));
    assert_true(game_undo(&game));
    assert_false(game_undo(&game));
    assert_true(game.now.key == game.start.key);
    game_free(&game);
}

static void test_too_many_turns(void **state) {
    Game game;
    Error error;
    game_init(&game, ruleset_default());
    assert_true(game_reserve(&game, GAME_TURNS_MAX));
    game.count = GAME_TURNS_MAX - 1; /* the turns themselves do not matter here */
    assert_true(game_play_text(&game, "e2e4", GAME_NO_CLOCK, &error));
    assert_false(game_play_text(&game, "d7d5", GAME_NO_CLOCK, &error));
    assert_string_equal(error.text, "'d7d5': the game has too many turns");
    assert_int_equal(game.count, GAME_TURNS_MAX);
    game_free(&game);
}

static void test_all_turns_are_sorted(void **state) {
    Position pos;
    TurnTexts turns;
    position_start(&pos, ruleset_find(MIND));
    assert_true(notation_all_turns(&pos, STYLE_COURSE, &turns));
    assert_int_equal(turns.count, 400);
    assert_string_equal(turns.texts[0], "a2-a3,a7-a5");
    for (int i = 1; i < turns.count; i++)
        assert_true(strcmp(turns.texts[i - 1], turns.texts[i]) < 0);
    notation_free_turns(&turns);
    assert_true(position_from_fen(&pos, ruleset_find("6170-spring-2007"),
                                  "7k/8/8/8/8/8/8/K6R b - - 0 1", NULL));
    assert_true(notation_all_turns(&pos, STYLE_UCI, &turns));
    assert_int_equal(turns.count, 0); /* Black is bare: the game is over */
    notation_free_turns(&turns);
}

static void test_every_listed_turn_is_legal(void **state) {
    uint64_t seed = 6170;
    for (int r = 0; r < ruleset_count(); r++) {
        Game game;
        game_init(&game, ruleset_at(r));
        for (int i = 0; i < 60; i++) {
            TurnList list;
            assert_true(turn_list_make(&game.now, &list));
            if (list.count == 0)
                break;
            for (int j = 0; j < list.count; j += 1 + list.count / 50) {
                char text[TURN_TEXT_SIZE];
                Turn turn;
                notation_write_turn(&game.now, list.turns[j], (Style)(j & 1), text);
                assert_true(notation_read_turn(&game.now, text, &turn, NULL));
                assert_true(turn_equal(turn, list.turns[j]));
                assert_true(turn_is_legal(&game.now, turn));
            }
            Turn chosen = list.turns[random_next(&seed) % (unsigned)list.count];
            turn_list_free(&list);
            assert_true(game_play(&game, chosen, 0));
        }
        game_free(&game);
    }
}

/* In mind control each turn is as likely as any other, whether or not its first half-move begins
 * many turns. */
static void test_random_turns(void **state) {
    enum { TURNS = 40, MANY = 400 };
    static const char FEN[] = "7k/p7/8/8/8/8/7P/3K4 w - - 0 1";
    uint64_t rng = 1;
    int counts[MANY] = {0}, other_counts = 0;
    Position pos;
    TurnList list;
    Turn turn;
    assert_true(position_from_fen(&pos, ruleset_find("6170-fall-2003-mindcontrol"), FEN, NULL));
    assert_true(turn_list_make(&pos, &list));
    assert_in_range(list.count, 10, MANY);
    for (int i = 0; i < list.count * MANY; i++) {
        assert_true(turn_pick_random(&pos, &rng, &turn));
        int found = 0;
        while (found < list.count && !turn_equal(list.turns[found], turn))
            found++;
        assert_true(found < list.count);
        counts[found]++;
    }
    for (int i = 0; i < list.count; i++)
        other_counts += counts[i] < MANY * 3 / 4 || counts[i] > MANY * 5 / 4;
    assert_int_equal(other_counts, 0);
    turn_list_free(&list);
    for (int r = 0; r < ruleset_count(); r++) {
        Game game;
        game_init(&game, ruleset_at(r));
        assert_true(game_play_random(&game, TURNS, &rng));
        assert_true(game.count == TURNS || outcome_is_over(game_outcome(&game)));
        game_free(&game);
    }
}

static void test_text_of_turns(void **state) {
    Game game;
    game_init(&game, ruleset_default());
    char *none = game_turns_text(&game, STYLE_UCI);
    assert_string_equal(none, "");
    free(none);
    assert_true(game_play_text(&game, "e2e4", GAME_NO_CLOCK, NULL));
    assert_true(game_play_text(&game, "d7d5", GAME_NO_CLOCK, NULL));
    assert_true(game_play_text(&game, "e4d5", GAME_NO_CLOCK, NULL));
    char *text = game_turns_text(&game, STYLE_SAN);
    assert_string_equal(text, "e4 d5 exd5");
    free(text);
    game_free(&game);
    assert_int_equal(game.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sample_game),
        cmocka_unit_test(test_both_notations),
        cmocka_unit_test(test_text_of_turns),
        cmocka_unit_test(test_random_turns),
        cmocka_unit_test(test_half_moves),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_composite_turns),
        cmocka_unit_test(test_gameover_turn),
        cmocka_unit_test(test_forced_pass),
        cmocka_unit_test(test_chips),
        cmocka_unit_test(test_tournament_draws),
        cmocka_unit_test(test_insufficient_material),
        cmocka_unit_test(test_flag_draws),
        cmocka_unit_test(test_repetition_ignores_illegal_en_passant),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_too_many_turns),
        cmocka_unit_test(test_all_turns_are_sorted),
        cmocka_unit_test(test_every_listed_turn_is_legal),
    };
    return test_run("game", tests);
}
