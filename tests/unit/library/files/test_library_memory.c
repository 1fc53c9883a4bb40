/* While each allocation in turn fails, the library either does its work or says that memory has run
 * out. */
#include "unit/failing_allocations.h"

#include "library/misere.h"

#include <stdio.h>
#include <string.h>

static const char FILE_TEXT[] = "[White \"A\"]\n\n1. e3 { slow } b5 *\n";
static const char PGN[] = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                          "[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"losers\"]\n"
                          "\n1. e3 { slow } 1... b5 *\n\n";

/* Stores the reason for a failure, which must be that memory ran out. Returns false. */
static bool refused(Error *error, const MisereError *reason) {
    if (!strstr(reason->text, "out of memory"))
        fail_msg("the reason is '%s'", reason->text);
    return error_set(error, "%s", reason->text);
}

/* Asserts a text, if it was made, and frees it. */
static bool answers(char *text, const char *expected, const MisereError *reason, Error *error) {
    if (!text)
        return refused(error, reason);
    assert_string_equal(text, expected);
    misere_free(text);
    return true;
}

static bool play(MisereGame *game, Error *error) {
    MisereError reason;
    return (misere_game_play(game, "e2e3", 5, &reason) || refused(error, &reason)) &&
           (misere_game_play(game, "b7b5", 5, &reason) || refused(error, &reason)) &&
           answers(misere_game_turns(game, MISERE_STYLE_UCI, &reason), "f1b5\n", &reason, error) &&
           answers(misere_game_moves(game, NULL, &reason), "f1b5\n", &reason, error) &&
           answers(misere_game_history(game, MISERE_STYLE_SAN, &reason), "e3\nb5\n", &reason,
                   error) &&
           answers(misere_game_write_turn(game, "Bxb5", MISERE_STYLE_UCI, &reason), "f1b5", &reason,
                   error);
}

static bool play_game(ScenarioResult *result, Error *error) {
    MisereError reason;
    MisereGame *game = misere_game_new("losers", NULL, &reason);
    if (!game)
        return refused(error, &reason);
    bool done = play(game, error);
    if (done)
        scenario_note(result, "%d", misere_game_length(game));
    misere_game_free(game);
    return done;
}

static bool list_rulesets(ScenarioResult *result, Error *error) {
    char *text = misere_rulesets();
    if (!text)
        return error_set(error, "out of memory");
    assert_string_equal(text + strlen(text) - 2, "}]");
    scenario_note_bytes(result, "rulesets", text, strlen(text));
    misere_free(text);
    return true;
}

/* The first game of a file; NULL without memory. */
static MisereGame *read_game(Error *error) {
    MisereError reason;
    MisereGame *game = NULL;
    MisereReader *reader = misere_reader_new("x", FILE_TEXT, strlen(FILE_TEXT), "losers", &reason);
    if (!reader || misere_reader_next(reader, &game, &reason) != MISERE_READ)
        refused(error, &reason);
    misere_reader_free(reader);
    return game;
}

static bool copy_file(ScenarioResult *result, Error *error) {
    MisereError reason;
    MisereGame *game = read_game(error);
    if (!game)
        return false;
    MisereGame *copy = misere_game_copy(game, &reason);
    bool done =
        copy ? answers(misere_game_write(copy, MISERE_FORMAT_PGN, &reason), PGN, &reason, error)
             : refused(error, &reason);
    if (done)
        scenario_note(result, "%d", misere_game_length(copy));
    misere_game_free(copy);
    misere_game_free(game);
    return done;
}

static void test_a_game(void **state) {
    each_allocation_fails(play_game, NULL);
    each_allocation_fails(list_rulesets, NULL);
}

static void test_a_file(void **state) {
    misere_game_free(read_game(NULL)); /* prepares libxml2 */
    each_allocation_fails(copy_file, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_a_file),
    };
    return test_run("the library without memory", tests);
}
