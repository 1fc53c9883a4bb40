/* job_file: the results of numbered jobs, kept in FILE.part while the other jobs are being done. So
 * a process that is killed loses only unfinished jobs, and the next one continues; a system crash
 * may also lose the results of about the last second. Only one thread at a time may use a JobFile.
 * The errors name FILE.part. */
#ifndef MISERE_BATCH_JOB_FILE_H
#define MISERE_BATCH_JOB_FILE_H

#include "base/error.h"
#include "base/os/append_file.h"

#include <limits.h>

/* What a job file is for. A result is a number of items of the same size. */
typedef struct {
    const void *header; /* the beginning of the file, which says what the results are about */
    size_t header_size; /* up to JOB_HEADER_MAX bytes */
    size_t item_size;   /* in bytes */
    uint64_t jobs;      /* the numbers are less than this */
    /* Accepts the header of a file, which may not be aligned, or sets an error that need not name
     * the file. */
    bool (*accept)(const void *there, const void *wanted, Error *error);
} JobFileKind;

enum { JOB_HEADER_MAX = 256, JOB_ITEMS_MAX = 1 << 16 /* of a result */ };

/* A result in the file. */
typedef struct {
    int64_t offset; /* of its first item; 0: there is none */
    uint32_t count; /* number of items */
} JobResult;

typedef struct {
    char path[PATH_MAX];
    AppendFile file;
    size_t item_size;
    uint64_t jobs;
    JobResult *results; /* one for each job; NULL: closed or removed */
    uint64_t done;      /* number of results */
    uint64_t items;     /* their items */
    int64_t end;        /* size of the file */
    int64_t sync_ms;    /* when the file is to be synced next */
} JobFile;

/* Opens FILE.part, or creates it; `path` is that of FILE. Fails if it has another header, and
 * leaves it as it is, or if another process is writing it. A result that was not written completely
 * is removed. */
bool job_file_open(JobFile *file, const char *path, const JobFileKind *kind, Error *error);

/* Opens FILE.part for results of this version of the program and for what `input` is a hash of. */
bool job_file_open_for(JobFile *file, const char *path, uint64_t input, size_t item_size,
                       uint64_t jobs, Error *error);

bool job_file_has(const JobFile *file, uint64_t job);

/* Adds the result of a job, up to JOB_ITEMS_MAX items, and about once a second waits until all
 * results so far are on disk. */
bool job_file_add(JobFile *file, uint64_t job, const void *items, size_t count, Error *error);

/* Reads a result that is there; `items` has room for it. */
bool job_file_read(const JobFile *file, uint64_t job, void *items, Error *error);

/* Removes the file, once the results are no longer needed. It is still to be closed. */
void job_file_remove(JobFile *file);

/* Waits until all results are on disk, and closes the file. */
void job_file_close(JobFile *file);

#endif
