/* Openings: random and balanced ones, the cache shared by threads, pass chips. */
/* tags: threads */
#include "unit/errors.h"

#include "eval/wdl.h"
#include "referee/balance.h"
#include "referee/openings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A configuration in which only what openings depend on is set; the caller frees it. */
static TournamentConfig *config_with_openings(const char *ruleset, OpeningSource source,
                                              int plies) {
    TournamentConfig *config = calloc(1, sizeof *config);
    assert_non_null(config);
    config->rules = ruleset_find(ruleset);
    assert_non_null(config->rules);
    config->seed = 7;
    config->openings = source;
    config->opening_start = 1;
    config->opening_plies = plies;
    return config;
}

static char *opening_text(Openings *openings, int number) {
    Game game;
    Error error;
    assert_done(openings_game(openings, number, &game, &error), &error);
    assert_false(outcome_is_over(outcome_of(&game.now)));
    assert_false(outcome_pass_is_forced(&game.now));
    char *text = game_turns_text(&game, STYLE_UCI);
    game_free(&game);
    return text;
}

static void test_random_openings(void **state) {
    if (watches_threads())
        return;
    for (int i = 0; i < ruleset_count(); i++) {
        TournamentConfig *config = config_with_openings(ruleset_at(i)->name, OPENINGS_RANDOM, 8);
        Openings *openings = openings_new(config, NULL), *again = openings_new(config, NULL);
        int differ = 0;
        for (int number = 0; number < 50; number++) {
            char *text = opening_text(openings, number), *same = opening_text(again, number);
            char *next = opening_text(openings, number + 1);
            assert_string_equal(text, same);
            differ += strcmp(text, next) != 0;
            int turns = 1;
            for (const char *c = text; *c; c++)
                turns += *c == ' ';
            assert_int_equal(turns * ruleset_at(i)->halfmoves_per_turn, 8);
            free(text);
            free(same);
            free(next);
        }
        assert_in_range(differ, 45, 50);
        assert_int_equal(openings_digest(openings), 0);
        openings_free(openings);
        openings_free(again);
        free(config);
    }
}

enum { NUMBERS = 150, THREADS = 3 };

typedef struct {
    Openings *openings;
    int step;             /* increment of the number; each thread asks in a different order */
    char *texts[NUMBERS]; /* indexed by number; NULL if the opening failed */
} OpeningThread;

static void *ask_for_openings(void *context) {
    OpeningThread *thread = context;
    for (int i = 0; i < NUMBERS; i++) {
        int number = i * thread->step % NUMBERS;
        Game game;
        if (!openings_game(thread->openings, number, &game, NULL))
            continue;
        thread->texts[number] = game_turns_text(&game, STYLE_UCI);
        game_free(&game);
    }
    return NULL;
}

/* An opening depends on its number alone, whatever the cache and other threads do. */
static void test_openings_in_threads(void **state) {
    static const int STEPS[THREADS] = {1, 7, 149}; /* coprime to NUMBERS */
    TournamentConfig *config = config_with_openings("6170-spring-2007", OPENINGS_RANDOM, 6);
    Openings *openings = openings_new(config, NULL), *again = openings_new(config, NULL);
    OpeningThread contexts[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        contexts[i] = (OpeningThread){.openings = openings, .step = STEPS[i]};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_openings, &contexts[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int number = 0; number < NUMBERS; number++) {
        char *text = opening_text(again, number);
        for (int i = 0; i < THREADS; i++) {
            assert_non_null(contexts[i].texts[number]);
            assert_string_equal(contexts[i].texts[number], text);
            free(contexts[i].texts[number]);
        }
        free(text);
    }
    openings_free(openings);
    openings_free(again);
    free(config);
}

static Score balance_at(Openings *openings, int number) {
    Game game;
    Error error;
    static const Signals NO_SIGNALS;
    Score balance = 0;
    bool ok = openings_game(openings, number, &game, &error) &&
              balance_of(&game.now, BALANCE_NODES, &NO_SIGNALS, &balance, &error);
    assert_done(ok, &error);
    game_free(&game);
    return balance;
}

static void assert_are_balanced(const char *ruleset, int count, BalanceRule rule) {
    TournamentConfig *even = config_with_openings(ruleset, OPENINGS_RANDOM, 4);
    TournamentConfig *any = config_with_openings(ruleset, OPENINGS_RANDOM, 4);
    even->balance = rule;
    Openings *openings = openings_new(even, NULL), *again = openings_new(even, NULL);
    Openings *others = openings_new(any, NULL);
    int others_unbalanced = 0;
    for (int number = 0; number < count; number++) {
        Family family = even->rules->family;
        assert_true(balance_is_within(&rule, family, balance_at(openings, number)));
        others_unbalanced += !balance_is_within(&rule, family, balance_at(others, number));
        char *text = opening_text(openings, number), *same = opening_text(again, number);
        assert_string_equal(text, same);
        free(text);
        free(same);
    }
    assert_in_range(others_unbalanced, 1, count); /* else the test would prove nothing */
    assert_int_equal(openings_digest(openings), openings_digest(again));
    assert_int_not_equal(openings_digest(openings), 0);
    openings_free(openings);
    openings_free(again);
    openings_free(others);
    free(even);
    free(any);
}

static void test_balanced_openings(void **state) {
    if (watches_threads())
        return;
    const BalanceRule cp_40 = {.max_cp = 40, .nodes = BALANCE_NODES};
    const BalanceRule cp_200 = {.max_cp = 200, .nodes = BALANCE_NODES};
    const BalanceRule percent_5 = {.max_percent = 5, .nodes = BALANCE_NODES};
    assert_are_balanced("6170-spring-2007", is_sanitized() ? 2 : 6, cp_40);
    assert_are_balanced("6170-fall-2003-mindcontrol", is_sanitized() ? 1 : 3, cp_200);
    assert_are_balanced("antichess", is_sanitized() ? 2 : 4, percent_5);
}

static void test_balance_limits(void **state) {
    const BalanceRule none = {0}, cp = {.max_cp = 40}, percent = {.max_percent = 5};
    assert_true(balance_is_within(&none, FAMILY_LOSERS, 20000));
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_true(balance_is_within(&cp, FAMILY_LOSERS, 40 * sign));
        assert_false(balance_is_within(&cp, FAMILY_LOSERS, 41 * sign));
    }
    for (Family family = 0; family < FAMILIES; family++)
        for (Score score = -100; score <= 100; score++) {
            Wdl wdl = wdl_of(family, score);
            double expected = (wdl.win + wdl.draw / 2.0) / 1000;
            assert_int_equal(balance_is_within(&percent, family, score),
                             expected >= 0.45 && expected <= 0.55);
        }
}

static void test_pass_chips(void **state) {
    TournamentConfig *config = config_with_openings("6170-fall-2003", OPENINGS_NONE, 0);
    config->chips[WHITE] = 2;
    config->chips[BLACK] = 3;
    Openings *openings = openings_new(config, NULL);
    Game game;
    assert_true(openings_game(openings, 0, &game, NULL));
    assert_int_equal(game.now.chips[WHITE], 2);
    assert_int_equal(game.now.chips[BLACK], 3);
    game_free(&game);
    openings_free(openings);
    free(config);
}

/* An opening at whose end a position stands for the third time is a drawn game, if the tournament
 * has draws. */
static void test_drawn_opening(void **state) {
    static const char OPENING[] = "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8\n";
    char path[] = "/tmp/misere-openings-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, OPENING, strlen(OPENING)), strlen(OPENING));
    close(descriptor);
    TournamentConfig *config = config_with_openings("6170-spring-2007", OPENINGS_FILE, 0);
    Error error;
    config->opening_path = path;
    Openings *openings = openings_new(config, &error);
    assert_non_null(openings);
    openings_free(openings);
    config->tournament_draws = true;
    assert_null(openings_new(config, &error));
    assert_non_null(strstr(error.text, "the game is over after opening 1"));
    free(config);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_openings),   cmocka_unit_test(test_openings_in_threads),
        cmocka_unit_test(test_balanced_openings), cmocka_unit_test(test_balance_limits),
        cmocka_unit_test(test_pass_chips),        cmocka_unit_test(test_drawn_opening),
    };
    return test_run("openings", tests);
}
