/* gamefile_testing: what the tests of game files share: parsing and printing games in memory, the
 * tables of samples in tests/data/gamefiles, and a temporary folder. */
#ifndef MISERE_UNIT_FILES_GAMEFILE_TESTING_H
#define MISERE_UNIT_FILES_GAMEFILE_TESTING_H

#include "unit/errors.h"
#include "unit/texts.h"

#include "files/gamefile.h"
#include "files/games.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DATA "tests/data/gamefiles/"

#define KINGS                                                                                      \
    "<square id='e1' side='white' piece='king'/><square id='a2' side='white' piece='pawn'/>"       \
    "<square id='e8' side='black' piece='king'/><square id='a7' side='black' piece='pawn'/>"

static char *folder; /* a new, empty folder for each test */

/* --- helpers --- */

static inline char *join(const char *directory, const char *name) {
    char *path;
    assert_true(asprintf(&path, "%s/%s", directory, name) > 0);
    return path;
}

static inline char *in_folder(const char *name) {
    return join(folder, name);
}

static inline char *read_text(const char *path, size_t *size) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = fopen(path, "rb"), *copy = open_memstream(&text, &length);
    if (!file)
        fail_msg("%s: %s", path, strerror(errno));
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(file);
    fclose(copy);
    if (size)
        *size = length;
    char *bytes =
        malloc(length + 1); /* gcc 12 mistakes the buffer of open_memstream for a local variable */
    assert_non_null(bytes);
    memcpy(bytes, text, length + 1);
    free(text);
    return bytes;
}

static inline void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline StoredGame load(const char *path) {
    StoredGame stored;
    Error error;
    assert_done(games_load(path, NULL, 1, &stored, &error), &error);
    return stored;
}

static inline StoredGame parse(const char *text) {
    StoredGame stored;
    Error error;
    if (!gamefile_parse("text", text, strlen(text), &stored, &error))
        fail_msg("%s\n%s", error.text, text);
    return stored;
}

static inline void assert_refused(const char *text, const char *reason) {
    StoredGame stored;
    Error error = {.text = ""};
    if (gamefile_parse("text", text, strlen(text), &stored, &error))
        fail_msg("accepted: %.300s", text);
    assert_says(&error, reason);
}

/* A document made from these parts; NULL stands for a minimal one. The caller frees it. */
static inline char *document(const char *ruleset, const char *time, const char *moves,
                             const char *squares, const char *end) {
    char *text;
    assert_true(asprintf(&text,
                         "<game ruleset='%s' xmlns:m='urn:misere:game'>%s<moveHistory>%s"
                         "</moveHistory><pieces>%s</pieces>%s</game>",
                         ruleset, time ? time : "<time/>", moves ? moves : "",
                         squares ? squares : KINGS, end ? end : "") > 0);
    return text;
}

static inline StoredGame parse_parts(const char *ruleset, const char *time, const char *moves,
                                     const char *squares, const char *end) {
    char *text = document(ruleset, time, moves, squares, end);
    StoredGame stored = parse(text);
    free(text);
    return stored;
}

static inline char *print(const StoredGame *stored) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_done(gamefile_print(out, stored, &error), &error);
    fclose(out);
    assert_int_equal(size, strlen(text));
    char *copy = strdup(text); /* a copy on the heap: see read_text */
    free(text);
    return copy;
}

static inline void assert_fen(const Position *pos, const char *fen) {
    char text[FEN_SIZE] = "mid-turn";
    if (position_begins_turn(pos))
        position_to_fen(pos, text);
    assert_string_equal(text, fen);
}

static inline void play(StoredGame *stored, const char *text) {
    Error error;
    assert_done(game_play_text(&stored->game, text, GAME_NO_CLOCK, &error), &error);
}

static inline void assert_same_outcome(const Game *a, const Game *b) {
    Outcome x = game_outcome(a), y = game_outcome(b);
    assert_int_equal(x.reason, y.reason);
    if (!outcome_is_over(x))
        return;
    assert_int_equal(x.drawn, y.drawn);
    assert_int_equal(x.winner, y.winner);
}

static inline void assert_same(const StoredGame *a, const StoredGame *b) {
    assert_int_equal(a->game.start.key, b->game.start.key);
    assert_int_equal(a->game.now.key, b->game.now.key);
    assert_int_equal(a->game.now.halfmove_clock, b->game.now.halfmove_clock);
    assert_int_equal(a->game.now.fullmove_number, b->game.now.fullmove_number);
    assert_ptr_equal(a->game.now.rules, b->game.now.rules);
    assert_int_equal(a->game.count, b->game.count);
    for (int i = 0; i < a->game.count; i++) {
        assert_true(turn_equal(a->game.turns[i].turn, b->game.turns[i].turn));
        assert_int_equal(a->game.turns[i].clock_ms, b->game.turns[i].clock_ms);
    }
    assert_same_outcome(&a->game, &b->game);
    assert_int_equal(a->timed, b->timed);
    for (Colour c = WHITE; c <= BLACK; c++) {
        assert_int_equal(a->initial_ms[c], b->initial_ms[c]);
        assert_int_equal(a->current_ms[c], b->current_ms[c]);
        assert_string_equal(stored_game_name(a, c), stored_game_name(b, c));
    }
    assert_int_equal(a->forfeit.loser, b->forfeit.loser);
    assert_string_equal(a->forfeit.reason, b->forfeit.reason);
}

static inline void save(const char *path, const StoredGame *stored) {
    Error error;
    assert_done(gamefile_save(path, stored, &error), &error);
}

/* Asserts that printing and reading the game gives the same game, and that printing it again gives
 * the same text. */
static inline void assert_round_trip(const StoredGame *stored) {
    char *once = print(stored);
    StoredGame again = parse(once);
    char *twice = print(&again);
    assert_string_equal(once, twice);
    assert_same(stored, &again);
    stored_game_free(&again);
    free(once);
    free(twice);
}

/* --- the tables of samples --- */

typedef struct {
    char name[64];
    int turns;
    char reason[16]; /* the reason, as outcome_reason_name returns it */
    char winner[8];  /* a colour, "drawn", or "nobody" if the game is not over */
    char fen[FEN_SIZE];
} Valid;

typedef struct {
    char name[64];
    char error[128]; /* the message after the path; if it ends in a star, only its beginning */
} Refused;

enum { ROWS_MAX = 100 };

static Valid valid[ROWS_MAX];
static Refused refused[ROWS_MAX];
static int valid_count, refused_count;

static inline FILE *open_table(const char *path) {
    FILE *table = fopen(path, "r");
    if (!table) {
        perror(path);
        exit(1);
    }
    return table;
}

static inline void read_tables(void) {
    FILE *table = open_table(DATA "valid.txt");
    char line[512];
    while (fgets(line, sizeof line, table)) {
        Valid *row = &valid[valid_count];
        if (*line != '#' && *line != '\n' && valid_count < ROWS_MAX)
            valid_count += sscanf(line, "%63s %d %15s %7s %127[^\n]", row->name, &row->turns,
                                  row->reason, row->winner, row->fen) == 5;
    }
    fclose(table);
    table = open_table(DATA "refused.txt");
    while (fgets(line, sizeof line, table)) {
        Refused *row = &refused[refused_count];
        if (*line != '#' && *line != '\n' && refused_count < ROWS_MAX)
            refused_count += sscanf(line, "%63s %127[^\n]", row->name, row->error) == 2;
    }
    fclose(table);
}

static inline int count_files(const char *path) {
    int files = 0;
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        files += entry->d_name[0] != '.';
    closedir(directory);
    return files;
}
/* --- a folder for each test --- */

static inline int make_folder(void **state) {
    char name[] = "/tmp/test_gamefile.XXXXXX";
    folder = mkdtemp(name) ? strdup(name) : NULL;
    return folder ? 0 : -1;
}

static inline int remove_folder(void **state) {
    DIR *directory = opendir(folder);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char *path = in_folder(entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove(path);
        free(path);
    }
    closedir(directory);
    rmdir(folder);
    free(folder);
    return 0;
}

#define in_own_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

#endif
