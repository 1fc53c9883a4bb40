/* The TextUI, for the course and for people, when each allocation in turn fails. */
#include "unit/capture.h"
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "textui/terminal.h"
#include "textui/textui.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Capture *capture;

/* Standard error names the lack of memory only if the program ends, which its result tells, too. */
static int silence_errors(void) {
    int before = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
    return before;
}

static void restore_errors(int before) {
    dup2(before, STDERR_FILENO);
    close(before);
}

/* Answers the lines, as a person's program if `is_play`. Also fails if the answer reports a lack of
 * memory. */
static bool answer(const char *lines, bool is_play, ScenarioResult *result, Error *error) {
    TextUi ui;
    TextUiConfig config = {
        .dialect = TEXTUI_SPRING_2007, .extended = true, .think_ms = 1, .out = capture->stream};
    TerminalConfig terminal = {
        .settings = {.clock_ms = GAME_NO_CLOCK, .rules = ruleset_default(), .two_persons = true}};
    capture->length = 0;
    capture->text[0] = '\0';
    unlink("game.xml");
    int input = open("input", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(input, lines, strlen(lines)), strlen(lines));
    assert_int_equal(lseek(input, 0, SEEK_SET), 0);
    FILE *in = fdopen(input, "r");
    if (!in) {
        close(input);
        return error_set(error, "out of memory");
    }
    int before = silence_errors();
    textui_init(&ui, &config);
    bool done = is_play ? terminal_play_games(&ui, &terminal, in) : textui_run(&ui, in, NULL);
    textui_free(&ui);
    restore_errors(before);
    fclose(in);
    bool is_told =
        strstr(capture->text, "emory") ||
        strstr(capture->text, "Corrupt file"); /* the course's answer says no more than this */
    scenario_note(result, "%s", capture->text);
    return (done && !is_told) || error_set(error, "out of memory");
}

static bool answer_course(ScenarioResult *result, Error *error) {
    return answer(
        "StartNewGame human 0 human 0\nMakeMove e2-e4 0\nPrintAllMoves\nIsLegalMove a7-a6\n"
        "PrintBoard\nSaveGame game.xml\nLoadGame game.xml\nBoard\nUndo\nQuitGame\n",
        false, result, error);
}

static bool answer_person(ScenarioResult *result, Error *error) {
    return answer("e4\nmoves\nsave game.xml\nundo\nload game.xml\ngame\nsettings\nnew losers\n"
                  "d4\nquit\n",
                  true, result, error);
}

static void test_course(void **state) {
    each_allocation_fails(answer_course, NULL);
}

static void test_person(void **state) {
    each_allocation_fails(answer_person, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_course),
        cmocka_unit_test(test_person),
    };
    if (!gamefile_init())
        return 1;
    capture = capture_new();
    int failed = test_run_in_folder("memory of the TextUI", tests);
    gamefile_quit();
    capture_free(capture);
    return failed;
}
