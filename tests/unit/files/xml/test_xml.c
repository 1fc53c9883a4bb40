/* Games as XML in memory: writing, reading back, and errors with line numbers. */
#include "unit/errors.h"

#include "files/xml/xml.h"

#include <stdlib.h>
#include <string.h>

/* The caller frees the text. */
static char *write_game(const StoredGame *stored, size_t *size) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    assert_true(xml_write(out, stored));
    assert_int_equal(fclose(out), 0);
    char *copy = malloc(*size + 1); /* gcc 12 mistakes open_memstream's buffer for a local */
    assert_non_null(copy);
    memcpy(copy, text, *size + 1);
    free(text);
    return copy;
}

static StoredGame read_game(const char *text, size_t size) {
    StoredGame stored;
    Error error;
    if (!xml_read("memory", text, size, &stored, &error))
        fail_msg("%s\n%s", error.text, text);
    return stored;
}

static void play(StoredGame *stored, const char *turn, int64_t clock_ms) {
    Error error;
    assert_done(game_play_text(&stored->game, turn, clock_ms, &error), &error);
}

/* A game with clocks and names. */
static StoredGame some_game(void) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("losers"));
    play(&stored, "e2e3", 59000);
    play(&stored, "b7b5", 58500);
    play(&stored, "f1b5", 57000);
    stored.timed = true;
    stored.initial_ms[WHITE] = stored.initial_ms[BLACK] = 60000;
    stored.increment_ms = 1500;
    stored.current_ms[WHITE] = 57000;
    stored.current_ms[BLACK] = 58500;
    stored_game_set_name(&stored, WHITE, "Zo\xc3\xab <\"&\">");
    stored_game_set_name(&stored, BLACK, "Bob");
    return stored;
}

static void test_there_and_back(void **state) {
    StoredGame stored = some_game();
    size_t size, again_size;
    char *text = write_game(&stored, &size);
    StoredGame again = read_game(text, size);
    assert_ptr_equal(again.game.now.rules, stored.game.now.rules);
    assert_int_equal(again.game.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(turn_equal(again.game.turns[i].turn, stored.game.turns[i].turn));
        assert_int_equal(again.game.turns[i].clock_ms, stored.game.turns[i].clock_ms);
    }
    assert_true(again.game.now.key == stored.game.now.key);
    assert_true(again.timed);
    assert_int_equal(again.increment_ms, stored.increment_ms);
    for (Colour c = WHITE; c <= BLACK; c++) {
        assert_int_equal(again.initial_ms[c], stored.initial_ms[c]);
        assert_int_equal(again.current_ms[c], stored.current_ms[c]);
        assert_string_equal(stored_game_name(&again, c), stored_game_name(&stored, c));
    }
    assert_false(stored_game_is_decided(&again));
    assert_null(again.extensions);
    char *again_text = write_game(&again, &again_size);
    assert_string_equal(again_text, text);
    free(text);
    free(again_text);
    stored_game_free(&stored);
    stored_game_free(&again);
}

static void test_every_ruleset(void **state) {
    for (int i = 0; i < ruleset_count(); i++) {
        StoredGame stored;
        size_t size;
        stored_game_init(&stored, ruleset_at(i));
        char *text = write_game(&stored, &size);
        StoredGame again = read_game(text, size);
        assert_ptr_equal(again.game.now.rules, ruleset_at(i));
        assert_true(game_starts_at_initial_position(&again.game));
        assert_false(again.timed);
        assert_true(again.current_ms[WHITE] == GAME_NO_CLOCK);
        free(text);
        stored_game_free(&stored);
        stored_game_free(&again);
    }
}

static void test_ends(void **state) {
    for (Colour loser = WHITE; loser <= BLACK; loser++) {
        const char *result = loser == WHITE ? "0-1" : "1-0";
        size_t size;
        StoredGame stored = some_game();
        stored_game_terminate(&stored, TERMINATION_TIME_FORFEIT, loser, "");
        char *text = write_game(&stored, &size);
        StoredGame again = read_game(text, size);
        assert_true(again.game.time_expired);
        assert_string_equal(stored_game_result(&again), result);
        assert_int_equal(again.current_ms[loser], 0);
        free(text);
        stored_game_free(&stored);
        stored_game_free(&again);
        stored = some_game();
        stored_game_terminate(&stored, TERMINATION_RESIGNATION, loser, "");
        text = write_game(&stored, &size);
        again = read_game(text, size);
        assert_true(stored_game_is_forfeited(&again));
        assert_int_equal(again.forfeit.loser, loser);
        assert_string_equal(again.forfeit.reason, "resignation");
        assert_string_equal(stored_game_result(&again), result);
        free(text);
        stored_game_free(&stored);
        stored_game_free(&again);
    }
}

/* Replaces the first `from` with `to`. The caller frees the text. */
static char *replaced(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    char *changed;
    assert_non_null(at);
    assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
    return changed;
}

/* What other programs added is written back. */
static void test_foreign_content_survives(void **state) {
    StoredGame stored = some_game();
    size_t size;
    char *text = write_game(&stored, &size);
    char *foreign = replaced(text, "<game ", "<game xmlns:club=\"urn:club\" club:board=\"7\" ");
    StoredGame again = read_game(foreign, strlen(foreign));
    assert_non_null(again.extensions);
    char *written = write_game(&again, &size);
    assert_non_null(strstr(written, "club:board=\"7\""));
    assert_non_null(strstr(written, "\"urn:club\""));
    free(text);
    free(foreign);
    free(written);
    stored_game_free(&stored);
    stored_game_free(&again);
}

/* The reason why a new game of the ruleset with a pass in its history cannot be read. */
static const char *refusal_of_pass(const char *ruleset) {
    static Error error;
    StoredGame stored;
    char text[300];
    snprintf(text, sizeof text,
             "<game ruleset=\"%s\"><time/><moveHistory><move side=\"white\" value=\"Ipass\"/>"
             "</moveHistory><pieces/></game>",
             ruleset);
    error.text[0] = '\0';
    assert_false(xml_read("memory", text, strlen(text), &stored, &error));
    return error.text;
}

/* Turns of fall 2003 are valid by one of the two schemas only. */
static void test_schema_of_each_ruleset(void **state) {
    int count = 0;
    for (int i = 0; i < ruleset_count(); i++) {
        const Ruleset *rules = ruleset_at(i);
        bool is_accepted = !strstr(refusal_of_pass(rules->name), "pattern");
        assert_int_equal(is_accepted, rules->schema_2003);
        count += rules->schema_2003;
    }
    assert_int_equal(count, 2);
    assert_string_equal(refusal_of_pass("unknown"), "memory:1: unknown ruleset 'unknown'");
}

static void test_refused(void **state) {
    static const struct {
        const char *from, *to, *error;
    } CASES[] = {
        {"ruleset=\"losers\"", "ruleset=\"chess\"", "memory:2: unknown ruleset 'chess'"},
        {"ruleset=\"losers\"", "", "memory:2: "},
        {"<time ", "<tiem ", "memory:3: "},
        {"id=\"a8\"", "id=\"z8\"", "memory:10: "},
        {"id=\"a8\"", "id=\"b8\"", "memory:11: two pieces on b8"},
        {"</game>", "", "memory:"},
        {"<game ", "<!DOCTYPE game><game ", "memory:2: "},
    };
    StoredGame stored = some_game();
    size_t size;
    char *text = write_game(&stored, &size);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char *bad = replaced(text, CASES[i].from, CASES[i].to);
        StoredGame read;
        Error error = {.text = ""};
        assert_false(xml_read("memory", bad, strlen(bad), &read, &error));
        if (strncmp(error.text, CASES[i].error, strlen(CASES[i].error)) != 0)
            fail_msg("'%s' does not begin with '%s'", error.text, CASES[i].error);
        free(bad);
    }
    /* A truncated document is refused, unless it lacks only the last line break. */
    for (size_t cut = 0; cut < size - 1; cut += 7) {
        StoredGame read;
        Error error = {.text = ""};
        assert_false(xml_read("memory", text, cut, &read, &error));
        assert_memory_equal(error.text, "memory:", 7);
    }
    free(text);
    stored_game_free(&stored);
}

static void test_failed_writes(void **state) {
    StoredGame stored = some_game();
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(xml_write(full, &stored));
    fclose(full);
    stored_game_free(&stored);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_every_ruleset),
        cmocka_unit_test(test_ends),           cmocka_unit_test(test_foreign_content_survives),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_schema_of_each_ruleset),
        cmocka_unit_test(test_failed_writes),
    };
    xml_init();
    int failed = test_run("xml", tests);
    xml_quit();
    return failed;
}
