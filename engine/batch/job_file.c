#include "batch/job_file.h"

#include "base/hash.h"
#include "base/os/clock.h"
#include "base/os/regular_file.h"
#include "base/os/sibling.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SYNC_MS = 1000 }; /* time between two syncs; during a sync no thread can add a result */

/* Precedes the items of a result. */
typedef struct {
    uint32_t job, count;
    uint64_t checksum; /* FNV-1a of the members above and the items */
} ResultHeader;

static uint64_t checksum_of(const ResultHeader *header, const void *items, size_t bytes) {
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, &header->job, sizeof header->job);
    hash = hash_bytes(hash, &header->count, sizeof header->count);
    return hash_bytes(hash, items, bytes);
}

static bool system_error(Error *error) {
    return error_set(error, "%s", strerror(errno));
}

/* --- opening --- */

static bool open_file(JobFile *file, Error *error) {
    switch (append_file_open_to_write(&file->file, file->path)) {
    case APPEND_FILE_OPEN:
        return true;
    case APPEND_FILE_NOT_REGULAR:
        return error_set(error, "not a regular file");
    case APPEND_FILE_LOCKED:
        return error_set(error, "another process is writing it");
    default:
        return system_error(error);
    }
}

/* Reads the header, or writes it if the file ends within it. */
static bool begin(JobFile *file, const JobFileKind *kind, Error *error) {
    char header[JOB_HEADER_MAX];
    int64_t size = append_file_read(&file->file, header, kind->header_size, 0);
    file->end = (int64_t)kind->header_size;
    if (size < 0)
        return system_error(error);
    if (size == file->end)
        return kind->accept(header, kind->header, error);
    if (memcmp(header, kind->header, (size_t)size) != 0)
        return error_set(error, "not a file of unfinished work; choose another file, or remove "
                                "this one");
    return (append_file_truncate(&file->file, 0) &&
            append_file_add(&file->file, kind->header, kind->header_size)) ||
           system_error(error);
}

static void note_result(JobFile *file, const ResultHeader *header) {
    JobResult *result = &file->results[header->job];
    if (result->offset == 0) {
        *result = (JobResult){file->end + (int64_t)sizeof *header, header->count};
        file->done++;
        file->items += header->count;
    }
    file->end += (int64_t)(sizeof *header + header->count * file->item_size);
}

/* Finds the results, up to the first one that is damaged or incomplete. `items` has room for
 * JOB_ITEMS_MAX of them. Returns false if the file cannot be read. */
static bool find_results(JobFile *file, char *items, Error *error) {
    for (;;) {
        ResultHeader header;
        int64_t size = append_file_read(&file->file, (char *)&header, sizeof header, file->end);
        if (size < 0)
            return system_error(error);
        if (size < (int64_t)sizeof header || header.job >= file->jobs ||
            header.count > JOB_ITEMS_MAX)
            return true;
        size_t bytes = header.count * file->item_size;
        size = append_file_read(&file->file, items, bytes, file->end + (int64_t)sizeof header);
        if (size < 0)
            return system_error(error);
        if (size < (int64_t)bytes || header.checksum != checksum_of(&header, items, bytes))
            return true;
        note_result(file, &header);
    }
}

/* Does not name the file in the error. */
static bool resume(JobFile *file, const JobFileKind *kind, Error *error) {
    char *items = malloc(JOB_ITEMS_MAX * kind->item_size);
    file->results = calloc(kind->jobs, sizeof *file->results);
    bool good = (items && file->results) || error_set(error, "out of memory");
    good = good && begin(file, kind, error) && find_results(file, items, error);
    free(items);
    return good && (append_file_truncate(&file->file, file->end) || system_error(error));
}

bool job_file_open(JobFile *file, const char *path, const JobFileKind *kind, Error *error) {
    *file = (JobFile){.file = APPEND_FILE_CLOSED,
                      .item_size = kind->item_size,
                      .jobs = kind->jobs,
                      .sync_ms = clock_now_ms() + SYNC_MS};
    if (((size_t)snprintf(file->path, sizeof file->path, "%s.part", path) < sizeof file->path ||
         error_set(error, "the path is too long")) &&
        open_file(file, error) && resume(file, kind, error))
        return true;
    job_file_close(file);
    return error_wrap(error, "%s.part", path);
}

/* Hashes the running program, as another version may find other results. */
static bool hash_program(uint64_t *hash, Error *error) {
    char path[PATH_MAX];
    size_t size;
    const char *found = sibling_program_find(sibling_own_name(), path);
    FILE *file = regular_file_open(found, &size, error);
    if (!file)
        return error_wrap(error, "%s", found);
    bool good = hash_stream(file, hash) || error_set(error, "%s: cannot be read", found);
    fclose(file);
    return good;
}

typedef struct {
    char magic[16];
    uint64_t program, input; /* hashes */
} InputHeader;

static bool accept_same(const void *there, const void *wanted, Error *error) {
    return memcmp(there, wanted, sizeof(InputHeader)) == 0 ||
           error_set(error, "belongs to other input, other options or another version of this "
                            "program; continue that with the same command, or remove this file "
                            "to begin anew");
}

bool job_file_open_for(JobFile *file, const char *path, uint64_t input, size_t item_size,
                       uint64_t jobs, Error *error) {
    InputHeader header = {.magic = "Misere results", .input = input};
    JobFileKind kind = {&header, sizeof header, item_size, jobs, accept_same};
    return hash_program(&header.program, error) && job_file_open(file, path, &kind, error);
}

/* --- results --- */

bool job_file_has(const JobFile *file, uint64_t job) {
    return job < file->jobs && file->results[job].offset != 0;
}

/* Syncs the file to disk if SYNC_MS have passed since the last time. */
static bool sync_if_due(JobFile *file) {
    int64_t now = clock_now_ms();
    if (now < file->sync_ms)
        return true;
    file->sync_ms = now + SYNC_MS;
    return append_file_sync(&file->file);
}

bool job_file_add(JobFile *file, uint64_t job, const void *items, size_t count, Error *error) {
    ResultHeader header = {.job = (uint32_t)job, .count = (uint32_t)count};
    size_t bytes = count * file->item_size;
    char *block = malloc(sizeof header + bytes);
    if (!block)
        return error_set(error, "out of memory");
    header.checksum = checksum_of(&header, items, bytes);
    memcpy(block, &header, sizeof header);
    if (bytes > 0)
        memcpy(block + sizeof header, items, bytes);
    bool good =
        (append_file_write(&file->file, block, sizeof header + bytes) && sync_if_due(file)) ||
        system_error(error);
    free(block);
    if (good) {
        note_result(file, &header);
        return true;
    }
    append_file_truncate(&file->file, file->end);
    return error_wrap(error, "%s", file->path);
}

bool job_file_read(const JobFile *file, uint64_t job, void *items, Error *error) {
    const JobResult *result = &file->results[job];
    size_t bytes = result->count * file->item_size;
    return append_file_read(&file->file, items, bytes, result->offset) == (int64_t)bytes ||
           error_set(error, "%s: result %" PRIu64 " cannot be read", file->path, job + 1);
}

void job_file_remove(JobFile *file) {
    remove(file->path);
    free(file->results);
    file->results = NULL;
}

void job_file_close(JobFile *file) {
    /* A failure does not matter: the next process finds out which results are complete. */
    if (file->results && file->done > 0)
        append_file_sync(&file->file);
    append_file_close(&file->file);
    free(file->results);
    file->results = NULL;
}
