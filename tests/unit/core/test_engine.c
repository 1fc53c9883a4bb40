/* The thinker: options and what follows from them, turns played and taken back, and answers. */
#include "unit/testing.h"

#include "core/engine.h"

#include <string.h>

typedef struct {
    Transcript *transcript;
    Thinker *thinker;
} Fixture;

static int set_up(void **state) {
    static Fixture fixture;
    fixture.transcript = transcript_new(stdout);
    fixture.thinker = thinker_new(fixture.transcript);
    *state = &fixture;
    return fixture.thinker ? 0 : -1;
}

static int tear_down(void **state) {
    Fixture *fixture = *state;
    thinker_free(fixture->thinker);
    transcript_free(fixture->transcript);
    return 0;
}

typedef struct {
    Answer answer;
    int answers;
    int reports;
} Heard;

static void hear_progress(void *context, const Progress *progress) {
    (void)progress;
    ((Heard *)context)->reports++;
}

static void hear_answer(void *context, const Answer *answer) {
    Heard *heard = context;
    heard->answer = *answer;
    heard->answers++;
}

static bool go(Thinker *thinker, const Assignment *assignment, Heard *heard) {
    *heard = (Heard){0};
    Listener listener = {.reports = {.progress = hear_progress, .context = heard},
                         .answer = hear_answer};
    return thinker_go(thinker, assignment, &listener);
}

static void set_fen(Thinker *thinker, const char *fen) {
    Position start;
    Game game;
    assert_true(position_from_fen(&start, thinker_options(thinker)->ruleset, fen, NULL));
    game_init_from(&game, &start);
    thinker_set_game(thinker, &game);
}

static void test_options_and_what_follows(void **state) {
    Thinker *thinker = ((Fixture *)*state)->thinker;
    Error error;
    assert_true(thinker_play(thinker, "e2e4", &error));
    assert_true(thinker_set_option(thinker, "Tournament Draws", "true", &error));
    assert_true(thinker_game(thinker)->tournament_draws);
    assert_int_equal(thinker_game(thinker)->count, 1);
    assert_true(thinker_set_option(thinker, "UCI_Variant", "losers", &error));
    assert_int_equal(thinker_game(thinker)->count, 0);
    assert_true(thinker_game(thinker)->tournament_draws);
    assert_string_equal(thinker_game(thinker)->now.rules->name, "losers");
    assert_false(thinker_set_option(thinker, "Hash", "0", &error));
    assert_non_null(strstr(error.text, "Hash"));
    assert_int_equal(thinker_options(thinker)->hash_mb, 16);
}

static void test_turns_are_played_and_taken_back(void **state) {
    Thinker *thinker = ((Fixture *)*state)->thinker;
    Error error;
    uint64_t start = thinker_game(thinker)->now.key;
    assert_false(thinker_take_back(thinker));
    assert_true(thinker_play(thinker, "e2e4", &error));
    assert_true(thinker_play(thinker, "d7-d5", &error));
    assert_false(thinker_play(thinker, "a2a3", &error));
    assert_true(thinker_take_back(thinker));
    assert_true(thinker_take_back(thinker));
    assert_int_equal(thinker_game(thinker)->count, 0);
    assert_true(thinker_game(thinker)->now.key == start);
}

static void test_answers(void **state) {
    Thinker *thinker = ((Fixture *)*state)->thinker;
    Heard heard;
    assert_true(go(thinker, &(Assignment){.limits.depth = 5}, &heard));
    assert_true(thinker_wait(thinker));
    assert_true(turn_is_legal(&thinker_game(thinker)->now, heard.answer.turn));
    assert_int_equal(heard.answer.reply.count, 1);
    assert_true(heard.reports > 0);
    /* A lost turn and a finished game need no thought. */
    set_fen(thinker, "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1");
    assert_true(go(thinker, &(Assignment){.limits.depth = 5}, &heard));
    assert_true(thinker_wait(thinker));
    assert_true(turn_equal(heard.answer.turn, turn_single(MOVE_PASS)));
    set_fen(thinker, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_true(go(thinker, &(Assignment){.limits.depth = 5}, &heard));
    assert_true(thinker_wait(thinker));
    assert_int_equal(heard.answer.turn.count, 0);
    assert_int_equal(heard.answers, 1);
}

/* Nothing is answered before it may be, and everything is answered once. */
static void test_infinite_and_ponder(void **state) {
    Thinker *thinker = ((Fixture *)*state)->thinker;
    Heard heard;
    assert_false(thinker_ponderhit(thinker));
    assert_true(go(thinker, &(Assignment){.limits.depth = 1, .infinite = true}, &heard));
    assert_false(thinker_wait(thinker));
    assert_false(thinker_ponderhit(thinker));
    thinker_stop(thinker);
    assert_true(thinker_wait(thinker));
    assert_int_equal(heard.answers, 1);
    for (int hit = 0; hit < 2; hit++) {
        Assignment assignment = {.limits.time = {.has_clock = true, .clock = 50}, .ponder = true};
        assert_true(go(thinker, &assignment, &heard));
        assert_false(thinker_wait(thinker));
        if (hit)
            assert_true(thinker_ponderhit(thinker));
        else
            thinker_stop(thinker);
        assert_true(thinker_wait(thinker));
        assert_int_equal(heard.answers, 1);
        assert_false(thinker_ponderhit(thinker));
    }
    assert_true(go(thinker, &(Assignment){.infinite = true}, &heard));
    thinker_free(thinker); /* lets it answer */
    ((Fixture *)*state)->thinker = NULL;
    assert_int_equal(heard.answers, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_options_and_what_follows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_turns_are_played_and_taken_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_infinite_and_ponder, set_up, tear_down),
    };
    return test_run("thinker", tests);
}
