/* Streams in memory and to a function, reading lines, and waiting for input. */
#include "unit/hand_clock.h"
#include "unit/testing.h"

#include "base/os/path.h"
#include "base/os/regular_file.h"
#include "base/os/stream.h"
#include "base/os/tty.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static void test_memory(void **state) {
    MemoryStream stream;
    assert_true(memory_stream_open(&stream));
    assert_true(memory_stream_close(&stream));
    assert_string_equal(stream.bytes, "");
    assert_int_equal(stream.size, 0);
    free(stream.bytes);

    assert_true(memory_stream_open(&stream));
    for (int i = 0; i < 100000; i++)
        fprintf(stream.file, "%05d\n", i);
    fputc('\0', stream.file);
    assert_true(memory_stream_close(&stream));
    assert_int_equal(stream.size, 600001);
    assert_memory_equal(stream.bytes + 599994, "99999\n\0", 8);
    free(stream.bytes);
}

static void test_reading_from_memory(void **state) {
    static const char BYTES[] = "one\0two\xff\n";
    char found[16];
    FILE *stream = stream_from_bytes(BYTES, sizeof BYTES - 1);
    assert_non_null(stream);
    assert_int_equal(fread(found, 1, sizeof found, stream), sizeof BYTES - 1);
    assert_memory_equal(found, BYTES, sizeof BYTES - 1);
    assert_true(feof(stream));
    assert_false(ferror(stream));
    fclose(stream);
}

typedef struct {
    char text[64];
    int calls;
    bool is_full;
} Sink;

static bool take(void *context, const char *bytes, size_t size) {
    Sink *sink = context;
    sink->calls++;
    strncat(sink->text, bytes, size);
    return !sink->is_full;
}

static void test_writer(void **state) {
    Sink sink = {.text = ""};
    FILE *stream = stream_to_writer(take, &sink);
    assert_non_null(stream);
    fprintf(stream, "%s %d\n", "depth", 7);
    assert_string_equal(sink.text, "depth 7\n"); /* unbuffered */
    assert_int_equal(sink.calls, 1);             /* one call for the whole line */
    stream_lock(stream);
    fputs("a", stream); /* the lock is recursive */
    stream_unlock(stream);
    assert_false(ferror(stream));
    sink.is_full = true;
    fputs("b", stream);
    assert_true(ferror(stream));
    fclose(stream);
}

static void test_bytes(void **state) {
    FILE *file = tmpfile();
    assert_int_equal(stream_put(file, 'o'), 'o');
    assert_int_equal(stream_put(file, '\0'), '\0');
    rewind(file);
    assert_int_equal(stream_get(file), 'o');
    assert_int_equal(stream_get(file), '\0');
    assert_int_equal(stream_get(file), EOF);
    fclose(file);
}

static void test_open(void **state) {
    char folder[128], path[160];
    assert_true(path_make_temporary(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/file", folder);
    for (int i = 0; i < 2; i++) {
        FILE *out = regular_file_append(path, NULL);
        assert_non_null(out);
        assert_true(fcntl(fileno(out), F_GETFD) & FD_CLOEXEC);
        assert_int_equal(stream_put(out, '\xFF'), 0xFF);
        assert_false(tty_is(out));
        assert_int_equal(tty_rows(out, 24), 24);
        assert_int_equal(tty_columns(out, 80), 80);
        fclose(out);
    }
    PathInfo info;
    assert_true(path_info(path, &info));
    assert_int_equal(info.size, 2);
    remove(path);
    assert_true(path_remove_folder(folder));
}

static void test_awaiting_input(void **state) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    FILE *in = fdopen(ends[0], "r");
    setvbuf(in, NULL, _IONBF, 0);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(60, 0);
    assert_false(stream_await_input(in, 30));
    assert_passed_ms(before, 30);
    hand_clock_let_pass_ms(0, 0);
    assert_false(stream_await_input(in, 0));
    assert_int_equal(write(ends[1], "xy", 2), 2);
    assert_true(stream_await_input(in, -1));
    assert_int_equal(getc(in), 'x');
    assert_true(stream_await_input(in, 0)); /* getc() has not read ahead */
    assert_int_equal(getc(in), 'y');
    assert_false(stream_await_input(in, 0));
    close(ends[1]);
    assert_true(stream_await_input(in, -1));
    assert_int_equal(getc(in), EOF);
    fclose(in);
}

static void do_nothing(int number) {
}

/* Sends SIGALRM in 10 ms and then every 10 ms, which interrupts system calls; 0 ends that. */
static void interrupt_every_ms(int ms) {
    struct sigaction action = {.sa_handler = do_nothing};
    struct itimerval timer = {{0, ms * 1000}, {0, ms * 1000}};
    sigaction(SIGALRM, &action, NULL);
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void test_signals_do_not_shorten_waits(void **state) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    FILE *in = fdopen(ends[0], "r");
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0);
    hand_clock_interrupt_every_ms(10);
    assert_false(stream_await_input(in, 60));
    assert_passed_ms(before, 60);
    hand_clock_let_pass_ms(0, 0);
    hand_clock_interrupt_every_ms(0);
    interrupt_every_ms(10);
    wchar_t character;
    if (fork() == 0) {
        clock_sleep_ms(50);
        _exit(write(ends[1], "x", 1) != 1);
    }
    assert_int_equal(stream_read_character(in, &character), 1);
    assert_int_equal(character, 'x');
    interrupt_every_ms(0);
    fclose(in);
    close(ends[1]);
}

/* Characters of UTF-8 one by one, without reading ahead; invalid bytes are skipped. */
static void test_characters(void **state) {
    static const char BYTES[] = "a\xe2\x99\x94\xff\xc3z";
    int ends[2];
    wchar_t character;
    char *before = strdup(setlocale(LC_CTYPE, NULL));
    if (!setlocale(LC_CTYPE, "C.UTF-8")) {
        free(before);
        return; /* the system lacks this locale */
    }
    assert_int_equal(pipe(ends), 0);
    FILE *in = fdopen(ends[0], "r");
    assert_int_equal(write(ends[1], BYTES, sizeof BYTES), sizeof BYTES);
    close(ends[1]);
    assert_int_equal(stream_read_character(in, &character), 1);
    assert_int_equal(character, 'a');
    assert_int_equal(stream_read_character(in, &character), 1);
    assert_int_equal(character, 0x2654);
    assert_int_equal(stream_read_character(in, &character), 1);
    assert_int_equal(character, 0); /* 0xff, and 0xc3 with the letter after it */
    assert_int_equal(stream_read_character(in, &character), 0);
    fclose(in);
    setlocale(LC_CTYPE, before);
    free(before);
}

static void test_colours(void **state) {
    static const struct {
        const char *term, *colorterm, *no_color;
        bool has_escapes;
        TtyColours colours;
    } CASES[] = {
        {NULL, NULL, NULL, false, TTY_MONOCHROME},
        {"", NULL, NULL, false, TTY_MONOCHROME},
        {"dumb", "truecolor", NULL, false, TTY_MONOCHROME},
        {"xterm", NULL, NULL, true, TTY_16_COLOURS},
        {"xterm", "", "", true, TTY_16_COLOURS},
        {"xterm", "truecolor", NULL, true, TTY_256_COLOURS},
        {"xterm-256color", NULL, NULL, true, TTY_256_COLOURS},
        {"xterm-256color", NULL, "1", true, TTY_MONOCHROME},
    };
    static const char *const NAMES[] = {"TERM", "COLORTERM", "NO_COLOR"};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const char *values[] = {CASES[i].term, CASES[i].colorterm, CASES[i].no_color};
        for (int j = 0; j < 3; j++)
            if (values[j])
                setenv(NAMES[j], values[j], 1);
            else
                unsetenv(NAMES[j]);
        assert_int_equal(tty_has_escapes(), CASES[i].has_escapes);
        assert_int_equal(tty_colours(), CASES[i].colours);
    }
}

/* The pipe of an awaiting stream. */
typedef struct {
    int ends[2];
    int waits;
} AwaitedPipe;

static void write_more(void *context) {
    AwaitedPipe *pipe = context;
    if (pipe->waits++ == 0)
        assert_int_equal(write(pipe->ends[1], "one\ntwo\n", 8), 8);
    else
        close(pipe->ends[1]);
}

static void test_awaiting_stream(void **state) {
    AwaitedPipe awaited = {.waits = 0};
    char line[8];
    assert_int_equal(pipe(awaited.ends), 0);
    FILE *in = fdopen(awaited.ends[0], "r");
    FILE *stream = stream_awaiting(in, write_more, &awaited);
    assert_non_null(stream);
    assert_int_equal(awaited.waits, 0);
    assert_string_equal(fgets(line, sizeof line, stream), "one\n");
    assert_string_equal(fgets(line, sizeof line, stream), "two\n");
    assert_int_equal(awaited.waits, 1); /* both lines came in one read */
    assert_null(fgets(line, sizeof line, stream));
    assert_int_equal(awaited.waits, 2);
    fclose(stream);
    fclose(in);
}

/* A stream that has run out of memory says so, even if later pieces would fit. */
static void test_memory_runs_out(void **state) {
    enum { LIMIT = 96 << 20, PIECES = 2048 };
    static const char PIECE[1 << 16];
    struct rlimit usual, tight;
    MemoryStream stream;
    if (is_sanitized())
        return; /* the sanitizers need more than the limit */
    assert_int_equal(getrlimit(RLIMIT_AS, &usual), 0);
    tight = usual;
    tight.rlim_cur = LIMIT;
    assert_true(memory_stream_open(&stream));
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    for (int i = 0; i < PIECES; i++)
        fwrite(PIECE, sizeof PIECE, 1, stream.file);
    assert_int_equal(setrlimit(RLIMIT_AS, &usual), 0);
    fputs("more", stream.file);
    assert_false(memory_stream_close(&stream));
    free(stream.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_reading_from_memory),
        cmocka_unit_test(test_writer),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_awaiting_input),
        cmocka_unit_test(test_signals_do_not_shorten_waits),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_colours),
        cmocka_unit_test(test_awaiting_stream),
    };
    return test_run("stream", tests);
}
