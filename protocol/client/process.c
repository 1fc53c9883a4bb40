#include "client/process.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/os/subprocess.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_SIZE = 64 * 1024,
    CHUNK_SIZE = 16 * 1024,
    FLOOD_MIB = 32,
    LINE_OVERHEAD = 64, /* what a line counts more than its bytes, since a transcript has a time and
                           a name before each */
    RECORDED_MAX = 1024 * 1024, /* what a transcript keeps of the output after one request */
    ERROR_LINE_SIZE = 1024,     /* longer lines of stderr are divided */

    SEND_TIMEOUT_MS = 2000,    /* how long the program may leave its full stdin unread */
    POLL_INTERVAL_MS = 50,     /* between checks of the cancel flag, and between checks whether the
                                  program has ended: a child of it may hold the pipe open */
    EXIT_STATUS_WAIT_MS = 100, /* how long to wait for the exit status after the output has ended */
    REAP_STEP_MS = 2,
    QUIT_GRACE_MS = 5000, /* an engine that learns waits for a locked file, and writes it to disk */
    TERM_GRACE_MS = 300,
    KILL_GRACE_MS = 1000, /* only a process stuck in the kernel takes this long to die */
};

static const int64_t FLOOD_BYTES = (int64_t)FLOOD_MIB * 1024 * 1024;

struct Process {
    Subprocess *subprocess; /* NULL: none */
    FILE *transcript, *errors;
    const atomic_bool *cancel;
    Process *other; /* see process_keep_output_of() */
    char name[CLIENT_NAME_SIZE];

    ClientFailure failure;
    Error reason;

    int64_t request_at;    /* when the request began */
    int64_t request_bytes; /* what the program has written since then, with LINE_OVERHEAD */
    int64_t recorded;      /* what of that the transcript has, or would have */
    int64_t received_at;   /* when the chunk was read */
    char *output;          /* owned; output[output_next..output_end) is not in `line` yet */
    size_t output_next;
    size_t output_end;
    size_t output_capacity; /* size of `output`, at least CHUNK_SIZE */
    size_t line_length;
    bool line_complete; /* the line was handed out; the next byte begins a new one */
    char line[LINE_SIZE];
    size_t error_length;
    char error_line[ERROR_LINE_SIZE]; /* of stderr */
};

/* ---- Time ---- */

int64_t process_deadline(int timeout_ms) {
    return timeout_ms < 0 ? PROCESS_NO_DEADLINE : clock_now_us() + (int64_t)timeout_ms * 1000;
}

/* When a wait that ends at `until` must next be interrupted to check the cancel flag. */
static int64_t poll_deadline(int64_t until) {
    return min64(until, process_deadline(POLL_INTERVAL_MS));
}

/* ---- Transcript and failure ---- */

static void write_line(const Process *process, FILE *file, const char *arrow, const char *line) {
    int64_t now = clock_now_us();
    int id = process->subprocess ? subprocess_id(process->subprocess) : 0;
    if (!file)
        return;
    fprintf(file, "%" PRId64 ".%06d %s[%d] %s %s\n", now / 1000000, (int)(now % 1000000),
            process->name, id, arrow, line);
    fflush(file);
}

static void log_line(const Process *process, const char *arrow, const char *line) {
    write_line(process, process->transcript, arrow, line);
}

/* Counts a line that the program has written, and writes it to the files that are not NULL, unless
 * the program has written too much since the request. */
static void record_line(Process *process, FILE *const files[2], const char *arrow,
                        const char *line) {
    bool was_full = process->recorded > RECORDED_MAX;
    process->request_bytes += LINE_OVERHEAD;
    process->recorded += LINE_OVERHEAD + (int64_t)strlen(line);
    bool is_full = process->recorded > RECORDED_MAX;
    for (int i = 0; i < 2 && !was_full; i++)
        write_line(process, files[i], is_full ? "!!" : arrow,
                   is_full ? "more output, which is not recorded" : line);
}

/* Reports the first failure again. */
static bool repeat_failure(const Process *process, Error *error) {
    if (error)
        *error = process->reason;
    return false;
}

bool process_fail(Process *process, ClientFailure failure, Error *error, const char *format, ...) {
    char text[ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    process->failure = failure;
    error_set(&process->reason, "%s", text);
    error_wrap(&process->reason, "%s", process->name);
    log_line(process, "!!", text);
    return repeat_failure(process, error);
}

bool process_refuse(const Process *process, Error *error, const char *format, ...) {
    char text[ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(error, "%s", text);
    return error_wrap(error, "%s", process->name);
}

bool process_refuse_memory(const Process *process, Error *error) {
    process_refuse(process, error, "out of memory");
    return error_mark_shortage(error);
}

bool process_fail_timeout(Process *process, const char *what, Error *error) {
    return process_fail(process, CLIENT_FAILURE_HUNG, error, "no %s after %" PRId64 " ms", what,
                        (clock_now_us() - process->request_at) / 1000);
}

/* Fails because this program, not the subprocess, has run out of memory. */
static bool fail_memory(Process *process, Error *error) {
    process_fail(process, CLIENT_FAILURE_CANCELLED, error, "out of memory");
    error_mark_shortage(&process->reason);
    return error_mark_shortage(error);
}

static bool is_cancelled(const Process *process) {
    return process->cancel && atomic_load(process->cancel);
}

static bool fail_cancelled(Process *process, Error *error) {
    return process_fail(process, CLIENT_FAILURE_CANCELLED, error, "cancelled");
}

/* ---- Reading ---- */

/* Makes room for a chunk behind the output that is kept. Needs no memory if none is kept. Returns
 * false if out of memory. */
static bool make_room(Process *process) {
    size_t kept = process->output_end - process->output_next;
    if (kept == 0)
        process->output_next = process->output_end = 0;
    if (process->output_capacity - process->output_end >= CHUNK_SIZE)
        return true;
    memmove(process->output, process->output + process->output_next, kept);
    process->output_next = 0;
    process->output_end = kept;
    if (process->output_capacity - kept >= CHUNK_SIZE)
        return true;
    size_t capacity = 2 * process->output_capacity;
    char *output = realloc(process->output, capacity);
    if (!output)
        return false;
    process->output = output;
    process->output_capacity = capacity;
    return true;
}

/* Terminates a finished line, drops a carriage return at its end, and replaces what is not
 * printable ASCII. */
static void make_string(char *line, size_t length) {
    if (length > 0 && line[length - 1] == '\r')
        length--;
    for (size_t i = 0; i < length; i++)
        if (line[i] < ' ' || line[i] > '~')
            line[i] = line[i] == '\t' ? ' ' : '?';
    line[length] = '\0';
}

static void finish_error_line(Process *process) {
    FILE *errors = process->errors;
    bool has_room = errors && ftell(errors) < CLIENT_ERRORS_MAX;
    make_string(process->error_line, process->error_length);
    process->error_length = 0;
    record_line(process, (FILE *const[]){process->transcript, has_room ? errors : NULL}, "<!",
                process->error_line);
}

/* Records what the program has written to stderr. Does not wait. */
static void take_errors(Process *process) {
    char bytes[CHUNK_SIZE];
    size_t count = subprocess_read_errors(process->subprocess, bytes, sizeof bytes);
    process->request_bytes += (int64_t)count;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != '\n')
            process->error_line[process->error_length++] = bytes[i];
        if (bytes[i] == '\n' || process->error_length == ERROR_LINE_SIZE - 1)
            finish_error_line(process);
    }
}

/* Waits for output and appends a chunk of it to `output`, which must have room for one. Once the
 * output has ended, it only waits. */
static SubprocessIo receive_more(Process *process, int64_t until) {
    size_t count;
    SubprocessIo input = subprocess_read(process->subprocess, process->output + process->output_end,
                                         CHUNK_SIZE, &count, until);
    take_errors(process);
    if (input != SUBPROCESS_BYTES)
        return input;
    process->received_at = clock_now_us();
    process->request_bytes += (int64_t)count;
    process->output_end += count;
    return SUBPROCESS_BYTES;
}

/* The same if no output is kept: then there is always room. */
static SubprocessIo receive(Process *process, int64_t until) {
    make_room(process);
    return receive_more(process, until);
}

/* Moves output, up to the next newline, to process->line. Returns true if that completes the
 * line, which stays there until the next call. */
static bool take_line(Process *process) {
    if (process->line_complete)
        process->line_length = 0;
    process->line_complete = false;
    const char *start = process->output + process->output_next;
    size_t available = process->output_end - process->output_next;
    const char *newline = memchr(start, '\n', available);
    size_t length = newline ? (size_t)(newline - start) : available;
    size_t room = sizeof process->line - 1 - process->line_length;
    size_t kept = length < room ? length : room;
    memcpy(process->line + process->line_length, start, kept);
    process->line_length += kept;
    process->output_next += newline ? length + 1 : length;
    process->line_complete = newline != NULL;
    if (newline) {
        make_string(process->line, process->line_length);
        record_line(process, (FILE *const[]){process->transcript, NULL}, "<-", process->line);
    }
    return newline != NULL;
}

/* Reads output like receive(), but drops it. */
static SubprocessIo receive_and_drop(Process *process, int64_t until) {
    while (take_line(process)) {
    }
    SubprocessIo input = receive(process, until);
    while (take_line(process)) {
    }
    return input;
}

/* ---- The process ---- */

/* Waits for the process to end. Meanwhile reads its output, so that the process does not block on a
 * full pipe. */
static bool wait_for_exit(Process *process, int timeout_ms) {
    int64_t until = process_deadline(timeout_ms);
    SubprocessEnd end;
    while (!subprocess_has_ended(process->subprocess, &end)) {
        if (clock_now_us() >= until)
            return false;
        receive_and_drop(process, min64(until, process_deadline(REAP_STEP_MS)));
    }
    return true;
}

/* Fails because the program closed a pipe or ended, and says how it ended. */
static bool fail_exited(Process *process, Error *error) {
    SubprocessEnd end;
    wait_for_exit(process, EXIT_STATUS_WAIT_MS);
    if (!subprocess_has_ended(process->subprocess, &end))
        return process_fail(process, CLIENT_FAILURE_DIED, error,
                            "closed its input or output but is still running");
    if (end.how == SUBPROCESS_EXITED)
        return process_fail(process, CLIENT_FAILURE_DIED, error, "exited with status %d", end.code);
    if (end.how == SUBPROCESS_KILLED)
        return process_fail(process, CLIENT_FAILURE_DIED, error, "killed by signal %d", end.code);
    return process_fail(process, CLIENT_FAILURE_DIED, error, "ended");
}

/* Fails with "cannot VERB PATH" and the reason in errno. */
static bool fail_start(Process *process, const char *verb, const char *path, Error *error) {
    Error why;
    error_set(&why, "%s", strerror(errno));
    error_wrap(&why, "cannot %s %s", verb, path);
    return process_fail(process, CLIENT_FAILURE_DIED, error, "%s", why.text);
}

/* Waits until the subprocess has become the program at `path`. */
static bool await_start(Process *process, const char *path, const ClientConfig *config,
                        Error *error) {
    int64_t until = process_deadline(config->start_timeout_ms);
    SubprocessStart start;
    while ((start = subprocess_await_start(process->subprocess, poll_deadline(until))) ==
           SUBPROCESS_STARTING) {
        if (is_cancelled(process))
            return fail_cancelled(process, error);
        if (clock_now_us() >= until)
            return process_fail(process, CLIENT_FAILURE_HUNG, error, "%s did not start in time",
                                QUOTE(path));
    }
    if (start == SUBPROCESS_STARTED)
        return true;
    bool is_folder = start == SUBPROCESS_NO_FOLDER;
    return fail_start(process, is_folder ? "enter" : "run", is_folder ? config->directory : path,
                      error);
}

static bool spawn(Process *process, const char *path, const ClientConfig *config, Error *error) {
    SubprocessPlan plan = {path, config->argv, config->directory, config->processor,
                           config->transcript || config->errors};
    process->subprocess = subprocess_start(&plan);
    if (!process->subprocess) {
        fail_start(process, "start", path, error);
        return error_mark_shortage(error);
    }
    return await_start(process, path, config, error);
}

/* ---- Writing ---- */

static bool fail_flooded(Process *process, Error *error) {
    return process_fail(process, CLIENT_FAILURE_FLOODED, error,
                        "%d MiB of output without an answer", FLOOD_MIB);
}

/* Reads output that has arrived, and keeps it: it may belong to the answer. */
static bool keep_output(Process *process, Error *error) {
    if (process->output_end - process->output_next > (size_t)FLOOD_BYTES)
        return fail_flooded(process, error);
    if (!make_room(process))
        return fail_memory(process, error);
    return receive_more(process, 0) != SUBPROCESS_CLOSED || fail_exited(process, error);
}

/* Keeps all output that has arrived; a failure is reported by the next call for the process. */
static void keep_all_output(Process *process) {
    while (!process->failure && subprocess_await_io(process->subprocess, 0) &&
           keep_output(process, NULL)) {
    }
}

static bool send_bytes(Process *process, const char *bytes, size_t length, int64_t until,
                       Error *error) {
    SubprocessEnd end;
    while (length > 0) {
        size_t sent;
        SubprocessIo output = subprocess_write(process->subprocess, bytes, length, &sent);
        bytes += sent;
        length -= sent;
        if (output == SUBPROCESS_BYTES)
            continue;
        if (output == SUBPROCESS_CLOSED || subprocess_has_ended(process->subprocess, &end))
            return fail_exited(process, error);
        if (is_cancelled(process))
            return fail_cancelled(process, error);
        if (clock_now_us() >= until)
            return process_fail(process, CLIENT_FAILURE_HUNG, error, "does not read its input");
        /* The program may be blocked in writing, until its output is read. */
        bool can_read = subprocess_await_io(process->subprocess, poll_deadline(until));
        take_errors(process);
        if (process->request_bytes > FLOOD_BYTES)
            return fail_flooded(process, error);
        if (can_read && !keep_output(process, error))
            return false;
    }
    return true;
}

static bool has_control_character(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return true;
    return false;
}

bool process_send(Process *process, int64_t until, Error *error, const char *format, ...) {
    if (process->failure)
        return repeat_failure(process, error);
    char *line;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return process_refuse_memory(process, error);
    bool sent = false;
    if (has_control_character(line)) {
        process_refuse(process, error, "cannot send a control character: %s", QUOTE(line));
    } else {
        log_line(process, "->", line);
        line[length] = '\n'; /* replaces the NUL, so that one write sends the whole line */
        sent = send_bytes(process, line, (size_t)length + 1,
                          min64(until, process_deadline(SEND_TIMEOUT_MS)), error);
    }
    free(line);
    return sent;
}

/* ---- Requests ---- */

bool process_continue_request(Process *process, Error *error) {
    if (process->failure)
        return repeat_failure(process, error);
    process->request_at = clock_now_us();
    process->request_bytes = process->recorded = 0;
    return true;
}

bool process_begin_request(Process *process, Error *error) {
    if (!process_continue_request(process, error))
        return false;
    for (;;) {
        SubprocessIo input = receive_and_drop(process, 0);
        if (input == SUBPROCESS_NOTHING)
            return true;
        if (input == SUBPROCESS_CLOSED)
            return fail_exited(process, error);
        if (process->request_bytes > FLOOD_BYTES)
            return fail_flooded(process, error);
        if (is_cancelled(process))
            return fail_cancelled(process, error);
    }
}

bool process_read(Process *process, int64_t until, const char **line, Error *error) {
    if (process->failure)
        return repeat_failure(process, error);
    bool has_gone = false, is_late = false;
    for (;;) {
        bool is_whole = take_line(process);
        *line = is_whole ? process->line : NULL;
        if (is_whole || is_late || process->received_at > until)
            return true;
        if (process->request_bytes > FLOOD_BYTES)
            return fail_flooded(process, error);
        if (is_cancelled(process))
            return fail_cancelled(process, error);
        SubprocessIo input = receive(process, has_gone ? 0 : poll_deadline(until));
        if (process->other)
            keep_all_output(process->other);
        if (input == SUBPROCESS_CLOSED || (has_gone && input == SUBPROCESS_NOTHING))
            return fail_exited(process, error);
        SubprocessEnd end;
        has_gone =
            input == SUBPROCESS_NOTHING &&
            subprocess_has_ended(process->subprocess, &end); /* its output may still be unread */
        is_late = !has_gone && clock_now_us() >= until;
    }
}

void process_keep_output_of(Process *process, Process *other) {
    process->other = other;
}

int64_t process_received_at(const Process *process) {
    return process->received_at;
}

void process_clear_hung(Process *process) {
    if (process->failure == CLIENT_FAILURE_HUNG)
        process->failure = CLIENT_FAILURE_NONE;
}

/* ---- Start and stop ---- */

Process *process_start(const ClientConfig *config, Error *error) {
    if (!config->argv || !config->argv[0] || !config->argv[0][0]) {
        error_set(error, "no program given");
        return NULL;
    }
    Process *process = calloc(1, sizeof *process);
    char *output = process ? malloc(CHUNK_SIZE) : NULL;
    if (!output) {
        free(process);
        error_set_out_of_memory(error);
        return NULL;
    }
    process->output = output;
    process->output_capacity = CHUNK_SIZE;
    process->transcript = config->transcript;
    process->errors = config->errors;
    process->cancel = config->cancel;
    process_set_name(process, path_base_name(config->argv[0]));
    char path[PATH_MAX];
    bool found = subprocess_find(config->argv[0], config->directory != NULL, path) ||
                 process_fail(process, CLIENT_FAILURE_DIED, error, "no such program");
    if (!found || !spawn(process, path, config, error))
        process_stop(&process, NULL);
    return process;
}

/* Ends the process and its group, and reaps it. Sends the quit command first, unless the process
 * has failed. */
static void terminate_process(Process *process, const char *quit_command) {
    SubprocessEnd end;
    bool is_sound = !process->failure && !is_cancelled(process);
    if (is_sound)
        process_send(process, 0, NULL, "%s", quit_command);
    subprocess_close_input(process->subprocess);
    if (is_sound)
        wait_for_exit(process, QUIT_GRACE_MS);
    if (!subprocess_has_ended(process->subprocess, &end)) {
        subprocess_terminate(process->subprocess);
        wait_for_exit(process, TERM_GRACE_MS);
    }
    subprocess_kill(
        process->subprocess); /* also if the program has ended: its children may still be running */
    wait_for_exit(process, KILL_GRACE_MS);
    take_errors(process); /* its last words */
    if (process->error_length > 0)
        finish_error_line(process);
}

void process_stop(Process **process, const char *quit_command) {
    if (!*process)
        return;
    if ((*process)->subprocess)
        terminate_process(*process, quit_command);
    subprocess_free((*process)->subprocess);
    free((*process)->output);
    free(*process);
    *process = NULL;
}

const char *process_name(const Process *process) {
    return process->name;
}

void process_set_name(Process *process, const char *name) {
    if (*name)
        snprintf(process->name, sizeof process->name, "%s", name);
}

ClientFailure process_failure(const Process *process) {
    return process->failure;
}

bool process_alive(const Process *process) {
    SubprocessEnd end;
    return !process->failure && !subprocess_has_ended(process->subprocess, &end);
}
