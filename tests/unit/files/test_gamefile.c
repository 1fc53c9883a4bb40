/* Game files: what is read from them, what is refused and why, what is written, and that neither a
 * hostile file nor a full disk does harm. The samples are in tests/data/gamefiles. */
#include "unit/waiting.h"

#include "base/os/clock.h"
#include "files/gamefile.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATA "tests/data/gamefiles/"

#define KINGS                                                                                      \
    "<square id='e1' side='white' piece='king'/><square id='a2' side='white' piece='pawn'/>"       \
    "<square id='e8' side='black' piece='king'/><square id='a7' side='black' piece='pawn'/>"
static char *folder; /* an empty one for each test */

/* --- helpers --- */

static char *join(const char *directory, const char *name) {
    char *path;
    assert_true(asprintf(&path, "%s/%s", directory, name) > 0);
    return path;
}

static char *in_folder(const char *name) {
    return join(folder, name);
}

static char *read_text(const char *path, size_t *size) {
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
    return text;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static StoredGame load(const char *path) {
    StoredGame record;
    Error error;
    if (!gamefile_load(path, &record, &error))
        fail_msg("%s", error.text);
    return record;
}

static StoredGame parse(const char *text) {
    StoredGame record;
    Error error;
    if (!gamefile_parse("text", text, strlen(text), &record, &error))
        fail_msg("%s\n%s", error.text, text);
    return record;
}

static void assert_refused(const char *text, const char *reason) {
    StoredGame record;
    Error error = {""};
    if (gamefile_parse("text", text, strlen(text), &record, &error))
        fail_msg("accepted: %.300s", text);
    if (!strstr(error.text, reason))
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

/* A game of the parts: each NULL for the plainest there is. The caller frees it. */
static char *document(const char *ruleset, const char *time, const char *moves, const char *squares,
                      const char *end) {
    char *text;
    assert_true(asprintf(&text,
                         "<game ruleset='%s' xmlns:m='urn:misere:game'>%s<moveHistory>%s"
                         "</moveHistory><pieces>%s</pieces>%s</game>",
                         ruleset, time ? time : "<time/>", moves ? moves : "",
                         squares ? squares : KINGS, end ? end : "") > 0);
    return text;
}

static StoredGame parse_parts(const char *ruleset, const char *time, const char *moves,
                              const char *squares, const char *end) {
    char *text = document(ruleset, time, moves, squares, end);
    StoredGame record = parse(text);
    free(text);
    return record;
}

static char *print(const StoredGame *record) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    if (!gamefile_print(out, record, &error))
        fail_msg("%s", error.text);
    fclose(out);
    assert_int_equal(size, strlen(text));
    char *copy = strdup(text); /* gcc 12 takes what open_memstream made for a local */
    free(text);
    return copy;
}

static void assert_has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void assert_lacks(const char *text, const char *part) {
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

static int count(const char *text, const char *part) {
    int found = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        found++;
    return found;
}

static void assert_fen(const Position *pos, const char *fen) {
    char text[FEN_SIZE] = "mid-turn";
    if (position_begins_turn(pos))
        position_to_fen(pos, text);
    assert_string_equal(text, fen);
}

static void play(StoredGame *record, const char *text) {
    Error error;
    if (!game_play_text(&record->game, text, GAME_NO_CLOCK, &error))
        fail_msg("%s", error.text);
}

static void assert_same_outcome(const Game *a, const Game *b) {
    Outcome x = game_outcome(a), y = game_outcome(b);
    assert_int_equal(x.reason, y.reason);
    if (!outcome_is_over(x))
        return;
    assert_int_equal(x.drawn, y.drawn);
    assert_int_equal(x.winner, y.winner);
}

static void assert_same(const StoredGame *a, const StoredGame *b) {
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
        assert_string_equal(a->names[c], b->names[c]);
    }
    assert_int_equal(a->forfeit.loser, b->forfeit.loser);
    assert_string_equal(a->forfeit.reason, b->forfeit.reason);
}

/* Printed and read again it is the same, and printed once more it is the same text. */
static void assert_round_trip(const StoredGame *record) {
    char *once = print(record);
    StoredGame again = parse(once);
    char *twice = print(&again);
    assert_string_equal(once, twice);
    assert_same(record, &again);
    stored_game_free(&again);
    free(once);
    free(twice);
}

/* --- reading --- */

typedef struct {
    char name[64];
    int turns;
    char reason[16]; /* as outcome_reason_name has it */
    char winner[8];  /* or "nobody", or "drawn" */
    char fen[FEN_SIZE];
} Valid;

typedef struct {
    char name[64];
    char error[128]; /* all of it but the path, or its beginning if it ends in a star */
} Refused;

enum { ROWS_MAX = 100 };

static Valid valid[ROWS_MAX];
static Refused refused[ROWS_MAX];
static int valid_count, refused_count;

static FILE *open_table(const char *path) {
    FILE *table = fopen(path, "r");
    if (!table) {
        perror(path);
        exit(1);
    }
    return table;
}

static void read_tables(void) {
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

static int count_files(const char *path) {
    int files = 0;
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        files += entry->d_name[0] != '.';
    closedir(directory);
    return files;
}

static void test_valid_files(void **state) {
    (void)state;
    assert_int_equal(count_files(DATA "valid"), valid_count);
    for (int i = 0; i < valid_count; i++) {
        char *path = join(DATA "valid", valid[i].name);
        StoredGame record = load(path);
        Outcome outcome = game_outcome(&record.game);
        const char *winner = !outcome_is_over(outcome) ? "nobody"
                             : outcome.drawn           ? "drawn"
                                                       : outcome_colour_name(outcome.winner);
        print_message("# %s\n", valid[i].name);
        assert_int_equal(record.game.count, valid[i].turns);
        assert_fen(&record.game.now, valid[i].fen);
        assert_string_equal(outcome_reason_name(outcome.reason), valid[i].reason);
        assert_string_equal(winner, valid[i].winner);
        assert_round_trip(&record);
        stored_game_free(&record);
        free(path);
    }
}

/* What we write is what we wrote: these samples are our own, or look so. */
static void test_own_files_are_rewritten_as_they_are(void **state) {
    (void)state;
    static const char *const OWN[] = {"1994-checkmate.xml",
                                      "1994-stalemate.xml",
                                      "2003-chips.xml",
                                      "2003-pieces-lost.xml",
                                      "2006-en-passant.xml",
                                      "2007-forced-pass.xml",
                                      "antiking-checkmate.xml",
                                      "antiking-pieces-lost.xml",
                                      "encastle-playing.xml",
                                      "fall-2007-castling.xml",
                                      "fifty.xml",
                                      "losers-promotion.xml",
                                      "mindcontrol-gameover.xml",
                                      "mindcontrol-playing.xml",
                                      "new-game.xml",
                                      "threefold.xml"};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++) {
        char *path = join(DATA "valid", OWN[i]);
        char *before = read_text(path, NULL);
        StoredGame record = load(path);
        char *after = print(&record);
        assert_string_equal(after, before);
        assert_null(record.extensions);
        stored_game_free(&record);
        free(path);
        free(before);
        free(after);
    }
}

static void test_refused_files(void **state) {
    (void)state;
    int boards = 18; /* test_board1994.c has them */
    assert_int_equal(count_files(DATA "invalid") + count_files(DATA "hostile"),
                     refused_count + boards);
    for (int i = 0; i < refused_count; i++) {
        char *path = join(DATA, refused[i].name);
        const char *expected = refused[i].error;
        size_t length = strlen(expected);
        StoredGame record;
        Error error = {""};
        if (gamefile_load(path, &record, &error))
            fail_msg("%s is accepted", path);
        bool begins = strncmp(error.text, path, strlen(path)) == 0;
        const char *reason = error.text + strlen(path);
        bool fits =
            begins && (expected[length - 1] == '*' ? strncmp(reason, expected, length - 1) == 0
                                                   : strcmp(reason, expected) == 0);
        if (!fits)
            fail_msg("'%s' does not say '%s'", error.text, expected);
        free(path);
    }
}

/* Our reader's idea of a valid document is the schema's: the table is also xmllint's, in
 * schema.bats. Its games are of no known ruleset, which is complained of last. */
static void test_schema_table(void **state) {
    (void)state;
    FILE *table = fopen(DATA "schema-table.txt", "r");
    char line[1024], verdict[8], part[16];
    int rows = 0;
    assert_non_null(table);
    while (fgets(line, sizeof line, table)) {
        int at = 0;
        if (*line == '#' || sscanf(line, "%7s %15s %n", verdict, part, &at) < 2)
            continue;
        line[strcspn(line, "\n")] = '\0';
        for (int is_2003 = 0; is_2003 < 2; is_2003++) {
            const char *ruleset = is_2003 ? "6170-fall-2003-r" : "r", *value = line + at;
            char text[2048], reason[64];
#define PART(name, plain) (strcmp(part, name) == 0 ? value : plain)
            if (strcmp(part, "document") == 0) {
                const char *r = strstr(value, "R\"") ? strstr(value, "R\"") : strstr(value, "R'");
                int before = r ? (int)(r - value) : 0;
                snprintf(text, sizeof text, "%.*s%s%s", before, value, r ? ruleset : "",
                         r ? r + 1 : value);
            } else {
                snprintf(text, sizeof text, "<game ruleset='%s' %s>%s%s%s%s</game>", ruleset,
                         PART("root", ""), PART("time", "<time/>"),
                         PART("history", "<moveHistory/>"), PART("pieces", "<pieces/>"),
                         PART("end", ""));
            }
            bool fine = strcmp(verdict, "yes") == 0 || (is_2003 && strcmp(verdict, "2003") == 0);
            StoredGame record;
            Error error = {""};
            assert_false(gamefile_parse("text", text, strlen(text), &record, &error));
            snprintf(reason, sizeof reason, "text:1: unknown ruleset '%s'", ruleset);
            if (fine != (strcmp(error.text, reason) == 0))
                fail_msg("'%s' for %s", error.text, text);
        }
        rows++;
    }
    fclose(table);
    assert_true(rows > 170);
}

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } NUMBERS[] = {
        {"0", 0},
        {"-0", 0},
        {" +12 ", 12},
        {"-000000000000000000000000000012", -12},
        {"9223372036854775806", INT64_MAX - 1},
        {"9223372036854775807", INT64_MAX},
        {"9223372036854775808", INT64_MAX},
        {"99999999999999999999999999999", INT64_MAX},
        {"-9223372036854775807", -INT64_MAX},
        {"-9223372036854775808", -INT64_MAX}, /* GAME_NO_CLOCK means something else */
        {"-99999999999999999999999999999", -INT64_MAX},
    };
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        char time[256];
        snprintf(time, sizeof time, "<time timed='1' initWhite='%s' currentBlack='%s'/>",
                 NUMBERS[i].text, NUMBERS[i].text);
        StoredGame record = parse_parts("losers", time, NULL, NULL, NULL);
        assert_int_equal(record.initial_ms[WHITE], NUMBERS[i].value);
        assert_int_equal(record.current_ms[BLACK], NUMBERS[i].value);
        stored_game_free(&record);
    }
}

static void test_clocks(void **state) {
    (void)state;
    const int64_t NONE = GAME_NO_CLOCK;
    const struct {
        const char *time;
        bool timed;
        int64_t initial[COLOURS], current[COLOURS];
    } CLOCKS[] = {
        {"<time/>", false, {NONE, NONE}, {NONE, NONE}},
        {"<time timed='false' initWhite='5' currentBlack='6'/>", false, {NONE, NONE}, {NONE, NONE}},
        {"<time initWhite='5' currentWhite='-6'/>", false, {NONE, NONE}, {NONE, NONE}},
        {"<time timed='true'/>", true, {NONE, NONE}, {NONE, NONE}},
        {"<time timed='&#10;1 ' initWhite='5' initBlack='6'/>", true, {5, 6}, {5, 6}},
        {"<time timed='true' initWhite='5' currentWhite='4' currentBlack='3'/>",
         true,
         {5, NONE},
         {4, 3}},
        {"<time timed='true' initWhite='0' initBlack='7'/>", true, {0, 7}, {NONE, 7}},
    };
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        StoredGame record = parse_parts("losers", CLOCKS[i].time, NULL, NULL, NULL);
        assert_int_equal(record.timed, CLOCKS[i].timed);
        for (Colour c = WHITE; c <= BLACK; c++) {
            assert_int_equal(record.initial_ms[c], CLOCKS[i].initial[c]);
            assert_int_equal(record.current_ms[c], CLOCKS[i].current[c]);
        }
        assert_false(outcome_is_over(game_outcome(&record.game)));
        assert_round_trip(&record);
        stored_game_free(&record);
    }
    StoredGame record = load(DATA "valid/timed.xml");
    assert_int_equal(record.game.turns[0].clock_ms, 299000);
    assert_int_equal(record.game.turns[1].clock_ms, 0);
    stored_game_free(&record);
    record = load(DATA "valid/two-moves.xml");
    assert_int_equal(record.game.turns[0].clock_ms, GAME_NO_CLOCK);
    stored_game_free(&record);
}

static void test_ends(void **state) {
    (void)state;
    static const char EXPIRED[] = "<gameOver description='timeExpired'/>";
    static const struct {
        const char *time, *moves, *end;
        Reason reason;
        Colour winner;
    } ENDS[] = {
        {NULL, NULL, NULL, PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='checkmate' winner='white'/>", PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='piecesLost' winner='white'/>", PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='stalemate'/>", PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='timeExpired' winner='white'/>", TIME_EXPIRED, WHITE},
        {NULL, NULL, "<gameOver description='timeExpired' winner='black'/>", TIME_EXPIRED, BLACK},
        {NULL, NULL, EXPIRED, TIME_EXPIRED, BLACK}, /* White is to move */
        {NULL, "<move side='white' value='a2-a2'/>", EXPIRED, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='0'/>", NULL, EXPIRED, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='-1' currentWhite='0'/>", NULL, EXPIRED, TIME_EXPIRED,
         BLACK},
        {"<time timed='1' currentBlack='0' currentWhite='0'/>",
         "<move side='white' value='a2-a2'/>", NULL, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='1' currentWhite='0'/>",
         "<move side='white' value='a2-a2'/>", NULL, TIME_EXPIRED, BLACK},
        {"<time currentBlack='0'/>", NULL, EXPIRED, TIME_EXPIRED, BLACK},
        {"<time timed='1' currentWhite='0'/>", NULL,
         "<gameOver description='timeExpired' winner='white'/>", TIME_EXPIRED, WHITE},
        {"<time timed='1' currentWhite='0'/>", NULL, NULL, TIME_EXPIRED, BLACK},
        {"<time timed='1' currentBlack='-3'/>", NULL, NULL, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='0'/>", NULL, "<gameOver description='checkmate'/>",
         TIME_EXPIRED, WHITE},
        {"<time currentWhite='0'/>", NULL, NULL, PLAYING, WHITE},
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        StoredGame record = parse_parts("losers", ENDS[i].time, ENDS[i].moves, NULL, ENDS[i].end);
        Outcome outcome = game_outcome(&record.game);
        assert_int_equal(outcome.reason, ENDS[i].reason);
        if (outcome.reason != PLAYING)
            assert_int_equal(outcome.winner, ENDS[i].winner);
        assert_round_trip(&record);
        stored_game_free(&record);
    }
}

static void test_history_or_pieces(void **state) {
    (void)state;
    /* A white king on e1 that has come back has lost its rights; on a set-up board it has them. */
    static const char PIECES[] = "<square id='e1' side='white' piece='king'/>"
                                 "<square id='h1' side='white' piece='rook'/>"
                                 "<square id='e8' side='black' piece='king'/>"
                                 "<square id='a7' side='black' piece='pawn'/>";
    static const char MOVES[] = "<move side='white' value='e1-e2'/><move side='black' "
                                "value='e8-e7'/><move side='white' value='e2-e1'/><move "
                                "side='black' value='e7-e8'/>";
    static const char START_FEN[] =
        "<extension><m:start fen='4k3/p7/8/8/8/8/8/4K2R w K - 0 1'/></extension>";
    StoredGame record = parse_parts("losers", NULL, MOVES, PIECES, START_FEN);
    assert_int_equal(record.game.count, 4);
    assert_fen(&record.game.now, "4k3/p7/8/8/8/8/8/4K2R w - - 4 3");
    assert_null(record.extensions);
    stored_game_free(&record);
    record = parse_parts("losers", NULL, MOVES, PIECES, NULL);
    assert_int_equal(record.game.count, 0);
    assert_fen(&record.game.now, "4k3/p7/8/8/8/8/8/4K2R w K - 0 1");
    stored_game_free(&record);
    /* Sides that do not take turns do not replay. */
    char *text = read_text(DATA "valid/two-moves.xml", NULL);
    *strstr(text, "white\" value") = 'W';
    memcpy(strstr(text, "White\" value"), "black", 5);
    record = parse(text);
    assert_int_equal(record.game.count, 0);
    stored_game_free(&record);
    free(text);
}

static void test_forced_passes(void **state) {
    (void)state;
    StoredGame record = load(DATA "valid/2007-forced-pass.xml");
    char *text = read_text(DATA "valid/2007-forced-pass.xml", NULL);
    int passes = 0;
    for (int i = 0; i < record.game.count; i++)
        passes += game_turn_is_forced_pass(&record.game, i);
    assert_true(passes > 0);
    assert_int_equal(count(text, "<move "), record.game.count - passes);
    assert_lacks(text, "value=\"\"");
    stored_game_free(&record);
    free(text);
    /* One at the very end is left out, too, and left to the reader. */
    Position pos;
    assert_true(position_from_fen(&pos, ruleset_find("6170-spring-2007"),
                                  "2q4k/8/8/8/p7/P7/8/K7 b - - 0 1", NULL));
    stored_game_init(&record, pos.rules);
    game_init_from(&record.game, &pos);
    play(&record, "c8-c2");
    assert_true(game_pass_if_forced(&record.game));
    text = print(&record);
    assert_int_equal(count(text, "<move "), 1);
    StoredGame again = parse(text);
    assert_int_equal(again.game.count, 1);
    assert_true(game_pass_if_forced(&again.game));
    assert_int_equal(again.game.now.key, record.game.now.key);
    free(text);
    /* In the middle it comes back. */
    play(&record, "c2-c8");
    stored_game_free(&again);
    assert_round_trip(&record);
    stored_game_free(&record);
}

static void test_underpromotion(void **state) {
    (void)state;
    char *text = read_text(DATA "valid/losers-promotion.xml", NULL);
    assert_has(text, "misere:promotion=\"knight\"");
    assert_lacks(text, "promotion=\"queen\"");
    free(text);
    static const char *const LETTERS[] = {"q", "n", "b", "r"};
    for (int i = 0; i < 4; i++) {
        Position pos;
        char move[8];
        assert_true(position_from_fen(&pos, ruleset_find("losers"),
                                      "8/P1k5/8/8/8/8/7p/1K6 w - - 0 1", NULL));
        StoredGame record;
        stored_game_init(&record, pos.rules);
        game_init_from(&record.game, &pos);
        snprintf(move, sizeof move, "a7-a8%s", LETTERS[i]);
        play(&record, move);
        text = print(&record);
        assert_has(text, "value=\"a7-a8\"");
        assert_round_trip(&record);
        free(text);
        stored_game_free(&record);
    }
    /* Where pawns become queens only, the attribute means nothing. */
    StoredGame record = parse_parts(
        "6170-spring-2007", NULL, "<move side='white' value='a7-a8' m:promotion='knight'/>",
        "<square id='b1' side='white' piece='king'/><square id='a8' side='white' piece='queen'/>"
        "<square id='h7' side='black' piece='king'/><square id='h2' side='black' piece='pawn'/>",
        "<extension><m:start fen='8/P6k/8/8/8/8/7p/1K6 w - - 0 1'/></extension>");
    assert_int_equal(record.game.count, 1);
    stored_game_free(&record);
}

static void test_tournament_draws(void **state) {
    (void)state;
    static const char *const NAMES[] = {"threefold", "fifty"};
    for (int i = 0; i < 2; i++) {
        char path[128], words[128];
        snprintf(path, sizeof path, DATA "valid/%s.xml", NAMES[i]);
        snprintf(words, sizeof words, "<gameOver description=\"stalemate\" misere:reason=\"%s\"/>",
                 NAMES[i]);
        StoredGame record = load(path);
        assert_true(record.game.tournament_draws);
        char *text = print(&record);
        assert_has(text, words);
        free(text);
        /* Without the draws the game goes on, and nothing says that it is over. */
        record.game.tournament_draws = false;
        text = print(&record);
        assert_lacks(text, "gameOver");
        free(text);
        stored_game_free(&record);
    }
    StoredGame record = load(DATA "valid/new-game.xml");
    assert_false(record.game.tournament_draws);
    stored_game_free(&record);
}

static void test_own_state(void **state) {
    (void)state;
    Position pos;
    StoredGame record;
    assert_true(position_from_fen(&pos, ruleset_find("6170-fall-2007"),
                                  "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 31", NULL));
    stored_game_init(&record, pos.rules);
    game_init_from(&record.game, &pos);
    strcpy(record.names[WHITE], "Zo\xc3\xab \"<&>\" \t'x'");
    char *text = print(&record);
    assert_has(text, "<misere:start fen=\"r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 31\"/>");
    assert_has(text, "<misere:players white=\"Zo\xc3\xab &quot;&lt;&amp;&gt;&quot; &#9;'x'\"/>");
    free(text);
    assert_round_trip(&record);
    play(&record, "d4-e3");
    assert_round_trip(&record);
    stored_game_free(&record);
    /* A plain game has nothing of ours in it. */
    stored_game_init(&record, ruleset_find("6170-fall-2003"));
    play(&record, "e2-e4");
    text = print(&record);
    assert_lacks(text, "misere");
    assert_lacks(text, "extension");
    free(text);
    position_set_chips(&record.game.start, BLACK, 2);
    game_free(&record.game);
    pos = record.game.start;
    game_init_from(&record.game, &pos);
    play(&record, "e2-e4");
    play(&record, "Ipass");
    text = print(&record);
    assert_has(text, "chips:0/2");
    assert_has(text, "<move side=\"black\" value=\"Ipass\"/>");
    free(text);
    assert_round_trip(&record);
    stored_game_free(&record);
}

static void test_names(void **state) {
    (void)state;
    static const struct {
        const char *name, *written;
    } NAMES[] = {
        {"bad \xff\xc3", "bad ??"},
        {"\xc0\xbc \xe0\x80\xbc \xed\xa0\x80 \xf4\x90\x80\x80", "?? ??? ??? ????"},
        {"\x01\x1f\x7f", "??\x7f"},
        {"\xef\xbf\xbe\xef\xbf\xbd", "?\xef\xbf\xbd"},
        {"\xf0\x9f\x91\x91", "\xf0\x9f\x91\x91"},
        {" a\nb\r", " a&#10;b&#13;"},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        StoredGame record;
        char words[128];
        stored_game_init(&record, ruleset_default());
        strcpy(record.names[BLACK], NAMES[i].name);
        char *text = print(&record);
        snprintf(words, sizeof words, "<misere:players black=\"%s\"/>", NAMES[i].written);
        assert_has(text, words);
        StoredGame again = parse(text);
        stored_game_free(&again);
        stored_game_free(&record);
        free(text);
    }
    /* A name that is too long is cut between characters. */
    StoredGame record = load(DATA "valid/own-nonsense.xml");
    assert_int_equal(strlen(record.names[WHITE]), 62);
    assert_string_equal(record.names[BLACK], "a&b\t<c");
    stored_game_free(&record);
}

static void test_forfeits(void **state) {
    (void)state;
    StoredGame record;
    stored_game_init(&record, ruleset_find("6170-fall-2007"));
    play(&record, "e2-e4");
    record.forfeit = (Forfeit){.loser = BLACK, .reason = "illegal move \"e9\""};
    char *text = print(&record);
    assert_has(text,
               "    <misere:forfeit loser=\"black\" reason=\"illegal move &quot;e9&quot;\"/>\n");
    assert_lacks(text, "gameOver");
    assert_lacks(text, "players");
    StoredGame again = parse(text);
    assert_int_equal(again.forfeit.loser, BLACK);
    assert_string_equal(again.forfeit.reason, "illegal move \"e9\"");
    assert_null(again.extensions);
    free(text);
    stored_game_free(&again);
    assert_round_trip(&record);
    /* The clock, and the rules, come first. */
    game_expire(&record.game, WHITE);
    text = print(&record);
    assert_lacks(text, "forfeit");
    free(text);
    stored_game_free(&record);
}

static void test_forfeits_that_are_none(void **state) {
    (void)state;
    static const char *const ENDS[] = {
        "<extension><m:forfeit/></extension>",
        "<extension><m:forfeit loser='black'/></extension>",
        "<extension><m:forfeit loser='nobody' reason='x'/></extension>",
        "<extension><m:forfeit loser='white' reason=''/></extension>",
        "<extension><forfeit loser='white' reason='x' xmlns='urn:other'/></extension>",
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        StoredGame record = parse_parts("6170-fall-2007", NULL, NULL, NULL, ENDS[i]);
        assert_string_equal(record.forfeit.reason, "");
        stored_game_free(&record);
    }
    /* A reason that is too long is cut between characters. */
    char end[512];
    snprintf(
        end, sizeof end, "<extension><m:forfeit loser='white' reason='%s'/></extension>",
        "x\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
        "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
        "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
    StoredGame record = parse_parts("6170-fall-2007", NULL, NULL, NULL, end);
    assert_int_equal(strlen(record.forfeit.reason), FORFEIT_REASON_SIZE - 1);
    assert_round_trip(&record);
    stored_game_free(&record);
}

/* --- what is not ours --- */

static void test_foreign_survives(void **state) {
    (void)state;
    StoredGame record = load(DATA "valid/foreign.xml");
    static const char *const ALWAYS[] = {
        "<game ruleset=\"6170-spring-2007\" xmlns:x=\"urn:x\" event=\"Final &amp; last\" "
        "x:round=\"2\">\n",
        "  <time timed=\"false\" x:clock=\"sand&#10;glass\">\n"
        "    <extension>\n"
        "      <x:sand grains=\"1000\"/>\n"
        "    </extension>\n"
        "  </time>\n",
        "  <moveHistory xmlns:h=\"urn:h\" annotator=\"Zo\xc3\xab\">\n",
        "  <pieces colour=\"ivory\">\n",
        "  <extension x:by=\"them\">\n"
        "    <x:server url=\"http://example.org/?a=1&amp;b=2\">\n"
        "      <!-- stays -->\n"
        "      <x:load>0.5</x:load>\n"
        "    </x:server>\n"
        "    <unknown xmlns=\"urn:other\"><deep><deeper/></deep></unknown>\n"
        "  </extension>\n"
        "</game>\n",
    };
    static const char FIRST[] = "    <move side=\"white\" value=\"e2-e4\" h:mark=\"!\">\n"
                                "      <extension why=\"it opens\">\n"
                                "        <h:comment>Best by <b>test</b>.</h:comment>\n"
                                "        <h:also/>\n"
                                "      </extension>\n"
                                "    </move>\n";
    static const char SECOND[] = "    <move side=\"black\" value=\"e7-e5\" mark=\"?\"/>\n";
    static const char KNIGHT_B8[] =
        "    <square id=\"b8\" side=\"black\" piece=\"knight\" nick=\"Bucephalus\" "
        "antiking=\"true\">\n"
        "      <extension>\n"
        "        <tail/>\n"
        "      </extension>\n"
        "    </square>\n";
    /* At each step: is what hangs on the second move and on the knight of b8 still there? */
    static const struct {
        const char *play; /* NULL: take the last turn back */
        bool second, knight;
    } STEPS[] = {
        {"b8-c6", true, false}, {NULL, true, true},  {"d7-d5", true, true},
        {NULL, true, true},     {NULL, true, true},  {NULL, false, true},
        {"e7-e5", true, true},  {NULL, false, true}, {"d7-d5", false, true},
    };
    for (int i = -1; i < (int)(sizeof STEPS / sizeof *STEPS); i++) {
        if (i >= 0 && STEPS[i].play)
            play(&record, STEPS[i].play);
        else if (i >= 0)
            assert_true(game_undo(&record.game));
        char *text = print(&record);
        for (size_t k = 0; k < sizeof ALWAYS / sizeof *ALWAYS; k++)
            assert_has(text, ALWAYS[k]);
        assert_has(text, FIRST);
        (i < 0 || STEPS[i].second ? assert_has : assert_lacks)(text, SECOND);
        (i < 0 || STEPS[i].knight ? assert_has : assert_lacks)(text, KNIGHT_B8);
        assert_lacks(text, "misere");
        free(text);
        assert_round_trip(&record);
    }
    /* After another first move nothing comes back, even where the later turns are the same. */
    while (record.game.count > 0)
        game_undo(&record.game);
    play(&record, "d2-d4");
    play(&record, "e7-e5");
    char *text = print(&record);
    assert_lacks(text, "mark=");
    free(text);
    stored_game_free(&record);
}

static void test_foreign_at_the_end(void **state) {
    (void)state;
    StoredGame record = parse_parts(
        "losers", "<time timed='1' currentWhite='0' y='2'/>", NULL, NULL,
        "<gameOver description='timeExpired' sad='yes'><extension><a/></extension></gameOver>");
    char *text = print(&record);
    assert_has(text, "  <gameOver winner=\"black\" description=\"timeExpired\" sad=\"yes\">\n"
                     "    <extension>\n      <a/>\n    </extension>\n  </gameOver>\n");
    assert_has(text, "<time timed=\"true\" currentWhite=\"0\" y=\"2\"/>");
    free(text);
    assert_true(game_undo(&record.game));
    text = print(&record);
    assert_lacks(text, "gameOver");
    free(text);
    stored_game_free(&record);
}

static void test_foreign_on_squares(void **state) {
    (void)state;
    StoredGame record = parse_parts(
        "losers", NULL, NULL,
        "<square id='e1' side='white' piece='king'/><square id='a1' side='white' piece='rook' "
        "on='a1'/><square id='e8' side='black' piece='king'/>"
        "<square id='a7' side='black' piece='rook' on='a7'/>"
        "<square id='h7' side='black' piece='pawn' on='h7'/>",
        NULL);
    char *text = print(&record);
    assert_int_equal(count(text, " on="), 3);
    free(text);
    play(&record, "a1-a7");
    text = print(&record);
    assert_int_equal(count(text, " on="), 1);
    assert_has(text, "<square id=\"a7\" side=\"white\" piece=\"rook\"/>");
    assert_has(text, "<square id=\"h7\" side=\"black\" piece=\"pawn\" on=\"h7\"/>");
    free(text);
    stored_game_free(&record);
}

/* Our elements are ours only in the game's own extension. */
static void test_own_elements_elsewhere(void **state) {
    (void)state;
    StoredGame record =
        parse_parts("losers", "<time><extension><m:players white='W'/></extension></time>", NULL,
                    NULL, "<extension><e><m:start/></e></extension>");
    char *text = print(&record);
    assert_string_equal(record.names[WHITE], "");
    assert_has(text, "<m:players white=\"W\"/>");
    assert_has(text, "<e><m:start/></e>");
    free(text);
    stored_game_free(&record);
}

/* An extension whose own elements are no longer needed keeps its foreign attributes. */
static void test_foreign_attribute_of_extension(void **state) {
    (void)state;
    StoredGame record = parse_parts("losers", NULL, NULL, NULL,
                                    "<extension by='them'><m:players white='W'/></extension>");
    record.names[WHITE][0] = '\0';
    char *text = print(&record);
    assert_has(text, "<extension by=\"them\">");
    free(text);
    assert_round_trip(&record);
    stored_game_free(&record);
}

static void test_foreign_prefix(void **state) {
    (void)state;
    StoredGame record = load(DATA "valid/foreign-prefix.xml");
    strcpy(record.names[WHITE], "W");
    char *text = print(&record);
    assert_has(text, "<game ruleset=\"6170-spring-2007\" xmlns:misere8=\"urn:misere:game\" "
                     "xmlns:misere=\"urn:not-ours\" misere:start=\"mine\">");
    assert_has(text, "<misere8:start fen=\"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\"/>");
    assert_has(text, "<misere8:players white=\"W\"/>");
    assert_has(text, "<misere:start fen=\"8/8/8/8/8/8/8/8 w - - 0 1\"/>");
    assert_has(text, "<misere7:x xmlns:misere7=\"urn:seven\"/>");
    free(text);
    assert_round_trip(&record);
    stored_game_free(&record);
    record = load(DATA "valid/own-nonsense.xml");
    text = print(&record);
    assert_lacks(text, "misere:start");
    assert_has(text, "<misere:later feature=\"kept\"/>");
    assert_int_equal(count(text, "xmlns:misere"), 1);
    free(text);
    stored_game_free(&record);
}

static void test_ampersands(void **state) {
    (void)state;
    StoredGame record = parse(
        "<game ruleset='losers' xmlns:x='u?a&amp;b&#38;c' x:y='&amp;&#38;&lt;'>"
        "<time/><moveHistory/><pieces>" KINGS "</pieces><extension>"
        "<a xmlns:z='u?a&amp;b' z:b='&amp;&#38;amp;'>&amp;amp;</a><b c='\xc3\xa9'>\xc3\xa9</b>"
        "</extension></game>");
    char *text = print(&record);
    assert_has(text, " xmlns:x=\"u?a&amp;b&amp;c\" x:y=\"&amp;&amp;&lt;\"");
    assert_has(text, " z:b=\"&amp;&amp;amp;\">&amp;amp;</a>");
    assert_has(text, "<b c=\"\xc3\xa9\">\xc3\xa9</b>");
    free(text);
    assert_round_trip(&record);
    stored_game_free(&record);
}

static void test_encodings(void **state) {
    (void)state;
    static const struct {
        const char *name, *event;
    } FILES[] = {
        {"latin1.xml", "event=\"Caf\xc3\xa9\""},
        {"windows-1252.xml", "event=\"\xe2\x80\x9c"
                             "Caf\xc3\xa9\xe2\x80\x9d\""},
        {"utf8-bom.xml", "event=\"Caf\xc3\xa9\""},
        {"utf16le.xml", "event=\"Caf\xc3\xa9 "},
        {"utf16be.xml", "event=\"Caf\xc3\xa9 "},
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char *path = join(DATA "valid", FILES[i].name);
        StoredGame record = load(path);
        char *text = print(&record);
        assert_has(text, FILES[i].event);
        assert_has(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<game ");
        stored_game_free(&record);
        free(text);
        free(path);
    }
}

/* A history that does not lead to the pieces stays in front of what is played later. */
static void test_old_history(void **state) {
    (void)state;
    static const char OLD[] =
        "  <moveHistory>\n"
        "    <move side=\"white\" value=\"e2-e7\" time=\" +17 \" note=\"from elsewhere\"/>\n"
        "    <move side=\"black\" value=\"h7-h1\"/>\n";
    StoredGame record = load(DATA "valid/unplayable-history.xml");
    char *text = print(&record);
    assert_has(text, OLD);
    assert_has(text, "<misere:start fen=\"r3k3/8/8/8/8/8/1P6/4K2R w Kq - 0 1\" after=\"2\"/>");
    free(text);
    play(&record, "e1-g1");
    play(&record, "a8-a4");
    assert_round_trip(&record);
    text = print(&record);
    assert_has(text, OLD);
    assert_has(text, "value=\"h7-h1\"/>\n    <move side=\"white\" value=\"e1-g1\"/>\n"
                     "    <move side=\"black\" value=\"a8-a4\"/>\n");
    StoredGame again = parse(text);
    assert_int_equal(again.game.count, 2);
    assert_true(game_undo(&again.game));
    assert_fen(&again.game.now, "r3k3/8/8/8/8/8/1P6/5RK1 b q - 1 1");
    stored_game_free(&again);
    /* A start that lies about what came before it is not believed. */
    memcpy(strstr(text, "after=\"2\""), "after=\"5\"", 9);
    again = parse(text);
    assert_int_equal(again.game.count, 0);
    stored_game_free(&again);
    free(text);
    stored_game_free(&record);
}

static void test_starts_that_are_needed_or_not(void **state) {
    (void)state;
    /* The pieces stand as at first, but a move is said to have come before. */
    char *plain = read_text(DATA "valid/no-declaration.xml", NULL), *text;
    char *rest = strstr(plain, "<moveHistory/>") + strlen("<moveHistory/>");
    assert_true(asprintf(&text,
                         "<game ruleset='6170-spring-2007'><time/><moveHistory><move "
                         "side='black' value='e7-e6'/></moveHistory>%s",
                         rest) > 0);
    StoredGame record = parse(text);
    play(&record, "e2-e4");
    assert_round_trip(&record);
    free(text);
    text = print(&record);
    assert_has(text, "PPPPPPPP/RNBQKBNR w - - 0 1\" after=\"1\"/>");
    stored_game_free(&record);
    free(text);
    free(plain);
    /* A start in the middle of a turn has no FEN, and needs none. */
    record = load(DATA "valid/mindcontrol-setup-over.xml");
    text = print(&record);
    assert_lacks(text, "misere");
    stored_game_free(&record);
    free(text);
    /* No move came before this one's start, whatever it says. */
    record = parse_parts("losers", NULL, NULL, NULL,
                         "<extension><m:start fen='4k3/p7/8/8/8/8/P7/4K3 w - - 9 9' after='7'/>"
                         "</extension>");
    assert_fen(&record.game.now, "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
    assert_round_trip(&record);
    stored_game_free(&record);
}

static void test_trees_are_kept_only_if_needed(void **state) {
    (void)state;
    static const char *const PLAIN[] = {"two-moves.xml", "comments.xml", "time-expired.xml",
                                        "antiking-setup.xml", "losers-promotion.xml"};
    static const char *const FOREIGN[] = {"foreign.xml", "unplayable-history.xml", "xinclude.xml",
                                          "said-to-be-over.xml", "antiking-ignored.xml"};
    for (int i = 0; i < 5; i++) {
        char *plain = join(DATA "valid", PLAIN[i]), *foreign = join(DATA "valid", FOREIGN[i]);
        StoredGame a = load(plain), b = load(foreign);
        assert_null(a.extensions);
        assert_non_null(b.extensions);
        stored_game_free(&a);
        stored_game_free(&b);
        free(plain);
        free(foreign);
    }
}

/* --- saving --- */

static void assert_save_fails(const char *path, const StoredGame *record, const char *reason) {
    Error error = {""};
    if (gamefile_save(path, record, &error))
        fail_msg("%s was saved", path);
    assert_has(error.text, reason);
    size_t length = strlen(path);
    assert_has(error.text, length > 100 ? path + length - 100 : path);
}

static void save(const char *path, const StoredGame *record) {
    Error error;
    if (!gamefile_save(path, record, &error))
        fail_msg("%s", error.text);
}

static mode_t mode_of(const char *path) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static void test_save(void **state) {
    (void)state;
    StoredGame record = load(DATA "valid/two-moves.xml");
    char *path = in_folder("game.xml"), *expected = print(&record);
    mode_t mask = umask(027);
    save(path, &record);
    umask(mask);
    char *text = read_text(path, NULL);
    assert_string_equal(text, expected);
    assert_int_equal(mode_of(path), 0640);
    free(text);
    /* The file that replaces one keeps its permissions. */
    assert_int_equal(chmod(path, 0604), 0);
    play(&record, "g1-f3");
    save(path, &record);
    assert_int_equal(mode_of(path), 0604);
    assert_int_equal(count_files(folder), 1);
    StoredGame again = load(path);
    assert_same(&record, &again);
    stored_game_free(&again);
    stored_game_free(&record);
    free(expected);
    free(path);
}

static void test_save_in_current_folder(void **state) {
    (void)state;
    StoredGame record;
    char *before = get_current_dir_name();
    stored_game_init(&record, ruleset_default());
    assert_int_equal(chdir(folder), 0);
    save("game.xml", &record);
    save("board", &record);
    assert_int_equal(count_files("."), 2);
    assert_int_equal(chdir(before), 0);
    stored_game_free(&record);
    free(before);
}

static void test_save_through_links(void **state) {
    (void)state;
    StoredGame record;
    struct stat status;
    char *link = in_folder("link.xml"), *target = in_folder("target.xml");
    char *dangling = in_folder("dangling.xml");
    stored_game_init(&record, ruleset_default());
    write_text(target, "old");
    assert_int_equal(symlink("target.xml", link), 0);
    assert_int_equal(symlink("nothing", dangling), 0);
    save(link, &record);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    StoredGame again = load(target);
    stored_game_free(&again);
    assert_save_fails(dangling, &record, strerror(ENOENT));
    stored_game_free(&record);
    free(link);
    free(target);
    free(dangling);
}

static void test_save_fails(void **state) {
    (void)state;
    StoredGame record;
    stored_game_init(&record, ruleset_default());
    char *missing = in_folder("no/game.xml"), *fifo = in_folder("fifo");
    char *closed = in_folder("closed"), *inside = in_folder("closed/game.xml");
    char *read_only = in_folder("read-only.xml");
    assert_save_fails(missing, &record, strerror(ENOENT));
    assert_save_fails(folder, &record, "not a regular file");
    assert_save_fails("/dev/null", &record, "not a regular file");
    assert_save_fails("/dev/full", &record, "not a regular file");
    assert_save_fails("", &record, "");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_save_fails(fifo, &record, "not a regular file");
    char long_name[6000];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    assert_save_fails(long_name, &record, strerror(ENAMETOOLONG));
    if (geteuid() != 0) {
        assert_int_equal(mkdir(closed, 0500), 0);
        assert_save_fails(inside, &record, strerror(EACCES));
        write_text(read_only, "old");
        assert_int_equal(chmod(read_only, 0400), 0);
        assert_save_fails(read_only, &record, strerror(EACCES));
    }
    stored_game_free(&record);
    free(missing);
    free(fifo);
    free(closed);
    free(inside);
    free(read_only);
}

/* Where no more can be written the old file stays whole, and nothing else is left. */
static void test_save_without_space(void **state) {
    (void)state;
    StoredGame record = load(DATA "valid/two-moves.xml");
    char *path = in_folder("game.xml");
    write_text(path, "old");
    struct rlimit usual, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    small = usual;
    small.rlim_cur = 1000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    Error error = {""};
    bool saved = gamefile_save(path, &record, &error);
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
    stored_game_free(&record);
}

static void test_print_fails(void **state) {
    (void)state;
    StoredGame record = load(DATA "valid/foreign.xml");
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    Error error = {""};
    assert_false(gamefile_print(full, &record, &error));
    assert_has(error.text, "cannot write");
    fclose(full);
    stored_game_free(&record);
}

/* A file that could not be loaded again is not written. */
static void test_save_too_long(void **state) {
    (void)state;
    static const char *const SHUFFLE[] = {"g1-f3", "g8-f6", "f3-g1", "f6-g8"};
    StoredGame record;
    char *path = in_folder("game.xml");
    write_text(path, "old");
    stored_game_init(&record, ruleset_default());
    for (int i = 0; i < 280000; i++) {
        Turn turn;
        assert_true(notation_read_turn(&record.game.now, SHUFFLE[i % 4], &turn, NULL));
        assert_true(game_play(&record.game, turn, GAME_NO_CLOCK));
    }
    assert_save_fails(path, &record, "the game is too long for a file");
    char *text = read_text(path, NULL);
    assert_string_equal(text, "old");
    free(text);
    free(path);
    stored_game_free(&record);
}

/* --- hostile files --- */

static void assert_load_fails(const char *path, const char *reason) {
    StoredGame record;
    Error error = {""};
    if (gamefile_load(path, &record, &error))
        fail_msg("%s was loaded", path);
    assert_has(error.text, reason);
    assert_has(error.text, path);
}

static void test_no_file(void **state) {
    (void)state;
    char *fifo = in_folder("fifo"), *big = in_folder("big.xml"), *most = in_folder("most.xml");
    alarm(20); /* none of these may wait */
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_load_fails(fifo, "not a regular file");
    assert_load_fails(folder, "not a regular file");
    assert_load_fails("/dev/zero", "not a regular file");
    assert_load_fails("/dev/tty0/x", "");
    assert_load_fails("/nonexistent", strerror(ENOENT));
    assert_load_fails("", strerror(ENOENT));
    StoredGame record;
    stored_game_init(&record, ruleset_default());
    save(big, &record);
    save(most, &record);
    stored_game_free(&record);
    assert_int_equal(truncate(big, 11 << 20), 0);
    assert_load_fails(big, "it is too big");
    assert_int_equal(truncate(big, GAMEFILE_MAX_BYTES + 1), 0);
    assert_load_fails(big, "it is too big");
    /* As big as may be: here it is the NULs that are wrong. */
    assert_int_equal(truncate(most, GAMEFILE_MAX_BYTES), 0);
    assert_load_fails(most, "a NUL character");
    /* A file whose size the system does not know. */
    assert_load_fails("/proc/self/status", "neither XML");
    alarm(0);
    free(fifo);
    free(big);
    free(most);
}

/* Text built from a head, a part as often as fits into the size, and a tail. */
static char *repeat(size_t size, const char *head, const char *part, const char *tail) {
    char *text = malloc(size + 1), *at = text;
    size_t room = size - strlen(tail);
    assert_non_null(text);
    at = stpcpy(at, head);
    while ((size_t)(at - text) + strlen(part) <= room)
        at = stpcpy(at, part);
    stpcpy(at, tail);
    return text;
}

#define OPEN_GAME   "<game ruleset='losers'><time/>"
#define OPEN_MOVES  OPEN_GAME "<moveHistory>"
#define OPEN_EXTRA  OPEN_GAME "<moveHistory/><pieces/><extension>"
#define CLOSE_EXTRA "</extension></game>"

/* Files of the greatest size that make a parser work or report without end, if it lets them. */
static void test_floods(void **state) {
    (void)state;
    static const struct {
        const char *head, *part, *tail, *reason;
    } FLOODS[] = {
        {OPEN_MOVES, "<move/>", "</moveHistory><pieces/></game>", "'side' is required"},
        {OPEN_MOVES, "<move side='x' value=''/>", "</moveHistory><pieces/></game>", "'side'"},
        {OPEN_EXTRA, "<game/>", CLOSE_EXTRA, "'ruleset' is required"},
        {OPEN_EXTRA, "<p:a/>", CLOSE_EXTRA, "prefix p"},
        {OPEN_EXTRA, "<a p:b='' q:c=''/>", CLOSE_EXTRA, "prefix p"},
        {OPEN_EXTRA, "&", CLOSE_EXTRA, ""},
        {OPEN_EXTRA, "&a;", CLOSE_EXTRA, "not defined"},
        {OPEN_EXTRA, "<", CLOSE_EXTRA, ""},
        {OPEN_EXTRA, "<a", CLOSE_EXTRA, ""},
        {OPEN_EXTRA, "<a>", CLOSE_EXTRA, "nested too deep"},
        {OPEN_EXTRA, "\x01", CLOSE_EXTRA, ""},
        {OPEN_EXTRA, "\xff", CLOSE_EXTRA, ""},
        {OPEN_EXTRA, "</a>", CLOSE_EXTRA, ""},
        {OPEN_EXTRA, "<a/>x", CLOSE_EXTRA, "Character content"},
        {OPEN_EXTRA "<b>", "<a/>x", "</b>" CLOSE_EXTRA, "White has 0 kings"},
        {OPEN_EXTRA, "<a/>", CLOSE_EXTRA, "White has 0 kings"},
        {OPEN_EXTRA, "<!---->", CLOSE_EXTRA, "Missing child"},
        {OPEN_EXTRA "<a>", "<![CDATA[]]>", "</a>" CLOSE_EXTRA, "White has 0 kings"},
        {OPEN_EXTRA "<a b='", "&#10;", "'/>" CLOSE_EXTRA, ""},
        {OPEN_EXTRA "<a", " a=''", "/>" CLOSE_EXTRA, "too many attributes"},
        {OPEN_EXTRA "<a", " xmlns:a='b'", "/>" CLOSE_EXTRA, "too many attributes"},
        {"<game ruleset='losers'><time timed='1' initWhite='", "9",
         "'/><moveHistory/><pieces/></game>", ""},
        {"<game ruleset='", "x", "'><time/><moveHistory/><pieces/></game>", ""},
        {OPEN_GAME "<moveHistory/><pieces>", "<square id='a1' side='white' piece='pawn'/>",
         "</pieces></game>", "two pieces on a1"},
        {"<", "a", "/>", ""},
        {"<!--", "-", "-->", ""},
        {"<?xml", " ", "?>", ""},
        {"<?xml version='1.0' encoding='", "UTF-8", "'?>", "encoding"},
        {"<!DOCTYPE game [", "<!ENTITY a 'b'>", "]>", "DOCTYPE"},
        {"", "<!DOCTYPE game>", "", "DOCTYPE"},
    };
    for (size_t i = 0; i < sizeof FLOODS / sizeof *FLOODS; i++) {
        char *text = repeat(GAMEFILE_MAX_BYTES, FLOODS[i].head, FLOODS[i].part, FLOODS[i].tail);
        int64_t start = clock_now_us();
        assert_refused(text, FLOODS[i].reason);
        double took = seconds_since(start);
        if (took > 8)
            fail_msg("%s... took %.1f s", FLOODS[i].part, took);
        free(text);
    }
}

/* `text` in UTF-16; *size becomes its size in bytes. */
static char *to_utf16(const char *text, bool big_endian, size_t *size) {
    size_t length = strlen(text);
    char *wide = calloc(length + 1, 2);
    wide[0] = big_endian ? '\xfe' : '\xff';
    wide[1] = big_endian ? '\xff' : '\xfe';
    for (size_t i = 0; i < length; i++) /* '~' stands for a sign whose halves are '=' and '"' */
        memcpy(wide + 2 * i + 2,
               text[i] == '~' ? "=\""
               : big_endian   ? (char[]){'\0', text[i]}
                              : (char[]){text[i], '\0'},
               2);
    *size = 2 * length + 2;
    return wide;
}

/* What is and what is not an attribute, or a deep element, to the scan before the parser. */
static void test_scan(void **state) {
    (void)state;
    static const char MANY[] = "too many attributes", DEEP[] = "nested too deep";
    static const char FINE[] = "White has 0 kings";
    static const struct {
        const char *head, *part, *tail, *reason;
    } SCANS[] = {
        {"<!-- \" ' > <a --><?p \" > <a ?>" OPEN_EXTRA "<a", " a%d=''", "/>" CLOSE_EXTRA, MANY},
        {OPEN_EXTRA "<a><![CDATA[<a b='\" --> ?>]]></a><a", " a%d=''", "/>" CLOSE_EXTRA, MANY},
        {OPEN_EXTRA "<a b='>' c=\">'/>\" d='\"'", " a%d=''", "/>" CLOSE_EXTRA, MANY},
        {OPEN_EXTRA "<a\n\tb\n=\n''", "\na%d\t=''", "/>" CLOSE_EXTRA, MANY},
        {OPEN_EXTRA, "<a b%d='' c=''>", "", MANY},
        {OPEN_EXTRA "<!-- <a", " a%d=''", "/>--><a/>" CLOSE_EXTRA, FINE},
        {OPEN_EXTRA "<?p <a", " a%d=''", "/>?><a/>" CLOSE_EXTRA, FINE},
        {OPEN_EXTRA "<a><![CDATA[<a", " a%d=''", "/>]]></a>" CLOSE_EXTRA, FINE},
        {OPEN_EXTRA "<a b='", "=%d", "'/>" CLOSE_EXTRA, FINE},
        {OPEN_EXTRA, "<a b%d=''/>", CLOSE_EXTRA, FINE},
        {OPEN_EXTRA, "<a b%d=''></a >", CLOSE_EXTRA, FINE},
        {OPEN_EXTRA, "<a%d>", "", DEEP},
        {OPEN_EXTRA, "<a%d b='/'>", "", DEEP},
        {OPEN_EXTRA "<!-- ", "<a%d>", "--><a/>" CLOSE_EXTRA, FINE},
        {OPEN_EXTRA, "<a%d/>", CLOSE_EXTRA, FINE},
        {OPEN_EXTRA "<a b='", "~%d", "'/>" CLOSE_EXTRA, FINE},
    };
    for (size_t i = 0; i < sizeof SCANS / sizeof *SCANS; i++) {
        char *text = malloc(20000), *at = stpcpy(text, SCANS[i].head);
        for (int n = 0; n < 300; n++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            at += sprintf(at, SCANS[i].part, n);
#pragma GCC diagnostic pop
        }
        stpcpy(at, SCANS[i].tail);
        assert_refused(text, SCANS[i].reason);
        for (int big_endian = 0; big_endian < 2; big_endian++) {
            size_t size;
            char *wide = to_utf16(text, big_endian, &size);
            StoredGame record;
            Error error = {""};
            assert_false(gamefile_parse("wide", wide, size, &record, &error));
            assert_has(error.text, SCANS[i].reason);
            free(wide);
        }
        free(text);
    }
}

/* As many attributes and namespaces in scope as are let through, everywhere. */
static void test_greatest_scope(void **state) {
    (void)state;
    char *text = malloc(GAMEFILE_MAX_BYTES + 1), *at = stpcpy(text, OPEN_EXTRA), *end;
    for (int i = 0; i < 199 - 3; i++)
        at += sprintf(at, "<a xmlns:p%d='u%d'>", i, i);
    for (end = text + GAMEFILE_MAX_BYTES - 2000; at < end;)
        at = stpcpy(at, "<p0:a p0:b='' p1:b='' p2:c=''/>");
    for (int i = 0; i < 199 - 3; i++)
        at = stpcpy(at, "</a>");
    stpcpy(at, CLOSE_EXTRA);
    int64_t start = clock_now_us();
    assert_refused(text, "White has 0 kings");
    assert_true(seconds_since(start) < 8);
    free(text);
}

static void test_longest_game(void **state) {
    (void)state;
    static const char MOVES[] = "<move side='white' value='g1-f3'/>"
                                "<move side='black' value='g8-f6'/>"
                                "<move side='white' value='f3-g1'/>"
                                "<move side='black' value='f6-g8'/>";
    char *plain = read_text(DATA "valid/no-declaration.xml", NULL);
    char *pieces = strstr(plain, "<pieces>"), *tail = join("</moveHistory>", pieces);
    memmove(tail + strlen("</moveHistory>"), tail + strlen("</moveHistory>/"), strlen(pieces) + 1);
    char *text = repeat(GAMEFILE_MAX_BYTES, "<game ruleset='6170-fall-2007'><time/><moveHistory>",
                        MOVES, tail);
    int64_t start = clock_now_us();
    StoredGame record = parse(text);
    assert_true(record.game.count > 300000);
    assert_true(seconds_since(start) < 10);
    stored_game_free(&record);
    free(plain);
    free(tail);
    free(text);
}

/* Nothing that a document names is opened: to open this FIFO would take forever. */
static void test_nothing_else_is_opened(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "<!DOCTYPE game SYSTEM '%s'>" OPEN_GAME "<moveHistory/><pieces/></game>",
        "<!DOCTYPE game [<!ENTITY e SYSTEM '%s'>]>" OPEN_EXTRA "<a>&e;</a>" CLOSE_EXTRA,
        "<!DOCTYPE game [<!ENTITY %% e SYSTEM '%s'> %%e;]>" OPEN_EXTRA "<a/>" CLOSE_EXTRA,
        "<game ruleset='losers' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
        "xsi:noNamespaceSchemaLocation='%s'><time/><moveHistory/><pieces/></game>",
        "<game ruleset='losers' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
        "xsi:schemaLocation='urn:x %s'><time/><moveHistory/><pieces/><extension>"
        "<a xmlns='urn:x'/></extension></game>",
        OPEN_EXTRA "<i:include xmlns:i='http://www.w3.org/2001/XInclude' href='%s'/>" CLOSE_EXTRA,
        "<?xml-stylesheet href='%s'?>" OPEN_EXTRA "<a/>" CLOSE_EXTRA,
        "<?xml-model href='%s'?>" OPEN_EXTRA "<a/>" CLOSE_EXTRA,
    };
    char *fifo = in_folder("fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    alarm(20);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char text[2048], name[512];
        for (int is_url = 0; is_url < 2; is_url++) {
            snprintf(name, sizeof name, "%s%s", is_url ? "file://" : "", fifo);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(text, sizeof text, TEXTS[i], name);
#pragma GCC diagnostic pop
            assert_refused(text, i < 3 ? "DOCTYPE" : "White has 0 kings");
        }
    }
    alarm(0);
    free(fifo);
}

static void test_nothing_is_printed(void **state) {
    (void)state;
    char *path = in_folder("stderr");
    int usual[2] = {dup(1), dup(2)};
    fflush(stdout);
    assert_non_null(freopen(path, "w", stderr));
    dup2(2, 1);
    for (int i = 0; i < refused_count; i++) {
        StoredGame record;
        char *name = join(DATA, refused[i].name);
        gamefile_load(name, &record, NULL);
        free(name);
    }
    fflush(stdout);
    fflush(stderr);
    dup2(usual[0], 1);
    dup2(usual[1], 2);
    close(usual[0]);
    close(usual[1]);
    char *text = read_text(path, NULL);
    assert_string_equal(text, "");
    free(text);
    free(path);
}

static void test_long_path_is_cut(void **state) {
    (void)state;
    char name[400];
    memset(name, 'd', sizeof name);
    strcpy(name + 350, "/game.xml");
    StoredGame record;
    Error error;
    assert_false(gamefile_parse(name, "<game/>", 7, &record, &error));
    assert_has(error.text, "ddd/game.xml:1: Element 'game': The attribute 'ruleset'");
    assert_true(strncmp(error.text, "...ddd", 6) == 0);
}

static void *load_many(void *failures) {
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < refused_count; i++) {
            char *bad = join(DATA, refused[i].name);
            char *good = join(DATA "valid", valid[i % valid_count].name);
            StoredGame record;
            Error error = {""};
            *(int *)failures += gamefile_load(bad, &record, &error) ||
                                strncmp(error.text + strlen(bad), refused[i].error, 3) != 0;
            if (gamefile_load(good, &record, &error))
                stored_game_free(&record);
            else
                ++*(int *)failures;
            free(bad);
            free(good);
        }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t threads[4];
    int failures[4] = {0};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_many, &failures[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
}

/* --- running --- */

static int make_folder(void **state) {
    (void)state;
    char name[] = "/tmp/test_gamefile.XXXXXX";
    folder = mkdtemp(name) ? strdup(name) : NULL;
    return folder ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_files),
        cmocka_unit_test(test_own_files_are_rewritten_as_they_are),
        cmocka_unit_test(test_refused_files),
        cmocka_unit_test(test_schema_table),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_history_or_pieces),
        cmocka_unit_test(test_forced_passes),
        cmocka_unit_test(test_underpromotion),
        cmocka_unit_test(test_tournament_draws),
        cmocka_unit_test(test_own_state),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_forfeits_that_are_none),
        cmocka_unit_test(test_foreign_survives),
        cmocka_unit_test(test_foreign_at_the_end),
        cmocka_unit_test(test_foreign_on_squares),
        cmocka_unit_test(test_own_elements_elsewhere),
        cmocka_unit_test(test_foreign_attribute_of_extension),
        cmocka_unit_test(test_foreign_prefix),
        cmocka_unit_test(test_ampersands),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_old_history),
        cmocka_unit_test(test_starts_that_are_needed_or_not),
        cmocka_unit_test(test_trees_are_kept_only_if_needed),
        in_own_folder(test_save),
        in_own_folder(test_save_in_current_folder),
        in_own_folder(test_save_through_links),
        in_own_folder(test_save_fails),
        in_own_folder(test_save_without_space),
        cmocka_unit_test(test_print_fails),
        in_own_folder(test_save_too_long),
        in_own_folder(test_no_file),
        cmocka_unit_test(test_floods),
        cmocka_unit_test(test_scan),
        cmocka_unit_test(test_greatest_scope),
        cmocka_unit_test(test_longest_game),
        in_own_folder(test_nothing_else_is_opened),
        in_own_folder(test_nothing_is_printed),
        cmocka_unit_test(test_long_path_is_cut),
        cmocka_unit_test(test_threads),
    };
    read_tables();
    gamefile_init();
    int failed = test_run("gamefile", tests);
    gamefile_quit();
    return failed;
}
