#include "train/data/shard.h"

#include "base/os/atomic_file.h"
#include "base/os/path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PART_MAGIC "Misere part    2"

/* --- opening --- */

/* Does the file with origin `there` belong to the shard? If not, the error says how it differs. */
static bool check_origin(const SampleOrigin *there, const SampleOrigin *here, Error *error) {
    const struct {
        const char *name;
        uint64_t there, here;
    } numbers[] = {{"games", there->games, here->games},
                   {"nodes", there->nodes, here->nodes},
                   {"seed", there->seed, here->seed}};
    if (memcmp(there->ruleset, here->ruleset, sizeof here->ruleset) != 0)
        return error_set(error,
                         "exists, with games of the ruleset %.*s, not %s; choose another "
                         "file, or remove this one",
                         (int)sizeof there->ruleset, there->ruleset, here->ruleset);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].there != numbers[i].here)
            return error_set(error,
                             "exists, with --%s %" PRIu64 ", not %" PRIu64 "; choose "
                             "another file, or remove this one",
                             numbers[i].name, numbers[i].there, numbers[i].here);
    if (there->network != here->network)
        return error_set(error, "exists, with games of another network; choose another file, or "
                                "remove this one");
    return there->engine == here->engine ||
           error_set(error, "exists, with games of another version of the engine; choose another "
                            "file, or remove this one");
}

/* Sets shard->is_complete, if FILE exists and belongs to the shard. */
static bool find_complete(Shard *shard, Error *error) {
    SampleFile file;
    if (!path_exists(shard->path))
        return true;
    if (!sample_file_open(&file, shard->path, error))
        return false;
    shard->is_complete = check_origin(&file.header.origin, &shard->origin, error);
    shard->part.done = shard->origin.games;
    shard->part.items = file.header.count;
    sample_file_close(&file);
    return shard->is_complete || error_wrap(error, "%s", shard->path);
}

/* Is FILE.part, with the header `there`, that of the shard with the header `wanted`? */
static bool accept(const void *there, const void *wanted, Error *error) {
    const SampleFileHeader *shard = wanted;
    SampleFileHeader header;
    memcpy(&header, there, sizeof header);
    return sample_file_check_header(&header, PART_MAGIC, error) &&
           check_origin(&header.origin, &shard->origin, error);
}

bool shard_open(Shard *shard, const char *path, const SampleOrigin *origin, Error *error) {
    SampleFileHeader header = sample_file_header(PART_MAGIC, origin, 0);
    JobFileKind kind = {.header = &header,
                        .header_size = sizeof header,
                        .item_size = sizeof(Sample),
                        .jobs = origin->games,
                        .accept = accept};
    *shard = (Shard){.path = path, .origin = *origin, .part.file = APPEND_FILE_CLOSED};
    if (!find_complete(shard, error))
        return false;
    if (shard->is_complete)
        return true;
    if (!job_file_open(&shard->part, path, &kind, error))
        return false;
    /* Called only now: earlier it could remove the FILE.new of another process that is writing the
     * file. */
    if (atomic_file_check_sole_writer(path, error))
        return true;
    shard_close(shard);
    return false;
}

/* --- writing --- */

/* Copies all games to a stream, in the order of their numbers. */
static bool copy_games(const Shard *shard, FILE *out, Error *error) {
    Sample *samples = malloc(JOB_ITEMS_MAX * sizeof *samples);
    if (!samples)
        return error_set(error, "out of memory");
    bool good = true;
    for (uint64_t i = 0; good && i < shard->origin.games; i++) {
        good = job_file_read(&shard->part, i, samples, error);
        /* atomic_file_commit reports errors. */
        fwrite(samples, sizeof *samples, shard->part.results[i].count, out);
    }
    free(samples);
    return good;
}

bool shard_complete(Shard *shard, Error *error) {
    AtomicFile file;
    SampleFileHeader header =
        sample_file_header(SAMPLE_FILE_MAGIC, &shard->origin, shard->part.items);
    if (!atomic_file_open_sole_writer(&file, shard->path, error))
        return false;
    fwrite(&header, sizeof header, 1, file.file);
    if (!copy_games(shard, file.file, error)) {
        atomic_file_discard(&file);
        return false;
    }
    if (!atomic_file_commit(&file, error))
        return false;
    shard->is_complete = true;
    job_file_remove(&shard->part);
    return true;
}

void shard_close(Shard *shard) {
    job_file_close(&shard->part);
}
