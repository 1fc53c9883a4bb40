/* The engine: options and their effects, playing and taking back turns, best moves, and
 * games that wait for their file. */
/* tags: threads */
#include "unit/temporary_folder.h"

#include "base/os/clock.h"
#include "core/engine.h"
#include "experience/experience_file.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

typedef struct {
    Engine *engine;
} EngineFixture;

static int set_up(void **state) {
    static EngineFixture fixture;
    fixture.engine = engine_new((FileAccess){.only = NULL});
    *state = &fixture;
    return fixture.engine ? 0 : -1;
}

static int tear_down(void **state) {
    EngineFixture *fixture = *state;
    engine_free(fixture->engine);
    return 0;
}

typedef struct {
    BestMove answer;
    int answers;
    int reports;
    uint64_t nodes; /* node count of the last report; its depth is next */
    uint64_t tablebase_hits;
} HeardReports;

static void hear_progress(void *context, const SearchInfo *progress) {
    HeardReports *heard = context;
    heard->reports++;
    heard->nodes = progress->nodes;
    heard->tablebase_hits = progress->tablebase_hits;
}

static void hear_answer(void *context, const BestMove *answer) {
    HeardReports *heard = context;
    heard->answer = *answer;
    heard->answers++;
}

static bool go(Engine *engine, const GoParams *params, HeardReports *heard) {
    *heard = (HeardReports){0};
    Listener listener = {.reports = {.info = hear_progress, .context = heard},
                         .bestmove = hear_answer};
    return engine_go(engine, params, &listener);
}

static void set_fen(Engine *engine, const char *fen) {
    Position start;
    Game game;
    assert_true(position_from_fen(&start, engine_options(engine)->ruleset, fen, NULL));
    game_init_from(&game, &start);
    engine_set_game(engine, &game);
}

static void test_options_and_what_follows(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    Error error;
    assert_true(engine_play(engine, "e2e4", &error));
    assert_true(engine_set_option(engine, "Tournament Draws", "true", &error));
    assert_true(engine_game(engine)->tournament_draws);
    assert_int_equal(engine_game(engine)->count, 1);
    assert_true(engine_set_option(engine, "UCI_Variant", "losers", &error));
    assert_int_equal(engine_game(engine)->count, 0);
    assert_true(engine_game(engine)->tournament_draws);
    assert_string_equal(engine_game(engine)->now.rules->name, "losers");
    assert_false(engine_set_option(engine, "Hash", "0", &error));
    assert_non_null(strstr(error.text, "Hash"));
    assert_int_equal(engine_options(engine)->hash_mb, 16);
}

static void test_turns_are_played_and_taken_back(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    Error error;
    uint64_t start = engine_game(engine)->now.key;
    assert_false(engine_take_back(engine));
    assert_true(engine_play(engine, "e2e4", &error));
    assert_true(engine_play(engine, "d7-d5", &error));
    assert_false(engine_play(engine, "a2a3", &error));
    assert_true(engine_take_back(engine));
    assert_true(engine_take_back(engine));
    assert_int_equal(engine_game(engine)->count, 0);
    assert_true(engine_game(engine)->now.key == start);
}

static void test_answers(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    HeardReports heard;
    assert_true(go(engine, &(GoParams){.limits.depth = 5}, &heard));
    assert_true(engine_wait(engine));
    assert_true(turn_is_legal(&engine_game(engine)->now, heard.answer.turn));
    assert_int_equal(heard.answer.ponder.count, 1);
    assert_true(heard.reports > 0);
    /* A forced pass and a finished game need no search. */
    set_fen(engine, "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1");
    assert_true(go(engine, &(GoParams){.limits.depth = 5}, &heard));
    assert_true(engine_wait(engine));
    assert_true(turn_equal(heard.answer.turn, turn_single(MOVE_PASS)));
    set_fen(engine, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_true(go(engine, &(GoParams){.limits.depth = 5}, &heard));
    assert_true(engine_wait(engine));
    assert_int_equal(heard.answer.turn.count, 0);
    assert_int_equal(heard.answers, 1);
}

static void test_searchmoves(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    HeardReports heard;
    GoParams params = {.limits.depth = 3, .searchmove_count = 2};
    Turn *turns = params.searchmoves;
    assert_true(notation_read_turn(&engine_game(engine)->now, "h2h4", &turns[0], NULL));
    assert_true(notation_read_turn(&engine_game(engine)->now, "a2a4", &turns[1], NULL));
    assert_true(go(engine, &params, &heard));
    assert_true(engine_wait(engine));
    assert_true(turn_equal(heard.answer.turn, turns[0]) || turn_equal(heard.answer.turn, turns[1]));
    turns[0] = turns[heard.answer.turn.moves[0] == turns[0].moves[0]];
    params.searchmove_count = 1;
    assert_true(go(engine, &params, &heard));
    assert_true(engine_wait(engine));
    assert_true(turn_equal(heard.answer.turn, params.searchmoves[0]));
}

/* With a clock that counts nodes, the time that a turn takes is the same on every machine. */
static void test_minimum_charge(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    HeardReports heard;
    Error error;
    GoParams params = {.limits.time = {.has_clock = true, .clock = 6000}};
    assert_true(engine_set_option(engine, "nodestime", "1", &error));
    assert_true(go(engine, &params, &heard));
    assert_true(engine_wait(engine));
    assert_true(heard.nodes < 2100); /* the hard limit is a third of the clock */
    assert_true(engine_set_option(engine, "Minimum Move Charge", "2200", &error));
    assert_true(go(engine, &params, &heard));
    assert_true(engine_wait(engine));
    assert_in_range(heard.nodes, 2190, 6000);
}

/* Each search reports one best move, but not before it is allowed to end. */
static void test_infinite_and_ponder(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    HeardReports heard;
    assert_false(engine_ponderhit(engine));
    assert_true(go(engine, &(GoParams){.limits.depth = 1, .infinite = true}, &heard));
    assert_false(engine_wait(engine));
    assert_false(engine_ponderhit(engine));
    engine_stop(engine);
    assert_true(engine_wait(engine));
    assert_int_equal(heard.answers, 1);
    for (int hit = 0; hit < 2; hit++) {
        GoParams params = {.limits.time = {.has_clock = true, .clock = 50}, .ponder = true};
        assert_true(go(engine, &params, &heard));
        assert_false(engine_wait(engine));
        if (hit)
            assert_true(engine_ponderhit(engine));
        else
            engine_stop(engine);
        assert_true(engine_wait(engine));
        assert_int_equal(heard.answers, 1);
        assert_false(engine_ponderhit(engine));
    }
    assert_true(go(engine, &(GoParams){.infinite = true}, &heard));
    engine_free(engine); /* waits for the best move */
    ((EngineFixture *)*state)->engine = NULL;
    assert_int_equal(heard.answers, 1);
}

/* A thread that has been created, but does nothing before the semaphore is posted. */
static struct {
    bool is_wanted; /* is the next thread to be held? */
    sem_t go_on;
    void *(*run)(void *);
    void *argument;
} held_thread;

static void *run_held(void *unused) {
    while (sem_wait(&held_thread.go_on) != 0) {
    }
    return held_thread.run(held_thread.argument);
}

/* In place of the C library's. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    if (held_thread.is_wanted) {
        held_thread.is_wanted = false;
        held_thread.run = run;
        held_thread.argument = argument;
        run = run_held;
    }
    return ((__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes,
                                                                             run, argument);
}

/* Searches endlessly, until something is reported. */
static void search_endlessly(Engine *engine, HeardReports *heard) {
    do {
        assert_true(go(engine, &(GoParams){.infinite = true}, heard));
        clock_sleep_ms(50);
        engine_stop(engine);
        assert_true(engine_wait(engine));
    } while (heard->reports == 0);
}

/* A search without a time limit waits for the tablebase; an endless one uses it once it is there.
 */
static void test_tablebase(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    HeardReports heard;
    assert_true(engine_set_option(engine, "UCI_Variant", "antichess", NULL));
    set_fen(engine, "8/8/8/8/7p/8/8/N7 w - - 0 1");
    assert_int_equal(sem_init(&held_thread.go_on, 0, 0), 0);
    held_thread.is_wanted = true;
    assert_true(go(engine, &(GoParams){.limits.depth = 4}, &heard));
    assert_false(held_thread.is_wanted); /* it waits for a tablebase that is never computed */
    engine_stop(engine);
    assert_true(engine_wait(engine));
    assert_int_equal(heard.answers, 1);
    assert_int_equal(heard.tablebase_hits, 0);
    search_endlessly(engine, &heard);
    assert_int_equal(heard.tablebase_hits, 0);
    sem_post(&held_thread.go_on);
    assert_true(go(engine, &(GoParams){.limits.depth = 4}, &heard));
    assert_true(engine_wait(engine));
    assert_true(heard.tablebase_hits > 0);
    search_endlessly(engine, &heard);
    assert_true(heard.tablebase_hits > 0);
    /* Changing the ruleset stops the computation. */
    assert_true(engine_set_option(engine, "UCI_Variant", "giveaway", NULL));
    set_fen(engine, "k1n5/8/8/8/8/8/8/5B1K w - - 0 1");
    assert_true(go(engine, &(GoParams){.limits.time.movetime = 1}, &heard));
    assert_true(engine_wait(engine));
    assert_true(engine_set_option(engine, "UCI_Variant", "losers", NULL));
    assert_int_equal(heard.answers, 1);
}

/* --- learning --- */

static void check_games(const char *path, unsigned games) {
    Experience experience = {0};
    assert_true(experience_file_load(path, &experience, NULL));
    assert_int_equal(experience.games, games);
    experience_free(&experience);
}

/* Finishes a game. It cannot be added to the file, which has been overwritten with something else.
 */
static void finish_game_that_waits(Engine *engine, const char *path) {
    Error error;
    write_file(path, "bad");
    set_fen(engine, "k7/8/8/8/8/8/r7/1R5K w - - 0 1");
    assert_true(engine_play(engine, "b1b2", NULL));
    assert_true(engine_play(engine, "a2b2", NULL));
    assert_false(engine_learn(engine, false, &error));
    assert_non_null(strstr(error.text, "not an experience file"));
    assert_true(engine_learn(engine, false, &error)); /* the error is reported once */
}

/* A game that waits for the file is not lost when the option is set again. */
static void test_waiting_game_and_same_file(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    static const char path[] = "experience";
    assert_true(engine_set_option(engine, "Experience File", path, NULL));
    finish_game_that_waits(engine, path);
    assert_false(engine_set_option(engine, "Experience File", path, NULL));
    write_file(path, "");
    assert_true(engine_set_option(engine, "Experience File", path, NULL));
    assert_true(engine_learn(engine, false, NULL));
    check_games(path, 1);
    remove(path);
}

/* No other file can be set while a game waits for this one, but learning can be switched off. */
static void test_waiting_game_and_other_file(void **state) {
    Engine *engine = ((EngineFixture *)*state)->engine;
    static const char path[] = "experience", other_path[] = "other";
    Error error;
    assert_true(engine_set_option(engine, "Experience File", path, NULL));
    finish_game_that_waits(engine, path);
    assert_false(engine_set_option(engine, "Experience File", other_path, &error));
    assert_non_null(strstr(error.text, "finished games still wait for the old file: "));
    assert_string_equal(engine_options(engine)->experience_file, path);
    write_file(path, "");
    assert_true(engine_set_option(engine, "Experience File", other_path, &error));
    check_games(path, 1);
    check_games(other_path, 0);
    finish_game_that_waits(engine, other_path);
    assert_true(engine_set_option(engine, "Experience File", "", &error));
    assert_true(engine_set_option(engine, "Experience File", path, &error));
    assert_true(engine_learn(engine, true, &error));
    check_games(path, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_options_and_what_follows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_turns_are_played_and_taken_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_searchmoves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_minimum_charge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_infinite_and_ponder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tablebase, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_waiting_game_and_same_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_waiting_game_and_other_file, set_up, tear_down),
    };
    return test_run_in_folder("engine", tests);
}
