/* Match games: clocks, built-in players, whole games and their log entries. */
/* tags: threads */
#include "unit/errors.h"

#include "files/gamefile.h"
#include "referee/game_log.h"
#include "referee/players/builtin.h"
#include "referee/players/match_game.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000 };

static TournamentConfig *config_of(const char *ruleset, PlayerKind first, PlayerKind second) {
    TournamentConfig *config = calloc(1, sizeof *config);
    assert_non_null(config);
    config->rules = ruleset_find(ruleset);
    assert_non_null(config->rules);
    config->player_count = 2;
    config->players[0].kind = first;
    config->players[1].kind = second;
    strcpy(config->players[0].name, "First");
    strcpy(config->players[1].name, "Second");
    config->max_turns = 400;
    config->margin_ms = -1;
    config->response_timeout_ms = 60000; /* the machine may be busy */
    config->scoring = (Scoring){1, 0.5, 0};
    config->seed = 7;
    return config;
}

/* --- clocks --- */

static void test_clock_runs_down(void **state) {
    TournamentConfig *config = config_of("losers", PLAYER_RANDOM, PLAYER_RANDOM);
    PlayerSpec *players = config->players;
    MatchClocks clocks;
    players[0].tc = (ClientTimeControl){.clock_ms = 1000, .increment_ms = 100};
    players[1].tc = (ClientTimeControl){.clock_ms = 1000};
    clocks_start(&clocks, config, &players[0], &players[1]);
    assert_true(clocks_charge(&clocks, WHITE, 300 * MS));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 800);
    assert_int_equal(clocks_left_ms(&clocks, BLACK), 1000);
    assert_true(clocks_charge(&clocks, BLACK, 999 * MS + 500));
    assert_int_equal(clocks_left_ms(&clocks, BLACK),
                     1); /* 0.5 ms, rounded up because the flag has not fallen */
    ClientLimits go = clocks_limits(&clocks, BLACK);
    assert_int_equal(go.clock_ms[WHITE], 800);
    assert_int_equal(go.increment_ms[WHITE], 100);
    assert_int_equal(go.clock_ms[BLACK], 1);
    assert_int_equal(go.increment_ms[BLACK], 0);
    assert_false(clocks_charge(&clocks, BLACK, 500));
    assert_int_equal(clocks_left_ms(&clocks, BLACK), 0);
    assert_false(clocks_charge(&clocks, WHITE, 800 * MS));
    config->margin_ms = 50;
    clocks_start(&clocks, config, &players[0], &players[1]);
    assert_in_range(clocks_deadline_ms(&clocks, BLACK), 1050, 1051);
    assert_true(clocks_charge(&clocks, BLACK, 1049 * MS));
    assert_false(clocks_charge(&clocks, BLACK, 51 * MS));
    free(config);
}

static void test_moves_to_go(void **state) {
    TournamentConfig *config = config_of("losers", PLAYER_RANDOM, PLAYER_RANDOM);
    PlayerSpec *players = config->players;
    MatchClocks clocks;
    players[0].tc = players[1].tc = (ClientTimeControl){.moves_to_go = 3, .clock_ms = 1000};
    clocks_start(&clocks, config, &players[0], &players[1]);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(clocks_moves_to_go(&clocks, WHITE), 3 - i);
        assert_int_equal(clocks_limits(&clocks, WHITE).moves_to_go, 3 - i);
        assert_true(clocks_charge(&clocks, WHITE, 100 * MS));
    }
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 1700);
    assert_int_equal(clocks_moves_to_go(&clocks, WHITE), 3);
    assert_int_equal(clocks_moves_to_go(&clocks, BLACK), 3);
    free(config);
}

static void test_other_limits(void **state) {
    TournamentConfig *config = config_of("losers", PLAYER_RANDOM, PLAYER_RANDOM);
    PlayerSpec *players = config->players;
    MatchClocks clocks;
    config->minimum_charge_ms = 1000;
    players[0].tc = (ClientTimeControl){.clock_ms = 2500};
    players[1].tc = (ClientTimeControl){.movetime_ms = 100};
    clocks_start(&clocks, config, &players[0], &players[1]);
    assert_true(clocks_charge(&clocks, WHITE, 1));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 1500);
    assert_true(clocks_charge(&clocks, WHITE, 1));
    assert_false(clocks_charge(&clocks, WHITE, 1));
    assert_int_equal(clocks_left_ms(&clocks, BLACK), GAME_NO_CLOCK);
    assert_true(clocks_charge(&clocks, BLACK, 149 * MS));
    assert_false(clocks_charge(&clocks, BLACK, 151 * MS));
    assert_int_equal(clocks_limits(&clocks, BLACK).movetime_ms, 100);
    players[0].tc = (ClientTimeControl){.nodes = 1000};
    players[1].tc = (ClientTimeControl){.depth = 5};
    clocks_start(&clocks, config, &players[0], &players[1]);
    assert_true(clocks_charge(&clocks, WHITE, 1000000 * (int64_t)MS));
    assert_int_equal(clocks_limits(&clocks, WHITE).nodes, 1000);
    assert_int_equal(clocks_limits(&clocks, BLACK).depth, 5);
    assert_int_equal(clocks_limits(&clocks, BLACK).clock_ms[WHITE], -1);
    assert_in_range(clocks_deadline_ms(&clocks, BLACK), config->response_timeout_ms,
                    config->response_timeout_ms + 1);
    free(config);
}

/* --- built-in players --- */

static void assert_choice(PlayerKind kind, const char *ruleset, const char *fen, const char *turn) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Position pos;
        Turn chosen;
        char text[TURN_TEXT_SIZE];
        uint64_t state = seed;
        assert_true(position_from_fen(&pos, ruleset_find(ruleset), fen, NULL));
        assert_true(builtin_choose(kind, &pos, &state, &chosen));
        notation_write_turn(&pos, chosen, STYLE_UCI, text);
        assert_string_equal(text, turn);
    }
}

static void test_builtin_choices(void **state) {
    /* A mate in one, which wins. */
    const char *mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert_choice(PLAYER_GREEDY, "6170-spring-2007", mate, "a1a8");
    assert_choice(PLAYER_MINIMAX2, "6170-spring-2007", mate, "a1a8");
    /* a2-a3 forces Black to capture White's last piece. */
    assert_choice(PLAYER_MINIMAX2, "6170-spring-2007", "4k3/6p1/8/8/1p6/8/P7/4K3 w - - 0 1",
                  "a2a3");
}

/* All legal turns are equally likely. */
static void test_random_is_uniform(void **state) {
    enum { DRAWS = 20000 };
    Position pos;
    uint64_t seed = 5;
    int counts[20] = {0};
    TurnList list;
    position_start(&pos, ruleset_default());
    assert_true(turn_list_make(&pos, &list));
    assert_int_equal(list.count, 20);
    for (int i = 0; i < DRAWS; i++) {
        Turn turn;
        assert_true(builtin_choose(PLAYER_RANDOM, &pos, &seed, &turn));
        for (int j = 0; j < list.count; j++)
            counts[j] += turn_equal(turn, list.turns[j]);
    }
    for (int j = 0; j < 20; j++) /* standard deviation 31 */
        assert_in_range(counts[j], 1000 - 4 * 31, 1000 + 4 * 31);
    turn_list_free(&list);
}

/* --- match games --- */

static bool play(const TournamentConfig *config, uint64_t seed, StoredGame *match_game) {
    atomic_bool cancel = false;
    Player *players[COLOURS];
    Game opening;
    game_init(&opening, config->rules);
    match_game_init(match_game, config, &opening, &config->players[0], &config->players[1]);
    for (int i = WHITE; i <= BLACK; i++) {
        players[i] =
            player_start(config, &config->players[i], &(PlayerRun){.cancel = &cancel}, NULL);
        assert_non_null(players[i]);
    }
    Error error;
    bool played = match_game_play(match_game, config, players, seed, &cancel, &error);
    player_stop(&players[WHITE]);
    player_stop(&players[BLACK]);
    return played;
}

/* Checks that reading back a log entry gives the game that was written. */
static void check_line(const TournamentConfig *config, const StoredGame *match_game) {
    GamePairing pairing = {.white = 0, .black = 1};
    char *text = game_log_write(match_game, config, 41, &pairing);
    assert_non_null(text);
    json_t *line = json_loads(text, 0, NULL);
    StoredGame again;
    Error error;
    int points;
    TerminationKind termination;
    assert_true(game_log_read_result(text, config, &pairing, &points, &termination, &error));
    assert_int_equal(points, match_game_white_points(match_game));
    assert_int_equal(termination, match_game->termination.kind);
    GamePairing crossed = {.white = 1, .black = 0};
    assert_false(game_log_read_result(text, config, &crossed, &points, &termination, &error));
    assert_done(game_log_read(text, config, &pairing, &again, &error), &error);
    char *played = game_turns_text(&match_game->game, STYLE_UCI),
         *read = game_turns_text(&again.game, STYLE_UCI);
    assert_string_equal(read, played);
    assert_string_equal(json_string_value(json_object_get(line, "reason")),
                        stored_game_reason(match_game));
    assert_int_equal(json_integer_value(json_object_get(line, "game")), 42);
    free(played);
    free(read);
    stored_game_free(&again);
    free(text);
    json_decref(line);
}

static void test_games_of_every_ruleset(void **state) {
    for (int i = 0; i < ruleset_count(); i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            TournamentConfig *config = config_of(ruleset_at(i)->name, PLAYER_RANDOM,
                                                 seed % 2 ? PLAYER_GREEDY : PLAYER_RANDOM);
            config->tournament_draws = seed % 3 == 0;
            StoredGame match_game;
            assert_true(play(config, seed, &match_game));
            Outcome outcome = game_outcome(&match_game.game);
            if (match_game.termination.kind == TERMINATION_BY_RULES)
                assert_true(outcome_is_over(outcome));
            else
                assert_int_equal(match_game.termination.kind, TERMINATION_MAX_TURNS);
            check_line(config, &match_game);
            stored_game_free(&match_game);
            free(config);
        }
}

static void test_clocks_of_a_game(void **state) {
    TournamentConfig *config = config_of("6170-spring-2007", PLAYER_RANDOM, PLAYER_RANDOM);
    for (Colour timed = WHITE; timed <= BLACK; timed++) {
        StoredGame match_game;
        Game opening;
        config->players[timed].tc = (ClientTimeControl){.clock_ms = 60000};
        config->players[other(timed)].tc = (ClientTimeControl){.depth = 1};
        game_init(&opening, config->rules);
        match_game_init(&match_game, config, &opening, &config->players[0], &config->players[1]);
        assert_true(match_game.timed);
        assert_int_equal(match_game.initial_ms[timed], 60000);
        assert_int_equal(match_game.current_ms[timed], 60000);
        assert_true(match_game.initial_ms[other(timed)] == GAME_NO_CLOCK);
        stored_game_free(&match_game);
    }
    free(config);
}

/* The same seed gives the same game. */
static void test_games_repeat(void **state) {
    TournamentConfig *config =
        config_of("6170-fall-2003-mindcontrol", PLAYER_RANDOM, PLAYER_GREEDY);
    StoredGame a, b, c;
    assert_true(play(config, 3, &a) && play(config, 3, &b) && play(config, 4, &c));
    char *first = game_turns_text(&a.game, STYLE_UCI),
         *second = game_turns_text(&b.game, STYLE_UCI);
    char *third = game_turns_text(&c.game, STYLE_UCI);
    assert_string_equal(first, second);
    assert_string_not_equal(first, third);
    free(first);
    free(second);
    free(third);
    stored_game_free(&a);
    stored_game_free(&b);
    stored_game_free(&c);
    free(config);
}

static void test_max_turns(void **state) {
    TournamentConfig *config = config_of("6170-spring-2007", PLAYER_RANDOM, PLAYER_RANDOM);
    config->max_turns = 4;
    StoredGame match_game;
    assert_true(play(config, 1, &match_game));
    assert_int_equal(match_game.game.count, 4);
    assert_string_equal(stored_game_reason(&match_game), "tooLong");
    assert_int_equal(match_game_white_points(&match_game), 1);
    check_line(config, &match_game);
    stored_game_free(&match_game);
    free(config);
}

static void test_forfeits(void **state) {
    TournamentConfig *config = config_of("6170-spring-2007", PLAYER_RANDOM, PLAYER_RANDOM);
    for (int kind = TERMINATION_TIME_FORFEIT; kind < TERMINATION_KINDS; kind++)
        for (int loser = WHITE; loser <= BLACK; loser++) {
            StoredGame match_game;
            Game opening;
            game_init(&opening, config->rules);
            assert_true(game_play_text(&opening, "e2e4", GAME_NO_CLOCK, NULL));
            match_game_init(&match_game, config, &opening, &config->players[0],
                            &config->players[1]);
            assert_int_equal(match_game.opening_turns, 1);
            stored_game_terminate(&match_game, (TerminationKind)kind, (Colour)loser, "because");
            assert_int_equal(match_game_white_points(&match_game), loser == WHITE ? 0 : 2);
            assert_string_equal(stored_game_reason(&match_game),
                                termination_name((TerminationKind)kind));
            assert_int_equal(termination_find(termination_name((TerminationKind)kind)), kind);
            check_line(config, &match_game);
            stored_game_free(&match_game);
        }
    assert_int_equal(termination_find("checkmate"), TERMINATION_BY_RULES);
    assert_string_equal(termination_words(TERMINATION_ILLEGAL_MOVE),
                        "illegal move"); /* pgn_write looks for this text */
    free(config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock_runs_down),   cmocka_unit_test(test_moves_to_go),
        cmocka_unit_test(test_other_limits),      cmocka_unit_test(test_builtin_choices),
        cmocka_unit_test(test_random_is_uniform), cmocka_unit_test(test_games_of_every_ruleset),
        cmocka_unit_test(test_games_repeat),      cmocka_unit_test(test_max_turns),
        cmocka_unit_test(test_clocks_of_a_game),  cmocka_unit_test(test_forfeits),
    };
    gamefile_init();
    int failed = test_run("match_game", tests);
    gamefile_quit();
    return failed;
}
