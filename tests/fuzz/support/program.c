#include "fuzz/support/program.h"

#include "base/os/clock.h"
#include "base/os/subprocess.h"

#include <stdio.h>

enum { STEP_US = 1000, SILENCE_US = 20000000 /* longer than any deadline */ };

static FuzzInput output;
static int64_t now_us = 1000000;

void fuzz_program_set(FuzzInput input) {
    output = input;
}

/* --- the clock --- */

int64_t clock_now_us(void) {
    return now_us;
}

int64_t clock_now_ms(void) {
    return now_us / 1000;
}

void clock_sleep_ms(int ms) {
    now_us += (int64_t)ms * 1000;
}

ClockDate clock_today(void) {
    return (ClockDate){2007, 5, 1};
}

static void wait_until(int64_t until_us) {
    if (until_us > now_us)
        now_us = until_us;
}

/* --- the program --- */

/* This file's definition of a Subprocess. */
typedef struct {
    bool has_ended;
} FuzzedProgram;

static FuzzedProgram *program_of(Subprocess *process) {
    return (FuzzedProgram *)process;
}

int subprocess_processors(void) {
    return 0;
}

bool subprocess_find(const char *name, bool absolute, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "/bin/%s", name);
    return true;
}

Subprocess *subprocess_start(const SubprocessPlan *plan) {
    return (Subprocess *)calloc(1, sizeof(FuzzedProgram));
}

SubprocessStart subprocess_await_start(Subprocess *process, int64_t until_us) {
    return SUBPROCESS_STARTED;
}

int subprocess_id(const Subprocess *process) {
    return 1;
}

/* The length of the next line, with its newline. */
static size_t line_length(void) {
    const uint8_t *end = memchr(output.bytes, '\n', output.size);
    return end ? (size_t)(end - output.bytes) + 1 : output.size;
}

static void take(size_t size) {
    output.bytes += size;
    output.size -= size;
}

SubprocessIo subprocess_read(Subprocess *process, char *bytes, size_t size, size_t *count,
                             int64_t until_us) {
    *count = 0;
    if (until_us <= now_us)
        return SUBPROCESS_NOTHING;
    size_t length = line_length();
    if (length == 0) {
        program_of(process)->has_ended = true;
        wait_until(now_us + STEP_US);
        return SUBPROCESS_CLOSED;
    }
    if (length <= 2 && output.bytes[0] == '~') {
        take(length);
        wait_until(until_us);
        now_us += SILENCE_US;
        return SUBPROCESS_NOTHING;
    }
    *count = length < size ? length : size;
    memcpy(bytes, output.bytes, *count);
    take(*count);
    now_us += STEP_US;
    return SUBPROCESS_BYTES;
}

size_t subprocess_read_errors(Subprocess *process, char *bytes, size_t size) {
    return 0;
}

SubprocessIo subprocess_write(Subprocess *process, const char *bytes, size_t size, size_t *count) {
    *count = 0;
    if (program_of(process)->has_ended)
        return SUBPROCESS_CLOSED;
    FUZZ_CHECK(size > 0 && bytes[size - 1] == '\n', "an unfinished line was sent");
    for (size_t i = 0; i + 1 < size; i++)
        FUZZ_CHECK((unsigned char)bytes[i] >= ' ' && bytes[i] != 0x7f, "byte %d was sent",
                   bytes[i]);
    *count = size;
    return SUBPROCESS_BYTES;
}

bool subprocess_await_io(Subprocess *process, int64_t until_us) {
    wait_until(until_us);
    return false;
}

void subprocess_close_input(Subprocess *process) {
}

bool subprocess_has_ended(const Subprocess *process, SubprocessEnd *end) {
    *end = (SubprocessEnd){SUBPROCESS_EXITED, 0};
    return ((const FuzzedProgram *)process)->has_ended;
}

void subprocess_terminate(Subprocess *process) {
    program_of(process)->has_ended = true;
}

void subprocess_kill(Subprocess *process) {
    program_of(process)->has_ended = true;
}

void subprocess_free(Subprocess *process) {
    free(process);
}
