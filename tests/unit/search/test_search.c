/* The search: it plays legally, finds what is forced, keeps time, and repeats itself. */
#include "unit/testing.h"

#include "base/os/clock.h"
#include "eval/evaluate.h"
#include "eval/wdl.h"
#include "rules/game.h"
#include "search/bench.h"
#include "search/pool.h"
#include "search/skill.h"

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

static SearchParams ask(const char *ruleset, const char *fen) {
    SearchParams question = {0};
    Error error;
    if (!position_from_fen(&question.root, ruleset_find(ruleset), fen, &error))
        fail_msg("%s: %s", fen, error.text);
    return question;
}

static void remember(void *context, const SearchInfo *progress) {
    *(SearchInfo *)context = *progress;
}

/* The score, in turns, of a search `depth` deep, which must have proved something. */
static int turns_to_end(SearchFixture *fixture, const char *ruleset, const char *fen, int depth) {
    static SearchInfo last;
    SearchParams question = ask(ruleset, fen);
    question.limits.depth = depth;
    table_clear(shared_table(fixture->shared));
    search_run(fixture->thread, &question, &fixture->signals,
               &(Reports){.info = remember, .context = &last});
    if (!score_is_decisive(last.score))
        fail_msg("%s %s: %d centipawns prove nothing", ruleset, fen, last.score);
    return search_mate_distance(question.root.rules, last.score);
}

static void test_forced_ends(void **state) {
    SearchFixture *fixture = *state;
    static const struct {
        const char *ruleset, *fen;
        int depth, turns;
    } CASES[] = {
        /* Black's last piece must be taken: Black is bare next and wins. */
        {"6170-spring-2007", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", 3, -1},
        /* A back-rank mate wins where the mated side loses, and is to be avoided elsewhere. */
        {"6170-spring-2007", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3, 1},
        /* Black, stalemated, passes; then White mates. */
        {"6170-spring-2007", "k7/2Q5/3K4/8/8/p7/P7/8 w - - 0 1", 3, 2},
        /* Mind control: White makes its own last piece be taken, by moving Black. */
        {"6170-fall-2003-mindcontrol", "4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1", 4, -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int turns = turns_to_end(fixture, CASES[i].ruleset, CASES[i].fen, CASES[i].depth);
        if (turns != CASES[i].turns)
            fail_msg("%s %s: ends in %d turns, not %d", CASES[i].ruleset, CASES[i].fen, turns,
                     CASES[i].turns);
    }
}

static Score score_of(SearchFixture *fixture, SearchParams question, int depth) {
    static SearchInfo last;
    question.limits.depth = depth;
    table_clear(shared_table(fixture->shared));
    search_run(fixture->thread, &question, &fixture->signals,
               &(Reports){.info = remember, .context = &last});
    return last.score;
}

static void test_tournament_draws(void **state) {
    SearchFixture *fixture = *state;
    SearchParams question = ask("6170-spring-2007", "4k2r/7p/8/8/8/8/8/R3K3 w - - 99 80");
    assert_int_not_equal(score_of(fixture, question, 3), SCORE_DRAW);
    question.limits.tournament_draws = true;
    assert_int_equal(score_of(fixture, question, 3), SCORE_DRAW);
}

static void test_turns_to_end(void **state) {
    (void)state;
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

/* Whatever the limits and the position: a legal turn, in bounded time. */
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
            SearchParams question = {.root = game.now,
                                     .limits.nodes = 1 + random_next(&seed) % 300};
            Turn turn =
                search_run(fixture->thread, &question, &fixture->signals, &(Reports){0})->pv[0];
            assert_true(turn_is_legal(&game.now, turn));
            assert_true(game_play(&game, turn, 0));
        }
        game_free(&game);
    }
}

static void test_boards_full_of_queens(void **state) {
    SearchFixture *fixture = *state;
    SearchParams question =
        ask("6170-spring-2007", "qqqqkqqq/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/"
                                "QQQQKQQQ w - - 0 1");
    question.limits.time = (TimeLimits){.movetime = 50};
    int64_t started = clock_now_ms();
    Turn turn = search_run(fixture->thread, &question, &fixture->signals, &(Reports){0})->pv[0];
    assert_true(turn_is_legal(&question.root, turn));
    assert_true(clock_now_ms() - started < 500);
}

/* --- some of the turns --- */

/* The lines of the last whole iteration. */
typedef struct {
    Turn turns[MULTIPV_MAX];
    Score scores[MULTIPV_MAX];
    int count;
} Ranking;

static void rank(void *context, const SearchInfo *progress) {
    Ranking *ranking = context;
    assert_true(progress->pv_count > 0 && progress->multipv >= 1 &&
                progress->multipv <= MULTIPV_MAX);
    ranking->turns[progress->multipv - 1] = progress->pv[0];
    ranking->scores[progress->multipv - 1] = progress->score;
    ranking->count = progress->multipv;
}

static bool is_among(const Turn *turns, int count, Turn turn) {
    for (int i = 0; i < count; i++)
        if (turn_equal(turns[i], turn))
            return true;
    return false;
}

static void play_at_random(Game *game, int turns, uint64_t *seed) {
    for (int i = 0; i < turns && !outcome_is_over(game_outcome(game)); i++) {
        TurnList list;
        assert_true(turn_list_make(&game->now, &list));
        Turn turn = list.turns[random_next(seed) % (uint64_t)list.count];
        turn_list_free(&list);
        assert_true(game_play(game, turn, GAME_NO_CLOCK));
    }
}

/* As many lines as there are turns rank all of them, each once, the best first. */
static void check_ranking(SearchFixture *fixture, const Game *game, const TurnList *all) {
    static Ranking ranking;
    SearchParams question = {.root = game->now, .multipv = MULTIPV_MAX, .limits.depth = 3};
    search_run(fixture->thread, &question, &fixture->signals,
               &(Reports){.info = rank, .context = &ranking});
    assert_int_equal(ranking.count, all->count < MULTIPV_MAX ? all->count : MULTIPV_MAX);
    for (int i = 0; i < ranking.count; i++) {
        assert_true(turn_is_legal(&game->now, ranking.turns[i]));
        assert_false(is_among(ranking.turns, i, ranking.turns[i]));
        assert_true(i == 0 || ranking.scores[i] <= ranking.scores[i - 1]);
    }
}

/* A search for some turns finds one of them, however early it ends. */
static void check_restriction(SearchFixture *fixture, const Game *game, const TurnList *all,
                              uint64_t *seed) {
    Turn searchmoves[2] = {all->turns[random_next(seed) % (uint64_t)all->count],
                           all->turns[random_next(seed) % (uint64_t)all->count]};
    for (uint64_t nodes = 1; nodes < 3000; nodes *= 9) {
        static Ranking ranking;
        SearchParams question = {.root = game->now,
                                 .searchmoves = searchmoves,
                                 .searchmove_count = 2,
                                 .multipv = 3,
                                 .limits.nodes = nodes};
        const SearchInfo *found = search_run(fixture->thread, &question, &fixture->signals,
                                             &(Reports){.info = rank, .context = &ranking});
        assert_true(is_among(searchmoves, 2, found->pv[0]));
        assert_true(ranking.count <= 2);
    }
}

static void test_some_of_the_turns(void **state) {
    SearchFixture *fixture = *state;
    uint64_t seed = 7;
    for (int r = 0; r < ruleset_count(); r++)
        for (int plies = 0; plies < 30; plies += 6) {
            Game game;
            TurnList all;
            game_init(&game, ruleset_at(r));
            play_at_random(&game, plies, &seed);
            if (!outcome_is_over(game_outcome(&game)) && !game_pass_if_forced(&game)) {
                assert_true(turn_list_make(&game.now, &all));
                check_ranking(fixture, &game, &all);
                check_restriction(fixture, &game, &all, &seed);
                turn_list_free(&all);
            }
            game_free(&game);
        }
}

/* Half-moves late in the order are left out of other searches, not of these. */
static void test_go_mate(void **state) {
    static const char *const MATES_IN_2[] = {
        "k7/2Q5/3K4/8/8/p7/P7/8 w - - 0 1",
        "1k6/8/6R1/p7/8/8/8/5RK1 w - - 0 1",
        "1k6/8/6R1/p7/8/6PP/6PN/5RKB w - - 0 1",
    };
    SearchFixture *fixture = *state;
    static SearchInfo last;
    Reports reports = {.info = remember, .context = &last};
    for (size_t i = 0; i < sizeof MATES_IN_2 / sizeof *MATES_IN_2; i++) {
        SearchParams question = ask("6170-spring-2007", MATES_IN_2[i]);
        question.limits.mate = 2;
        table_clear(shared_table(fixture->shared));
        search_run(fixture->thread, &question, &fixture->signals, &reports);
        assert_true(score_is_decisive(last.score));
        assert_int_equal(search_mate_distance(question.root.rules, last.score), 2);
        /* There is none in one. */
        question.limits.mate = 1;
        table_clear(shared_table(fixture->shared));
        search_run(fixture->thread, &question, &fixture->signals, &reports);
        assert_false(score_is_decisive(last.score));
        assert_int_equal(last.depth, 1);
    }
}

static void test_something_is_always_reported(void **state) {
    SearchFixture *fixture = *state;
    for (int r = 0; r < ruleset_count(); r++) {
        SearchParams question = {.limits.nodes = 1};
        static SearchInfo last;
        position_start(&question.root, ruleset_at(r));
        last.pv_count = 0;
        search_run(fixture->thread, &question, &fixture->signals,
                   &(Reports){.info = remember, .context = &last});
        assert_true(turn_is_legal(&question.root, last.pv[0]));
        assert_true(last.nodes == 1);
    }
}

static void test_same_question_same_answer(void **state) {
    (void)state;
    Signals signals = {0};
    for (int i = 0; i < bench_count(); i++) {
        uint64_t nodes = bench_run(i, 3, &signals);
        assert_true(nodes > 0);
        assert_true(bench_run(i, 3, &signals) == nodes);
    }
}

/* What is good for White is bad for Black, and the board turned round is worth the same. */
static void test_evaluation_is_symmetric(void **state) {
    (void)state;
    static const struct {
        const char *ruleset, *fen, *turned;
    } PAIRS[] = {
        {"6170-spring-2007", "4k3/pp6/8/8/8/8/P7/R3K3 w - - 0 1",
         "r3k3/p7/8/8/8/8/PP6/4K3 b - - 0 1"},
        {"6170-spring-2006-antiking", "r3k2r/8/3A4/8/8/3a4/PPP5/R3K2R w - - 0 1",
         "r3k2r/ppp5/3A4/8/8/3a4/8/R3K2R b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        SearchParams one = ask(PAIRS[i].ruleset, PAIRS[i].fen);
        SearchParams two = ask(PAIRS[i].ruleset, PAIRS[i].turned);
        const Network *network = evaluate_builtin_network(one.root.rules->family);
        Accumulator sums = {0};
        Score score = evaluate(network, &sums, &one.root);
        assert_int_equal(score, evaluate(network, &sums, &two.root));
        assert_int_not_equal(score, 0);
    }
}

/* --- the clock --- */

static void test_budgets(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 100000; i++) {
        TimeLimits control = {
            .has_clock = true,
            .clock = (int64_t)(random_next(&seed) % 100000) - 1000,
            .increment = (int64_t)(random_next(&seed) % 3 * 500),
            .moves_to_go = (int)(random_next(&seed) % 50),
            .overhead = (int64_t)(random_next(&seed) % 100),
            .minimum_charge = (int64_t)(random_next(&seed) % 2 * 1000),
        };
        TimeBudget budget = time_management_budget(&control);
        int64_t usable = 1000 * (control.clock - control.overhead);
        assert_true(budget.soft >= 0 && budget.soft <= budget.hard);
        assert_true(budget.hard <= (usable > 0 ? usable : 0));
    }
    TimeLimits movetime = {.movetime = 500, .overhead = 20};
    assert_int_equal(time_management_budget(&movetime).hard, 480000);
    TimeLimits none = {.overhead = 20};
    assert_true(time_management_budget(&none).hard == INT64_MAX);
    /* What the turns ahead lose on the way is kept for them, if no increment gives it back. */
    TimeLimits sudden = {.has_clock = true, .clock = 1200, .overhead = 50};
    assert_int_equal(time_management_budget(&sudden).soft, (1200 - 12 * 50) * 1000 / 12 * 8 / 10);
    TimeLimits paid = {.has_clock = true, .clock = 1250, .increment = 50, .overhead = 50};
    assert_int_equal(time_management_budget(&paid).soft,
                     (1200 * 1000 / 12 + 50 * 1000 * 3 / 4) * 8 / 10);
    TimeLimits last = {.has_clock = true, .clock = 1250, .moves_to_go = 1, .overhead = 50};
    assert_int_equal(time_management_budget(&last).hard, 1200000);
    /* Neither a few milliseconds nor ages are anything else than what they are. */
    TimeLimits brief = {.has_clock = true, .clock = 13, .overhead = 1};
    assert_int_equal(time_management_budget(&brief).soft, 200);
    TimeLimits ages = {.has_clock = true, .clock = INT64_MAX, .increment = INT64_MAX};
    assert_true(time_management_budget(&ages).soft > 0);
    TimeLimits debts = {.has_clock = true, .clock = INT64_MIN, .overhead = INT64_MAX};
    assert_int_equal(time_management_budget(&debts).hard, 0);
    /* A referee that charges a second for less lets us think for it. */
    TimeLimits charged = {
        .has_clock = true, .clock = 20000, .overhead = 20, .minimum_charge = 1000};
    assert_true(time_management_budget(&charged).soft >= 980000);
    assert_true(time_management_budget(&charged).hard >= 980000);
}

/* --- chances and skill --- */

static void test_chances(void **state) {
    (void)state;
    for (int family = 0; family < FAMILIES; family++) {
        int last = 0;
        for (Score score = -SCORE_EVAL_MAX; score <= SCORE_EVAL_MAX; score += 7) {
            Wdl wdl = wdl_of((Family)family, score);
            Wdl turned = wdl_of((Family)family, -score);
            assert_int_equal(wdl.win + wdl.draw + wdl.loss, 1000);
            assert_true(wdl.win >= last && wdl.draw >= 0 && wdl.loss >= 0);
            assert_true(abs(wdl.win - turned.loss) <= 1);
            last = wdl.win;
        }
        assert_int_equal(wdl_of((Family)family, score_mate_in(5)).win, 1000);
        assert_int_equal(wdl_of((Family)family, score_mated_in(5)).loss, 1000);
    }
}

static void test_skill_levels(void **state) {
    (void)state;
    double last = -1;
    for (int elo = SKILL_ELO_MIN; elo <= SKILL_ELO_MAX; elo++) {
        double level = skill_level(elo);
        assert_true(level > last && level <= SKILL_MAX);
        last = level;
    }
    assert_true(skill_level(SKILL_ELO_MIN) == 0 && last == SKILL_MAX);
}

/* How often, of 1000 times, the best of three lines is chosen. */
static int times_best(double level) {
    Skill skill;
    int best = 0;
    skill_init(&skill, level, 1);
    for (int line = 1; line <= 3; line++)
        skill_note(&skill, &(SearchInfo){.multipv = line,
                                         .depth = 1,
                                         .bound = BOUND_EXACT,
                                         .score = 100 - 30 * line,
                                         .pv = {turn_single((Move)line)},
                                         .pv_count = 1});
    for (int i = 0; i < 1000; i++)
        best += skill_choose(&skill).turn.moves[0] == 1;
    return best;
}

static void test_skill_chooses(void **state) {
    (void)state;
    assert_int_equal(times_best(SKILL_MAX), 1000);
    assert_true(times_best(0) > 334 && times_best(0) < times_best(10));
    assert_true(times_best(10) < times_best(19));
}

/* --- the table --- */

static void test_table(void **state) {
    (void)state;
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
    /* A win counts from the position, wherever it is met. */
    entry = (TableEntry){.move = 1, .score = score_mate_in(7), .depth = 3, .bound = BOUND_EXACT};
    table_store(table, 999, 4, &entry);
    assert_true(table_probe(table, 999, 2, &found));
    assert_int_equal(found.score, score_mate_in(5));
    entry.score = score_mated_in(7);
    table_store(table, 999, 4, &entry);
    assert_true(table_probe(table, 999, 4, &found));
    assert_int_equal(found.score, score_mated_in(7));
    /* What is proven is not forgotten over what is not. */
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
    /* Full, it forgets, and never returns one position for another. */
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

/* --- the pool --- */

typedef struct {
    SearchParams question;
    Reports reports;
    Turn turn;
} PoolJob;

static void run_job(void *context, Pool *pool, const Signals *signals) {
    (void)signals;
    PoolJob *job = context;
    job->turn = pool_search(pool, &job->question, &job->reports)->pv[0];
    pool_sleep_while_pondering(pool);
}

static void spin_until(int64_t moment) {
    while (clock_now_ms() < moment)
        ;
}

static void test_pool_stops_at_once(void **state) {
    (void)state;
    Pool *pool = pool_new(1);
    PoolJob job = {.question = ask("6170-spring-2006-antiking",
                                   "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1")};
    for (int i = 0; i < 50; i++) {
        pool_start(pool, run_job, &job, true);
        spin_until(clock_now_ms() + i % 5);
        assert_true(pool_is_pondering(pool));
        int64_t stopped = clock_now_ms();
        pool_stop(pool);
        assert_false(pool_is_pondering(pool));
        pool_wait(pool);
        assert_true(clock_now_ms() - stopped < 500);
        assert_true(turn_is_legal(&job.question.root, job.turn));
    }
    assert_true(pool_set_table_size(pool, 2));
    pool_start(pool, run_job, &job, false);
    pool_free(pool); /* while it is busy */
}

/* Four threads, in every ruleset: what they find is legal, what they look at is limited. */
static void test_threads(void **state) {
    (void)state;
    Pool *pool = pool_new(1);
    uint64_t seed = 3;
    assert_true(pool_set_threads(pool, 4));
    for (int r = 0; r < ruleset_count(); r++)
        for (int plies = 0; plies < 12; plies += 4) {
            Game game;
            game_init(&game, ruleset_at(r));
            play_at_random(&game, plies, &seed);
            static SearchInfo last;
            PoolJob job = {.question = {.root = game.now, .limits.nodes = 20000},
                           .reports = {.info = remember, .context = &last}};
            if (!outcome_is_over(game_outcome(&game)) && !game_pass_if_forced(&game)) {
                pool_start(pool, run_job, &job, false);
                pool_wait(pool);
                assert_true(turn_is_legal(&game.now, job.turn));
                assert_true(turn_equal(last.pv[0], job.turn));
                assert_true(last.nodes <= 20000 + 4 * MAX_PLY); /* on the way back a few more */
            }
            game_free(&game);
        }
    pool_free(pool);
}

/* However many threads there are, a search to a depth comes there, and returns. */
static void test_threads_come_to_the_depth(void **state) {
    (void)state;
    Pool *pool = pool_new(1);
    static SearchInfo last;
    const Ruleset *rules = ruleset_find("losers"); /* no win is near */
    PoolJob job = {.question = ask(rules->name, rules->start_fen),
                   .reports = {.info = remember, .context = &last}};
    job.question.limits.depth = 9;
    for (int threads = 1; threads <= 4; threads++)
        for (int i = 0; i < 3; i++) {
            assert_true(pool_set_threads(pool, threads));
            pool_clear(pool);
            pool_start(pool, run_job, &job, false);
            pool_wait(pool);
            assert_int_equal(last.depth, 9);
            assert_true(turn_equal(last.pv[0], job.turn));
        }
    pool_free(pool);
}

static void test_as_many_threads_as_wanted(void **state) {
    (void)state;
    static const int COUNTS[] = {1, 7, 2, POOL_THREADS_MAX, 3};
    Pool *pool = pool_new(1);
    PoolJob job = {.question = ask("losers", "8/P3k3/8/2p5/8/5p2/1P4p1/4K3 w - - 0 30")};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        assert_true(pool_set_threads(pool, COUNTS[i]));
        assert_true(pool_set_table_size(pool, 1 + (int)i));
        pool_clear(pool);
        pool_start(pool, run_job, &job, true);
        pool_stop(pool); /* perhaps before anybody has begun */
        pool_wait(pool);
        assert_true(turn_is_legal(&job.question.root, job.turn));
    }
    pool_start(pool, run_job, &job, true);
    pool_free(pool); /* while all are busy */
}

/* The clock begins to count with ponderhit, but has counted all along. */
static void test_ponderhit(void **state) {
    (void)state;
    Pool *pool = pool_new(1);
    PoolJob job = {.question = ask("losers", "8/P3k3/8/2p5/8/5p2/1P4p1/4K3 w - - 0 30")};
    job.question.limits.time = (TimeLimits){.movetime = 20};
    for (int pondering = 0; pondering <= 40; pondering += 20) {
        pool_start(pool, run_job, &job, true);
        spin_until(clock_now_ms() + pondering);
        assert_true(pool_is_pondering(pool));
        pool_ponderhit(pool);
        pool_wait(pool);
        assert_true(turn_is_legal(&job.question.root, job.turn));
    }
    pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_forced_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tournament_draws, set_up, tear_down),
        cmocka_unit_test(test_turns_to_end),
        cmocka_unit_test_setup_teardown(test_always_a_legal_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_boards_full_of_queens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_some_of_the_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_go_mate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_something_is_always_reported, set_up, tear_down),
        cmocka_unit_test(test_same_question_same_answer),
        cmocka_unit_test(test_evaluation_is_symmetric),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_skill_levels),
        cmocka_unit_test(test_skill_chooses),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_pool_stops_at_once),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_threads_come_to_the_depth),
        cmocka_unit_test(test_as_many_threads_as_wanted),
        cmocka_unit_test(test_ponderhit),
    };
    return test_run("search", tests);
}
