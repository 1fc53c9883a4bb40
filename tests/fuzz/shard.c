/* The file of finished games, FILE.part, of self-play that was interrupted. Input: a byte, and the
 * file. Bits of the byte: the header is made good; so are the games' checksums; two bits for the
 * number of games.
 *
 * A file that is accepted is cut after its last whole game, and the same when it is opened again;
 * when the other games are added, the shard is completed with all samples. What is refused stays as
 * it is, and the error names the file. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "base/hash.h"
#include "train/data/shard.h"

#include <unistd.h>

enum { CHOICE_HEADER = 1, CHOICE_GAMES = 2, CHOICE_COUNT = 4 /* times 0 to 3 */ };

/* The header of a game, as in shard.c. */
typedef struct {
    uint32_t number, count;
    uint64_t checksum;
} PartGame;

static const char PART_MAGIC[] = "Misere part    2";

static SampleOrigin make_origin(uint8_t choice) {
    return (SampleOrigin){
        .ruleset = "losers", .games = 1 + choice / CHOICE_COUNT % 4, .nodes = 7, .seed = 1};
}

static void make_games_good(char *bytes, size_t size) {
    for (size_t at = sizeof(SampleFileHeader); at + sizeof(PartGame) <= size;) {
        PartGame header;
        memcpy(&header, bytes + at, sizeof header);
        size_t samples = header.count * sizeof(Sample), left = size - at - sizeof header;
        if (samples > left)
            break;
        header.checksum = hash_bytes(HASH_OFFSET_BASIS, &header.number, sizeof header.number);
        header.checksum = hash_bytes(header.checksum, &header.count, sizeof header.count);
        header.checksum = hash_bytes(header.checksum, bytes + at + sizeof header, samples);
        memcpy(bytes + at, &header, sizeof header);
        at += sizeof header + samples;
    }
}

static Shard open_shard(const char *path, const SampleOrigin *origin) {
    Shard shard;
    Error error;
    FUZZ_CHECK(shard_open(&shard, path, origin, &error), "opened again: %s", error.text);
    return shard;
}

/* Checks that a damaged end has been cut off, and that the file has the same games when it is
 * opened again. */
static void check_cut(Shard *shard, const char *bytes, size_t size) {
    size_t cut_size;
    Shard before = *shard;
    char *cut = fuzz_read_file(shard->part.path, &cut_size);
    FUZZ_CHECK(cut && (int64_t)cut_size == shard->part.end, "%zu bytes are left", cut_size);
    FUZZ_CHECK(size < sizeof(SampleFileHeader) ||
                   (cut_size <= size && memcmp(cut, bytes, cut_size) == 0),
               "the file has changed");
    shard_close(shard);
    *shard = open_shard(before.path, &before.origin);
    FUZZ_CHECK(shard->part.done == before.part.done && shard->part.items == before.part.items &&
                   shard->part.end == before.part.end,
               "opened again, it differs");
    free(cut);
}

/* Adds the games that are missing, each with one sample. */
static void complete(Shard *shard) {
    Position pos;
    Samples samples = {0};
    Error error;
    position_start(&pos, ruleset_find("losers"));
    FUZZ_CHECK(samples_add(&samples, sample_pack(&pos, 0, 1)), "out of memory");
    for (uint64_t i = 0; i < shard->origin.games; i++)
        if (!job_file_has(&shard->part, i))
            FUZZ_CHECK(job_file_add(&shard->part, i, samples.samples, samples.count, &error), "%s",
                       error.text);
    samples_free(&samples);
    FUZZ_CHECK(shard->part.done == shard->origin.games, "games are missing");
    FUZZ_CHECK(shard_complete(shard, &error), "%s", error.text);
}

static void check_complete(const Shard *shard) {
    SampleFile file;
    Error error;
    FUZZ_CHECK(access(shard->part.path, F_OK) != 0, "%s is left", shard->part.path);
    FUZZ_CHECK(sample_file_open(&file, shard->path, &error), "%s", error.text);
    FUZZ_CHECK(file.header.count == shard->part.items, "samples are missing");
    FUZZ_CHECK(memcmp(&file.header.origin, &shard->origin, sizeof shard->origin) == 0,
               "another origin");
    sample_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    uint8_t choice = fuzz_byte(&input);
    char *bytes = fuzz_rest(&input, &size), path[FUZZ_PATH_SIZE], part[FUZZ_PATH_SIZE];
    SampleOrigin origin = make_origin(choice);
    SampleFileHeader header = sample_file_header(PART_MAGIC, &origin, 0);
    Shard shard;
    Error error;
    fuzz_path(path, ".samples");
    fuzz_path(part, ".samples.part");
    if (choice & CHOICE_HEADER)
        memcpy(bytes, &header, size < sizeof header ? size : sizeof header);
    if (choice & CHOICE_GAMES)
        make_games_good(bytes, size);
    fuzz_write_file(part, bytes, size);
    if (shard_open(&shard, path, &origin, &error)) {
        check_cut(&shard, bytes, size);
        complete(&shard);
        check_complete(&shard);
        shard_close(&shard);
    } else {
        size_t left;
        char *after = fuzz_read_file(part, &left);
        fuzz_check_error(&error, part);
        FUZZ_CHECK(after && left == size && memcmp(after, bytes, size) == 0,
                   "a refused file has changed");
        free(after);
    }
    unlink(path);
    unlink(part);
    free(bytes);
    return 0;
}
