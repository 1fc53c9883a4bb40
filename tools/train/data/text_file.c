#include "train/data/text_file.h"

#include "base/lines.h"
#include "base/os/atomic_file.h"
#include "base/os/regular_file.h"
#include "rules/outcome.h"
#include "train/data/game_samples.h"

#include <string.h>

enum { LINE_LIMIT = 4096 };

/* --- writing text --- */

typedef struct {
    FILE *out;
    SampleCounts *counts;
} TextWriter;

static bool write_lines(void *context, const DatasetBlock *block) {
    TextWriter *writer = context;
    char text[SAMPLE_TEXT_SIZE];
    for (size_t i = 0; i < block->count; i++) {
        bool has_fen = sample_text_write(&block->samples[i], text);
        if (has_fen)
            fprintf(writer->out, "%s\n", text);
        writer->counts->kept += has_fen;
        writer->counts->dropped += !has_fen;
    }
    return true;
}

bool text_file_write(Dataset *dataset, const char *path, SampleCounts *counts, Error *error) {
    AtomicFile out;
    *counts = (SampleCounts){0};
    if (!atomic_file_open_sole_writer(&out, path, error))
        return false;
    TextWriter writer = {out.file, counts};
    if (dataset_visit(dataset, NULL, write_lines, &writer, error))
        return atomic_file_commit(&out, error);
    atomic_file_discard(&out);
    return false;
}

/* --- reading text --- */

/* Is it a position of which networks are asked: quiet, in a game that goes on? */
static bool is_wanted(const Sample *sample) {
    Position pos;
    sample_unpack(sample, &pos);
    return outcome_is_quiet(&pos);
}

/* Reads a line and writes its sample. */
static bool read_line(const Ruleset *rules, LineKind kind, char *line, FILE *out,
                      SampleCounts *counts, Error *error) {
    Sample sample;
    if (kind != LINE_TEXT)
        return error_set(error, kind == LINE_TOO_LONG ? "the line is too long"
                                                      : "the line has a NUL byte");
    if (line[strspn(line, " \t")] == '\0')
        return true;
    if (!sample_text_read(rules, line, &sample, error))
        return false;
    bool wanted = is_wanted(&sample);
    if (wanted)
        fwrite(&sample, sizeof sample, 1, out);
    counts->kept += wanted;
    counts->dropped += !wanted;
    return true;
}

static bool read_lines(const Ruleset *rules, FILE *in, const char *path, FILE *out,
                       SampleCounts *counts, Error *error) {
    LineReader reader;
    LineKind kind;
    char *line = NULL;
    bool good = true;
    lines_init(&reader, in, LINE_LIMIT);
    for (int number = 1; good && (kind = lines_read(&reader, &line)) != LINE_END; number++) {
        if (kind == LINE_FAILED)
            good = error_set(error, "out of memory");
        else if (!read_line(rules, kind, line, out, counts, error))
            good = error_wrap(error, "%s:%d", path, number);
    }
    lines_free(&reader);
    return good;
}

static bool read_text(const Ruleset *rules, const char *path, FILE *out, SampleCounts *counts,
                      Error *error) {
    size_t size;
    FILE *in = regular_file_open(path, &size, error);
    if (!in)
        return error_wrap(error, "%s", path);
    bool good = read_lines(rules, in, path, out, counts, error);
    fclose(in);
    return good;
}

bool text_file_read(const Ruleset *rules, char **paths, const char *out, SampleCounts *counts,
                    void (*say)(const char *text), Error *error) {
    AtomicFile file;
    SampleOrigin origin = {.games = 0};
    strncpy(origin.ruleset, rules->name, sizeof origin.ruleset - 1);
    *counts = (SampleCounts){0};
    if (!atomic_file_open_sole_writer(&file, out, error))
        return false;
    sample_file_write_header(file.file, &origin, 0);
    bool good = true;
    for (; good && *paths; paths++)
        good = game_samples_has_games(*paths)
                   ? game_samples_write(*paths, rules, file.file, counts, say, error)
                   : read_text(rules, *paths, file.file, counts, error);
    if (good) {
        sample_file_write_header(file.file, &origin, counts->kept);
        return atomic_file_commit(&file, error);
    }
    atomic_file_discard(&file);
    return false;
}
