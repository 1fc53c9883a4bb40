/* Games of all formats are read and written while each allocation in turn fails: what is written is
 * complete. */
#include "unit/failing_allocations.h"

#include "files/gamefile.h"
#include "files/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *source;
static char written[] = "/tmp/misere-game-XXXXXX";

/* Reads the first game and saves it as XML. An error says which file cannot be read. */
static bool copy(ScenarioResult *result, Error *error) {
    StoredGame stored;
    if (!games_load(source, ruleset_default(), 1, &stored, error)) {
        if (!strstr(error->text, source))
            fail_msg("the error does not name the file: %s", error->text);
        return false;
    }
    bool done = gamefile_save(written, &stored, error);
    stored_game_free(&stored);
    if (done)
        scenario_note_file(result, written);
    return done;
}

static void test_formats(void **state) {
    static const char *const FILES[] = {
        "gamefiles/valid/foreign.xml",
        "gamefiles/valid/cdata-in-extension.xml",
        "gamefiles/valid/2003-chips.xml",
        "gamefiles/valid/comments.xml",
        "gamefiles/valid/mindcontrol-playing.xml",
        "gamefiles/valid/latin1.xml",
        "gamefiles/valid/handout.1994",
        "pgn/latin1.pgn",
        "pgn/messy.pgn",
        "openings/losers.txt",
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/data/%s", FILES[i]);
        source = path;
        each_allocation_fails(copy, NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
    };
    int fd = mkstemp(written);
    if (fd < 0 || close(fd) != 0 || !gamefile_init())
        return 1;
    int failed = test_run("memory of files", tests);
    gamefile_quit();
    unlink(written);
    return failed;
}
