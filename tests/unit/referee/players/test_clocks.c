/* The clocks of a match game: charges, margins, sessions, deadlines, and limits that are sent. */
#include "unit/testing.h"

#include "referee/players/clocks.h"

#include <limits.h>

enum { MS = 1000 /* microseconds */ };

/* What the clocks need to know; the other fields of a configuration do not matter. */
static TournamentConfig config;

static int set_up(void **state) {
    config = (TournamentConfig){.margin_ms = -1, .response_timeout_ms = 5000};
    return 0;
}

static MatchClocks start(ClientTimeControl white, ClientTimeControl black) {
    MatchClocks clocks;
    config.players[0].tc = white;
    config.players[1].tc = black;
    clocks_start(&clocks, &config, &config.players[0], &config.players[1]);
    return clocks;
}

static void test_start(void **state) {
    MatchClocks clocks =
        start((ClientTimeControl){.clock_ms = 1500}, (ClientTimeControl){.depth = 4});
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 1500);
    assert_true(clocks_left_ms(&clocks, BLACK) == GAME_NO_CLOCK);
    assert_int_equal(clocks_moves_to_go(&clocks, WHITE), 0);
    assert_int_equal(clocks_moves_to_go(&clocks, BLACK), 0);
}

/* Each player is charged to its own clock, and microseconds add up. */
static void test_charges(void **state) {
    MatchClocks clocks =
        start((ClientTimeControl){.clock_ms = 10}, (ClientTimeControl){.clock_ms = 20});
    for (int i = 0; i < 9; i++)
        assert_true(clocks_charge(&clocks, WHITE, 100));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 10); /* 9.1, rounded up */
    assert_true(clocks_charge(&clocks, WHITE, 100));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 9);
    assert_int_equal(clocks_left_ms(&clocks, BLACK), 20);
    assert_true(clocks_charge(&clocks, BLACK, 20 * MS - 1));
    assert_int_equal(clocks_left_ms(&clocks, BLACK), 1);
    assert_false(clocks_charge(&clocks, BLACK, 1));
    assert_int_equal(clocks_left_ms(&clocks, BLACK), 0);
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 9);
}

/* The increment is added after the turn, so it cannot save a player whose time is up. */
static void test_increments(void **state) {
    ClientTimeControl tc = {.clock_ms = 100, .increment_ms = 50};
    MatchClocks clocks = start(tc, tc);
    assert_true(clocks_charge(&clocks, WHITE, 10 * MS));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 140);
    assert_true(clocks_charge(&clocks, WHITE, 0));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 190);
    assert_false(clocks_charge(&clocks, BLACK, 100 * MS));
    assert_int_equal(clocks_left_ms(&clocks, BLACK), 0);
}

/* A player who overruns its time by no more than the margin does not lose, but its clock gains
 * nothing from the margin. */
static void test_margin(void **state) {
    config.margin_ms = 30;
    ClientTimeControl tc = {.clock_ms = 100, .increment_ms = 10};
    MatchClocks clocks = start(tc, tc);
    assert_true(clocks_charge(&clocks, WHITE, 129 * MS));
    assert_in_range(clocks_left_ms(&clocks, WHITE), 10, 11);
    assert_false(clocks_charge(&clocks, BLACK, 130 * MS));
    config.margin_ms = 0;
    clocks = start((ClientTimeControl){.movetime_ms = 100}, tc);
    assert_true(clocks_charge(&clocks, WHITE, 100 * MS));
    assert_false(clocks_charge(&clocks, WHITE, 100 * MS + 1));
    /* By default only a fixed time per turn has a margin. */
    config.margin_ms = -1;
    clocks = start((ClientTimeControl){.movetime_ms = 100}, (ClientTimeControl){.clock_ms = 100});
    assert_true(clocks_charge(&clocks, WHITE, 110 * MS));
    assert_false(clocks_charge(&clocks, WHITE, 200 * MS));
    assert_true(clocks_charge(&clocks, WHITE, 100 * MS)); /* each turn has its own time */
    assert_false(clocks_charge(&clocks, BLACK, 100 * MS));
}

/* A player's own margin replaces that of the tournament, even if it is none. */
static void test_own_margin(void **state) {
    config.margin_ms = 50;
    config.players[0].has_margin = config.players[1].has_margin = true;
    config.players[0].margin_ms = 20;
    ClientTimeControl tc = {.clock_ms = 100}, movetime = {.movetime_ms = 100};
    MatchClocks clocks = start(tc, tc);
    assert_true(clocks_charge(&clocks, WHITE, 119 * MS));
    assert_false(clocks_charge(&clocks, BLACK, 100 * MS));
    clocks = start(movetime, movetime);
    assert_int_equal(clocks_deadline_ms(&clocks, WHITE), 121);
    assert_false(clocks_charge(&clocks, BLACK, 101 * MS));
}

static void test_minimum_charge(void **state) {
    config.minimum_charge_ms = 20;
    ClientTimeControl tc = {.clock_ms = 100};
    MatchClocks clocks = start(tc, tc);
    assert_true(clocks_charge(&clocks, WHITE, 0));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 80);
    assert_true(clocks_charge(&clocks, WHITE, 30 * MS));
    assert_int_equal(clocks_left_ms(&clocks, WHITE), 50);
}

static void test_clocks_that_count_nodes(void **state) {
    config.nodes_per_ms = 50;
    config.response_timeout_ms = 7000;
    MatchClocks clocks =
        start((ClientTimeControl){.clock_ms = 10}, (ClientTimeControl){.depth = 3});
    assert_int_equal(clocks_deadline_ms(&clocks, WHITE), 7000);
    assert_int_equal(clocks_deadline_ms(&clocks, BLACK), 7000);
}

static void test_sessions(void **state) {
    ClientTimeControl white = {.moves_to_go = 2, .clock_ms = 1000, .increment_ms = 5};
    MatchClocks clocks = start(white, (ClientTimeControl){.clock_ms = 1000});
    static const int64_t LEFT[] = {905, 1810, 1715, 2620, 2525, 3430};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(clocks_moves_to_go(&clocks, WHITE), 2 - i % 2);
        assert_int_equal(clocks_limits(&clocks, WHITE).moves_to_go, 2 - i % 2);
        assert_int_equal(clocks_moves_to_go(&clocks, BLACK), 0);
        assert_int_equal(clocks_limits(&clocks, BLACK).moves_to_go, 0);
        assert_true(clocks_charge(&clocks, WHITE, 100 * MS));
        assert_true(clocks_charge(&clocks, BLACK, 100 * MS));
        assert_int_equal(clocks_left_ms(&clocks, WHITE), LEFT[i]);
        assert_int_equal(clocks_left_ms(&clocks, BLACK), 1000 - 100 * (i + 1));
    }
}

/* A deadline is later than the time limit, but not much later. */
static void test_deadlines(void **state) {
    config.margin_ms = 40;
    MatchClocks clocks =
        start((ClientTimeControl){.clock_ms = 1000}, (ClientTimeControl){.movetime_ms = 300});
    assert_in_range(clocks_deadline_ms(&clocks, WHITE), 1040, 1041);
    assert_in_range(clocks_deadline_ms(&clocks, BLACK), 340, 341);
    assert_true(clocks_charge(&clocks, WHITE, 600 * MS + 500));
    assert_in_range(clocks_deadline_ms(&clocks, WHITE), 440, 441);
    clocks =
        start((ClientTimeControl){.nodes = 10}, (ClientTimeControl){.clock_ms = INT64_C(1) << 40});
    assert_in_range(clocks_deadline_ms(&clocks, WHITE), 5000, 5001);
    assert_int_equal(clocks_deadline_ms(&clocks, BLACK), INT_MAX);
    clocks = start((ClientTimeControl){.movetime_ms = 1}, (ClientTimeControl){.clock_ms = 1});
    assert_in_range(clocks_deadline_ms(&clocks, WHITE), 41, 42);
    assert_in_range(clocks_deadline_ms(&clocks, BLACK), 41, 42);
}

static void test_limits(void **state) {
    MatchClocks clocks = start((ClientTimeControl){.clock_ms = 1000, .increment_ms = 7},
                               (ClientTimeControl){.movetime_ms = 300});
    assert_true(clocks_charge(&clocks, WHITE, 100 * MS + 1));
    for (Colour player = WHITE; player <= BLACK; player++) {
        ClientLimits limits = clocks_limits(&clocks, player);
        assert_int_equal(limits.clock_ms[WHITE], 906); /* rounded down */
        assert_int_equal(limits.increment_ms[WHITE], 7);
        assert_true(limits.clock_ms[BLACK] < 0);
        assert_int_equal(limits.increment_ms[BLACK], 0);
        assert_int_equal(limits.movetime_ms, player == WHITE ? 0 : 300);
        assert_int_equal(limits.depth, 0);
        assert_int_equal(limits.nodes, 0);
        assert_false(limits.infinite);
    }
    clocks = start((ClientTimeControl){.depth = 6}, (ClientTimeControl){.nodes = 5000});
    assert_int_equal(clocks_limits(&clocks, WHITE).depth, 6);
    assert_int_equal(clocks_limits(&clocks, WHITE).nodes, 0);
    assert_int_equal(clocks_limits(&clocks, BLACK).depth, 0);
    assert_int_equal(clocks_limits(&clocks, BLACK).nodes, 5000);
    assert_true(clocks_limits(&clocks, WHITE).clock_ms[WHITE] < 0);
    /* A clock with less than a millisecond is sent as 1 ms, as 0 may mean no clock. */
    clocks = start((ClientTimeControl){.clock_ms = 1}, (ClientTimeControl){.clock_ms = 1});
    assert_true(clocks_charge(&clocks, WHITE, MS - 1));
    assert_int_equal(clocks_limits(&clocks, WHITE).clock_ms[WHITE], 1);
}

/* A player without a time limit may think forever. */
static void test_untimed(void **state) {
    MatchClocks clocks = start((ClientTimeControl){.depth = 6}, (ClientTimeControl){.nodes = 5000});
    for (Colour player = WHITE; player <= BLACK; player++) {
        assert_true(clocks_charge(&clocks, player, INT64_MAX));
        assert_true(clocks_left_ms(&clocks, player) == GAME_NO_CLOCK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_start, set_up),
        cmocka_unit_test_setup(test_charges, set_up),
        cmocka_unit_test_setup(test_increments, set_up),
        cmocka_unit_test_setup(test_margin, set_up),
        cmocka_unit_test_setup(test_own_margin, set_up),
        cmocka_unit_test_setup(test_minimum_charge, set_up),
        cmocka_unit_test_setup(test_clocks_that_count_nodes, set_up),
        cmocka_unit_test_setup(test_sessions, set_up),
        cmocka_unit_test_setup(test_deadlines, set_up),
        cmocka_unit_test_setup(test_limits, set_up),
        cmocka_unit_test_setup(test_untimed, set_up),
    };
    return test_run("clocks", tests);
}
