/* The line editor in a pseudo-terminal: completion, the history, long lines, and what it does
 * without memory. */
#include "unit/failing_calls.h"
#include "unit/testing.h"

#include "console/line_editor.h"

#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEEN_SIZE = 1 << 16, LONG_MS = 20000, LIMIT = 100 };

/* --- libedit's functions, and those of the C library that our code calls --- */

struct editline *el_init(const char *program, FILE *in, FILE *out, FILE *errors);
struct history *history_init(void);
const char *el_gets(struct editline *edit, int *length);

FAILING(struct editline *, el_init, (const char *program, FILE *in, FILE *out, FILE *errors),
        (program, in, out, errors), NULL);
FAILING(struct history *, history_init, (void), (), NULL);

/* Without memory for the line it says how long the line is, and returns NULL. */
const char *el_gets(struct editline *edit, int *length) {
    bool fails = call_fails("el_gets");
    const char *line = REAL(el_gets)(edit, length);
    return fails ? NULL : line;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

extern char __executable_start, etext; /* where this program's code begins and ends */

/* libedit itself must not run out of memory, which it does not survive everywhere. */
#define OURS_FAILS(name)                                                                           \
    ((char *)__builtin_return_address(0) >= &__executable_start &&                                 \
     (char *)__builtin_return_address(0) < &etext && call_fails(name))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

void *malloc(size_t size) {
    return OURS_FAILS("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return OURS_FAILS("calloc") ? NULL : __libc_calloc(count, size);
}

char *strndup(const char *text, size_t size) {
    return OURS_FAILS("strndup") ? NULL : REAL(strndup)(text, size);
}

#define HAS_FAULTS true
#else
#define HAS_FAULTS false
#endif

/* --- a program that repeats the lines it reads --- */

static void find(void *context, const char *line, Completion *completion) {
    static const char *const WORDS[] = {
        "alpha",
        "alpine",
        "beta",
        "wide-------------------------------------------------------------------------------1",
        "wide-------------------------------------------------------------------------------2",
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        completion_offer(completion, completion_last_word(line), WORDS[i]);
}

/* Prints something at the first key. */
static const char *await(void *context) {
    bool *is_new = context;
    if (!*is_new)
        return NULL;
    *is_new = false;
    printf("news!\n");
    return "again> ";
}

_Noreturn static void repeat_lines(const char *history) {
    bool is_new = true;
    LineEditorConfig config = {find, await, &is_new, LIMIT, history};
    LineEditor *editor = line_editor_new(&config);
    LineKind kind = LINE_END;
    char *line;
    while (editor && ((kind = line_editor_read(editor, "type> ", &line)) == LINE_TEXT ||
                      kind == LINE_TOO_LONG))
        printf("%s[%s]\n", kind == LINE_TEXT ? "" : "too long: ", line);
    printf("%s\n", !editor ? "no editor" : kind == LINE_FAILED ? "out of memory" : "the end");
    fflush(stdout);
    line_editor_free(editor);
#ifdef __SANITIZE_ADDRESS__
    _exit(0); /* libedit never frees the names of functions added with EL_ADDFN */
#endif
    exit(0);
}

/* Types the keys; returns all that the terminal shows, until the next call. */
static const char *type(const char *keys, const char *history) {
    static char seen[SEEN_SIZE];
    int terminal, status;
    size_t length = 0;
    ssize_t got;
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    assert_true(pid >= 0);
    if (pid == 0)
        repeat_lines(history);
    struct pollfd shown = {.fd = terminal, .events = POLLIN};
    bool has_typed = false;
    while (length < sizeof seen - 1 && poll(&shown, 1, LONG_MS) > 0 &&
           (got = read(terminal, seen + length, sizeof seen - 1 - length)) > 0) {
        length += (size_t)got;
        seen[length] = '\0';
        if (!has_typed && strstr(seen, "again> ")) {
            has_typed = true;
            assert_int_equal(write(terminal, keys, strlen(keys)), strlen(keys));
        }
    }
    seen[length] = '\0';
    close(terminal);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return seen;
}

/* Builds without libedit have no line editor. */
static bool has_editor(void) {
    return !strstr(type("\4", NULL), "no editor");
}

static void assert_shows(const char *seen, const char *text) {
    if (!strstr(seen, text))
        fail_msg("no '%s' in '%s'", text, seen);
}

/* --- tests --- */

static void test_completion(void **state) {
    if (!has_editor())
        return;
    assert_shows(type("b\t.\r\4", NULL), "[beta .]");
    /* Tab completes as far as all words agree, and then lists them. */
    const char *seen = type("al\t+\ral\t\th\t.\r\4", NULL);
    assert_shows(seen, "[alp+]");
    assert_shows(seen, "alpha   alpine  \r\n");
    assert_shows(seen, "[alpha .]");
    seen = type("z\t\r\4", NULL);
    assert_shows(seen, "[z]");
    assert_shows(seen, "the end");
    seen = type("w\t\t\r\4", NULL); /* words wider than the terminal have lines of their own */
    assert_shows(seen, "-1  \r\nwide");
}

static void test_news(void **state) {
    if (has_editor())
        assert_shows(type("a\r\4", NULL), "type> news!");
}

/* Lines of an earlier session can be called back, but not answers and blank lines. */
static void test_history(void **state) {
    char path[] = "/tmp/misere-history-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    if (has_editor()) {
        assert_shows(type("first\r  \ry\r\4", path), "[y]");
        const char *seen = type("\20\r\4", path); /* ^P: the line before */
        assert_shows(seen, "[first]");
    }
    remove(path);
}

/* A line over the limit is refused whole, and the next one is read as usual. */
static void test_long_lines(void **state) {
    static const char *const CHARACTERS[] = {
        "x", "\303\251"}; /* a character of one byte, and one of two */
    if (!has_editor())
        return;
    for (size_t i = 0; i < 2; i++) {
        char keys[4 * LIMIT], shown[4 * LIMIT + 3];
        size_t size = strlen(CHARACTERS[i]), length = 0;
        for (; length < LIMIT; length += size)
            strcpy(keys + length, CHARACTERS[i]);
        snprintf(shown, sizeof shown, "[%s]", keys);
        strcpy(keys + length, "\r\4");
        assert_shows(type(keys, NULL), shown); /* the longest possible line */
        for (; length < 3 * LIMIT; length += size)
            strcpy(keys + length, CHARACTERS[i]);
        strcpy(keys + length, "\b\25\r\20b\r\4"); /* ^U and ^P: neither edited nor remembered */
        const char *seen = type(keys, NULL);
        assert_shows(seen, "too long: []");
        assert_shows(seen, "[b]");
        assert_shows(seen, "the end");
    }
}

/* If memory runs out, there is no editor, or editing is limited, or reading fails. */
static void test_no_memory(void **state) {
    static const struct {
        const char *name, *keys, *shown;
    } CASES[] = {
        {"calloc", "", "no editor"},
        {"el_init", "", "no editor"},
        {"history_init", "first\r\20\r\4", "[]"}, /* nothing is called back */
        {"strndup", "b\t.\r\4", "[b.]"},          /* nothing is completed */
        {"malloc", "b\t.\r\4", "[b .]"},
        {"strndup", "b\r", "out of memory"},
        {"el_gets", "b\r", "out of memory"},
    };
    if (!HAS_FAULTS || !has_editor())
        return;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        *fault = (FailingCall){CASES[i].name, 0, ENOMEM};
        const char *seen = type(CASES[i].keys, NULL);
        assert_true(fault->left < 0);
        *fault = (FailingCall){.name = NULL};
        assert_shows(seen, CASES[i].shown);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_completion), cmocka_unit_test(test_news),
        cmocka_unit_test(test_history),    cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_no_memory),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    setenv("TERM", "xterm", 1);
    setenv("HOME", "/nonexistent", 1); /* without ~/.editrc */
    return !share_fault() || test_run("line_editor", tests);
}
