/* Dialogues with engines of each protocol, when each allocation in turn fails. What is sent is then
 * the same, except for courtesies at the end, and the lack of memory is never the engine's fault.
 */
#include "unit/failing_allocations.h"

#include "client/external_engine.h"
#include "files/gamefile.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

static FILE *transcript;

/* Notes the lines that were sent, without the name of the file that the TextUI is to load. */
static void note_transcript(ScenarioResult *result) {
    static char text[1 << 16];
    ssize_t size = pread(fileno(transcript), text, sizeof text - 1, 0);
    assert_in_range(size, 1, sizeof text - 2);
    text[size] = '\0';
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        const char *sent = strstr(line, " -> ");
        if (sent && strncmp(sent, " -> LoadGame", strlen(" -> LoadGame")) == 0)
            scenario_note(result, "-> LoadGame");
        else if (sent)
            scenario_note(result, "%s", sent + 1);
    }
}

static bool play(ExternalEngine *engine, StoredGame *stored, ScenarioResult *result, Error *error) {
    ExternalGame game = {
        .stored = stored, .side = WHITE, .time = {.base_ms = 60000, .increment_ms = 1000}};
    ExternalSearch search = {.game = &stored->game,
                             .limits = CLIENT_LIMITS_NONE,
                             .clock_ms = {60000, 60000},
                             .timeout_ms = WAIT_MS,
                             .stop_ms = WAIT_MS,
                             .deadline_ms = INT64_MAX};
    ClientBestMove answer;
    search.limits.depth = 1;
    bool done = external_engine_set_option_if_supported(engine, "Hash", "1", error) &&
                external_engine_wait_ready(engine, WAIT_MS, error) &&
                external_engine_new_game(engine, &game, WAIT_MS, error) &&
                external_engine_go(engine, &search, &answer, error);
    if (done)
        scenario_note(result, "%s %d %d depth %d", answer.bestmove, answer.has_score, answer.score,
                      answer.depth);
    external_engine_game_over(engine, &stored->game, "1-0", "adjudication");
    return done;
}

static bool run(ExternalProtocol protocol, const char *fen, ScenarioResult *result, Error *error) {
    static const char *const NAMES[] = {[EXTERNAL_UCI] = "mock_engine",
                                        [EXTERNAL_CECP] = "mock_cecp",
                                        [EXTERNAL_TEXTUI] = "mock_textui"};
    char folder[PATH_MAX], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(path, sizeof path, "%.4000s/%s", dirname(folder), NAMES[protocol]);
    const char *argv[] = {path, NULL};
    ExternalEngineConfig config = {
        .protocol = protocol,
        .client = {.argv = argv, .start_timeout_ms = WAIT_MS, .transcript = transcript}};
    ExternalEngine engine = {0};
    StoredGame stored;
    rewind(transcript);
    assert_int_equal(ftruncate(fileno(transcript), 0), 0);
    stored_game_init(&stored, ruleset_default());
    if (fen) {
        Position start;
        assert_true(position_from_fen(&start, ruleset_default(), fen, NULL));
        game_init_from(&stored.game, &start);
    }
    if (protocol != EXTERNAL_TEXTUI &&
        !(game_play_text(&stored.game, "e2e4", GAME_NO_CLOCK, error) &&
          game_play_text(&stored.game, "e7e5", GAME_NO_CLOCK, error))) {
        stored_game_free(&stored);
        return false;
    }
    bool is_started = external_engine_start(&engine, &config, error);
    bool done = is_started && play(&engine, &stored, result, error);
    if (!done && !error->is_shortage)
        fail_msg("not marked as a shortage: %s", error->text);
    assert_true(!is_started || external_engine_failure(&engine) == CLIENT_FAILURE_NONE);
    external_engine_stop(&engine);
    stored_game_free(&stored);
    if (done)
        note_transcript(result);
    return done;
}

static bool run_uci(ScenarioResult *result, Error *error) {
    return run(EXTERNAL_UCI, NULL, result, error);
}

static bool run_cecp(ScenarioResult *result, Error *error) {
    return run(EXTERNAL_CECP, NULL, result, error);
}

static bool run_textui(ScenarioResult *result, Error *error) {
    return run(EXTERNAL_TEXTUI, NULL, result, error);
}

/* Sent, if possible, when the game and the program end. */
static const char *const COURTESIES[] = {"-> result", "-> quit", "-> QuitGame", NULL};

static const char START[] = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR w - - 0 1";

static bool run_cecp_from_fen(ScenarioResult *result, Error *error) {
    return run(EXTERNAL_CECP, START, result, error);
}

static bool run_textui_from_fen(ScenarioResult *result, Error *error) {
    return run(EXTERNAL_TEXTUI, START, result, error);
}

static void test_uci(void **state) {
    (void)state;
    each_allocation_fails(run_uci, COURTESIES);
}

static void test_cecp(void **state) {
    (void)state;
    each_allocation_fails(run_cecp, COURTESIES);
    each_allocation_fails(run_cecp_from_fen, COURTESIES);
}

static void test_textui(void **state) {
    (void)state;
    each_allocation_fails(run_textui, COURTESIES);
    each_allocation_fails(run_textui_from_fen, COURTESIES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uci),
        cmocka_unit_test(test_cecp),
        cmocka_unit_test(test_textui),
    };
    transcript = tmpfile();
    if (!transcript || !gamefile_init())
        return 1;
    int failed = test_run("memory of clients", tests);
    gamefile_quit();
    fclose(transcript);
    return failed;
}
