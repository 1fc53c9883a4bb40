#include "train/data/shard.h"

#include "base/hash.h"
#include "base/os/atomic_file.h"
#include "base/os/clock.h"
#include "base/os/path.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PART_MAGIC "Misere part    2"

enum { SYNC_MS = 1000 }; /* time between two syncs; during a sync no thread can add a game */

/* Precedes the samples of a game in FILE.part. */
typedef struct {
    uint32_t number, count;
    uint64_t checksum; /* FNV-1a of the members above and the samples */
} GameHeader;

static uint64_t game_checksum(const GameHeader *header, const Sample *samples) {
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, &header->number, sizeof header->number);
    hash = hash_bytes(hash, &header->count, sizeof header->count);
    return hash_bytes(hash, samples, header->count * sizeof *samples);
}

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
    shard->done = shard->origin.games;
    shard->count = file.header.count;
    sample_file_close(&file);
    return shard->is_complete || error_wrap(error, "%s", shard->path);
}

static bool system_error(Error *error) {
    return error_set(error, "%s", strerror(errno));
}

/* Opens FILE.part, and creates it if it is missing. The error does not name it. */
static bool open_part(Shard *shard, Error *error) {
    if ((size_t)snprintf(shard->part_path, sizeof shard->part_path, "%s.part", shard->path) >=
        sizeof shard->part_path)
        return error_set(error, "the path is too long");
    switch (append_file_open_to_write(&shard->part, shard->part_path)) {
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

/* Reads the header of FILE.part, or writes it if the file ends within it. */
static bool begin_part(Shard *shard, Error *error) {
    SampleFileHeader wanted = sample_file_header(PART_MAGIC, &shard->origin, 0), header;
    int64_t size = append_file_read(&shard->part, (char *)&header, sizeof header, 0);
    shard->end = sizeof header;
    if (size < 0)
        return system_error(error);
    if (size == sizeof header)
        return sample_file_check_header(&header, PART_MAGIC, error) &&
               check_origin(&header.origin, &shard->origin, error);
    if (memcmp(&header, &wanted, (size_t)size) != 0)
        return error_set(error, "not a file of unfinished games; choose another --out, or remove "
                                "this file");
    return (append_file_truncate(&shard->part, 0) &&
            append_file_add(&shard->part, (const char *)&wanted, sizeof wanted)) ||
           system_error(error);
}

static void note_game(Shard *shard, const GameHeader *header) {
    ShardGame *game = &shard->games[header->number];
    if (game->offset == 0) {
        *game = (ShardGame){shard->end + (int64_t)sizeof *header, header->count};
        shard->done++;
        shard->count += header->count;
    }
    shard->end += (int64_t)(sizeof *header + header->count * sizeof(Sample));
}

/* A game has no more samples than this: two for each turn. */
enum { GAME_SAMPLES_MAX = 1 << 16 };

/* Finds the games of FILE.part, up to the first one that is damaged or incomplete. `samples` has
 * room for GAME_SAMPLES_MAX of them. Returns false if the file cannot be read. */
static bool find_games(Shard *shard, Sample *samples, Error *error) {
    for (;;) {
        GameHeader header;
        int64_t size = append_file_read(&shard->part, (char *)&header, sizeof header, shard->end);
        if (size < 0)
            return system_error(error);
        if (size < (int64_t)sizeof header || header.number >= shard->origin.games ||
            header.count > GAME_SAMPLES_MAX)
            return true;
        int64_t bytes = (int64_t)(header.count * sizeof *samples);
        size = append_file_read(&shard->part, (char *)samples, (size_t)bytes,
                                shard->end + (int64_t)sizeof header);
        if (size < 0)
            return system_error(error);
        if (size < bytes || header.checksum != game_checksum(&header, samples))
            return true;
        note_game(shard, &header);
    }
}

/* The error does not name the file. */
static bool resume_part(Shard *shard, Error *error) {
    Sample *samples = malloc(GAME_SAMPLES_MAX * sizeof *samples);
    shard->games = calloc(shard->origin.games, sizeof *shard->games);
    bool good = (samples && shard->games) || error_set(error, "out of memory");
    good = good && begin_part(shard, error) && find_games(shard, samples, error);
    free(samples);
    return good && (append_file_truncate(&shard->part, shard->end) || system_error(error));
}

bool shard_open(Shard *shard, const char *path, const SampleOrigin *origin, Error *error) {
    *shard = (Shard){.path = path, .origin = *origin, .part = APPEND_FILE_CLOSED};
    if (!find_complete(shard, error))
        return false;
    if (shard->is_complete)
        return true;
    shard->sync_ms = clock_now_ms() + SYNC_MS;
    bool good = (open_part(shard, error) && resume_part(shard, error)) ||
                error_wrap(error, "%s.part", path);
    /* Called only now: earlier it could remove the FILE.new of another process that is writing the
     * file. */
    good = good && atomic_file_check_sole_writer(path, error);
    if (!good)
        shard_close(shard);
    return good;
}

/* --- writing --- */

bool shard_has_game(const Shard *shard, uint64_t number) {
    return shard->games[number].offset != 0;
}

/* Syncs FILE.part to disk if SYNC_MS have passed since the last time. */
static bool sync_if_due(Shard *shard) {
    int64_t now = clock_now_ms();
    if (now < shard->sync_ms)
        return true;
    shard->sync_ms = now + SYNC_MS;
    return append_file_sync(&shard->part);
}

bool shard_add_game(Shard *shard, uint64_t number, const Samples *samples, Error *error) {
    GameHeader header = {.number = (uint32_t)number, .count = (uint32_t)samples->count};
    size_t bytes = samples->count * sizeof(Sample);
    char *block = malloc(sizeof header + bytes);
    if (!block)
        return error_set(error, "out of memory");
    header.checksum = game_checksum(&header, samples->samples);
    memcpy(block, &header, sizeof header);
    if (bytes > 0)
        memcpy(block + sizeof header, samples->samples, bytes);
    bool good =
        (append_file_write(&shard->part, block, sizeof header + bytes) && sync_if_due(shard)) ||
        system_error(error);
    free(block);
    if (good) {
        note_game(shard, &header);
        return true;
    }
    append_file_truncate(&shard->part, shard->end);
    return error_wrap(error, "%s", shard->part_path);
}

/* Copies all games to a stream, in the order of their numbers. */
static bool copy_games(const Shard *shard, FILE *out, Error *error) {
    Sample *samples = malloc(GAME_SAMPLES_MAX * sizeof *samples);
    if (!samples)
        return error_set(error, "out of memory");
    bool good = true;
    for (uint64_t i = 0; good && i < shard->origin.games; i++) {
        const ShardGame *game = &shard->games[i];
        size_t bytes = game->count * sizeof *samples;
        good = append_file_read(&shard->part, (char *)samples, bytes, game->offset) ==
                   (int64_t)bytes ||
               error_set(error, "%s: game %" PRIu64 " cannot be read", shard->part_path, i + 1);
        /* atomic_file_commit reports errors. */
        fwrite(samples, sizeof *samples, game->count, out);
    }
    free(samples);
    return good;
}

bool shard_complete(Shard *shard, Error *error) {
    AtomicFile file;
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &shard->origin, shard->count);
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
    remove(shard->part_path);
    return true;
}

void shard_close(Shard *shard) {
    /* A failure does not matter: the next process finds out which games are complete. */
    if (shard->games && !shard->is_complete)
        append_file_sync(&shard->part);
    append_file_close(&shard->part);
    free(shard->games);
    shard->games = NULL;
}
