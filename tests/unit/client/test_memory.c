/* Dialogues with engines of each protocol, when each allocation in turn fails. What is sent is then
 * the same, except for courtesies at the end, and the lack of memory is never the engine's fault.
 */
#include "unit/failing_allocations.h"

#include "client/client.h"
#include "files/gamefile.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

typedef struct {
    ClientProtocol protocol;
    TextUiDialect dialect;
    const char *mock, *flag;
    const char *ruleset, *fen;
    ClientTimeControl time;
    bool is_played_twice; /* are two games begun? */
} Dialogue;

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

static void clear_transcript(void) {
    rewind(transcript);
    assert_int_equal(ftruncate(fileno(transcript), 0), 0);
}

static bool play(const Dialogue *dialogue, Client **engine, StoredGame *stored,
                 ScenarioResult *result, Error *error) {
    ClientGame game = {.stored = stored, .side = WHITE, .time = dialogue->time};
    ClientSearch search = {.game = &stored->game,
                           .limits = CLIENT_LIMITS_NONE,
                           .clock_ms = {60000, 60000},
                           .timeout_ms = WAIT_MS,
                           .stop_ms = WAIT_MS,
                           .deadline_ms = INT64_MAX};
    ClientBestMove answer;
    search.limits.depth = 1;
    bool done = client_set_option_if_supported(*engine, "Hash", "1", error) &&
                client_wait_ready(*engine, WAIT_MS, error) &&
                client_new_game(*engine, &game, WAIT_MS, error) &&
                (!dialogue->is_played_twice || client_new_game(*engine, &game, WAIT_MS, error)) &&
                client_go(*engine, &search, &answer, error);
    if (done)
        scenario_note(result, "%s %d %d depth %d", answer.bestmove, answer.has_score, answer.score,
                      answer.depth);
    client_game_over(*engine, &stored->game, "1-0", "adjudication");
    return done;
}

/* A TextUI begins the game; another engine answers the opponent's first turn. */
static bool make_game(const Dialogue *dialogue, StoredGame *stored, Error *error) {
    const Ruleset *rules = ruleset_find(dialogue->ruleset);
    stored_game_init(stored, rules);
    Position start = stored->game.start;
    if (dialogue->fen)
        assert_true(position_from_fen(&start, rules, dialogue->fen, NULL));
    if (rules->pass_chips)
        position_set_chips(&start, BLACK, 2);
    game_init_from(&stored->game, &start);
    return dialogue->protocol == CLIENT_TEXTUI ||
           (game_play_text(&stored->game, "e2e4", GAME_NO_CLOCK, error) &&
            game_play_text(&stored->game, "e7e5", GAME_NO_CLOCK, error));
}

static bool converse(const Dialogue *dialogue, StoredGame *stored, ScenarioResult *result,
                     Error *error) {
    char folder[PATH_MAX], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(path, sizeof path, "%.4000s/%s", dirname(folder), dialogue->mock);
    const char *argv[] = {path, dialogue->flag, NULL};
    ClientConfig config = {.protocol = dialogue->protocol,
                           .dialect = dialogue->dialect,
                           .argv = argv,
                           .start_timeout_ms = WAIT_MS,
                           .transcript = transcript};
    Client *engine = NULL;
    clear_transcript();
    bool is_started = (engine = client_start(&config, error)) != NULL;
    bool done = is_started && play(dialogue, &engine, stored, result, error);
    if (!done && !error->is_shortage)
        fail_msg("not marked as a shortage: %s", error->text);
    assert_true(!is_started || client_failure(engine) == CLIENT_FAILURE_NONE);
    client_stop(&engine);
    if (done)
        note_transcript(result);
    return done;
}

static bool run(const Dialogue *dialogue, ScenarioResult *result, Error *error) {
    StoredGame stored;
    bool done = make_game(dialogue, &stored, error) && converse(dialogue, &stored, result, error);
    stored_game_free(&stored);
    return done;
}

static const ClientTimeControl CLOCK = {.clock_ms = 60000, .increment_ms = 1000};
static const ClientTimeControl SECONDS = {.movetime_ms = 1500, .depth = 3};
static const char START[] = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR w - - 0 1";
static const char SPRING[] = "6170-spring-2007", FALL[] = "6170-fall-2003";

static bool run_uci(ScenarioResult *result, Error *error) {
    return run(&(Dialogue){CLIENT_UCI, 0, "mock_engine", NULL, SPRING, NULL, CLOCK, false}, result,
               error);
}

static bool run_cecp(ScenarioResult *result, Error *error) {
    return run(&(Dialogue){CLIENT_CECP, 0, "mock_cecp", NULL, SPRING, NULL, CLOCK, false}, result,
               error);
}

/* From a position, and with a fixed time for each move. */
static bool run_cecp_from_fen(ScenarioResult *result, Error *error) {
    return run(&(Dialogue){CLIENT_CECP, 0, "mock_cecp", NULL, SPRING, START, SECONDS, false},
               result, error);
}

static bool run_textui(ScenarioResult *result, Error *error) {
    return run(&(Dialogue){CLIENT_TEXTUI, TEXTUI_SPRING_2007, "mock_textui", NULL, SPRING, NULL,
                           CLOCK, false},
               result, error);
}

static bool run_textui_from_fen(ScenarioResult *result, Error *error) {
    return run(&(Dialogue){CLIENT_TEXTUI, TEXTUI_SPRING_2007, "mock_textui", NULL, SPRING, START,
                           CLOCK, false},
               result, error);
}

/* Each game has a process of its own, and chips. */
static bool run_fall_textui(ScenarioResult *result, Error *error) {
    return run(&(Dialogue){CLIENT_TEXTUI, TEXTUI_FALL_2003, "mock_textui", "fall-2003", FALL, NULL,
                           CLOCK, true},
               result, error);
}

/* These lines are sent, if possible, when the game and the program end. */
static const char *const COURTESIES[] = {"-> result", "-> quit", "-> QuitGame", NULL};

static void test_uci(void **state) {
    each_allocation_fails(run_uci, COURTESIES);
}

static void test_cecp(void **state) {
    each_allocation_fails(run_cecp, COURTESIES);
    each_allocation_fails(run_cecp_from_fen, COURTESIES);
}

static void test_textui(void **state) {
    each_allocation_fails(run_textui, COURTESIES);
    each_allocation_fails(run_textui_from_fen, COURTESIES);
    each_allocation_fails(run_fall_textui, COURTESIES);
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
