/* Files in the manner of other programs, in tests/data/exchange: FILE.expected says what must come
 * out of FILE. For each game:
 *
 *     --- LINE RULESET, HOW IT IS KNOWN
 *     error: what ends the game early
 *     ignored: what was, and its first line
 *     by the rules: a result that contradicts the stated one
 *     in the tag: a result that contradicts the one after the turns
 *     the game as PGN
 *
 * With a file's path as its argument the program prints what comes out of it. */
#include "unit/testing.h"

#include "files/gamefile.h"
#include "files/games.h"
#include "files/pgn_write.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "tests/data/exchange"

static const char EXPECTED[] = ".expected";

enum { FILES_MIN = 200 };

static void print_game(FILE *out, const StoredGame *stored, const Error *error) {
    static const char *const SOURCES[] = {"named",          "chosen",    "from Event",
                                          "only this fits", "likeliest", "furthest"};
    static const char *const KINDS[SKIPPED_KINDS] = {
        "words", "tags", "comments", "glyphs", "variations", "operations", "history"};
    fprintf(out, "--- %ld %s, %s\n", stored->line, stored->game.start.rules->name,
            SOURCES[stored->ruleset_source]);
    if (error)
        fprintf(out, "error: %s\n", error->text);
    for (int kind = 0; kind < SKIPPED_KINDS; kind++)
        if (stored->skipped[kind].count > 0)
            fprintf(out, "ignored: %d %s, line %ld\n", stored->skipped[kind].count, KINDS[kind],
                    stored->skipped[kind].line);
    if (stored_game_contradiction(stored))
        fprintf(out, "by the rules: %s\n", stored_game_contradiction(stored));
    if (stored_game_other_result(stored))
        fprintf(out, "in the tag: %s\n", stored_game_other_result(stored));
    Error why;
    if (!pgn_write(out, stored, STYLE_SAN, &why))
        fprintf(out, "cannot be written: %s\n", why.text);
}

static void print_file(FILE *out, const char *path) {
    StoredGame stored;
    Error error;
    Games *games = games_open(path, NULL, &error);
    GamesResult result = GAMES_END;
    while (games && (result = games_next(games, &stored, &error)) != GAMES_END) {
        char *reason = strstr(error.text, path);
        if (result != GAMES_READ && reason == error.text)
            error_set(&error, "%s", error.text + strlen(path) + 1);
        if (result == GAMES_BAD) {
            fprintf(out, "--- error: %s\n\n", error.text);
            continue;
        }
        print_game(out, &stored, result == GAMES_CUT ? &error : NULL);
        stored_game_free(&stored);
    }
    if (games)
        games_close(games);
    else
        fprintf(out, "--- error: %s\n", error.text);
}

static char *read_text(const char *path) {
    enum { SIZE = 1 << 16 };
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    char *text = calloc(1, SIZE);
    assert_non_null(text);
    assert_in_range(fread(text, 1, SIZE - 1, file), 1, SIZE - 2);
    fclose(file);
    return text;
}

/* Returns whether what comes out of the file is what is expected. */
static bool check_file(const char *name) {
    char path[512], expected_path[600], *text = NULL;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", FOLDER, name);
    snprintf(expected_path, sizeof expected_path, "%s%s", path, EXPECTED);
    FILE *out = open_memstream(&text, &size);
    print_file(out, path);
    fclose(out);
    char *expected = read_text(expected_path);
    bool is_same = strcmp(text, expected) == 0;
    if (!is_same)
        print_error("%s: there came out\n%snot\n%s", path, text, expected);
    free(expected);
    free(text);
    return is_same;
}

static bool is_expected(const char *name) {
    size_t length = strlen(name), ending = strlen(EXPECTED);
    return length > ending && strcmp(name + length - ending, EXPECTED) == 0;
}

static void test_files(void **state) {
    DIR *folder = opendir(FOLDER);
    int count = 0, wrong = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' || is_expected(entry->d_name))
            continue;
        count++;
        wrong += !check_file(entry->d_name);
    }
    closedir(folder);
    assert_int_equal(wrong, 0);
    assert_in_range(count, FILES_MIN, INT32_MAX);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
    };
    if (!gamefile_init())
        return 1;
    if (argc > 1)
        print_file(stdout, argv[1]);
    int failed = argc > 1 ? 0 : test_run("exchange", tests);
    gamefile_quit();
    return failed;
}
