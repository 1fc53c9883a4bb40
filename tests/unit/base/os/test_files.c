/* Paths, walking a folder, file locks, and append-only files. */
#include "unit/hand_clock.h"
#include "unit/temporary_folder.h"

#include "base/os/append_file.h"
#include "base/os/atomic_file.h"
#include "base/os/directory.h"
#include "base/os/file_lock.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    char folder[128];
    char path[160];
} Place;

static int set_up(void **state) {
    Place *place = calloc(1, sizeof *place);
    assert_true(path_make_temporary(place->folder, sizeof place->folder));
    snprintf(place->path, sizeof place->path, "%s/file", place->folder);
    *state = place;
    return 0;
}

static int tear_down(void **state) {
    Place *place = *state;
    remove_folder(place->folder);
    free(place);
    return 0;
}

/* --- path --- */

static void test_kinds(void **state) {
    const Place *place = *state;
    char link[200];
    PathInfo info, linked;
    assert_false(path_exists(place->path));
    assert_false(path_info(place->path, &info));
    assert_int_equal(errno, ENOENT);
    write_file(place->path, "four");
    assert_true(path_exists(place->path));
    assert_true(path_info(place->path, &info));
    assert_int_equal(info.kind, PATH_FILE);
    assert_int_equal(info.size, 4);
    assert_true(path_info(place->folder, &info));
    assert_int_equal(info.kind, PATH_FOLDER);
    assert_true(path_info("/dev/null", &info));
    assert_int_equal(info.kind, PATH_OTHER);
    snprintf(link, sizeof link, "%s/link", place->folder);
    assert_int_equal(symlink("file", link), 0);
    assert_true(path_info(link, &linked));
    assert_int_equal(linked.kind, PATH_FILE);
    assert_true(path_is_same(link, place->path));
    assert_false(path_is_same(place->folder, place->path));
    remove(place->path);
    assert_false(path_is_same(link, link)); /* a missing file is not the same as itself */
}

static void test_ids(void **state) {
    const PathId ids[] = {{0, 5}, {1, 0}, {1, 4}, {1, UINT64_MAX}, {UINT64_MAX, 0}};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            assert_int_equal(path_compare_ids(&ids[i], &ids[j]), (i > j) - (i < j));
}

static void test_creating(void **state) {
    const Place *place = *state;
    PathInfo info;
    assert_true(path_create(place->path));
    assert_true(path_info(place->path, &info));
    assert_int_equal(info.size, 0);
    write_file(place->path, "four");
    assert_true(path_create(place->path));
    assert_true(path_info(place->path, &info));
    assert_int_equal(info.size, 4);
    assert_false(path_remove_folder(place->folder));
    assert_int_equal(errno, ENOTEMPTY);
    assert_false(path_create("/dev/null/file"));
    assert_int_equal(errno, ENOTDIR);
}

static void test_renaming_new(void **state) {
    const Place *place = *state;
    char taken[200], target[200];
    PathInfo info;
    snprintf(taken, sizeof taken, "%s/taken", place->folder);
    snprintf(target, sizeof target, "%s/new", place->folder);
    write_file(place->path, "four");
    write_file(taken, "");
    assert_false(path_rename_new(place->path, taken));
    assert_int_equal(errno, EEXIST);
    assert_true(path_info(taken, &info));
    assert_int_equal(info.size, 0);
    assert_true(path_rename_new(place->path, target));
    assert_false(path_exists(place->path));
    assert_true(path_info(target, &info));
    assert_int_equal(info.size, 4);
    assert_false(path_rename_new(place->folder, place->path)); /* a folder is no file */
    assert_false(path_exists(place->path));
}

static void test_folder_of(void **state) {
    const char *const pairs[][2] = {
        {"a/b/c.xml", "a/b"}, {"c.xml", "."}, {"/c", "/"}, {"a//c", "a"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *folder = path_folder(pairs[i][0]);
        assert_string_equal(folder, pairs[i][1]);
        free(folder);
    }
}

static void test_names(void **state) {
    assert_string_equal(path_base_name("a.b/c.xml"), "c.xml");
    assert_string_equal(path_base_name("c.xml"), "c.xml");
    assert_string_equal(path_base_name("a/"), "");
    assert_string_equal(path_base_name(""), "");
    assert_true(path_ends_as_folder("a/"));
    assert_true(path_ends_as_folder("/"));
    assert_false(path_ends_as_folder("a/b"));
    assert_false(path_ends_as_folder(""));
}

static void test_typed_paths(void **state) {
    const char *const pairs[][2] = {{"a b.xml", "a b.xml"},
                                    {"a\\ b\\'s.xml", "a b's.xml"},
                                    {"\"a b.xml\"", "a b.xml"},
                                    {"'a b.xml'", "a b.xml"},
                                    {"a'b'", "a'b'"},
                                    {"\"", "\""},
                                    {"a\\\\b\\", "a\\b\\"},
                                    {"~/a", "/home/me/a"},
                                    {"\"~/a b\"", "/home/me/a b"},
                                    {"~a", "~a"},
                                    {"\\~/a", "~/a"},
                                    {"", ""}};
    char path[PATH_MAX], typed[PATH_MAX + 2];
    const char *home = getenv("HOME");
    char *before = home ? strdup(home) : NULL;
    setenv("HOME", "/home/me", 1);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_true(path_read_typed(pairs[i][0], path));
        assert_string_equal(path, pairs[i][1]);
    }
    unsetenv("HOME");
    assert_true(path_read_typed("~/a", path));
    assert_string_equal(path, "~/a");
    memset(typed, 'a', PATH_MAX - 1);
    typed[PATH_MAX - 1] = '\0';
    assert_true(path_read_typed(typed, path));
    assert_int_equal(strlen(path), PATH_MAX - 1);
    strcpy(typed + PATH_MAX - 1, "a");
    assert_false(path_read_typed(typed, path));
    if (before)
        setenv("HOME", before, 1);
    free(before);
}

static void test_temporary(void **state) {
    const char *set = getenv("TMPDIR");
    char *before = set ? strdup(set) : NULL, path[64];
    const char *const good = "/var/tmp";
    const char *const bad[] = {"var/tmp", "/no such folder", "",
                               "/too/long/for/half/of/the/buffer"};
    setenv("TMPDIR", good, 1);
    assert_true(path_make_temporary(path, sizeof path));
    assert_int_equal(strncmp(path, "/var/tmp/misere-", 16), 0);
    assert_true(path_remove_folder(path));
    for (int i = 0; i < 4; i++) {
        setenv("TMPDIR", bad[i], 1);
        assert_true(path_make_temporary(path, sizeof path));
        assert_int_equal(strncmp(path, "/tmp/misere-", 12), 0);
        assert_true(path_remove_folder(path));
    }
    setenv("TMPDIR", "/nowhere", 1);
    assert_false(path_make_temporary(path, sizeof path));
    assert_int_equal(errno, ENOENT);
    unsetenv("TMPDIR");
    if (before)
        setenv("TMPDIR", before, 1);
    free(before);
}

/* The state folder is in $XDG_STATE_HOME or below $HOME, if these are absolute and short enough.
 */
static void test_state_folder(void **state) {
    static char long_path[PATH_MAX + 1];
    const struct {
        const char *state, *home, *expected;
    } cases[] = {
        {"/s", "/h", "/s/misere"},
        {NULL, "/h", "/h/.local/state/misere"},
        {"", "/h", "/h/.local/state/misere"},
        {"relative", "/h", "/h/.local/state/misere"},
        {NULL, NULL, NULL},
        {NULL, "", NULL},
        {"relative", "relative", NULL},
        {long_path, "/h", NULL},
    };
    char found[PATH_MAX], *before_state = getenv("XDG_STATE_HOME"), *before_home = getenv("HOME");
    before_state = before_state ? strdup(before_state) : NULL;
    before_home = before_home ? strdup(before_home) : NULL;
    memset(long_path, '/', PATH_MAX);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsetenv("XDG_STATE_HOME");
        unsetenv("HOME");
        if (cases[i].state)
            setenv("XDG_STATE_HOME", cases[i].state, 1);
        if (cases[i].home)
            setenv("HOME", cases[i].home, 1);
        assert_int_equal(path_state_folder(found), cases[i].expected != NULL);
        if (cases[i].expected)
            assert_string_equal(found, cases[i].expected);
    }
    unsetenv("XDG_STATE_HOME");
    if (before_state)
        setenv("XDG_STATE_HOME", before_state, 1);
    if (before_home)
        setenv("HOME", before_home, 1);
    free(before_state);
    free(before_home);
}

/* --- directory --- */

typedef struct {
    size_t prefix;
    int left; /* visits left before the callback ends the walk */
    char seen[1024];
} Walk;

static bool note(void *context, const DirectoryEntry *entry) {
    Walk *walk = context;
    char line[256];
    if (walk->left-- == 0) {
        errno = ENOMEM;
        return false;
    }
    snprintf(line, sizeof line, "%s:%d:%d ", entry->path + walk->prefix, (int)entry->info.size,
             entry->reason);
    strcat(walk->seen, line);
    return true;
}

typedef struct {
    int files, unreadable;
    int reason; /* the last one */
} WalkCounts;

static bool count_entry(void *context, const DirectoryEntry *entry) {
    WalkCounts *counts = context;
    counts->files += entry->reason == 0;
    counts->unreadable += entry->reason != 0;
    counts->reason = entry->reason ? entry->reason : counts->reason;
    return true;
}

static void put(const Place *place, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", place->folder, name);
    char *folder = path_folder(path);
    assert_true(directory_create_all(folder, NULL));
    free(folder);
    if (text)
        write_file(path, text);
}

static void test_walk(void **state) {
    const Place *place = *state;
    char path[256];
    put(place, "b/10", "12");
    put(place, "b/9", "1");
    put(place, "b/.hidden", "1");
    put(place, ".git/config", "1");
    put(place, "B", "123");
    put(place, "c", "");
    put(place, "empty/.x", "1");
    snprintf(path, sizeof path, "%s/a", place->folder);
    assert_int_equal(symlink("B", path), 0);
    snprintf(path, sizeof path, "%s/loop", place->folder);
    assert_int_equal(symlink(".", path), 0);
    snprintf(path, sizeof path, "%s/dangling", place->folder);
    assert_int_equal(symlink("nothing", path), 0);
    snprintf(path, sizeof path, "%s/pipe", place->folder);
    assert_int_equal(mkfifo(path, 0600), 0);

    Walk walk = {.prefix = strlen(place->folder) + 1, .left = -1};
    assert_true(directory_walk(place->folder, note, &walk));
    assert_string_equal(walk.seen, "B:3:0 a:3:0 b/10:2:0 b/9:1:0 c:0:0 ");

    Walk short_walk = {.prefix = strlen(place->folder) + 1, .left = 2};
    errno = 0;
    assert_false(directory_walk(place->folder, note, &short_walk));
    assert_int_equal(errno, ENOMEM);
    assert_string_equal(short_walk.seen, "B:3:0 a:3:0 ");
    Walk at_link = {.prefix = strlen(place->folder) + 1, .left = 1};
    assert_false(directory_walk(place->folder, note, &at_link));
    assert_string_equal(at_link.seen, "B:3:0 ");
    Walk missing = {.prefix = 1, .left = -1};
    assert_true(directory_walk("/nowhere", note, &missing));
    snprintf(path, sizeof path, "nowhere:0:%d ", ENOENT);
    assert_string_equal(missing.seen, path);

    /* The folder itself may be a link. */
    snprintf(path, sizeof path, "%s/loop", place->folder);
    Walk linked = {.prefix = strlen(path) + 1, .left = -1};
    assert_true(directory_walk(path, note, &linked));
    assert_string_equal(linked.seen, walk.seen);
}

/* Folders nested so deeply that the path would be too long. */
static void test_walk_deep(void **state) {
    const Place *place = *state;
    char name[101];
    int before = open(".", O_RDONLY | O_DIRECTORY);
    snprintf(name, sizeof name, "%0100d", 0);
    assert_int_equal(chdir(place->folder), 0);
    for (int depth = 0; depth < 100; depth++) {
        assert_int_equal(close(creat("1", 0600)), 0);
        assert_int_equal(mkdir(name, 0700), 0);
        assert_int_equal(chdir(name), 0);
    }
    assert_int_equal(fchdir(before), 0);
    close(before);
    int fitting = (PATH_MAX - 1 - (int)strlen(place->folder)) / (int)sizeof name;
    WalkCounts counts = {.reason = 0};
    assert_true(directory_walk(place->folder, count_entry, &counts));
    assert_in_range(counts.files, fitting, fitting + 1);
    assert_in_range(counts.unreadable, 1, 2); /* the next folder, and perhaps the file */
    assert_int_equal(counts.reason, ENAMETOOLONG);
}

static void test_walk_unreadable(void **state) {
    const Place *place = *state;
    char path[256], expected[64];
    if (geteuid() == 0)
        return; /* root can read everything */
    put(place, "b/1", "1");
    put(place, "c", "");
    snprintf(path, sizeof path, "%s/b", place->folder);
    assert_int_equal(chmod(path, 0), 0);
    Walk walk = {.prefix = strlen(place->folder) + 1, .left = -1};
    assert_true(directory_walk(place->folder, note, &walk));
    snprintf(expected, sizeof expected, "b:0:%d c:0:0 ", EACCES);
    assert_string_equal(walk.seen, expected);
    assert_int_equal(chmod(path, 0700), 0);
}

static void test_create_all(void **state) {
    const Place *place = *state;
    char path[256], long_path[PATH_MAX + 1] = "";
    Error error;
    snprintf(path, sizeof path, "%s/a//b/c/", place->folder);
    assert_true(directory_create_all(path, &error));
    assert_true(directory_create_all(path, &error)); /* it exists already */
    write_file(place->path, "a file");
    assert_false(directory_create_all(place->path, &error));
    assert_non_null(strstr(error.text, "/file: Not a directory"));
    assert_false(directory_create_all("", &error));
    assert_non_null(strstr(error.text, "No such file or directory"));
    snprintf(path, sizeof path, "%s/file/a", place->folder);
    assert_false(directory_create_all(path, &error));
    assert_non_null(strstr(error.text, "/file/a: Not a directory"));
    memset(long_path, 'a', PATH_MAX);
    assert_false(directory_create_all(long_path, &error));
    assert_non_null(strstr(error.text, "File name too long"));
}

/* --- atomic_file --- */

/* A file is replaced through a symbolic link, keeps its permissions, and stays until the new one is
 * complete. */
static void test_atomic_file(void **state) {
    const Place *place = *state;
    char link[200], wanted[200];
    struct stat status;
    AtomicFile atomic;
    Error error;
    write_file(place->path, "old");
    assert_int_equal(chmod(place->path, 0640), 0);
    snprintf(link, sizeof link, "%s/link", place->folder);
    assert_int_equal(symlink("file", link), 0);
    assert_true(atomic_file_open(&atomic, link, &error));
    fputs("new", atomic.file);
    check_file(place->path, "old");
    assert_true(atomic_file_commit(&atomic, &error));
    check_file(place->path, "new");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(place->path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    /* A new file has the permissions that the umask allows. */
    snprintf(wanted, sizeof wanted, "%s/created", place->folder);
    for (int sole = 0; sole <= 1; sole++) {
        mode_t mask = umask(0027);
        assert_true(sole ? atomic_file_open_sole_writer(&atomic, wanted, &error)
                         : atomic_file_open(&atomic, wanted, &error));
        assert_true(atomic_file_commit(&atomic, &error));
        umask(mask);
        assert_int_equal(stat(wanted, &status), 0);
        assert_int_equal(status.st_mode & 07777, 0640);
        assert_int_equal(remove(wanted), 0);
    }
    assert_true(atomic_file_open_sole_writer(&atomic, place->path, &error));
    fputs("discarded", atomic.file);
    atomic_file_discard(&atomic);
    check_file(place->path, "new");
    /* An abandoned temporary file is replaced; two writers have different ones. */
    snprintf(wanted, sizeof wanted, "%s.new", place->path);
    write_file(wanted, "abandoned");
    assert_true(atomic_file_open_sole_writer(&atomic, place->path, &error));
    atomic_file_discard(&atomic);
    assert_false(path_exists(wanted));
    AtomicFile first, second;
    assert_true(atomic_file_open(&first, place->path, &error));
    assert_true(atomic_file_open(&second, place->path, &error));
    fputs("first", first.file);
    fputs("second", second.file);
    assert_true(atomic_file_commit(&second, &error));
    assert_true(atomic_file_commit(&first, &error));
    check_file(place->path, "first");
}

static void test_atomic_file_refuses(void **state) {
    const Place *place = *state;
    char path[200], long_path[PATH_MAX + 1] = "", name[NAME_MAX + 1] = "";
    AtomicFile atomic;
    Error error;
    assert_false(atomic_file_open(&atomic, place->folder, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_false(atomic_file_open(&atomic, "/nowhere/file", &error));
    assert_non_null(strstr(error.text, "No such file"));
    snprintf(path, sizeof path, "%s/dangling", place->folder);
    assert_int_equal(symlink("/nowhere/file", path), 0);
    assert_false(atomic_file_open(&atomic, path, &error)); /* does not replace the link */
    write_file(place->path, "file");
    snprintf(path, sizeof path, "%s/file.new", place->folder);
    assert_int_equal(symlink("file", path), 0);
    assert_false(atomic_file_open_sole_writer(&atomic, place->path, &error));
    assert_non_null(strstr(error.text, "file.new: File exists"));
    check_file(place->path, "file");
    snprintf(path, sizeof path, "%s/file/a", place->folder);
    assert_false(atomic_file_open(&atomic, path, &error));
    assert_non_null(strstr(error.text, "Not a directory"));
    memset(long_path, 'a', PATH_MAX);
    assert_false(atomic_file_open(&atomic, long_path, &error));
    assert_non_null(strstr(error.text, "File name too long"));
    memset(name, 'a',
           NAME_MAX); /* the file may have so long a name, but its temporary file may not */
    snprintf(long_path, sizeof long_path, "%s/%s", place->folder, name);
    assert_false(atomic_file_open_sole_writer(&atomic, long_path, &error));
    assert_non_null(strstr(error.text, "File name too long"));
}

static void test_full_device(void **state) {
    const Place *place = *state;
    AtomicFile atomic;
    Error error;
    write_file(place->path, "old");
    assert_true(atomic_file_open(&atomic, place->path, &error));
    assert_int_equal(dup2(open("/dev/full", O_WRONLY), fileno(atomic.file)), fileno(atomic.file));
    fputs("new", atomic.file);
    assert_false(atomic_file_commit(&atomic, &error));
    assert_non_null(strstr(error.text, "No space left"));
    assert_false(path_exists(atomic.name));
    check_file(place->path, "old");
}

/* --- regular_file --- */

static void test_reading_whole_files(void **state) {
    const Place *place = *state;
    char *bytes;
    size_t size;
    Error error;
    write_file(place->path, "12345");
    assert_true(regular_file_read(place->path, 5, &bytes, &size, &error));
    assert_int_equal(size, 5);
    assert_string_equal(bytes, "12345");
    free(bytes);
    assert_false(regular_file_read(place->path, 4, &bytes, &size, &error));
    assert_non_null(strstr(error.text, "the file is too large"));
    assert_false(regular_file_read(place->folder, 4, &bytes, &size, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_false(regular_file_read("/nowhere/file", 4, &bytes, &size, &error));
    assert_non_null(strstr(error.text, "No such file"));
    /* /proc/self/mem: its size is unknown, and its first page cannot be read. */
    assert_false(regular_file_read("/proc/self/mem", 4, &bytes, &size, &error));
    assert_non_null(strstr(error.text, "Input/output error"));
    assert_true(regular_file_read("/proc/self/cmdline", 100000, &bytes, &size, &error));
    assert_true(size > 0);
    free(bytes);
}

static void test_opening_regular_files(void **state) {
    const Place *place = *state;
    size_t size;
    Error error;
    write_file(place->path, "12345");
    FILE *file = regular_file_open(place->path, &size, &error);
    assert_non_null(file);
    assert_int_equal(size, 5);
    fclose(file);
    assert_null(regular_file_open(place->folder, &size, &error));
    assert_string_equal(error.text, "not a regular file");
    file = regular_file_append(place->path, &error);
    fputs("6", file);
    fclose(file);
    check_file(place->path, "123456");
    file = regular_file_append("/dev/null", &error); /* a device is allowed */
    assert_non_null(file);
    fclose(file);
    assert_null(regular_file_append(place->folder, &error));
    assert_non_null(strstr(error.text, "Is a directory"));
    assert_int_equal(unlink(place->path), 0);
    assert_int_equal(mkfifo(place->path, 0600), 0);
    assert_null(regular_file_append(place->path, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    int reader = open(place->path, O_RDONLY | O_NONBLOCK);
    assert_null(regular_file_append(place->path, &error)); /* a FIFO with a reader */
    assert_non_null(strstr(error.text, "not a regular file"));
    close(reader);
}

/* --- file_lock --- */

static void test_lock(void **state) {
    const Place *place = *state;
    FileLock mine, other;
    assert_int_equal(file_lock_take(&mine, place->path, 0), FILE_LOCK_TAKEN);
    assert_true(path_exists(place->path));
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0);
    assert_int_equal(file_lock_take(&other, place->path, 40), FILE_LOCK_BUSY);
    assert_passed_ms(before, 40);
    write_file(place->path, "another file"); /* the holder of the lock may replace the file */
    file_lock_release(&mine);
    assert_int_equal(file_lock_take(&other, place->path, 0), FILE_LOCK_TAKEN);
    file_lock_release(&other);
    assert_int_equal(file_lock_take(&other, "/nowhere/file", 0), FILE_LOCK_FAILED);
    assert_int_equal(errno, ENOENT);
}

/* --- append_file --- */

static void check_bytes(const AppendFile *file, int64_t offset, size_t size, const char *expected) {
    char bytes[64] = "";
    assert_int_equal(append_file_read(file, bytes, size, offset), (int64_t)strlen(expected));
    assert_memory_equal(bytes, expected, strlen(expected));
}

static void test_append(void **state) {
    const Place *place = *state;
    AppendFile file, other;
    char line[64];
    assert_int_equal(append_file_open(&file, place->path), APPEND_FILE_FAILED);
    assert_int_equal(errno, ENOENT);
    append_file_close(&file); /* closing twice is allowed */
    assert_int_equal(append_file_open_to_write(&file, place->path), APPEND_FILE_OPEN);
    assert_true(append_file_add(&file, "one\n", 4));
    assert_true(append_file_add(&file, "two\n", 4));
    assert_true(append_file_add(&file, "torn", 4));
    assert_true(append_file_truncate(&file, 8));
    assert_true(append_file_add(&file, "three\n", 6));
    check_bytes(&file, 4, 4, "two\n");
    check_bytes(&file, 8, 20, "three\n"); /* the file ends there */
    check_bytes(&file, 14, 20, "");

    assert_int_equal(append_file_open_to_write(&other, place->path), APPEND_FILE_LOCKED);
    assert_int_equal(append_file_open(&other, place->path), APPEND_FILE_OPEN);
    FILE *stream = append_file_stream(&other);
    assert_non_null(stream);
    assert_non_null(fgets(line, sizeof line, stream));
    assert_string_equal(line, "one\n");
    fclose(stream);
    check_bytes(&other, 0, 4, "one\n");
    append_file_close(&other);
    append_file_close(&file);
    assert_int_equal(append_file_open_to_write(&other, place->path), APPEND_FILE_OPEN);
    append_file_close(&other);
}

static void test_append_to_others(void **state) {
    const Place *place = *state;
    AppendFile file;
    assert_int_equal(append_file_open(&file, place->folder), APPEND_FILE_NOT_REGULAR);
    assert_int_equal(append_file_open_to_write(&file, place->folder), APPEND_FILE_NOT_REGULAR);
    assert_int_equal(file.handle, APPEND_FILE_CLOSED.handle);
    assert_int_equal(append_file_open_to_write(&file, "/dev/null"), APPEND_FILE_NOT_REGULAR);
    assert_int_equal(mkfifo(place->path, 0600), 0);
    assert_int_equal(append_file_open(&file, place->path), APPEND_FILE_NOT_REGULAR);
    assert_int_equal(unlink(place->path), 0);
    assert_int_equal(mknod(place->path, S_IFSOCK | 0600, 0), 0);
    assert_int_equal(append_file_open_to_write(&file, place->path), APPEND_FILE_NOT_REGULAR);
}

/* --- terminals --- */

/* Opens the file in every way that there is for a file named by a user. */
static void open_in_every_way(const char *path) {
    AppendFile file;
    FileLock lock;
    size_t size;
    char *bytes;
    FILE *stream = regular_file_append(path, NULL);
    if (stream)
        fclose(stream);
    append_file_open(&file, path);
    append_file_open_to_write(&file, path);
    regular_file_open(path, &size, NULL);
    regular_file_read(path, 10, &bytes, &size, NULL);
    path_create(path);
    if (file_lock_take(&lock, path, 0) == FILE_LOCK_TAKEN)
        file_lock_release(&lock);
}

/* A process without a controlling terminal does not get one, whose end would kill it. */
static void test_no_controlling_terminal(void **state) {
    int master, slave, status;
    char name[128];
    assert_int_equal(openpty(&master, &slave, name, NULL, NULL), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        setsid();
        open_in_every_way(name);
        _exit(open("/dev/tty", O_RDWR | O_CLOEXEC) >= 0 || errno != ENXIO);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(slave);
    close(master);
}

#define test_in_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        test_in_folder(test_kinds),
        cmocka_unit_test(test_ids),
        test_in_folder(test_creating),
        test_in_folder(test_renaming_new),
        cmocka_unit_test(test_folder_of),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_typed_paths),
        cmocka_unit_test(test_temporary),
        cmocka_unit_test(test_state_folder),
        test_in_folder(test_walk),
        test_in_folder(test_walk_deep),
        test_in_folder(test_walk_unreadable),
        test_in_folder(test_create_all),
        test_in_folder(test_atomic_file),
        test_in_folder(test_atomic_file_refuses),
        test_in_folder(test_full_device),
        test_in_folder(test_reading_whole_files),
        test_in_folder(test_opening_regular_files),
        test_in_folder(test_lock),
        test_in_folder(test_append),
        test_in_folder(test_append_to_others),
        cmocka_unit_test(test_no_controlling_terminal),
    };
    return test_run("files", tests);
}
