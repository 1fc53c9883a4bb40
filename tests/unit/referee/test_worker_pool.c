/* tags: threads */
/* The worker pool: it ends when it is cancelled, even if its searches would never end. */
#include "unit/temporary_folder.h"

#include "referee/worker_pool.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIFE_MS = 120000 /* a time limit for what happens soon or never */ };

/* A match whose first games begin at once: no opening needs to be balanced yet. */
static int set_up(void **state) {
    TournamentConfig *config = calloc(1, sizeof *config);
    assert_non_null(config);
    config->rules = ruleset_find("6170-spring-2007");
    config->player_count = 2;
    for (int i = 0; i < 2; i++)
        config->players[i] = (PlayerSpec){.kind = PLAYER_RANDOM, .tc.clock_ms = 60000};
    strcpy(config->players[0].name, "First");
    strcpy(config->players[1].name, "Second");
    config->games = 8;
    config->max_turns = 4;
    config->scoring = (Scoring){1, 0.5, 0};
    config->openings = OPENINGS_RANDOM;
    config->opening_plies = 4;
    *state = config;
    return 0;
}

static int tear_down(void **state) {
    free(*state);
    return 0;
}

static LogHeader *make_header(void) {
    LogHeader *header =
        log_header_new(&(LogHeaderFields){.date = "2026.11.24", .openings = "0"}, NULL);
    assert_non_null(header);
    return header;
}

static void await_running(WorkerPool *pool, int running) {
    for (int ms = 0; worker_pool_status(pool).running != running; ms++) {
        assert_true(ms < LIFE_MS);
        usleep(1000);
    }
}

/* Starts a pool of two workers, waits until they are looking for openings that a search of `nodes`
 * finds within `max_cp`, of which there are none, and cancels them. */
static void assert_cancels(TournamentConfig *config, int max_cp, int nodes) {
    assert_int_equal(enter_folder(NULL), 0);
    Error error;
    LogHeader *header = make_header();
    Openings *openings = openings_new(config, &error);
    Schedule *schedule = schedule_new(config);
    Journal *journal =
        journal_open("log.jsonl", JOURNAL_WRITE, header, schedule_size(schedule), &error);
    assert_non_null(openings);
    assert_non_null(journal);
    /* openings_new would have looked for balanced openings itself, for the digest. */
    config->balance = (BalanceRule){.max_cp = max_cp, .nodes = nodes};
    WorkerPoolSetup setup = {.config = config,
                             .openings = openings,
                             .schedule = schedule,
                             .journal = journal,
                             .concurrency = 2,
                             .shards = 1,
                             .game_limit = INT_MAX};
    WorkerPool *pool = worker_pool_start(&setup);
    assert_non_null(pool);
    await_running(pool, 2);
    usleep(100 * 1000); /* after this time they must still be looking for openings */
    assert_int_equal(worker_pool_status(pool).running, 2);
    worker_pool_cancel(pool);
    await_running(pool, 0);
    WorkerPoolStatus status = worker_pool_status(pool);
    assert_int_equal(status.finished, 0);
    assert_string_equal(status.error_text, "");
    worker_pool_join(pool);
    journal_close(journal);
    schedule_free(schedule);
    openings_free(openings);
    log_header_free(header);
    leave_folder(NULL);
}

static void test_cancel_during_a_long_search(void **state) {
    assert_cancels(*state, INT_MAX, INT_MAX);
}

/* No opening is within -1 centipawns, so every one is refused. */
static void test_cancel_during_refused_openings(void **state) {
    assert_cancels(*state, -1, BALANCE_NODES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_cancel_during_a_long_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancel_during_refused_openings, set_up, tear_down),
    };
    return test_run("worker pool", tests);
}
