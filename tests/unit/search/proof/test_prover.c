/* Proof-number search: its wins are real, it finds wins in one half-move, and with a depth limit
 * it agrees with an exhaustive search. */
/* tags: threads */
#include "unit/computed_tablebase.h"
#include "unit/positions.h"

#include "rules/notation.h"
#include "search/proof/prover.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Can the player force a win within `depth` half-moves? Determined by exhaustive search. */
static bool wins(const Position *pos, Colour player, int depth) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return !outcome.drawn && outcome.winner == player;
    if (depth == 0)
        return false;
    bool is_or = pos->player == player;
    for (int i = 0; i < list.count; i++) {
        Position child;
        position_apply(&child, pos, list.moves[i]);
        if (wins(&child, player, depth - 1) == is_or)
            return is_or;
    }
    return !is_or;
}

/* Plays a line of legal half-moves; returns the last position. */
static Position play_line(const Position *root, const Move *line, int count) {
    Position pos = *root, next;
    for (int i = 0; i < count; i++) {
        MoveList list;
        assert_false(outcome_is_over(outcome_find(&pos, &list)));
        assert_true(movelist_has(&list, line[i]));
        position_apply(&next, &pos, line[i]);
        pos = next;
    }
    return pos;
}

/* Runs the prover without a deadline. */
static int run(Prover *prover, ProverParams params, uint64_t nodes_max, Move line[MAX_PLY]) {
    params.deadline = INT64_MAX;
    params.nodes_max = nodes_max;
    return prover_run(prover, &params, line);
}

static void check(Prover *prover, const Position *pos, int *proven, int *near) {
    enum { NEAR = 3 };
    Root root = {.pos = *pos};
    ProverParams params = {.root = &root};
    Move line[MAX_PLY];
    Colour player = (Colour)pos->player;
    int count = run(prover, params, 20000, line);
    if (count > 0) {
        Position end = play_line(pos, line, count);
        Outcome outcome = outcome_of(&end);
        assert_true(outcome_is_over(outcome) && !outcome.drawn && outcome.winner == player);
        assert_false(prover_is_disproven(prover));
        if (count <= NEAR)
            assert_true(wins(pos, player, count));
        ++*proven;
    }
    if (wins(pos, player, 1)) {
        assert_true(count > 0);
        ++*near;
    }
}

/* Random games in all rulesets: one in four positions, and those with a win in one half-move. */
static void test_proven_wins_are_real(void **state) {
    if (watches_threads())
        return;
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    int proven = 0, near = 0;
    uint64_t seed = 3;
    assert_non_null(prover);
    for (int game = 0; game < fewer_if_sanitized(3) * ruleset_count(); game++) {
        Position pos;
        MoveList list;
        position_start(&pos, ruleset_at(game % ruleset_count()));
        for (int ply = 0; ply < 150 && !outcome_is_over(outcome_find(&pos, &list)); ply++) {
            if (position_begins_turn(&pos) && list.moves[0] != MOVE_PASS && ply > 20 &&
                (ply % 4 == 0 || wins(&pos, (Colour)pos.player, 1)))
                check(prover, &pos, &proven, &near);
            pos = random_successor(&pos, &list, &seed);
        }
    }
    assert_in_range(proven, fewer_if_sanitized(60), 100000);
    assert_in_range(near, fewer_if_sanitized(10), 100000);
    prover_free(prover);
}

/* Runs the prover for `nodes_max` nodes in positions of random games, which are the same in each
 * call. Returns how many wins it has proven; *nodes is how many nodes it has searched. */
static int count_wins(Prover *prover, uint64_t nodes_max, uint64_t *nodes) {
    uint64_t seed = 5;
    int wins = 0;
    *nodes = 0;
    for (int game = 0; game < (is_sanitized() ? 4 : 8); game++) {
        Root root = {.tournament_draws = false};
        ProverParams params = {.root = &root};
        MoveList list;
        position_start(&root.pos, ruleset_find("6170-spring-2007"));
        for (int ply = 0; ply < 60 && !outcome_is_over(outcome_find(&root.pos, &list)); ply++) {
            Move line[MAX_PLY];
            if (ply % 6 == 0 && list.moves[0] != MOVE_PASS) {
                wins += run(prover, params, nodes_max, line) > 0;
                *nodes += prover_nodes(prover);
            }
            root.pos = random_successor(&root.pos, &list, &seed);
        }
    }
    return wins;
}

/* A prover that gives up searches far fewer nodes and misses few wins. */
static void test_giving_up(void **state) {
    if (watches_threads())
        return;
    enum { NODES = 20000, FROM = 1500 };
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    Root root = {.tournament_draws = false};
    ProverParams params = {.root = &root};
    uint64_t nodes, nodes_if_giving_up;
    Move line[MAX_PLY];
    assert_non_null(prover);
    int wins = count_wins(prover, NODES, &nodes);
    prover_set_give_up(prover, 2, FROM);
    int wins_if_giving_up = count_wins(prover, NODES, &nodes_if_giving_up);
    assert_true(wins >= (is_sanitized() ? 2 : 8) && wins_if_giving_up <= wins);
    assert_true(10 * wins_if_giving_up >= 8 * wins);
    assert_true(10 * nodes_if_giving_up < 6 * nodes);
    prover_set_give_up(prover, 0, FROM);
    position_start(&root.pos, ruleset_find("6170-spring-2007"));
    assert_int_equal(run(prover, params, NODES, line), 0);
    assert_true(prover_nodes(prover) >= NODES);
    prover_free(prover);
}

/* Three pieces against one: with a tablebase more wins are proven, with fewer nodes, and their
 * lines are whole. */
static void test_tablebase(void **state) {
    if (watches_threads())
        return;
    const Ruleset *rules = ruleset_find("antichess");
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    Tablebase *tablebase = computed_tablebase("antichess");
    uint64_t seed = 4, nodes[2] = {0};
    int proven[2] = {0};
    assert_non_null(prover);
    for (int i = 0; i < 300; i++) {
        Root root = {.tournament_draws = true};
        ProverParams params = {.root = &root};
        Move line[MAX_PLY];
        position_clear(&root.pos, rules);
        for (int piece = 0; piece < 4; piece++) {
            Square square = (Square)(8 + 12 * piece + (int)(random_next(&seed) % 12));
            PieceType type = (PieceType)(random_next(&seed) % (KING + 1));
            position_put(&root.pos, square, piece_make(piece == 1 ? BLACK : WHITE, type));
        }
        if (!position_finish(&root.pos, NULL) || outcome_is_over(outcome_of(&root.pos)))
            continue;
        for (int with = 0; with < 2; with++) {
            params.tablebase = with ? tablebase : NULL;
            int count = run(prover, params, 500, line);
            nodes[with] += prover_nodes(prover);
            if (count == 0)
                continue;
            proven[with]++;
            Position end = play_line(&root.pos, line, count);
            Outcome outcome = outcome_of(&end);
            assert_true(outcome_is_over(outcome) && !outcome.drawn && outcome.winner == WHITE);
        }
    }
    assert_true(proven[1] > proven[0] && nodes[1] < nodes[0]);
    tablebase_free(tablebase);
    prover_free(prover);
}

typedef struct {
    Colour winner; /* expected */
    int count, near;
} HeardProofs;

/* Checks a proven position near the end by an exhaustive search. */
static void hear_proof(void *context, const ProvenPosition *proven) {
    HeardProofs *heard = context;
    MoveList list;
    assert_false(outcome_is_over(outcome_find(proven->pos, &list)));
    assert_true(movelist_has(&list, proven->move));
    assert_int_equal(proven->wins, proven->pos->player == heard->winner);
    heard->count++;
    if (proven->distance > 3)
        return;
    Position after;
    position_apply(&after, proven->pos, proven->move);
    assert_true(wins(proven->pos, heard->winner, proven->distance));
    assert_true(wins(&after, heard->winner, proven->distance - 1));
    if (!proven->wins && proven->distance > 1) /* the loser must choose the longest defence */
        assert_false(wins(&after, heard->winner, proven->distance - 2));
    heard->near++;
}

/* The listener hears of the root and of proven positions below it. */
static void test_listener(void **state) {
    if (watches_threads())
        return;
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    Position start;
    Root root = {.tournament_draws = false};
    ProverParams params = {.root = &root};
    Move line[MAX_PLY];
    HeardProofs heard = {.winner = BLACK};
    assert_non_null(prover);
    position_start(&start, ruleset_find("antichess"));
    position_apply(&root.pos, &start, move_make(11, 27, PAWN)); /* d2d4 */
    prover_set_listener(prover, hear_proof, &heard);
    assert_true(run(prover, params, 100000, line) > 0);
    assert_in_range(heard.count, 100, 100000);
    assert_in_range(heard.near, 20, 100000);
    prover_free(prover);
}

/* Antichess is lost for White after 1. d3 and 1. d4. */
static void test_lost_openings(void **state) {
    if (watches_threads())
        return;
    static const char *const TURNS[] = {"d2d3", "d2d4"};
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    assert_non_null(prover);
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        Position start;
        Root root = {.tournament_draws = false};
        ProverParams params = {.root = &root};
        Move line[MAX_PLY];
        position_start(&start, ruleset_find("antichess"));
        turn_apply(&root.pos, &start, turn_of(&start, TURNS[i]));
        int count = run(prover, params, 100000, line);
        Position end = play_line(&root.pos, line, count);
        Outcome outcome = outcome_of(&end);
        assert_true(count > 0 && outcome_is_over(outcome) && outcome.winner == BLACK);
    }
    prover_free(prover);
}

/* With a depth limit that an exhaustive search can reach, every win is proven or disproven, for all
 * turns together and for each. */
static void check_limits(Prover *prover, const Position *pos, int depth, int *wins_found) {
    Root root = {.pos = *pos};
    ProverParams params = {.root = &root, .depth = depth};
    Colour player = (Colour)pos->player;
    Move line[MAX_PLY];
    TurnList turns;
    int winning = 0;
    int count = run(prover, params, UINT64_MAX, line);
    assert_int_equal(count > 0, wins(pos, player, depth));
    assert_int_equal(prover_is_disproven(prover), count == 0);
    assert_true(turn_list_make(pos, &turns));
    for (int i = 0; i < turns.count; i++) {
        Position after;
        turn_apply(&after, pos, turns.turns[i]);
        params.filter.only = &turns.turns[i];
        params.filter.only_count = 1;
        bool is_win = run(prover, params, UINT64_MAX, line) > 0;
        assert_int_equal(is_win, wins(&after, player, depth - turns.turns[i].count));
        assert_int_equal(prover_is_disproven(prover), !is_win);
        assert_true(!is_win || line[0] == turns.turns[i].moves[0]);
        winning += is_win;
    }
    turn_list_free(&turns);
    assert_int_equal(winning > 0, count > 0);
    *wins_found += winning;
}

/* Few pieces, so that exhaustive search is fast. */
static void test_limits(void **state) {
    if (watches_threads())
        return;
    static const struct {
        const char *ruleset, *fen;
        int depth;
    } STARTS[] = {
        {"6170-spring-2007", "4k3/4pp2/B7/8/P7/8/3P1K2/2B5 b - - 0 20", 4},
        {"losers", "8/8/p5k1/4R3/1P6/8/7P/4K3 b - - 0 29", 4},
        {"6170-spring-1994", "4k1n1/8/8/3b4/8/8/1P6/4K3 w - - 0 28", 4},
        {"6170-spring-2006-antiking", "5b2/1R1k4/8/2A5/8/2p3PK/8/1a6 b - - 0 38", 3},
        {"6170-fall-2003-mindcontrol", "5k2/8/8/8/2K3P1/8/2p5/8 w - - 3 41", 4},
        {"6170-fall-2003", "4k1n1/8/8/3b4/8/8/1P6/4K3 w - - 0 28 chips:1/1", 4},
    };
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    int wins_found = 0;
    uint64_t seed = 5;
    assert_non_null(prover);
    for (size_t i = 0; i < sizeof STARTS / sizeof *STARTS; i++) {
        Position pos;
        MoveList list;
        Error error;
        assert_true(
            position_from_fen(&pos, ruleset_find(STARTS[i].ruleset), STARTS[i].fen, &error));
        for (int ply = 0;
             ply < fewer_if_sanitized(6) && !outcome_is_over(outcome_find(&pos, &list)); ply++) {
            if (position_begins_turn(&pos))
                check_limits(prover, &pos, STARTS[i].depth, &wins_found);
            pos = random_successor(&pos, &list, &seed);
        }
    }
    assert_in_range(wins_found, fewer_if_sanitized(6), 100000);
    prover_free(prover);
}

/* A run ends at its node limit, at its deadline, and on a stop signal. */
static void test_run_ends(void **state) {
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    atomic_bool stop = false;
    Root root = {.tournament_draws = false};
    ProverParams params = {.root = &root};
    Move line[MAX_PLY];
    assert_non_null(prover);
    position_start(&root.pos, ruleset_default());
    assert_int_equal(run(prover, params, 1000, line), 0);
    assert_in_range(prover_nodes(prover), 999, 1000 + MOVES_MAX);
    params.stop = &stop;
    assert_int_equal(run(prover, params, UINT64_MAX, line), 0);
    params.nodes_max = UINT64_MAX;
    assert_int_equal(prover_run(prover, &params, line), 0); /* the deadline is 0 */
    assert_in_range(prover_nodes(prover), 0, 10000);
    stop = true;
    assert_int_equal(run(prover, params, UINT64_MAX, line), 0);
    assert_in_range(prover_nodes(prover), 0, 10000);
    prover_free(prover);
}

typedef struct {
    Prover *prover;
    atomic_bool quit;
    uint64_t nodes;
} ProverHelper;

static void *help(void *argument) {
    ProverHelper *h = argument;
    while (!atomic_load(&h->quit))
        h->nodes += prover_help(h->prover, UINT64_MAX);
    return NULL;
}

/* One thread does not find this win within NODES nodes; with three helpers it does. */
static void test_helpers_find_more(void **state) {
    enum { NODES = 40000, HELPERS = 3, TRIES = 100 };
    Prover *prover = prover_new(PROVER_CAPACITY_DEFAULT);
    ProverHelper helps[HELPERS];
    Root root = {.tournament_draws = false};
    ProverParams params = {.root = &root};
    pthread_t threads[HELPERS];
    Error error;
    Move line[MAX_PLY];
    uint64_t helped = 0;
    int count = 0;
    assert_non_null(prover);
    assert_true(position_from_fen(&root.pos, ruleset_find("6170-spring-2007"),
                                  "rnbk4/pppp1p2/8/2N5/8/3BbP1P/PPPP4/R1B1K3 w - - 0 14", &error));
    assert_int_equal(prover_help(prover, UINT64_MAX), 0); /* no run to help */
    assert_int_equal(run(prover, params, NODES, line), 0);
    for (int i = 0; i < HELPERS; i++) {
        helps[i] = (ProverHelper){.prover = prover};
        assert_int_equal(pthread_create(&threads[i], NULL, help, &helps[i]), 0);
    }
    for (int i = 0; i < TRIES && count == 0; i++) /* the helpers may join too late */
        count = run(prover, params, NODES, line);
    for (int i = 0; i < HELPERS; i++) {
        atomic_store(&helps[i].quit, true);
        pthread_join(threads[i], NULL);
        helped += helps[i].nodes;
    }
    assert_true(helped > 0);
    assert_in_range(count, 1, MAX_PLY);
    Position end = play_line(&root.pos, line, count);
    Outcome outcome = outcome_of(&end);
    assert_true(outcome_is_over(outcome) && !outcome.drawn && outcome.winner == WHITE);
    prover_free(prover);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proven_wins_are_real),
        cmocka_unit_test(test_giving_up),
        cmocka_unit_test(test_tablebase),
        cmocka_unit_test(test_listener),
        cmocka_unit_test(test_lost_openings),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_run_ends),
        cmocka_unit_test(test_helpers_find_more),
    };
    return test_run("prover", tests);
}
