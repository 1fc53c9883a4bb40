/* Puzzles are found and chosen, or memory is said to be lacking, when each allocation in turn
 * fails. */
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "puzzles/selection.h"

#include <stdio.h>
#include <stdlib.h>

static bool find_and_choose(ScenarioResult *result, Error *error) {
    static const PuzzleLimits LIMITS = {.longest = 3, .find_nodes = 300, .refute_nodes = 1000};
    GamePosition at = {.path = "log", .line = 2, .turn = 1};
    PositionList list = {.positions = &at, .count = 1};
    FoundPuzzles found, chosen = {0};
    JobFile file;
    assert_true(position_from_fen(&at.pos, ruleset_find("6170-spring-2007"),
                                  "3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24", NULL));
    if (!finder_open_file(&file, "puzzles", &list, &LIMITS, error))
        return false;
    bool done = finder_run(&found, &list, &LIMITS, 1, &file, error) &&
                (selection_make(&chosen, &found, FAMILY_MATE_LOSES, 10) ||
                 error_set(error, "out of memory"));
    if (done)
        scenario_note(result, "%d found, %d chosen", found.count, chosen.count);
    job_file_remove(&file);
    job_file_close(&file);
    free(chosen.puzzles);
    free(found.puzzles);
    return done;
}

static void test_puzzles(void **state) {
    each_allocation_fails(find_and_choose, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_puzzles, enter_folder, leave_empty_folder),
    };
    return test_run("memory of the puzzle tool", tests);
}
