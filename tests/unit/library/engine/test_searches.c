/* tags: threads */
#include "unit/testing.h"

#include "base/os/thread.h"
#include "library/misere.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    atomic_int infos, bestmoves;
    char turn[32], ponder[32], pv[2048];
    MisereInfo last;
} Reported;

static void see_info(void *context, const MisereInfo *info) {
    Reported *seen = context;
    seen->last = *info;
    snprintf(seen->pv, sizeof seen->pv, "%s", info->pv);
    atomic_fetch_add(&seen->infos, 1);
}

static void see_bestmove(void *context, const MisereBestMove *bestmove) {
    Reported *seen = context;
    snprintf(seen->turn, sizeof seen->turn, "%s", bestmove->turn);
    snprintf(seen->ponder, sizeof seen->ponder, "%s", bestmove->ponder);
    atomic_fetch_add(&seen->bestmoves, 1);
}

static int set_up(void **state) {
    MisereError error;
    MisereEngine *engine = misere_engine_new(&error);
    *state = engine;
    return engine && misere_engine_set(engine, "Hash", "4", &error) &&
                   misere_engine_set(engine, "OwnBook", "false", &error)
               ? 0
               : -1;
}

static int tear_down(void **state) {
    misere_engine_free(*state);
    return 0;
}

static MisereGame *new_game(const char *ruleset, const char *fen) {
    MisereGame *game = misere_game_new(ruleset, fen, NULL);
    assert_non_null(game);
    return game;
}

/* Starts a search that *seen listens to. */
static void go(MisereEngine *engine, const MisereGame *game, const MisereLimits *limits,
               Reported *seen) {
    MisereError error;
    *seen = (Reported){.last = {.multipv = 0}};
    if (!misere_engine_go(engine, game, limits, &(MisereListener){see_info, see_bestmove, seen},
                          &error))
        fail_msg("%s", error.text);
}

static void test_searching(void **state) {
    MisereEngine *engine = *state;
    MisereGame *game = new_game("antichess", NULL);
    Reported seen;
    go(engine, game, &(MisereLimits){.depth = 4}, &seen);
    misere_engine_wait(engine);
    assert_false(misere_engine_is_busy(engine));
    assert_int_equal(seen.bestmoves, 1);
    assert_true(seen.infos >= 4);
    assert_int_equal(seen.last.depth, 4);
    assert_int_equal(seen.last.win + seen.last.draw + seen.last.loss, 1000);
    assert_true(seen.last.nodes > 0);
    assert_memory_equal(seen.pv, seen.turn, strlen(seen.turn));
    assert_true(misere_game_play(game, seen.turn, MISERE_NO_CLOCK, NULL));
    assert_true(misere_game_play(game, seen.ponder, MISERE_NO_CLOCK, NULL));
    misere_game_free(game);
}

static void test_a_loss(void **state) {
    MisereEngine *engine = *state;
    MisereGame *game = new_game("suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1");
    Reported seen;
    go(engine, game, &(MisereLimits){.depth = 3}, &seen);
    misere_engine_wait(engine);
    assert_true(seen.last.is_mate);
    assert_int_equal(seen.last.score, -1);
    assert_string_equal(seen.turn, "a2b3");
    assert_true(misere_game_play(game, seen.turn, MISERE_NO_CLOCK, NULL));
    go(engine, game, NULL, &seen); /* the game is over */
    misere_engine_stop(engine);
    misere_engine_wait(engine);
    assert_string_equal(seen.turn, "");
    misere_game_free(game);
}

static void *stop(void *engine) {
    misere_engine_stop(engine);
    return NULL;
}

static void test_stopping_from_another_thread(void **state) {
    MisereEngine *engine = *state;
    MisereError error;
    MisereGame *game = new_game("losers", NULL);
    Reported seen;
    Thread other;
    go(engine, game, NULL, &seen);
    assert_true(misere_engine_is_busy(engine));
    assert_false(misere_engine_go(engine, game, NULL, NULL, &error));
    assert_string_equal(error.text, "a search is running");
    assert_false(misere_engine_set(engine, "Hash", "8", &error));
    assert_false(misere_engine_clear(engine, &error));
    assert_true(thread_start(&other, stop, engine));
    misere_engine_wait(engine);
    thread_join(&other);
    assert_int_equal(seen.bestmoves, 1);
    assert_true(misere_engine_clear(engine, &error));
    misere_game_free(game);
}

static void test_pondering(void **state) {
    MisereEngine *engine = *state;
    MisereGame *game = new_game("losers", NULL);
    Reported seen;
    go(engine, game, &(MisereLimits){.depth = 1, .ponder = true}, &seen);
    assert_int_equal(seen.bestmoves, 0);
    misere_engine_ponderhit(engine);
    misere_engine_wait(engine);
    assert_int_equal(seen.bestmoves, 1);
    misere_game_free(game);
}

static void test_searchmoves(void **state) {
    MisereEngine *engine = *state;
    MisereError error;
    MisereGame *game = new_game("losers", NULL);
    Reported seen;
    go(engine, game, &(MisereLimits){.depth = 2, .searchmoves = "a2a3  h3"}, &seen);
    misere_engine_wait(engine);
    assert_true(strcmp(seen.turn, "a2a3") == 0 || strcmp(seen.turn, "h2h3") == 0);
    assert_false(
        misere_engine_go(engine, game, &(MisereLimits){.searchmoves = "a2a5"}, NULL, &error));
    assert_string_equal(error.text, "'a2a5' is not legal: the pawn on a2 cannot go to a5");
    assert_false(misere_engine_go(engine, game, &(MisereLimits){.depth = -1}, NULL, &error));
    misere_game_free(game);
}

static void test_options(void **state) {
    MisereEngine *engine = *state;
    MisereError error;
    assert_false(misere_engine_set(engine, "Hsah", "4", &error));
    assert_true(*error.text);
    assert_false(misere_engine_set(engine, "Hash", "four", &error));
    assert_true(misere_engine_set(engine, "Threads", "2", &error));
    MisereGame *game = new_game("6170-fall-2003-mindcontrol", NULL);
    misere_game_set_tournament_draws(game, true);
    static Reported seen;
    go(engine, game, &(MisereLimits){.nodes = 5000}, &seen);
    misere_engine_wait(engine);
    assert_non_null(strchr(seen.turn, ','));
    go(engine, game, NULL, &seen); /* freeing stops it */
    misere_game_free(game);
}

static void test_perft(void **state) {
    MisereGame *game = new_game("losers", NULL);
    assert_int_equal(misere_game_perft(game, 0), 1);
    assert_int_equal(misere_game_perft(game, 3), 8067);
    misere_game_free(game);
}

/* --- misuse --- */

static void wait_for_oneself(void *context, const MisereBestMove *bestmove) {
    (void)bestmove;
    misere_engine_wait(context);
}

static void free_oneself(void *context, const MisereBestMove *bestmove) {
    (void)bestmove;
    misere_engine_free(context);
}

static void stop_oneself(void *context, const MisereBestMove *bestmove) {
    (void)bestmove;
    misere_engine_stop(context);
    if (!misere_engine_is_busy(context))
        return;
    abort();
}

/* How a process ends in which a listener calls this: 0, or the number of a signal. */
static int end_of(void (*bestmove)(void *, const MisereBestMove *)) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        freopen("/dev/null", "w", stderr);
        signal(SIGABRT, SIG_DFL);
        MisereEngine *engine = misere_engine_new(NULL);
        MisereGame *game = misere_game_new("losers", NULL, NULL);
        misere_engine_go(engine, game, &(MisereLimits){.depth = 1},
                         &(MisereListener){.bestmove = bestmove, .context = engine}, NULL);
        misere_engine_wait(engine);
        misere_game_free(game);
        misere_engine_free(engine);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* A listener that waits for its own engine aborts the program instead of hanging it. */
static void test_misuse(void **state) {
    (void)state;
    assert_int_equal(end_of(wait_for_oneself), SIGABRT);
    assert_int_equal(end_of(free_oneself), SIGABRT);
    assert_int_equal(end_of(stop_oneself), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_searching, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_loss, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stopping_from_another_thread, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pondering, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_searchmoves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_options, set_up, tear_down),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_misuse),
    };
    return test_run("the library's engine", tests);
}
