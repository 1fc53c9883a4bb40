/* Ten thousand damaged game files, the same each time. Loading one must not crash, leak or hang
 * (also run this under AddressSanitizer). Files that load must be valid according to xmllint. So
 * must the files written from them, which must also load as the same game. */
#include "unit/testing.h"

#include "base/os/clock.h"
#include "files/gamefile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DATA "tests/data/gamefiles/"

enum { MUTATIONS = 10000, SAMPLES_MAX = 200, TEXT_MAX = 40000, SLOW_MS = 3000 };

typedef struct {
    char *bytes;
    size_t size;
} MutatedText;

/* Tokens to insert, which mean something to an XML parser, a schema or our reader. */
static const char *const TOKENS[] = {
    "&amp;",
    "&lt;",
    "&#38;",
    "&#x26;lt;",
    "&#10;",
    "&#0;",
    "&#xFFFF;",
    "&#x110000;",
    "&nothing;",
    "&",
    "%a;",
    "<",
    ">",
    "/>",
    "\"",
    "'",
    "=",
    "<!-- c -->",
    "<!--",
    "-->",
    "--",
    "<?p i?>",
    "<?xml version=\"1.0\"?>",
    "<![CDATA[x]]>",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE game>",
    "<!DOCTYPE game [<!ENTITY a \"b\">]>",
    "<!ENTITY a SYSTEM \"file:///etc/passwd\">",
    "<extension><a/></extension>",
    "<extension/>",
    "<extension>",
    "</extension>",
    "<a b=\"c\">text</a>",
    "<game ruleset=\"losers\"><time/><moveHistory/><pieces/></game>",
    "<m:start xmlns:m=\"urn:misere:game\" fen=\"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\" after=\"1\"/>",
    "<m:players xmlns:m=\"urn:misere:game\" white=\"&#9;\xc3\xa9\" black=\"\"/>",
    "<move side=\"white\" value=\"e2-e4\"/>",
    "<move side=\"black\" value=\"e7-e5\" time=\"-0\"/>",
    "<square id=\"a1\" side=\"white\" piece=\"king\"/>",
    "<square id=\"e4\" side=\"black\" piece=\"queen\" antiking=\"1\"/>",
    "<gameOver description=\"timeExpired\"/>",
    "<gameOver winner=\"black\" description=\"stalemate\"/>",
    "<time timed=\"1\" currentWhite=\"0\"/>",
    " x=\"y\"",
    " x=\"\"",
    " xmlns=\"\"",
    " xmlns=\"urn:a\"",
    " xmlns:a=\"urn:a\" a:b=\"c\"",
    " xmlns:misere=\"urn:other\"",
    " xmlns:misere=\"urn:misere:game\" misere:promotion=\"knight\" misere:reason=\"fifty\"",
    " a:b=\"c\"",
    " xml:space=\"preserve\"",
    " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"",
    " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"game\"",
    " timed=\"true\"",
    " currentWhite=\"-99999999999999999999\"",
    " initBlack=\" +7&#10;\"",
    " antiking=\"true\"",
    " winner=\"white\"",
    " time=\"123456789012345678901234567890\"",
    "Ipass",
    ",gameover",
    ",e7-e5",
    "\t",
    "\r\n",
    "\xc3\xa9",
    "\xc3",
    "\xef\xbb\xbf",
    "\xff\xfe",
    "6170-fall-2003",
    "6170-fall-2007",
    "6170-spring-2006-antiking",
    "losers",
    "white",
    "black",
    "pawn",
    "9",
    "-",
};
enum { TOKEN_COUNT = sizeof TOKENS / sizeof *TOKENS };

static MutatedText samples[SAMPLES_MAX];
static int sample_count, valid_count; /* valid samples come first */

/* --- samples --- */

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static MutatedText read_file(const char *path) {
    MutatedText text = {NULL, 0};
    FILE *file = fopen(path, "rb"), *copy = open_memstream(&text.bytes, &text.size);
    assert_non_null(file);
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(file);
    fclose(copy);
    return text;
}

/* Reads the files of a folder, sorted by name. */
static void read_samples(const char *folder) {
    char *names[SAMPLES_MAX];
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.' && count < SAMPLES_MAX)
            names[count++] = strdup(entry->d_name);
    closedir(directory);
    qsort(names, (size_t)count, sizeof *names, compare_names);
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        free(names[i]);
        assert_true(sample_count < SAMPLES_MAX);
        samples[sample_count] = read_file(path);
        assert_true(samples[sample_count].size * 2 < TEXT_MAX);
        sample_count++;
    }
}

/* --- mutations --- */

static size_t below(uint64_t *seed, size_t bound) {
    return bound ? random_next(seed) % bound : 0;
}

/* A random place in the text: one time in three any place, otherwise the next one with the byte
 * `mark`. */
static size_t choose_place(uint64_t *seed, const MutatedText *text, char mark) {
    size_t place = below(seed, text->size + 1);
    if (below(seed, 3) == 0)
        return place;
    while (place < text->size && text->bytes[place] != mark)
        place++;
    return place;
}

/* Replaces `length` bytes at `place`, unless the text would become too long. */
static void replace(MutatedText *text, size_t place, size_t length, const char *by,
                    size_t by_length) {
    if (text->size - length + by_length > TEXT_MAX)
        return;
    char *copy = malloc(by_length + 1); /* `by` may point into the text */
    memcpy(copy, by, by_length);
    memmove(text->bytes + place + by_length, text->bytes + place + length,
            text->size - place - length);
    memcpy(text->bytes + place, copy, by_length);
    text->size += by_length - length;
    free(copy);
}

/* The end of the element or other markup whose '<' is the first at or after `place`. */
static size_t end_of_tag(const MutatedText *text, size_t place) {
    while (place < text->size && text->bytes[place] != '>')
        place++;
    return place < text->size ? place + 1 : place;
}

/* Inserts a token, mostly where one of its kind belongs, or replaces a part of the text with it. */
static void put_token(uint64_t *seed, MutatedText *text) {
    const char *token = TOKENS[below(seed, TOKEN_COUNT)];
    size_t place = choose_place(seed, text, *token == '<' || *token == ' ' ? *token : '"');
    size_t left = text->size - place;
    replace(text, place, below(seed, 8) ? 0 : below(seed, left < 60 ? left : 60), token,
            strlen(token));
}

/* Repeats, moves or removes a tag. */
static void move_tag(uint64_t *seed, MutatedText *text) {
    size_t from = choose_place(seed, text, '<'), length = end_of_tag(text, from) - from;
    size_t to = choose_place(seed, text, '<');
    bool copy = below(seed, 3) > 0;
    if (copy)
        replace(text, to, 0, text->bytes + from, length);
    if (!copy || (below(seed, 2) && to > from))
        replace(text, from, length, "", 0);
}

/* Replaces a letter or digit with another. */
static void change_value(uint64_t *seed, MutatedText *text) {
    static const char VALUES[] = "0123456789abcdefgh-+ ";
    size_t place = choose_place(seed, text, '"') + 1 + below(seed, 5);
    if (place < text->size && (text->bytes[place] >= '0' || text->bytes[place] == '-'))
        text->bytes[place] = VALUES[below(seed, sizeof VALUES - 1)];
}

/* Inserts a part of another sample, or replaces the same number of bytes with it. */
static void graft(uint64_t *seed, MutatedText *text) {
    const MutatedText *other = &samples[below(seed, (size_t)sample_count)];
    size_t from = choose_place(seed, other, '<'), most = other->size - from;
    size_t place = choose_place(seed, text, '<'), left = text->size - place;
    size_t length = below(seed, 2) ? end_of_tag(other, from) - from
                                   : below(seed, 1 + (most < 300 ? most : 300));
    size_t gone = below(seed, 2) ? 0 : length < left ? length : left;
    replace(text, place, gone, other->bytes + from, length);
}

static void mutate(uint64_t *seed, MutatedText *text) {
    size_t place = below(seed, text->size + 1), left = text->size - place;
    size_t length = below(seed, 1 + (left < 60 ? left : 60));
    switch (below(seed, 12)) {
    case 0: /* flip a bit */
        if (left > 0)
            text->bytes[place] = (char)(text->bytes[place] ^ (1 << below(seed, 8)));
        break;
    case 1: /* set a byte */
        if (left > 0)
            text->bytes[place] = (char)random_next(seed);
        break;
    case 2: /* remove a part */
        replace(text, place, length, "", 0);
        break;
    case 3: /* repeat a part */
        replace(text, place, 0, text->bytes + place, length);
        break;
    case 4: /* cut the end off */
        text->size = below(seed, 3) ? text->size : place;
        break;
    case 5:
        graft(seed, text);
        break;
    case 6:
    case 7:
        move_tag(seed, text);
        break;
    case 8:
    case 9:
        change_value(seed, text);
        break;
    default:
        put_token(seed, text);
        break;
    }
}

/* --- judging --- */

/* Files for xmllint, by schema. */
typedef struct {
    char folder[64];
    char *names[2][2 * MUTATIONS];
    int counts[2];
} Batch;

static void add_to_batch(Batch *batch, const Ruleset *rules, const char *bytes, size_t size) {
    int schema = strncmp(rules->name, "6170-fall-2003", 14) == 0;
    char *path;
    assert_true(asprintf(&path, "%s/%d-%05d.xml", batch->folder, schema, batch->counts[schema]) >
                0);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(bytes, 1, size, file);
    assert_int_equal(fclose(file), 0);
    batch->names[schema][batch->counts[schema]++] = path;
}

/* Runs xmllint on the files, and prints its first complaint. */
static void judge_batch(Batch *batch, int schema) {
    extern char **environ;
    char **names = batch->names[schema];
    char **arguments = calloc((size_t)batch->counts[schema] + 6, sizeof *arguments), **next;
    char log[96];
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    next = arguments;
    *next++ = "xmllint";
    *next++ = "--nonet";
    *next++ = "--noout";
    *next++ = "--schema";
    *next++ = schema ? "schemas/antichess-2003.xsd" : "schemas/antichess.xsd";
    memcpy(next, names, (size_t)batch->counts[schema] * sizeof *names);
    snprintf(log, sizeof log, "%s/log", batch->folder);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int failed = posix_spawnp(&child, "xmllint", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(arguments);
    if (failed)
        fail_msg("xmllint: %s", strerror(failed));
    assert_int_equal(waitpid(child, &status, 0), child);
    FILE *file = fopen(log, "r");
    char line[1024];
    int valid = 0;
    while (fgets(line, sizeof line, file)) {
        if (strstr(line, " validates\n"))
            valid++;
        else if (strstr(line, "fails to validate") || strstr(line, "validity error"))
            print_message("# %s", line);
    }
    fclose(file);
    unlink(log);
    if (status != 0 || valid != batch->counts[schema])
        fail_msg("xmllint exited with status %d; its files are in %s", status, batch->folder);
}

static void free_batch(Batch *batch) {
    for (int schema = 0; schema < 2; schema++)
        for (int i = 0; i < batch->counts[schema]; i++) {
            unlink(batch->names[schema][i]);
            free(batch->names[schema][i]);
        }
    assert_int_equal(rmdir(batch->folder), 0);
}

static MutatedText print(const StoredGame *stored) {
    MutatedText text = {NULL, 0};
    Error error;
    FILE *out = open_memstream(&text.bytes, &text.size);
    if (!gamefile_print(out, stored, &error))
        fail_msg("%s", error.text);
    fclose(out);
    return text;
}

static void assert_same_game(const Game *a, const Game *b) {
    Outcome x = game_outcome(a), y = game_outcome(b);
    assert_int_equal(a->start.key, b->start.key);
    assert_int_equal(a->now.key, b->now.key);
    assert_memory_equal(a->now.board, b->now.board, sizeof a->now.board);
    assert_int_equal(a->now.halfmove_clock, b->now.halfmove_clock);
    assert_int_equal(a->now.castling, b->now.castling);
    assert_int_equal(a->count, b->count);
    assert_int_equal(x.reason, y.reason);
    if (outcome_is_over(x) && !x.drawn)
        assert_int_equal(x.winner, y.winner);
}

/* Reads a written game and writes it again; the caller frees the text. */
static MutatedText rewrite(const StoredGame *stored, const MutatedText *written) {
    StoredGame again;
    Error error;
    if (!gamefile_parse("again", written->bytes, written->size, &again, &error))
        fail_msg("%s:\n%s", error.text, written->bytes);
    assert_same_game(&stored->game, &again.game);
    assert_memory_equal(stored->current_ms, again.current_ms, sizeof again.current_ms);
    assert_memory_equal(stored->initial_ms, again.initial_ms, sizeof again.initial_ms);
    assert_string_equal(stored->names[WHITE], again.names[WHITE]);
    assert_string_equal(stored->names[BLACK], again.names[BLACK]);
    MutatedText text = print(&again);
    stored_game_free(&again);
    return text;
}

/* Writes a loaded game and two more generations; returns the first text, which the caller frees.
 * The first text may differ from the second, but the second and third must be equal: the first no
 * longer has the extensions of elements that are gone, but its prefix for our namespace still
 * avoids theirs. */
static MutatedText check_loaded(const StoredGame *stored) {
    MutatedText once = print(stored), twice = rewrite(stored, &once),
                thrice = rewrite(stored, &twice);
    assert_string_equal(twice.bytes, thrice.bytes);
    free(twice.bytes);
    free(thrice.bytes);
    return once;
}

static bool is_board(const MutatedText *text) {
    size_t blanks = 0;
    while (blanks < text->size && strchr(" \t\r\n", text->bytes[blanks]))
        blanks++;
    return blanks < text->size && strchr("WB", text->bytes[blanks]);
}

static void judge(const MutatedText *text, int number, Batch *batch, int *loaded,
                  int *with_extensions) {
    StoredGame stored;
    Error error = {.text = ""};
    int64_t start = clock_now_ms();
    bool loads = gamefile_parse("mutant", text->bytes, text->size, &stored, &error);
    if (clock_now_ms() - start > SLOW_MS)
        fail_msg("mutation %d took more than %d ms", number, SLOW_MS);
    if (!loads) {
        assert_true(strncmp(error.text, "mutant:", 7) == 0 && strlen(error.text) > 8);
        return;
    }
    MutatedText written = check_loaded(&stored);
    if (!is_board(text))
        add_to_batch(batch, stored.game.now.rules, text->bytes, text->size);
    add_to_batch(batch, stored.game.now.rules, written.bytes, written.size);
    ++*loaded;
    *with_extensions += stored.extensions != NULL;
    stored_game_free(&stored);
    free(written.bytes);
}

static void test_mutations(void **state) {
    (void)state;
    Batch *batch = calloc(1, sizeof *batch);
    MutatedText text = {malloc(TEXT_MAX), 0};
    int loaded = 0, with_extensions = 0;
    strcpy(batch->folder, "/tmp/test_mutations.XXXXXX");
    assert_non_null(mkdtemp(batch->folder));
    int count = fewer_if_sanitized(MUTATIONS);
    for (int i = 0; i < count; i++) {
        uint64_t seed = (uint64_t)i;
        /* Usually a valid sample, because the others are already damaged. */
        const MutatedText *sample =
            &samples[below(&seed, (size_t)(below(&seed, 10) ? valid_count : sample_count))];
        memcpy(text.bytes, sample->bytes, sample->size);
        text.size = sample->size;
        for (size_t n = below(&seed, 4) ? 1 : 3; n > 0; n--)
            mutate(&seed, &text);
        judge(&text, i, batch, &loaded, &with_extensions);
    }
    print_message("# %d of %d load, %d of them with extensions\n", loaded, count, with_extensions);
    /* Otherwise the mutations would test little. */
    assert_true(loaded > count / 8 && loaded < count * 9 / 10);
    assert_true(with_extensions > count / 40);
    judge_batch(batch, 0);
    judge_batch(batch, 1);
    free_batch(batch);
    free(batch);
    free(text.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutations)};
    gamefile_init();
    read_samples(DATA "valid");
    valid_count = sample_count;
    read_samples(DATA "invalid");
    read_samples(DATA "hostile");
    int failed = test_run("gamefile mutations", tests);
    for (int i = 0; i < sample_count; i++)
        free(samples[i].bytes);
    gamefile_quit();
    return failed;
}
