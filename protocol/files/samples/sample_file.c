#include "files/samples/sample_file.h"

#include "base/hash.h"
#include "base/os/regular_file.h"

#include <inttypes.h>
#include <string.h>

_Static_assert(sizeof(SampleFileHeader) == 104, "a header has no padding");

static uint64_t checksum_of(const SampleFileHeader *header) {
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, &header->count, sizeof header->count);
    return hash_bytes(hash, &header->origin, sizeof header->origin);
}

SampleFileHeader sample_file_header(const char *magic, const SampleOrigin *origin, uint64_t count) {
    SampleFileHeader header = {.count = count, .origin = *origin};
    memcpy(header.magic, magic, SAMPLE_FILE_MAGIC_SIZE);
    header.checksum = checksum_of(&header);
    return header;
}

void sample_file_write_header(FILE *file, const SampleOrigin *origin, uint64_t count) {
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, origin, count);
    fseek(file, 0, SEEK_SET);
    fwrite(&header, sizeof header, 1, file);
}

bool sample_file_check_header(const SampleFileHeader *header, const char *magic, Error *error) {
    if (memcmp(header->magic, magic, SAMPLE_FILE_MAGIC_SIZE) != 0)
        return error_set(error,
                         "not a file of positions from misere-train: it does not begin with "
                         "\"%s\"",
                         magic);
    return header->checksum == checksum_of(header) ||
           error_set(error, "the header is damaged: wrong checksum");
}

static bool check_size(const SampleFile *file, uint64_t size, Error *error) {
    uint64_t count = file->header.count, bytes = size - sizeof file->header;
    if (bytes / sizeof(Sample) == count && bytes % sizeof(Sample) == 0)
        return true;
    return error_set(error, "%s: %" PRIu64 " bytes of positions instead of %" PRIu64 " times %zu",
                     bytes / sizeof(Sample) < count ? "the file is truncated" : "wrong size", bytes,
                     count, sizeof(Sample));
}

bool sample_file_open(SampleFile *file, const char *path, Error *error) {
    size_t size;
    *file = (SampleFile){.path = path, .file = regular_file_open(path, &size, error)};
    if (!file->file)
        return error_wrap(error, "%s", path);
    bool good = size >= sizeof file->header ||
                error_set(error, "not a file of positions from misere-train: too short");
    good = good && (fread(&file->header, sizeof file->header, 1, file->file) == 1 ||
                    error_set(error, "the header cannot be read"));
    good = good && sample_file_check_header(&file->header, SAMPLE_FILE_MAGIC, error) &&
           check_size(file, size, error);
    if (good)
        return true;
    sample_file_close(file);
    return error_wrap(error, "%s", path);
}

bool sample_file_read(SampleFile *file, uint64_t first, Sample *samples, size_t count,
                      Error *error) {
    uint64_t offset = sizeof file->header + first * sizeof(Sample);
    if (fseek(file->file, (long)offset, SEEK_SET) != 0 ||
        fread(samples, sizeof *samples, count, file->file) != count)
        return error_set(error, "%s: positions %" PRIu64 " to %" PRIu64 " cannot be read",
                         file->path, first + 1, first + count);
    for (size_t i = 0; i < count; i++)
        if (!sample_is_valid(&samples[i]))
            return error_set(error, "%s: position %" PRIu64 " is not valid", file->path,
                             first + i + 1);
    return true;
}

void sample_file_close(SampleFile *file) {
    if (file->file)
        fclose(file->file);
    file->file = NULL;
}
