/* System calls that fail or are interrupted: each call of a scenario in turn. The scenario must
 * report the reason, or do without the call; it must repeat one that was interrupted. It keeps what
 * it had and closes what it opened. */
#include "unit/counts.h"
#include "unit/failing_calls.h"
#include "unit/temporary_folder.h"

#include "base/os/append_file.h"
#include "base/os/atomic_file.h"
#include "base/os/clock.h"
#include "base/os/directory.h"
#include "base/os/file_lock.h"
#include "base/os/memory.h"
#include "base/os/open_files.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"
#include "base/os/sibling.h"
#include "base/os/stream.h"
#include "base/os/subprocess.h"
#include "base/os/thread.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- the calls --- */

FAILING(int, access, (const char *path, int mode), (path, mode), -1);
FAILING(int, chdir, (const char *path), (path), -1);
FAILING(int, dup2, (int from, int to), (from, to), -1);
FAILING(int, fchmod, (int fd, mode_t mode), (fd, mode), -1);
FAILING(int, fdatasync, (int fd), (fd), -1);
FAILING(int, flock, (int fd, int operation), (fd, operation), -1);
FAILING(int, fstat, (int fd, struct stat *status), (fd, status), -1);
FAILING(int, fsync, (int fd), (fd), -1);
FAILING(int, ftruncate, (int fd, off_t size), (fd, size), -1);
FAILING(int, getrlimit, (__rlimit_resource_t kind, struct rlimit *limit), (kind, limit), -1);
FAILING(int, lstat, (const char *path, struct stat *status), (path, status), -1);
FAILING(int, mkdir, (const char *path, mode_t mode), (path, mode), -1);
FAILING(int, pipe2, (int fds[2], int flags), (fds, flags), -1);
FAILING(int, poll, (struct pollfd * fds, nfds_t count, int ms), (fds, count, ms), -1);
FAILING(int, ppoll,
        (struct pollfd * fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask),
        (fds, count, timeout, mask), -1);
FAILING(int, rename, (const char *from, const char *to), (from, to), -1);
FAILING(int, setpgid, (pid_t pid, pid_t group), (pid, group), -1);
FAILING(int, socketpair, (int domain, int type, int protocol, int fds[2]),
        (domain, type, protocol, fds), -1);
FAILING(int, stat, (const char *path, struct stat *status), (path, status), -1);
FAILING(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options),
        (type, id, info, options), -1);
FAILING(long, sysconf, (int name), (name), -1);
FAILING(pid_t, fork, (void), (), -1);
FAILING(pid_t, getppid, (void), (), -1);
FAILING(ssize_t, pread, (int fd, void *bytes, size_t size, off_t offset), (fd, bytes, size, offset),
        -1);
FAILING(ssize_t, read, (int fd, void *bytes, size_t size), (fd, bytes, size), -1);
FAILING(ssize_t, readlink, (const char *path, char *target, size_t size), (path, target, size), -1);
FAILING(ssize_t, send, (int fd, const void *bytes, size_t size, int flags),
        (fd, bytes, size, flags), -1);
FAILING(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size), -1);
FAILING(char *, realpath, (const char *path, char *resolved), (path, resolved), NULL);
FAILING(DIR *, fdopendir, (int fd), (fd), NULL);
FAILING(FILE *, fdopen, (int fd, const char *mode), (fd, mode), NULL);
FAILING(FILE *, fopencookie, (void *cookie, const char *mode, cookie_io_functions_t functions),
        (cookie, mode, functions), NULL);
FAILING(struct dirent *, readdir, (DIR * folder), (folder), NULL);
FAILING(void *, mmap, (void *address, size_t size, int access, int flags, int fd, off_t offset),
        (address, size, access, flags, fd, offset), MAP_FAILED);

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return call_fails("open") ? -1 : REAL(open)(path, flags, mode);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return call_fails("fcntl") ? -1 : REAL(fcntl)(fd, command, argument);
}

int prctl(int option, ...) {
    va_list rest;
    va_start(rest, option);
    unsigned long argument = va_arg(rest, unsigned long);
    va_end(rest);
    return call_fails("prctl") ? -1 : REAL(prctl)(option, argument);
}

/* Like close(), these two close their file even if they fail. */
int close(int fd) {
    bool fails = call_fails("close");
    int result = REAL(close)(fd);
    errno = fails ? fault->reason : errno;
    return fails ? -1 : result;
}

int fclose(FILE *stream) {
    bool fails = call_fails("fclose");
    int result = REAL(fclose)(stream);
    errno = fails ? fault->reason : errno;
    return fails ? EOF : result;
}

_Noreturn void _exit(int status) {
    write_counts();
    REAL(_exit)(status);
    abort();
}

static int count_descriptors(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* --- the loops --- */

typedef struct {
    char folder[128];
    char path[160];
} NewFolder;

/* Returns false with *error if something failed. Closes what it opens. */
typedef bool CallScenario(const NewFolder *place, Error *error);

/* Runs the scenario in a new folder with the file "old". The n-th call of `name` fails. Returns
 * whether there was one. */
static bool one_call_fails(CallScenario *scenario, const char *name, int n, int reason) {
    NewFolder place;
    Error error = {.text = ""};
    int before = count_descriptors();
    assert_true(path_make_temporary(place.folder, sizeof place.folder));
    snprintf(place.path, sizeof place.path, "%s/file", place.folder);
    write_file(place.path, "old");
    *fault = (FailingCall){name, n, reason};
    bool done = scenario(&place, &error);
    bool has_failed = fault->left < 0;
    *fault = (FailingCall){.name = NULL};
    if (!done && (!has_failed || reason == EINTR || !strstr(error.text, strerror(reason))))
        fail_msg("call %d of %s fails with %s, and the error is '%s'", n, name, strerror(reason),
                 error.text);
    if (count_descriptors() != before)
        fail_msg("call %d of %s fails with %s, and a file stays open", n, name, strerror(reason));
    remove_folder(place.folder);
    return has_failed;
}

/* `names` ends with NULL. Each must be the name of a call that the scenario makes. */
static void each_call_fails(CallScenario *scenario, const char *const *names, int reason) {
    for (; *names; names++) {
        int count = 0;
        while (one_call_fails(scenario, *names, count, reason))
            count++;
        if (count == 0)
            fail_msg("%s is never called", *names);
    }
}

#define CALLS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* --- files --- */

/* Checks that the file is the old or the new one, and that the folder holds no other. */
static void check_replaced(const NewFolder *place, bool is_done) {
    char *bytes;
    size_t size;
    struct dirent **names;
    *fault = (FailingCall){.name = NULL, .left = fault->left};
    assert_true(regular_file_read(place->path, 1000, &bytes, &size, NULL));
    assert_true(strcmp(bytes, "new") == 0 || (!is_done && strcmp(bytes, "old") == 0));
    free(bytes);
    int count = scandir(place->folder, &names, NULL, NULL);
    assert_int_equal(count, 3); /* with . and .. */
    while (count-- > 0)
        free(names[count]);
    free(names);
}

static bool replace(const NewFolder *place, Error *error) {
    bool done = atomic_file_write(place->path, "new", 3, error);
    check_replaced(place, done);
    return done;
}

static bool replace_as_sole_writer(const NewFolder *place, Error *error) {
    AtomicFile atomic;
    bool is_open = atomic_file_open_sole_writer(&atomic, place->path, error);
    if (is_open)
        fputs("new", atomic.file);
    bool done = is_open && atomic_file_commit(&atomic, error);
    check_replaced(place, done);
    return done;
}

static void test_replacing(void **state) {
    each_call_fails(replace,
                    CALLS("realpath", "stat", "access", "open", "fchmod", "fdopen", "fsync",
                          "fclose", "rename", "close"),
                    EIO);
    each_call_fails(
        replace_as_sole_writer,
        CALLS("realpath", "stat", "lstat", "open", "fdopen", "fsync", "fclose", "rename"), EIO);
    each_call_fails(replace, CALLS("open"), EEXIST); /* EEXIST: as if the name were taken */
}

static bool append(const NewFolder *place, Error *error) {
    AppendFile file;
    char bytes[16] = "";
    FILE *stream = NULL;
    errno = 0;
    AppendFileResult result = append_file_open_to_write(&file, place->path);
    bool done = result == APPEND_FILE_OPEN && append_file_add(&file, "new", 3) &&
                append_file_truncate(&file, 5) && append_file_read(&file, bytes, 9, 0) == 5 &&
                (stream = append_file_stream(&file));
    if (done)
        assert_string_equal(bytes, "oldne");
    else if (result == APPEND_FILE_LOCKED && strcmp(fault->name, "flock") != 0)
        error_set(error, "%s", strerror(fault->reason)); /* the file may have been replaced */
    else
        error_set_errno(error, place->path);
    if (stream)
        fclose(stream);
    append_file_close(&file);
    return done;
}

static void test_appending(void **state) {
    each_call_fails(append,
                    CALLS("open", "fstat", "stat", "flock", "write", "fdatasync", "ftruncate",
                          "pread", "fcntl", "fdopen"),
                    EIO);
    each_call_fails(append, CALLS("write", "pread"), EINTR);
    AppendFile file;
    *fault = (FailingCall){"flock", 0, ENOLCK}; /* without locks the file counts as not locked */
    assert_int_equal(append_file_open_to_write(&file, "/tmp/misere-nothing"), APPEND_FILE_FAILED);
    assert_int_equal(errno, ENOLCK);
    *fault = (FailingCall){.name = NULL};
    unlink("/tmp/misere-nothing");
}

static bool append_to_log(const NewFolder *place, Error *error) {
    FILE *file = regular_file_append(place->path, error);
    if (!file)
        return false;
    fputs("new", file);
    fclose(file);
    *fault = (FailingCall){.name = NULL, .left = fault->left};
    check_file(place->path, "oldnew");
    return true;
}

static bool read_whole(const NewFolder *place, Error *error) {
    char *bytes;
    size_t size;
    if (!regular_file_read(place->path, 100, &bytes, &size, error))
        return false;
    assert_string_equal(bytes, "old");
    free(bytes);
    return true;
}

static bool read_stream(const NewFolder *place, Error *error) {
    size_t size;
    FILE *file = regular_file_open(place->path, &size, error);
    if (!file)
        return false;
    assert_int_equal(size, 3);
    assert_int_equal(fgetc(file), 'o');
    fclose(file);
    return true;
}

static void test_regular_files(void **state) {
    each_call_fails(append_to_log, CALLS("open", "fstat", "fdopen"), EIO);
    each_call_fails(read_whole, CALLS("open", "fstat", "read"), EIO);
    each_call_fails(read_whole, CALLS("read"), EINTR);
    each_call_fails(read_stream, CALLS("open", "fstat", "fdopen"), EIO);
}

static bool lock(const NewFolder *place, Error *error) {
    FileLock taken;
    switch (file_lock_take(&taken, place->path, 1000)) {
    case FILE_LOCK_TAKEN:
        file_lock_release(&taken);
        return true;
    case FILE_LOCK_FAILED:
        return error_set_errno(error, place->path);
    default:
        return error_set(error, "busy");
    }
}

static void test_locking(void **state) {
    each_call_fails(lock, CALLS("open", "flock", "fstat", "stat"), EIO);
    each_call_fails(lock, CALLS("flock"), EINTR);
}

static bool make_paths(const NewFolder *place, Error *error) {
    char path[200];
    snprintf(path, sizeof path, "%s/a/b", place->folder);
    if (!directory_create_all(path, error))
        return false;
    snprintf(path, sizeof path, "%s/a/b/c", place->folder);
    return (path_create(path) && path_is_same(path, path)) || error_set_errno(error, path);
}

static void test_paths(void **state) {
    each_call_fails(make_paths, CALLS("mkdir", "open", "close", "stat"), EIO);
}

typedef struct {
    int reason; /* why a file or folder could not be read */
    int files;
} Seen;

static bool see(void *context, const DirectoryEntry *entry) {
    Seen *seen = context;
    if (entry->reason)
        seen->reason = entry->reason;
    else
        seen->files++;
    return true;
}

/* What cannot be read is reported, and the others are visited. */
static bool walk(const NewFolder *place, Error *error) {
    char path[200];
    Seen seen = {0};
    FailingCall wanted = *fault;
    *fault = (FailingCall){.name = NULL};
    snprintf(path, sizeof path, "%s/a/b", place->folder);
    assert_true(directory_create_all(path, error));
    snprintf(path, sizeof path, "%s/a/b/c", place->folder);
    write_file(path, "c");
    *fault = wanted;
    bool done = directory_walk(place->folder, see, &seen);
    wanted = *fault;
    *fault = (FailingCall){.name = NULL, .left = wanted.left};
    assert_true(seen.files == 2 || (seen.files < 2 && wanted.left < 0));
    if (!done)
        return error_set_errno(error, path);
    return !seen.reason || error_set(error, "%s", strerror(seen.reason));
}

static void test_walking(void **state) {
    each_call_fails(walk, CALLS("open", "fdopendir", "readdir", "lstat"), EIO);
    each_call_fails(walk, CALLS("open", "fdopendir", "readdir", "lstat"), ENOMEM);
}

/* A file system may not be able to flush a folder, and a folder may not be readable. */
static void test_folders_not_flushed(void **state) {
    *fault = (FailingCall){"fsync", 0, EINVAL};
    assert_true(directory_sync("/tmp/file"));
    *fault = (FailingCall){"open", 0, EACCES};
    assert_true(directory_sync("/tmp/file"));
    *fault = (FailingCall){"open", 0, EMFILE};
    assert_false(directory_sync("/tmp/file"));
    assert_int_equal(errno, EMFILE);
    *fault = (FailingCall){.name = NULL};
}

/* --- streams --- */

static void await_nothing(void *context) {
}

static bool read_awaited_stream(const NewFolder *place, Error *error) {
    FILE *file = fopen(place->path, "re");
    assert_non_null(file);
    FILE *awaiting = stream_awaiting(file, await_nothing, NULL);
    char text[8] = "";
    wchar_t character = 0;
    int count = stream_await_input(file, 1000) ? stream_read_character(file, &character) : 0;
    bool done = count == 1 && awaiting && fgets(text, sizeof text, awaiting);
    if (!done)
        error_set_errno(error, place->path);
    else
        assert_true(character == L'o' && strcmp(text, "ld") == 0);
    if (awaiting)
        fclose(awaiting);
    fclose(file);
    return done;
}

static bool take_bytes(void *context, const char *bytes, size_t size) {
    *(size_t *)context += size;
    return true;
}

static bool write_to_streams(const NewFolder *place, Error *error) {
    MemoryStream memory;
    size_t count = 0;
    bool is_open = memory_stream_open(&memory);
    FILE *writer = is_open ? stream_to_writer(take_bytes, &count) : NULL;
    if (!is_open || !writer)
        error_set_errno(error, place->path);
    if (writer) {
        fputs("four", writer);
        fclose(writer);
        assert_int_equal(count, 4);
    }
    if (is_open) {
        memory_stream_close(&memory);
        free(memory.bytes);
    }
    return is_open && writer;
}

static void test_streams(void **state) {
    each_call_fails(read_awaited_stream, CALLS("read"), EIO);
    each_call_fails(read_awaited_stream, CALLS("read", "ppoll"), EINTR);
    each_call_fails(read_awaited_stream, CALLS("fopencookie"), ENOMEM);
    each_call_fails(write_to_streams, CALLS("fopencookie"), ENOMEM);
}

/* --- subprocesses --- */

enum { LONG_MS = 60000 };

static int64_t deadline(void) {
    return clock_now_us() + (int64_t)LONG_MS * 1000;
}

/* A conversation with `cat`. */
static bool converse(Subprocess *process) {
    char bytes[8];
    size_t count;
    int repeated = 0;
    SubprocessStart start;
    SubprocessIo io;
    do
        start = subprocess_await_start(process, deadline());
    while (start == SUBPROCESS_STARTING && repeated++ == 0);
    if (start != SUBPROCESS_STARTED ||
        subprocess_write(process, "word\n", 5, &count) != SUBPROCESS_BYTES)
        return false;
    subprocess_await_io(process, deadline());
    do
        io = subprocess_read(process, bytes, sizeof bytes, &count, deadline());
    while (io == SUBPROCESS_NOTHING && repeated++ == 0);
    return io == SUBPROCESS_BYTES && count == 5 && memcmp(bytes, "word\n", 5) == 0;
}

static bool run_program(const NewFolder *place, Error *error) {
    static const char *const argv[] = {"/bin/cat", NULL};
    SubprocessPlan plan = {.path = "/bin/cat", .argv = argv, .directory = place->folder};
    SubprocessEnd end = {.how = SUBPROCESS_KILLED};
    errno = 0;
    Subprocess *process = subprocess_start(&plan);
    bool done = process && converse(process);
    if (!done)
        error_set_errno(error, place->path);
    if (!process)
        return false;
    subprocess_close_input(process);
    for (int ms = 0; !subprocess_has_ended(process, &end); ms++) {
        assert_true(ms < LONG_MS);
        clock_sleep_ms(1);
    }
    if (done && end.how == SUBPROCESS_EXITED)
        assert_int_equal(end.code, 0);
    waitpid(subprocess_id(process), NULL, 0); /* had it not ended, this would wait for ever */
    subprocess_free(process);
    return done;
}

static void test_programs(void **state) {
    each_call_fails(run_program,
                    CALLS("open", "socketpair", "pipe2", "fcntl", "fork", "chdir", "setpgid",
                          "prctl", "dup2", "ppoll", "read", "send", "waitid"),
                    EIO);
    each_call_fails(run_program, CALLS("getppid"), ESRCH); /* as if the parent had ended */
    each_call_fails(run_program, CALLS("ppoll", "read", "send"), EINTR);
}

/* --- what this process may do --- */

static void test_unknown_surroundings(void **state) {
    char path[PATH_MAX];
    uint64_t count;
    *fault = (FailingCall){"mmap", 0, ENOMEM};
    assert_null(memory_reserve(4096));
    *fault = (FailingCall){"getrlimit", 0, EPERM};
    assert_false(open_files_limit(&count));
    *fault = (FailingCall){"getrlimit", 0, EPERM};
    open_files_raise_limit();
    assert_true(fault->left < 0);
    assert_true(open_files_limit(&count)); /* nothing has been set from an unknown limit */
    assert_true(count > 3);
    *fault = (FailingCall){"sysconf", 0, EINVAL};
    assert_int_equal(thread_processors(), 1);
    *fault = (FailingCall){"readlink", 0, ENOENT}; /* without /proc */
    assert_string_equal(sibling_program_find("test_failing_calls", path), "test_failing_calls");
    *fault = (FailingCall){.name = NULL};
    assert_true(thread_processors() >= 1);
    assert_ptr_equal(sibling_program_find("test_failing_calls", path), path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replacing),
        cmocka_unit_test(test_appending),
        cmocka_unit_test(test_regular_files),
        cmocka_unit_test(test_locking),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_walking),
        cmocka_unit_test(test_folders_not_flushed),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_unknown_surroundings),
    };
    return !share_fault() || test_run("failing_calls", tests);
}
