/* The TextUI client: whole games with misere-textui, which is in the folder that the environment
 * variable MISERE_BIN names, and failures of tests/mocks/mock_textui.c, whose program is in the
 * same folder as the one that MOCK_ENGINE names. */
/* tags: threads */
#include "unit/errors.h"
#include "unit/hand_clock.h"

#include "client/client.h"
#include "client/textui_client.h"
#include "files/gamefile.h"

#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 10000, MAX_TURNS = 300 };

static const TextUiDialect SPRING = TEXTUI_SPRING_2007, FALL = TEXTUI_FALL_2003;

/* ---- Programs ---- */

/* A program, and what must stay valid as long as it runs. */
typedef struct {
    char path[PATH_MAX];
    const char *argv[4];
    FILE *transcript;
    char *text; /* the transcript's text, as of the last assert_told() */
    size_t size;
    Client *client;
} ClientFixture;

static void start_client(ClientFixture *s, TextUiDialect dialect) {
    Error error = {.text = ""};
    s->transcript = open_memstream(&s->text, &s->size);
    ClientConfig config = {.protocol = CLIENT_TEXTUI,
                           .dialect = dialect,
                           .argv = s->argv,
                           .start_timeout_ms = WAIT_MS,
                           .transcript = s->transcript};
    s->argv[0] = s->path;
    s->client = client_start(&config, &error);
    assert_done(s->client, &error);
}

static void start_mock_client(ClientFixture *s, const char *flag, TextUiDialect dialect) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    *s = (ClientFixture){.argv = {NULL, flag, dialect == FALL ? "fall-2003" : NULL}};
    if (!flag)
        s->argv[1] = s->argv[2];
    snprintf(s->path, sizeof s->path, "%.4000s/mock_textui", dirname(folder));
    start_client(s, dialect);
}

static void start_our_client(ClientFixture *s, TextUiDialect dialect) {
    *s = (ClientFixture){.argv = {NULL, "--think", "5"}};
    snprintf(s->path, sizeof s->path, "%.4000s/misere-textui", getenv("MISERE_BIN"));
    start_client(s, dialect);
}

static void stop_client(ClientFixture *s) {
    client_stop(&s->client);
    assert_null(s->client);
    fclose(s->transcript);
    free(s->text);
}

/* Asserts that the program has been sent these commands in this order, possibly with others in
 * between. */
static void assert_told(ClientFixture *s, const char *const commands[]) {
    fflush(s->transcript);
    const char *rest = s->text;
    for (; *commands; commands++) {
        char line[256];
        snprintf(line, sizeof line, "] -> %s\n", *commands);
        rest = strstr(rest, line);
        if (!rest)
            fail_msg("'%s' is missing or out of order in:\n%s", *commands, s->text);
    }
}

/* Sets TMPDIR to a new folder, which the tests must leave empty. */
static int make_temporary(void **state) {
    static char folder[] = "/tmp/misere-test-XXXXXX";
    *state = mkdtemp(folder);
    gamefile_init();
    return setenv("TMPDIR", folder, 1);
}

static int remove_temporary(void **state) {
    gamefile_quit();
    return rmdir(*state);
}

static int count_temporary(void) {
    int count = -2; /* "." and ".." */
    DIR *directory = opendir(getenv("TMPDIR"));
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

/* ---- Whole games with a sound program ---- */

static const char *end_line(Outcome outcome) {
    if (!outcome_is_over(outcome))
        return "";
    if (outcome.drawn)
        return "Game drawn";
    return outcome.winner == WHITE ? "White Player has won" : "Black Player has won";
}

static void record_start(StoredGame *stored, const char *ruleset, const char *fen) {
    Error error = {.text = ""};
    stored_game_init(stored, ruleset_find(ruleset));
    if (fen) {
        Position start;
        assert_done(position_from_fen(&start, stored->game.start.rules, fen, &error), &error);
        game_free(&stored->game);
        game_init_from(&stored->game, &start);
    }
}

static Turn random_turn(const Game *game, uint64_t *seed) {
    TurnList list;
    assert_true(turn_list_make(&game->now, &list));
    assert_int_not_equal(list.count, 0);
    Turn turn = list.turns[random_next(seed) % (unsigned)list.count];
    turn_list_free(&list);
    return turn;
}

static void play_random_turn(ClientFixture *s, Game *game, uint64_t *seed) {
    Error error = {.text = ""};
    char text[TURN_TEXT_SIZE];
    Turn turn = random_turn(game, seed);
    notation_write_turn(&game->now, turn, STYLE_COURSE, text);
    assert_done(textui_client_send_turn(s->client, text, 5, &error), &error);
    assert_true(game_play(game, turn, GAME_NO_CLOCK));
}

static void play_its_turn(ClientFixture *s, Game *game) {
    Error error = {.text = ""};
    ClientBestMove answer;
    hand_clock_answers_take_ms(1);
    assert_done(textui_client_go(s->client, WAIT_MS, &answer, &error), &error);
    hand_clock_answers_take_ms(0);
    assert_done(game_play_text(game, answer.bestmove, GAME_NO_CLOCK, &error), &error);
    assert_string_equal(answer.claim, end_line(game_outcome(game)));
    assert_in_range(answer.elapsed_us, 1, WAIT_MS * 1000);
    assert_false(answer.resigned);
}

/* Plays a game to its end, or for MAX_TURNS turns. Returns the number of forced passes. */
static int play_game(ClientFixture *s, StoredGame *stored, Colour program, uint64_t seed) {
    Error error = {.text = ""};
    ClientBestMove answer;
    Game *game = &stored->game;
    int passes = 0;
    assert_done(client_new_game(s->client, &(ClientGame){.stored = stored, .side = program},
                                WAIT_MS, &error),
                &error);
    while (!outcome_is_over(game_outcome(game)) && game->count < MAX_TURNS) {
        if (game_pass_if_forced(game))
            passes++;
        else if (game_player(game) == program)
            play_its_turn(s, game);
        else
            play_random_turn(s, game, &seed);
    }
    if (outcome_is_over(game_outcome(game))) {
        assert_done(textui_client_send_turn(s->client, "a1-a2", 1, &error),
                    &error); /* has no effect: the game is over */
        assert_done(textui_client_go(s->client, WAIT_MS, &answer, &error), &error);
        assert_string_equal(answer.bestmove, "");
        assert_string_equal(answer.claim, end_line(game_outcome(game)));
    }
    assert_int_equal(client_failure(s->client), CLIENT_FAILURE_NONE);
    return passes;
}

/* Plays a game with each colour, in one process. */
static void play_both_colours(const char *ruleset, TextUiDialect dialect, int chips) {
    ClientFixture s;
    start_our_client(&s, dialect);
    for (int program = WHITE; program <= BLACK; program++) {
        StoredGame stored;
        record_start(&stored, ruleset, NULL);
        for (int c = 0; chips > 0 && c < COLOURS; c++)
            position_set_chips(&stored.game.start, (Colour)c, chips + c);
        stored.game.now = stored.game.start;
        play_game(&s, &stored, (Colour)program, 1);
        stored_game_free(&stored);
    }
    stop_client(&s);
    assert_int_equal(count_temporary(), 0);
}

static void test_games_of_spring_2007(void **state) {
    play_both_colours("6170-spring-2007", SPRING, 0);
    play_both_colours("6170-spring-2006-antiking", SPRING, 0);
    play_both_colours("6170-fall-2003-mindcontrol", SPRING, 0);
    play_both_colours("6170-fall-2003", SPRING, 2);
}

static void test_games_of_fall_2003(void **state) {
    play_both_colours("6170-fall-2003", FALL, 3);
    play_both_colours("6170-fall-2003-mindcontrol", FALL, 0);
}

static void test_turns_lost_by_stalemate(void **state) {
    ClientFixture s;
    start_our_client(&s, SPRING);
    for (int program = WHITE; program <= BLACK; program++) {
        StoredGame stored;
        record_start(&stored, "6170-spring-2007", "k7/8/1KN5/8/8/7p/7P/8 b - - 0 1");
        assert_in_range(play_game(&s, &stored, (Colour)program, 7), 1, MAX_TURNS);
        stored_game_free(&stored);
    }
    stop_client(&s);
}

static void resume(TextUiDialect dialect) {
    ClientFixture s;
    StoredGame stored;
    uint64_t seed = 5;
    start_our_client(&s, dialect);
    record_start(&stored, "6170-spring-2007", NULL);
    for (int i = 0; i < 7; i++)
        assert_true(game_play(&stored.game, random_turn(&stored.game, &seed), GAME_NO_CLOCK));
    play_game(&s, &stored, BLACK, seed);
    stored_game_free(&stored);
    stop_client(&s);
    assert_int_equal(count_temporary(), 0);
}

static void test_games_that_were_begun(void **state) {
    resume(SPRING);
    resume(FALL);
}

/* ---- Clocks ---- */

static void set_clocks(StoredGame *stored, int64_t white_ms, int64_t black_ms) {
    stored->timed = true;
    stored->initial_ms[WHITE] = stored->current_ms[WHITE] = white_ms;
    stored->initial_ms[BLACK] = stored->current_ms[BLACK] = black_ms;
}

/* A game with clocks against our program. */
typedef struct {
    TextUiDialect dialect;
    const char *ruleset;
    int64_t white_ms, black_ms;
    int black_chips;
    Colour program;
} TimedGame;

static void start_timed_game(ClientFixture *s, StoredGame *stored, const TimedGame *game) {
    Error error = {.text = ""};
    start_our_client(s, game->dialect);
    record_start(stored, game->ruleset, NULL);
    set_clocks(stored, game->white_ms, game->black_ms);
    position_set_chips(&stored->game.start, BLACK, game->black_chips);
    stored->game.now = stored->game.start;
    assert_done(client_new_game(s->client, &(ClientGame){.stored = stored, .side = game->program},
                                WAIT_MS, &error),
                &error);
}

/* Asserts that the program says that Black has won instead of choosing a turn. */
static void assert_black_has_won(ClientFixture *s) {
    Error error = {.text = ""};
    ClientBestMove answer;
    assert_done(textui_client_go(s->client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "");
    assert_string_equal(answer.claim, "Black Player has won");
}

static void test_opponent_out_of_time(void **state) {
    ClientFixture s;
    StoredGame stored;
    Error error = {.text = ""};
    start_timed_game(&s, &stored,
                     &(TimedGame){.dialect = SPRING,
                                  .ruleset = "6170-spring-2007",
                                  .white_ms = 1000,
                                  .black_ms = 2000,
                                  .program = BLACK});
    assert_done(textui_client_send_turn(s.client, "e2-e3", 1000, &error), &error);
    assert_black_has_won(&s);
    assert_told(&s, (const char *const[]){"StartNewGame human 1000 computer 2000 6170-spring-2007",
                                          "MakeMove e2-e3 1000", NULL});
    stored_game_free(&stored);
    stop_client(&s);
}

static void test_program_out_of_time(void **state) {
    ClientFixture s;
    StoredGame stored;
    start_timed_game(&s, &stored,
                     &(TimedGame){.dialect = FALL,
                                  .ruleset = "6170-spring-2007",
                                  .white_ms = 1000,
                                  .black_ms = 1000,
                                  .program = WHITE});
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
    assert_black_has_won(&s);
    assert_told(&s, (const char *const[]){"Init 6170-spring-2007 1", "StartNewGame computer human",
                                          "MakeNextMove", NULL});
    stored_game_free(&stored);
    stop_client(&s);
}

/* Clocks that Init cannot express are loaded from a file. */
static void test_unequal_clocks(void **state) {
    ClientFixture s;
    StoredGame stored;
    Error error = {.text = ""};
    start_timed_game(&s, &stored,
                     &(TimedGame){.dialect = FALL,
                                  .ruleset = "6170-fall-2003",
                                  .white_ms = 400,
                                  .black_ms = 60000,
                                  .black_chips = 2,
                                  .program = BLACK});
    nanosleep(&(struct timespec){.tv_nsec = 450000000}, NULL);
    assert_done(textui_client_send_turn(s.client, "e2-e3", 450, &error), &error);
    assert_black_has_won(&s);
    assert_told(&s, (const char *const[]){"Init 6170-fall-2003 0", "Setup AddChips black 2",
                                          "StartNewGame human computer", "MakeMove e2-e3", NULL});
    stored_game_free(&stored);
    stop_client(&s);
}

/* ---- Programs that misbehave ---- */

/* Starts a mock and a new game. If `must_load`, a turn has already been played, so the game must be
 * loaded from a file. */
static bool start_mock(ClientFixture *s, const char *flag, TextUiDialect dialect, bool must_load,
                       Error *error) {
    StoredGame stored;
    uint64_t seed = 1;
    start_mock_client(s, flag, dialect);
    record_start(&stored, "6170-spring-2007", NULL);
    if (must_load)
        assert_true(game_play(&stored.game, random_turn(&stored.game, &seed), GAME_NO_CLOCK));
    bool begun =
        client_new_game(s->client, &(ClientGame){.stored = &stored, .side = WHITE}, WAIT_MS, error);
    stored_game_free(&stored);
    assert_int_equal(count_temporary(), 0);
    return begun;
}

static void assert_failed(ClientFixture *s, ClientFailure failure, const Error *error,
                          const char *reason) {
    Error again;
    StoredGame stored;
    ClientBestMove answer = {.bestmove = "x"};
    assert_says(error, reason);
    assert_says(error, "mock_textui: ");
    assert_false(textui_client_send_turn(s->client, "e2-e4", 1, &again));
    assert_string_equal(again.text, error->text);
    assert_false(textui_client_go(s->client, WAIT_MS, &answer, &again));
    assert_string_equal(again.text, error->text);
    assert_string_equal(answer.bestmove, "");
    record_start(&stored, "6170-spring-2007", NULL);
    assert_false(client_new_game(s->client, &(ClientGame){.stored = &stored, .side = WHITE},
                                 WAIT_MS, &again));
    assert_string_equal(again.text, error->text);
    stored_game_free(&stored);
    assert_int_equal(client_failure(s->client), failure);
    assert_int_not_equal(client_failure(s->client), CLIENT_FAILURE_NONE);
    stop_client(s);
}

static void test_bad_beginning(void **state) {
    const ClientFailure NONSENSE = CLIENT_FAILURE_PROTOCOL;
    ClientFixture s;
    Error error;
    assert_false(start_mock(&s, "refuse-start", SPRING, false, &error));
    assert_failed(&s, NONSENSE, &error, "answers 'Input error' to 'StartNewGame computer 0 human");
    assert_false(start_mock(&s, "refuse-start", FALL, false, &error));
    assert_failed(&s, NONSENSE, &error, "answers 'Input error' to 'StartNewGame computer human'");
    assert_false(start_mock(&s, "corrupt", SPRING, true, &error));
    assert_failed(&s, NONSENSE, &error, "answers 'Corrupt file' to 'LoadGame /tmp/misere-test-");
    assert_false(start_mock(&s, "no-time", SPRING, false, &error));
    assert_failed(&s, NONSENSE, &error, "answers 'Input error' to 'GetTime white'");
}

/* A game from a position goes to the program in a file. */
static void test_no_folder_for_a_file(void **state) {
    Error error = {.text = ""};
    char before[PATH_MAX];
    ClientFixture s;
    StoredGame stored;
    start_mock_client(&s, NULL, SPRING);
    record_start(&stored, "6170-spring-2007", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
    snprintf(before, sizeof before, "%s", getenv("TMPDIR"));
    setenv("TMPDIR", "/nowhere", 1);
    assert_false(client_new_game(s.client, &(ClientGame){.stored = &stored, .side = WHITE}, WAIT_MS,
                                 &error));
    setenv("TMPDIR", before, 1);
    stored_game_free(&stored);
    assert_says(&error, "cannot create the folder '/nowhere/misere-");
    stop_client(&s);
}

/* The program exits between two games. */
static void test_no_second_game(void **state) {
    Error error = {.text = ""};
    char target[PATH_MAX], link[PATH_MAX];
    ClientFixture s;
    StoredGame stored;
    start_mock_client(&s, NULL, FALL);
    snprintf(link, sizeof link, "%.4000s/program", getenv("TMPDIR"));
    assert_true(realpath(s.path, target) && symlink(target, link) == 0);
    stop_client(&s);
    s = (ClientFixture){.argv = {NULL, "fall-2003"}};
    strcpy(s.path, link);
    start_client(&s, FALL);
    record_start(&stored, "6170-fall-2003", NULL);
    assert_done(
        client_new_game(s.client, &(ClientGame){.stored = &stored, .side = WHITE}, WAIT_MS, &error),
        &error);
    assert_done(textui_client_go(s.client, WAIT_MS, NULL, &error),
                &error); /* no turn has been asked for */
    assert_int_equal(unlink(link), 0);
    assert_false(client_new_game(s.client, &(ClientGame){.stored = &stored, .side = WHITE}, WAIT_MS,
                                 &error));
    assert_says(&error, "cannot be restarted: ");
    stored_game_free(&stored);
    stop_client(&s);
}

static void test_not_a_program(void **state) {
    Error error;
    const char *argv[] = {"/nonexistent/program", NULL};
    ClientConfig config = {.protocol = CLIENT_TEXTUI, .argv = argv, .start_timeout_ms = WAIT_MS};
    assert_null(client_start(&config, &error));
    assert_says(&error, "No such file or directory");
    Client *client = NULL;
    client_stop(&client);
    client_stop(NULL);
}

static void assert_bad_play(const char *flag, const char *reason) {
    ClientFixture s;
    Error error = {.text = ""};
    assert_done(start_mock(&s, flag, SPRING, false, &error), &error);
    assert_false(textui_client_send_turn(s.client, "e2-e4", 7, &error));
    assert_failed(&s, CLIENT_FAILURE_PROTOCOL, &error, reason);
}

static void test_bad_play(void **state) {
    assert_bad_play("illegal", "answers 'Illegal move' to 'MakeMove e2-e4 7'");
    assert_bad_play("wrong-echo", "answers 'a2-a3' to 'MakeMove e2-e4 7'");
    assert_bad_play("echo-twice", "answers 'e2-e4' to 'GetTime white'");
}

/* A program may print the turn that MakeNextMove makes, as MakeMove does, but nothing else. */
static void test_echoed_choice(void **state) {
    ClientFixture s;
    Error error = {.text = ""};
    ClientBestMove answer;
    assert_done(start_mock(&s, "echo-next", SPRING, false, &error), &error);
    for (int i = 0; i < 2; i++) {
        assert_done(textui_client_go(s.client, WAIT_MS, &answer, &error), &error);
        assert_string_equal(answer.bestmove, "e2-e4");
        assert_string_equal(answer.claim, "");
    }
    stop_client(&s);
}

static void test_refused_turn(void **state) {
    ClientFixture s;
    Error error = {.text = ""};
    assert_done(start_mock(&s, NULL, SPRING, false, &error), &error);
    assert_false(textui_client_send_turn(s.client, "e2-e4\n", 7, &error));
    assert_says(&error, "control character");
    assert_int_equal(client_failure(s.client), CLIENT_FAILURE_NONE);
    stop_client(&s);
}

static void assert_bad_go(const char *flag, TextUiDialect dialect, int deadline_ms,
                          ClientFailure failure, const char *reason) {
    ClientFixture s;
    Error error = {.text = ""};
    ClientBestMove answer;
    assert_done(start_mock(&s, flag, dialect, false, &error), &error);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(failure == CLIENT_FAILURE_HUNG ? deadline_ms : 0, 0);
    assert_false(textui_client_go(s.client, deadline_ms, &answer, &error));
    assert_passed_ms(before, failure == CLIENT_FAILURE_HUNG ? deadline_ms : 0);
    assert_string_equal(answer.bestmove, "");
    assert_failed(&s, failure, &error, reason);
}

static void test_bad_go(void **state) {
    const ClientFailure NONSENSE = CLIENT_FAILURE_PROTOCOL;
    assert_bad_go("exit-choose", SPRING, WAIT_MS, CLIENT_FAILURE_DIED, "exited with status 3");
    assert_bad_go("hang-choose", SPRING, 50, CLIENT_FAILURE_HUNG,
                  "no answer to 'GetNextMove' after 50 ms");
    assert_bad_go("hang-choose", FALL, 50, CLIENT_FAILURE_HUNG,
                  "no answer to 'MakeNextMove' after 50 ms");
    assert_bad_go("lines-choose", SPRING, -1, NONSENSE, "answers 'I think' to 'GetNextMove'");
    assert_bad_go("human-turn", SPRING, WAIT_MS, NONSENSE, "answers 'Human turn' to 'GetNextMove'");
    assert_bad_go("two-words", FALL, WAIT_MS, NONSENSE, "answers 'e2-e4 e7-e5' to 'MakeNextMove'");
    assert_bad_go("empty-choose", SPRING, WAIT_MS, NONSENSE, "answers ' ' to 'GetNextMove'");
    assert_bad_go("huge-choose", SPRING, WAIT_MS, NONSENSE, "answers '0000");
    assert_bad_go("first-get", SPRING, WAIT_MS, NONSENSE,
                  "answers 'First GetNextMove' to 'GetTime white'");
}

/* ---- Stopping ---- */

static void assert_ends(const char *flag, TextUiDialect dialect, bool must_load, const char *turn,
                        const char *bestmove, const char *claim) {
    ClientFixture s;
    Error error = {.text = ""};
    ClientBestMove answer;
    assert_done(start_mock(&s, flag, dialect, must_load, &error), &error);
    if (turn)
        assert_done(textui_client_send_turn(s.client, turn, 1, &error), &error);
    assert_done(textui_client_go(s.client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.bestmove, bestmove);
    assert_string_equal(answer.claim, claim);
    assert_done(textui_client_go(s.client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "");
    assert_string_equal(answer.claim, claim);
    stop_client(&s);
}

static void test_ends(void **state) {
    assert_ends("draw", SPRING, false, NULL, "e2-e4", "Game drawn");
    assert_ends("draw", FALL, false, NULL, "e2-e4", "Game drawn");
    assert_ends("expire", SPRING, false, NULL, "", "Black Player has won");
    assert_ends("expire", FALL, false, NULL, "", "Black Player has won");
    assert_ends("lost-on-time", SPRING, false, "e7-e5", "", "Black Player has won");
    assert_ends("lost-on-time", FALL, false, "e7-e5", "", "Black Player has won");
    assert_ends("over-when-loaded", SPRING, true, NULL, "", "White Player has won");
    assert_ends("over-when-loaded", FALL, true, NULL, "", "White Player has won");
}

static void test_program_that_will_not_quit(void **state) {
    ClientFixture s;
    Error error = {.text = ""};
    assert_done(start_mock(&s, "ignore-quit", SPRING, false, &error), &error);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(5000, 0);
    stop_client(&s);
    assert_passed_ms(before, 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_of_spring_2007),
        cmocka_unit_test(test_games_of_fall_2003),
        cmocka_unit_test(test_turns_lost_by_stalemate),
        cmocka_unit_test(test_games_that_were_begun),
        cmocka_unit_test(test_opponent_out_of_time),
        cmocka_unit_test(test_program_out_of_time),
        cmocka_unit_test(test_unequal_clocks),
        cmocka_unit_test(test_bad_beginning),
        cmocka_unit_test(test_no_folder_for_a_file),
        cmocka_unit_test(test_no_second_game),
        cmocka_unit_test(test_not_a_program),
        cmocka_unit_test(test_bad_play),
        cmocka_unit_test(test_echoed_choice),
        cmocka_unit_test(test_refused_turn),
        cmocka_unit_test(test_bad_go),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_program_that_will_not_quit),
    };
    if (!getenv("MOCK_ENGINE") || !getenv("MISERE_BIN")) {
        fprintf(stderr, "MOCK_ENGINE must be the path of the mock engine, MISERE_BIN the folder of "
                        "the programs\n");
        return 2;
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("client_textui", tests, make_temporary, remove_temporary);
}
