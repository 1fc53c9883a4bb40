/* Saving game files: whole or not at all, through links, on a full disk. */
#include "unit/files/gamefile_testing.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static void assert_save_fails(const char *path, const StoredGame *stored, const char *reason) {
    Error error = {.text = ""};
    if (gamefile_save(path, stored, &error))
        fail_msg("%s was saved", path);
    assert_has(error.text, reason);
    size_t length = strlen(path);
    assert_has(error.text, length > 100 ? path + length - 100 : path);
}

static mode_t mode_of(const char *path) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static void test_save(void **state) {
    StoredGame stored = load(DATA "valid/two-moves.xml");
    char *path = in_folder("game.xml"), *expected = print(&stored);
    mode_t mask = umask(027);
    save(path, &stored);
    umask(mask);
    char *text = read_text(path, NULL);
    assert_string_equal(text, expected);
    assert_int_equal(mode_of(path), 0640);
    free(text);
    /* A replaced file keeps its permissions. */
    assert_int_equal(chmod(path, 0604), 0);
    play(&stored, "g1-f3");
    save(path, &stored);
    assert_int_equal(mode_of(path), 0604);
    assert_int_equal(count_files(folder), 1);
    StoredGame again = load(path);
    assert_same(&stored, &again);
    stored_game_free(&again);
    stored_game_free(&stored);
    free(expected);
    free(path);
}

static void test_save_in_current_folder(void **state) {
    StoredGame stored;
    char *before = get_current_dir_name();
    stored_game_init(&stored, ruleset_default());
    assert_int_equal(chdir(folder), 0);
    save("game.xml", &stored);
    save("board", &stored);
    assert_int_equal(count_files("."), 2);
    assert_int_equal(chdir(before), 0);
    stored_game_free(&stored);
    free(before);
}

static void test_save_through_links(void **state) {
    StoredGame stored;
    struct stat status;
    char *link = in_folder("link.xml"), *target = in_folder("target.xml");
    char *dangling = in_folder("dangling.xml");
    stored_game_init(&stored, ruleset_default());
    write_text(target, "old");
    assert_int_equal(symlink("target.xml", link), 0);
    assert_int_equal(symlink("nothing", dangling), 0);
    save(link, &stored);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    StoredGame again = load(target);
    stored_game_free(&again);
    assert_save_fails(dangling, &stored, strerror(ENOENT));
    stored_game_free(&stored);
    free(link);
    free(target);
    free(dangling);
}

static void test_save_fails(void **state) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    char *missing = in_folder("no/game.xml"), *fifo = in_folder("fifo");
    char *closed = in_folder("closed"), *inside = in_folder("closed/game.xml");
    char *read_only = in_folder("read-only.xml");
    assert_save_fails(missing, &stored, strerror(ENOENT));
    assert_save_fails(folder, &stored, "not a regular file");
    assert_save_fails("/dev/null", &stored, "not a regular file");
    assert_save_fails("/dev/full", &stored, "not a regular file");
    assert_save_fails("", &stored, "");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_save_fails(fifo, &stored, "not a regular file");
    char long_name[6000];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    assert_save_fails(long_name, &stored, strerror(ENAMETOOLONG));
    if (geteuid() != 0) {
        assert_int_equal(mkdir(closed, 0500), 0);
        assert_save_fails(inside, &stored, strerror(EACCES));
        write_text(read_only, "old");
        assert_int_equal(chmod(read_only, 0400), 0);
        assert_save_fails(read_only, &stored, strerror(EACCES));
    }
    stored_game_free(&stored);
    free(missing);
    free(fifo);
    free(closed);
    free(inside);
    free(read_only);
}

/* On a full disk the old file stays as it was, and no temporary file is left. */
static void test_save_without_space(void **state) {
    StoredGame stored = load(DATA "valid/two-moves.xml");
    char *path = in_folder("game.xml");
    write_text(path, "old");
    struct rlimit usual, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    small = usual;
    small.rlim_cur = 1000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    Error error = {.text = ""};
    bool saved = gamefile_save(path, &stored, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_false(saved);
    assert_has(error.text, path);
    assert_has(error.text, strerror(EFBIG));
    char *text = read_text(path, NULL);
    assert_string_equal(text, "old");
    assert_int_equal(count_files(folder), 1);
    DIR *directory = opendir(folder);
    for (struct dirent *entry; (entry = readdir(directory));)
        assert_null(strstr(entry->d_name, "misere"));
    closedir(directory);
    free(text);
    free(path);
    stored_game_free(&stored);
}

static void test_print_fails(void **state) {
    StoredGame stored = load(DATA "valid/foreign.xml");
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    Error error = {.text = ""};
    assert_false(gamefile_print(full, &stored, &error));
    assert_has(error.text, "cannot write");
    fclose(full);
    stored_game_free(&stored);
}

/* A file too long to be loaded again is not written. */
static void test_save_too_long(void **state) {
    static const char *const SHUFFLE[] = {"g1-f3", "g8-f6", "f3-g1", "f6-g8"};
    StoredGame stored;
    char *path = in_folder("game.xml");
    write_text(path, "old");
    stored_game_init(&stored, ruleset_default());
    for (int i = 0; i < 280000; i++) {
        Turn turn;
        assert_true(notation_read_turn(&stored.game.now, SHUFFLE[i % 4], &turn, NULL));
        assert_true(game_play(&stored.game, turn, GAME_NO_CLOCK));
    }
    assert_save_fails(path, &stored, "the game is too long for a file");
    char *text = read_text(path, NULL);
    assert_string_equal(text, "old");
    free(text);
    free(path);
    stored_game_free(&stored);
}

/* The name's ending decides how a game is saved, and its content how it is loaded. */
static void test_formats_by_ending(void **state) {
    static const struct {
        const char *name, *begin;
        int turns; /* that are kept */
    } CASES[] = {
        {"game.xml", "<?xml ", 2},     {"game", "<?xml ", 2},
        {"pgn", "<?xml ", 2},          {"game.pgn", "[Event \"?\"]", 2},
        {"g.x.PGN", "[Event ", 2},     {"game.fen", "losers rnb", 0},
        {"game.Fen", "losers rnb", 0}, {"game.pgn.xml", "<?xml ", 2},
    };
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("losers"));
    play(&stored, "e2e4");
    play(&stored, "e7e5");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char *path = in_folder(CASES[i].name);
        save(path, &stored);
        char *text = read_text(path, NULL);
        assert_true(strncmp(text, CASES[i].begin, strlen(CASES[i].begin)) == 0);
        StoredGame again = load(path);
        assert_ptr_equal(again.game.start.rules, stored.game.start.rules);
        assert_int_equal(again.game.count, CASES[i].turns);
        assert_int_equal(again.game.now.key, stored.game.now.key);
        stored_game_free(&again);
        free(text);
        free(path);
    }
    stored_game_free(&stored);
}

static void test_endings_that_cannot_hold_the_game(void **state) {
    StoredGame stored;
    Error error;
    char *path = in_folder("board.1994");
    stored_game_init(&stored, ruleset_find("losers"));
    assert_false(gamefile_save(path, &stored, &error));
    assert_has(error.text, "6170-spring-1994");
    assert_true(access(path, F_OK) != 0);
    free(path);
    stored_game_free(&stored);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        in_own_folder(test_formats_by_ending),
        in_own_folder(test_endings_that_cannot_hold_the_game),
        in_own_folder(test_save),
        in_own_folder(test_save_in_current_folder),
        in_own_folder(test_save_through_links),
        in_own_folder(test_save_fails),
        in_own_folder(test_save_without_space),
        cmocka_unit_test(test_print_fails),
        in_own_folder(test_save_too_long),
    };
    gamefile_init();
    int failed = test_run("gamefile_save", tests);
    gamefile_quit();
    return failed;
}
