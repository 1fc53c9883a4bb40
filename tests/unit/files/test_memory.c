/* Games of all formats are read and written when memory runs out at each place: what is written is
 * then complete. */
#include "unit/failing_allocations.h"

#include "files/gamefile.h"
#include "files/games.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *source;
static char written[] = "/tmp/misere-game-XXXXXX";

static char complete[1 << 16]; /* what is written if nothing fails */
static ssize_t complete_size;  /* 0: not known yet */

/* Without allocations, which would be counted. */
static void check_written(void) {
    static char bytes[sizeof complete];
    int fd = open(written, O_RDONLY);
    ssize_t size = read(fd, bytes, sizeof bytes);
    close(fd);
    assert_in_range(size, 1, sizeof bytes - 1);
    if (complete_size == 0) {
        complete_size = size;
        memcpy(complete, bytes, (size_t)size);
    }
    assert_int_equal(size, complete_size);
    assert_memory_equal(bytes, complete, (size_t)size);
}

/* Reads the first game and saves it as XML. */
static bool copy(Error *error) {
    StoredGame stored;
    if (!games_load(source, ruleset_default(), 1, &stored, error))
        return false;
    bool done = gamefile_save(written, &stored, error);
    stored_game_free(&stored);
    if (done)
        check_written();
    return done;
}

static void test_formats(void **state) {
    (void)state;
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
        complete_size = 0;
        each_allocation_fails(copy);
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
