/* The search in one thread: legal turns, forced wins, limits, repeatable results; its table. */
#include "unit/computed_tablebase.h"
#include "unit/hand_clock.h"
#include "unit/positions.h"

#include "eval/evaluate.h"
#include "eval/wdl.h"
#include "rules/game.h"
#include "search/bench.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    SearchShared *shared;
    SearchThread *thread;
    Signals signals;
} SearchFixture;

static int set_up(void **state) {
    static SearchFixture fixture;
    fixture = (SearchFixture){.shared = shared_new(1)};
    fixture.thread = search_thread_new(fixture.shared, SEARCH_LEADER);
    *state = &fixture;
    return fixture.thread ? 0 : -1;
}

static int tear_down(void **state) {
    SearchFixture *fixture = *state;
    search_thread_free(fixture->thread);
    shared_free(fixture->shared);
    return 0;
}

static SearchParams params_of(const char *ruleset, const char *fen) {
    return (SearchParams){.root.pos = position_of(ruleset, fen)};
}

static void keep_info(void *context, const SearchInfo *info) {
    *(SearchInfo *)context = *info;
}

/* The turns to the end of the game, which a search to this depth must prove. */
static int turns_to_end(SearchFixture *fixture, const char *ruleset, const char *fen, int depth) {
    static SearchInfo last;
    SearchParams params = params_of(ruleset, fen);
    params.limits.depth = depth;
    table_clear(fixture->shared->table);
    search_run(fixture->thread, &params, &fixture->signals,
               &(Reports){.info = keep_info, .context = &last});
    if (!score_is_decisive(last.score))
        fail_msg("%s %s: no win or loss was proven (%d centipawns)", ruleset, fen, last.score);
    return search_mate_distance(params.root.pos.rules, last.score);
}

static void test_forced_ends(void **state) {
    SearchFixture *fixture = *state;
    static const struct {
        const char *ruleset, *fen;
        int depth, turns;
    } CASES[] = {
        /* White must capture Black's last piece; then Black is bare and wins. */
        {"6170-spring-2007", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", 3, -1},
        /* A back-rank mate, in a ruleset where the mated side loses. */
        {"6170-spring-2007", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3, 1},
        /* Black, stalemated, passes; then White mates. */
        {"6170-spring-2007", "k7/2Q5/3K4/8/8/p7/P7/8 w - - 0 1", 3, 2},
        /* Mind control: the forced capture of Black's last piece ends the game within the turn. */
        {"6170-fall-2003-mindcontrol", "4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1", 4, -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int turns = turns_to_end(fixture, CASES[i].ruleset, CASES[i].fen, CASES[i].depth);
        if (turns != CASES[i].turns)
            fail_msg("%s %s: ends in %d turns, not %d", CASES[i].ruleset, CASES[i].fen, turns,
                     CASES[i].turns);
    }
}

/* With a tablebase a search proves at once what lies far beyond its depth, and shows the whole way.
 */
static void test_tablebase(void **state) {
    SearchFixture *fixture = *state;
    static SearchInfo last;
    SearchParams params = params_of("antichess", "8/8/8/3k4/8/8/8/R7 w - - 0 1");
    Tablebase *tablebase = computed_tablebase("antichess");
    params.limits.depth = 1;
    for (int i = 0; i < 2; i++) {
        params.tablebase = i == 0 ? NULL : tablebase;
        table_clear(fixture->shared->table);
        search_run(fixture->thread, &params, &fixture->signals,
                   &(Reports){.info = keep_info, .context = &last});
        assert_int_equal(score_is_decisive(last.score), i == 1);
        assert_int_equal(last.tablebase_hits > 0, i == 1);
    }
    Position pos = params.root.pos;
    for (int i = 0; i < last.pv_count; i++) {
        Position before = pos;
        assert_true(turn_is_legal(&before, last.pv[i]));
        turn_apply(&pos, &before, last.pv[i]);
    }
    Outcome outcome = outcome_of(&pos);
    assert_true(outcome_is_over(outcome) && outcome.winner == WHITE);
    assert_int_equal(last.score, score_mate_in(last.pv_count));
    assert_int_equal(last.pv_count, 34);
    tablebase_free(tablebase);
}

static Score score_of(SearchFixture *fixture, SearchParams params, int depth) {
    static SearchInfo last;
    params.limits.depth = depth;
    table_clear(fixture->shared->table);
    search_run(fixture->thread, &params, &fixture->signals,
               &(Reports){.info = keep_info, .context = &last});
    return last.score;
}

static void test_tournament_draws(void **state) {
    SearchFixture *fixture = *state;
    SearchParams params = params_of("6170-spring-2007", "4k2r/7p/8/8/8/8/8/R3K3 w - - 99 80");
    assert_int_not_equal(score_of(fixture, params, 3), SCORE_DRAW);
    params.root.tournament_draws = true;
    assert_int_equal(score_of(fixture, params, 3), SCORE_DRAW);
}

static void test_mate_distance(void **state) {
    const Ruleset *single = ruleset_find("6170-spring-2007");
    const Ruleset *mind = ruleset_find("6170-fall-2003-mindcontrol");
    assert_int_equal(search_mate_distance(single, score_mate_in(1)), 1);
    assert_int_equal(search_mate_distance(single, score_mated_in(2)), -1);
    assert_int_equal(search_mate_distance(single, score_mate_in(3)), 2);
    assert_int_equal(search_mate_distance(mind, score_mate_in(1)), 1);
    assert_int_equal(search_mate_distance(mind, score_mate_in(2)), 1);
    assert_int_equal(search_mate_distance(mind, score_mated_in(4)), -1);
    assert_int_equal(search_mate_distance(mind, score_mate_in(5)), 2);
}

/* Random games in every ruleset with few nodes: every answer is a legal turn. */
static void test_always_a_legal_turn(void **state) {
    SearchFixture *fixture = *state;
    uint64_t seed = 42;
    for (int r = 0; r < ruleset_count(); r++) {
        Game game;
        game_init(&game, ruleset_at(r));
        if (ruleset_at(r)->pass_chips)
            position_set_chips(&game.now, WHITE, 2);
        while (!outcome_is_over(game_outcome(&game)) && game.count < 120) {
            if (game_pass_if_forced(&game))
                continue;
            SearchParams params = {.root.pos = game.now,
                                   .limits.nodes = 1 + random_next(&seed) % 300};
            Turn turn =
                search_run(fixture->thread, &params, &fixture->signals, &(Reports){0})->pv[0];
            assert_true(turn_is_legal(&game.now, turn));
            assert_true(game_play(&game, turn, 0));
        }
        game_free(&game);
    }
}

/* A search ends at its deadline, of which it learns each 1024 nodes, even before depth 1 is done.
 */
static void test_boards_full_of_queens(void **state) {
    enum { MOVETIME = 20, NODES_PER_READING = 1024 };
    SearchFixture *fixture = *state;
    SearchParams params =
        params_of("6170-spring-2007", "qqqqkqqq/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/"
                                      "QQQQKQQQ w - - 0 1");
    params.limits.time = (TimeLimits){.movetime = MOVETIME};
    hand_clock_readings_take_ms(1);
    const SearchInfo *info = search_run(fixture->thread, &params, &fixture->signals, &(Reports){0});
    hand_clock_readings_take_ms(0);
    assert_true(turn_is_legal(&params.root.pos, info->pv[0]));
    assert_in_range(info->nodes, 1, MOVETIME * NODES_PER_READING);
}

/* --- searchmoves and MultiPV --- */

/* The lines of the last finished iteration. */
typedef struct {
    Turn turns[MULTIPV_MAX];
    Score scores[MULTIPV_MAX];
    int count;
} Ranking;

static void keep_ranking(void *context, const SearchInfo *info) {
    Ranking *ranking = context;
    assert_true(info->pv_count > 0 && info->multipv >= 1 && info->multipv <= MULTIPV_MAX);
    ranking->turns[info->multipv - 1] = info->pv[0];
    ranking->scores[info->multipv - 1] = info->score;
    ranking->count = info->multipv;
}

/* MultiPV with all turns: each turn once, the best first. */
static void check_ranking(SearchFixture *fixture, const Game *game, const TurnList *all) {
    static Ranking ranking;
    SearchParams params = {.root.pos = game->now, .multipv = MULTIPV_MAX, .limits.depth = 3};
    search_run(fixture->thread, &params, &fixture->signals,
               &(Reports){.info = keep_ranking, .context = &ranking});
    assert_int_equal(ranking.count, all->count < MULTIPV_MAX ? all->count : MULTIPV_MAX);
    for (int i = 0; i < ranking.count; i++) {
        assert_true(turn_is_legal(&game->now, ranking.turns[i]));
        assert_false(turn_is_among(ranking.turns, i, ranking.turns[i]));
        assert_true(i == 0 || ranking.scores[i] <= ranking.scores[i - 1]);
    }
}

/* The best move is one of the searchmoves and has a valid score, however short the search. */
static void check_searchmoves(SearchFixture *fixture, const Game *game, const TurnList *all,
                              uint64_t *seed) {
    Turn searchmoves[2] = {all->turns[random_next(seed) % (uint64_t)all->count],
                           all->turns[random_next(seed) % (uint64_t)all->count]};
    for (uint64_t nodes = 1; nodes < 3000; nodes *= 9) {
        static Ranking ranking;
        SearchParams params = {.root.pos = game->now,
                               .searchmoves = searchmoves,
                               .searchmove_count = 2,
                               .multipv = 3,
                               .limits.nodes = nodes};
        const SearchInfo *found = search_run(fixture->thread, &params, &fixture->signals,
                                             &(Reports){.info = keep_ranking, .context = &ranking});
        assert_true(turn_is_among(searchmoves, 2, found->pv[0]));
        assert_true(abs(found->score) < SCORE_MATE);
        assert_true(ranking.count <= 2);
    }
}

static void test_searchmoves_and_multipv(void **state) {
    SearchFixture *fixture = *state;
    uint64_t seed = 7;
    for (int r = 0; r < ruleset_count(); r++)
        for (int plies = 0; plies < 30; plies += is_sanitized() ? 15 : 6) {
            Game game;
            TurnList all;
            game_init(&game, ruleset_at(r));
            assert_true(game_play_random(&game, plies, &seed));
            if (!outcome_is_over(game_outcome(&game)) && !game_pass_if_forced(&game)) {
                assert_true(turn_list_make(&game.now, &all));
                check_ranking(fixture, &game, &all);
                check_searchmoves(fixture, &game, &all, &seed);
                turn_list_free(&all);
            }
            game_free(&game);
        }
}

/* These mates are found because `go mate` prunes nothing. */
static void test_go_mate(void **state) {
    static const char *const MATES_IN_2[] = {
        "k7/2Q5/3K4/8/8/p7/P7/8 w - - 0 1",
        "1k6/8/6R1/p7/8/8/8/5RK1 w - - 0 1",
        "1k6/8/6R1/p7/8/6PP/6PN/5RKB w - - 0 1",
    };
    SearchFixture *fixture = *state;
    static SearchInfo last;
    Reports reports = {.info = keep_info, .context = &last};
    for (size_t i = 0; i < sizeof MATES_IN_2 / sizeof *MATES_IN_2; i++) {
        SearchParams params = params_of("6170-spring-2007", MATES_IN_2[i]);
        params.limits.mate = 2;
        table_clear(fixture->shared->table);
        search_run(fixture->thread, &params, &fixture->signals, &reports);
        assert_true(score_is_decisive(last.score));
        assert_int_equal(search_mate_distance(params.root.pos.rules, last.score), 2);
        /* There is no mate in one, but the search may still find the mate in two. */
        params.limits.mate = 1;
        table_clear(fixture->shared->table);
        search_run(fixture->thread, &params, &fixture->signals, &reports);
        assert_true(!score_is_decisive(last.score) ||
                    search_mate_distance(params.root.pos.rules, last.score) == 2);
        assert_int_equal(last.depth, 2);
    }
}

/* The opponent's turn, in which White's last pawn is captured by force, belongs to the win. */
static void test_go_mate_on_the_opponents_turn(void **state) {
    SearchFixture *fixture = *state;
    static SearchInfo last;
    Reports reports = {.info = keep_info, .context = &last};
    SearchParams params =
        params_of("6170-fall-2003-mindcontrol", "5k2/8/8/8/2K3P1/8/2p5/8 w - - 3 41");
    params.limits.mate = 1;
    table_clear(fixture->shared->table);
    search_run(fixture->thread, &params, &fixture->signals, &reports);
    assert_true(score_is_decisive(last.score));
    assert_int_equal(search_mate_distance(params.root.pos.rules, last.score), 1);
}

static void test_one_node_is_enough_for_a_report(void **state) {
    SearchFixture *fixture = *state;
    for (int r = 0; r < ruleset_count(); r++) {
        SearchParams params = {.limits.nodes = 1};
        static SearchInfo last;
        position_start(&params.root.pos, ruleset_at(r));
        last.pv_count = 0;
        search_run(fixture->thread, &params, &fixture->signals,
                   &(Reports){.info = keep_info, .context = &last});
        assert_true(turn_is_legal(&params.root.pos, last.pv[0]));
        assert_true(last.nodes == 1);
    }
}

/* A clock that counts nodes ends the search at the last node, give or take a few for a proof
 * search, and the last report has the number of all nodes. */
static void test_time_counted_in_nodes(void **state) {
    SearchFixture *fixture = *state;
    static SearchInfo last;
    SearchParams params =
        params_of("losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    params.limits.time = (TimeLimits){.movetime = 30, .nodes_per_ms = 100};
    last = (SearchInfo){0};
    search_run(fixture->thread, &params, &fixture->signals,
               &(Reports){.info = keep_info, .context = &last});
    assert_in_range(last.nodes, 3000, 3050);
    assert_int_equal(last.elapsed_ms, 30);
    /* On a clock, the proof search is limited as well. */
    params = params_of("6170-fall-2003-mindcontrol",
                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    params.limits.time = (TimeLimits){.has_clock = true, .clock = 1000, .nodes_per_ms = 10};
    search_run(fixture->thread, &params, &fixture->signals,
               &(Reports){.info = keep_info, .context = &last});
    assert_in_range(last.nodes, 100, 4000);
}

/* A forced win that the proof search finds is reported as a line of its own length. */
static void test_report_of_a_forced_win(void **state) {
    SearchFixture *fixture = *state;
    static SearchInfo last;
    SearchParams params = params_of("6170-spring-2007", "k7/2Q5/3K4/8/8/p7/P7/8 w - - 0 1");
    params.limits.nodes = 100000;
    last.pv_count = 0;
    const SearchInfo *best = search_run(fixture->thread, &params, &fixture->signals,
                                        &(Reports){.info = keep_info, .context = &last});
    assert_in_range(last.pv_count, 3, MAX_PLY);
    assert_int_equal(last.score, score_mate_in(last.pv_count));
    assert_int_equal(last.depth, last.pv_count);
    assert_int_equal(last.seldepth, last.pv_count);
    assert_int_equal(last.bound, BOUND_EXACT);
    assert_int_equal(best->depth, last.depth);
    assert_true(turn_equal(best->pv[0], last.pv[0]));
}

/* Deepening ends once the end of the game, or a mate as short as asked for, is found. */
static void test_decided_games_need_no_depth(void **state) {
    SearchFixture *fixture = *state;
    SearchParams lost = params_of("6170-spring-2007", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1");
    lost.limits.time = (TimeLimits){.movetime = 20000};
    const SearchInfo *info = search_run(fixture->thread, &lost, &fixture->signals, &(Reports){0});
    assert_int_equal(info->score, score_mated_in(1));
    assert_in_range(info->depth, 1, 4);
    SearchParams won = params_of("6170-spring-2007", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    won.limits.mate = 8;
    info = search_run(fixture->thread, &won, &fixture->signals, &(Reports){0});
    assert_int_equal(info->score, score_mate_in(1));
    assert_in_range(info->depth, 1, 4);
}

/* After shared_clear, nothing of one search remains for the next. */
static void test_searches_are_independent(void **state) {
    SearchFixture *fixture = *state;
    for (int i = 0; i < bench_count(); i++) {
        const BenchPosition *position = bench_position(i);
        SearchParams params = params_of(position->ruleset, position->fen);
        SearchInfo first;
        params.limits.nodes = 3000;
        for (int run = 0; run < 2; run++) {
            shared_clear(fixture->shared);
            const SearchInfo *info =
                search_run(fixture->thread, &params, &fixture->signals, &(Reports){0});
            if (run == 0)
                first = *info;
            assert_int_equal(info->depth, first.depth);
            assert_int_equal(info->score, first.score);
            assert_true(info->nodes == first.nodes);
        }
    }
}

/* If a search is stopped while it widens its window, its last score is reported as a bound. */
static void test_last_score_may_be_a_bound(void **state) {
    SearchFixture *fixture = *state;
    int bounds = 0, count = 0;
    for (int i = 0; i < bench_count(); i++)
        for (int64_t nodes = 1000; nodes < 10000; nodes += 500) {
            const BenchPosition *position = bench_position(i);
            SearchParams params = params_of(position->ruleset, position->fen);
            params.limits.time = (TimeLimits){.movetime = nodes, .nodes_per_ms = 1};
            shared_clear(fixture->shared);
            const SearchInfo *info =
                search_run(fixture->thread, &params, &fixture->signals, &(Reports){0});
            bounds += info->bound != BOUND_EXACT;
            count++;
        }
    assert_true(bounds > 0 && bounds < count / 2);
}

static void test_bench_repeats(void **state) {
    Signals signals = {0};
    for (int i = 0; i < bench_count(); i++) {
        uint64_t nodes = bench_run(i, 3, &signals);
        assert_true(nodes > 0);
        assert_true(bench_run(i, 3, &signals) == nodes);
    }
}

/* The evaluation is the same with colours and board reversed. */
static void test_evaluation_is_symmetric(void **state) {
    static const struct {
        const char *ruleset, *fen, *reversed;
    } PAIRS[] = {
        {"6170-spring-2007", "4k3/pp6/8/8/8/8/P7/R3K3 w - - 0 1",
         "r3k3/p7/8/8/8/8/PP6/4K3 b - - 0 1"},
        {"6170-spring-2006-antiking", "r3k2r/8/3A4/8/8/3a4/PPP5/R3K2R w - - 0 1",
         "r3k2r/ppp5/3A4/8/8/3a4/8/R3K2R b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        SearchParams one = params_of(PAIRS[i].ruleset, PAIRS[i].fen);
        SearchParams two = params_of(PAIRS[i].ruleset, PAIRS[i].reversed);
        const Network *network = evaluate_builtin_network(one.root.pos.rules->family);
        Accumulator accumulator = {0};
        Score score = evaluate(network, &accumulator, &one.root.pos);
        assert_int_equal(score, evaluate(network, &accumulator, &two.root.pos));
        assert_int_not_equal(score, 0);
    }
}

/* --- win probabilities --- */

static void test_wdl(void **state) {
    for (int family = 0; family < FAMILIES; family++) {
        int last = 0;
        for (Score score = -SCORE_EVAL_MAX; score <= SCORE_EVAL_MAX; score += 7) {
            Wdl wdl = wdl_of((Family)family, score);
            Wdl reversed = wdl_of((Family)family, -score);
            assert_int_equal(wdl.win + wdl.draw + wdl.loss, 1000);
            assert_true(wdl.win >= last && wdl.draw >= 0 && wdl.loss >= 0);
            assert_true(abs(wdl.win - reversed.loss) <= 1);
            last = wdl.win;
        }
        assert_int_equal(wdl_of((Family)family, score_mate_in(5)).win, 1000);
        assert_int_equal(wdl_of((Family)family, score_mated_in(5)).loss, 1000);
    }
}

/* --- the table --- */

/* The size of the process's address space in pages; 0 if the system does not tell. */
static long address_space(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    assert_int_equal(fscanf(file, "%ld", &pages), 1);
    fclose(file);
    return pages;
}

static void test_tables_are_freed(void **state) {
    enum { TABLES = 100, MEGABYTES = 16 };
    long before = address_space();
    for (int i = 0; i < TABLES; i++) {
        Table *table = table_new(MEGABYTES);
        assert_non_null(table);
        table_free(table);
    }
    table_free(NULL);
    assert_true(address_space() - before < TABLES / 2 * (MEGABYTES << 20) / 4096);
}

static void test_table(void **state) {
    Table *table = table_new(1);
    TableEntry entry = {.move = 77, .score = -123, .depth = 9, .bound = BOUND_LOWER}, found;
    assert_false(table_probe(table, 12345, 0, &found));
    table_store(table, 12345, 0, &entry);
    assert_true(table_probe(table, 12345, 0, &found));
    assert_int_equal(found.move, 77);
    assert_int_equal(found.score, -123);
    assert_int_equal(found.depth, 9);
    assert_int_equal(found.bound, BOUND_LOWER);
    assert_false(table_probe(table, 12346, 0, &found));
    /* The distance to a win is stored relative to the position, whatever its ply. */
    entry = (TableEntry){.move = 1, .score = score_mate_in(7), .depth = 3, .bound = BOUND_EXACT};
    table_store(table, 999, 4, &entry);
    assert_true(table_probe(table, 999, 2, &found));
    assert_int_equal(found.score, score_mate_in(5));
    entry.score = score_mated_in(7);
    table_store(table, 999, 4, &entry);
    assert_true(table_probe(table, 999, 4, &found));
    assert_int_equal(found.score, score_mated_in(7));
    /* A proven score is not overwritten by an unproven one. */
    entry = (TableEntry){
        .move = 2, .score = score_mate_in(9), .depth = TABLE_DEPTH_MAX, .bound = BOUND_LOWER};
    table_store(table, 999, 0, &entry);
    entry = (TableEntry){.move = 3, .score = 50, .depth = 12, .bound = BOUND_EXACT};
    table_store(table, 999, 0, &entry);
    assert_true(table_probe(table, 999, 0, &found));
    assert_int_equal(found.score, score_mate_in(9));
    assert_int_equal(found.move, 2);
    table_clear(table);
    assert_false(table_probe(table, 12345, 0, &found));
    /* A full table loses entries, but never returns one of another position. */
    for (uint64_t key = 1; key < 200000; key++) {
        entry = (TableEntry){.move = (Move)key, .score = 1, .depth = 1, .bound = BOUND_EXACT};
        table_store(table, key * 0x9e3779b97f4a7c15ULL, 0, &entry);
    }
    int kept = 0;
    for (uint64_t key = 1; key < 200000; key++)
        if (table_probe(table, key * 0x9e3779b97f4a7c15ULL, 0, &found)) {
            assert_int_equal(found.move, (Move)key);
            kept++;
        }
    assert_true(kept > 30000);
    assert_true(table_hashfull(table) > 900);
    table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_forced_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tablebase, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tournament_draws, set_up, tear_down),
        cmocka_unit_test(test_mate_distance),
        cmocka_unit_test_setup_teardown(test_always_a_legal_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_boards_full_of_queens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_searchmoves_and_multipv, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_go_mate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_go_mate_on_the_opponents_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_node_is_enough_for_a_report, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_time_counted_in_nodes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_report_of_a_forced_win, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_decided_games_need_no_depth, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_searches_are_independent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_last_score_may_be_a_bound, set_up, tear_down),
        cmocka_unit_test(test_bench_repeats),
        cmocka_unit_test(test_evaluation_is_symmetric),
        cmocka_unit_test(test_wdl),
        cmocka_unit_test(test_tables_are_freed),
        cmocka_unit_test(test_table),
    };
    return test_run("search", tests);
}
