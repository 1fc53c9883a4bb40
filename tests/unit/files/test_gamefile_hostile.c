/* Hostile game files: all are handled, open no other file, and print nothing. */
#include "unit/files/floods.h"
#include "unit/files/gamefile_testing.h"

#include <pthread.h>
#include <sys/stat.h>

static void assert_load_fails(const char *path, const char *reason) {
    StoredGame stored;
    Error error = {.text = ""};
    if (games_load(path, NULL, 1, &stored, &error))
        fail_msg("%s was loaded", path);
    assert_has(error.text, reason);
    assert_has(error.text, path);
}

static void test_no_file(void **state) {
    char *fifo = in_folder("fifo"), *big = in_folder("big.xml"), *most = in_folder("most.xml");
    alarm(300); /* nothing here may block */
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_load_fails(fifo, "not a regular file");
    assert_load_fails(folder, "not a regular file");
    assert_load_fails("/dev/zero", "not a regular file");
    assert_load_fails("/dev/tty0/x", "");
    assert_load_fails("/nonexistent", strerror(ENOENT));
    assert_load_fails("", strerror(ENOENT));
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    save(big, &stored);
    save(most, &stored);
    stored_game_free(&stored);
    assert_int_equal(truncate(big, 11 << 20), 0);
    assert_load_fails(big, "the file is too large");
    assert_int_equal(truncate(big, GAMEFILE_MAX_BYTES + 1), 0);
    assert_load_fails(big, "the file is too large");
    /* A file of the largest size allowed is refused not for its size but for its NULs. */
    assert_int_equal(truncate(most, GAMEFILE_MAX_BYTES), 0);
    assert_load_fails(most, "a NUL character");
    /* A file that reports a size of 0. */
    assert_load_fails("/proc/self/status", "not XML");
    alarm(0);
    free(fifo);
    free(big);
    free(most);
}

#define OPEN_GAME   "<game ruleset='losers'><time/>"
#define OPEN_MOVES  OPEN_GAME "<moveHistory>"
#define OPEN_EXTRA  OPEN_GAME "<moveHistory/><pieces/><extension>"
#define CLOSE_EXTRA "</extension></game>"

enum { FLOOD_SIZE = GAMEFILE_MAX_BYTES / 20 };

/* Files that could keep a parser busy, or reporting errors, for very long. */
static void test_floods(void **state) {
    static const Flood FLOODS[] = {
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
        {OPEN_EXTRA "<b>", "<a/>x", "</b>" CLOSE_EXTRA, "White has no king"},
        {OPEN_EXTRA, "<a/>", CLOSE_EXTRA, "White has no king"},
        {OPEN_EXTRA, "<!---->", CLOSE_EXTRA, "Missing child"},
        {OPEN_EXTRA "<a>", "<![CDATA[]]>", "</a>" CLOSE_EXTRA, "White has no king"},
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
    check_floods(FLOODS, sizeof FLOODS / sizeof *FLOODS, FLOOD_SIZE, GAMEFILE_MAX_BYTES,
                 assert_refused);
}

/* A parser keeps all names, and looks each of them up. */
static void test_many_names(void **state) {
    enum { NAMES = 60000, NAME_SIZE = 104 };
    char *text = malloc(sizeof OPEN_EXTRA CLOSE_EXTRA + NAMES * NAME_SIZE), *at = text;
    assert_non_null(text);
    at = stpcpy(at, OPEN_EXTRA);
    for (int i = 0; i < NAMES; i++)
        at += sprintf(at, "<n%0100d/>", i);
    stpcpy(at, CLOSE_EXTRA);
    assert_refused(text, "too many different names");
    free(text);
}

/* The text in UTF-16, which the caller frees; *size becomes its size in bytes. */
static char *to_utf16(const char *text, bool big_endian, size_t *size) {
    size_t length = strlen(text);
    char *wide = calloc(length + 1, 2);
    wide[0] = big_endian ? '\xfe' : '\xff';
    wide[1] = big_endian ? '\xff' : '\xfe';
    for (size_t i = 0; i < length; i++) /* '~' stands for a character whose bytes are '=' and '"' */
        memcpy(wide + 2 * i + 2,
               text[i] == '~' ? "=\""
               : big_endian   ? (char[]){'\0', text[i]}
                              : (char[]){text[i], '\0'},
               2);
    *size = 2 * length + 2;
    return wide;
}

/* What the scan before the parser counts as attributes and nested elements. */
static void test_scan(void **state) {
    static const char MANY[] = "too many attributes", DEEP[] = "nested too deep";
    static const char FINE[] = "White has no king";
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
            StoredGame stored;
            Error error = {.text = ""};
            assert_false(gamefile_parse("wide", wide, size, &stored, &error));
            assert_has(error.text, SCANS[i].reason);
            free(wide);
        }
        free(text);
    }
}

/* Every element has as many attributes and namespaces in scope as are allowed. */
static void test_largest_scope(void **state) {
    char *text = malloc(FLOOD_SIZE + 1), *at = stpcpy(text, OPEN_EXTRA), *end;
    for (int i = 0; i < 199 - 3; i++)
        at += sprintf(at, "<a xmlns:p%d='u%d'>", i, i);
    for (end = text + FLOOD_SIZE - 2000; at < end;)
        at = stpcpy(at, "<p0:a p0:b='' p1:b='' p2:c=''/>");
    for (int i = 0; i < 199 - 3; i++)
        at = stpcpy(at, "</a>");
    stpcpy(at, CLOSE_EXTRA);
    assert_refused(text, "White has no king");
    free(text);
}

static void test_longest_game(void **state) {
    static const char MOVES[] = "<move side='white' value='g1-f3'/>"
                                "<move side='black' value='g8-f6'/>"
                                "<move side='white' value='f3-g1'/>"
                                "<move side='black' value='f6-g8'/>";
    char *plain = read_text(DATA "valid/no-declaration.xml", NULL);
    char *pieces = strstr(plain, "<pieces>"), *tail = join("</moveHistory>", pieces);
    memmove(tail + strlen("</moveHistory>"), tail + strlen("</moveHistory>/"), strlen(pieces) + 1);
    char *text = repeat_to(GAMEFILE_MAX_BYTES,
                           "<game ruleset='6170-fall-2007'><time/><moveHistory>", MOVES, tail);
    StoredGame stored = parse(text);
    assert_true(stored.game.count > 300000);
    stored_game_free(&stored);
    free(plain);
    free(tail);
    free(text);
}

/* Files that a document names are not opened: opening this FIFO would block forever. */
static void test_nothing_else_is_opened(void **state) {
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
    alarm(300);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char text[2048], name[512];
        for (int is_url = 0; is_url < 2; is_url++) {
            snprintf(name, sizeof name, "%s%s", is_url ? "file://" : "", fifo);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(text, sizeof text, TEXTS[i], name);
#pragma GCC diagnostic pop
            assert_refused(text, i < 3 ? "DOCTYPE" : "White has no king");
        }
    }
    alarm(0);
    free(fifo);
}

static void test_nothing_is_printed(void **state) {
    char *path = in_folder("stderr");
    int usual[2] = {dup(1), dup(2)};
    fflush(stdout);
    assert_non_null(freopen(path, "w", stderr));
    dup2(2, 1);
    for (int i = 0; i < refused_count; i++) {
        StoredGame stored;
        char *name = join(DATA, refused[i].name);
        games_load(name, NULL, 1, &stored, NULL);
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
    char name[400];
    memset(name, 'd', sizeof name);
    strcpy(name + 350, "/game.xml");
    StoredGame stored;
    Error error;
    assert_false(gamefile_parse(name, "<game/>", 7, &stored, &error));
    assert_has(error.text, "ddd/game.xml:1: Element 'game': The attribute 'ruleset'");
    assert_true(strncmp(error.text, "...ddd", 6) == 0);
}

static void *load_many(void *failures) {
    for (int round = 0; round < fewer_if_sanitized(5); round++)
        for (int i = 0; i < refused_count; i++) {
            char *bad = join(DATA, refused[i].name);
            char *good = join(DATA "valid", valid[i % valid_count].name);
            StoredGame stored;
            Error error = {.text = ""};
            *(int *)failures += games_load(bad, NULL, 1, &stored, &error) ||
                                strncmp(error.text + strlen(bad), refused[i].error, 3) != 0;
            if (games_load(good, NULL, 1, &stored, &error))
                stored_game_free(&stored);
            else
                ++*(int *)failures;
            free(bad);
            free(good);
        }
    return NULL;
}

static void test_threads(void **state) {
    pthread_t threads[4];
    int failures[4] = {0};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_many, &failures[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        in_own_folder(test_no_file),
        cmocka_unit_test(test_floods),
        cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_scan),
        cmocka_unit_test(test_largest_scope),
        cmocka_unit_test(test_longest_game),
        in_own_folder(test_nothing_else_is_opened),
        in_own_folder(test_nothing_is_printed),
        cmocka_unit_test(test_long_path_is_cut),
        cmocka_unit_test(test_threads),
    };
    read_tables();
    gamefile_init();
    int failed = test_run("gamefile_hostile", tests);
    gamefile_quit();
    return failed;
}
