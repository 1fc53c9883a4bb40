/* The trainer's files of positions: see misere.h. */
#include "files/samples/sample_file.h"
#include "library/handles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1024 /* positions that are read at once */ };

struct MisereTrainingFile {
    SampleFile file;
    char *path;
    Sample chunk[CHUNK];
};

MisereTrainingFile *misere_training_file_open(const char *path, MisereError *error) {
    MisereTrainingFile *training = calloc(1, sizeof *training);
    char *copy = strdup(path);
    Error bad;
    if (!training || !copy)
        error_set_out_of_memory(&bad);
    else if (sample_file_open(&training->file, copy, &bad)) {
        training->path = copy;
        return training;
    }
    free(training);
    free(copy);
    handles_fail(error, bad.text);
    return NULL;
}

void misere_training_file_close(MisereTrainingFile *training) {
    if (!training)
        return;
    sample_file_close(&training->file);
    free(training->path);
    free(training);
}

uint64_t misere_training_file_count(const MisereTrainingFile *training) {
    return training->file.header.count;
}

static int8_t colour_code(Colour colour) {
    return colour == WHITE ? 1 : -1;
}

static void describe(const Sample *sample, size_t i, const MisereTrainingArrays *arrays) {
    Position pos;
    sample_unpack(sample, &pos);
    if (arrays->boards)
        handles_write_board(&pos, arrays->boards + SQUARES * i);
    if (arrays->players)
        arrays->players[i] = colour_code(pos.side);
    if (arrays->choosers)
        arrays->choosers[i] = colour_code(pos.player);
    if (arrays->scores)
        arrays->scores[i] = sample->score;
    if (arrays->results)
        arrays->results[i] = (float)sample->points / SAMPLE_WIN;
    if (arrays->deviates)
        arrays->deviates[i] = sample->deviates;
    if (arrays->rulesets)
        arrays->rulesets[i] = sample->ruleset;
    if (arrays->is_validation)
        arrays->is_validation[i] = sample->validation;
}

bool misere_training_file_read(MisereTrainingFile *training, uint64_t first, size_t count,
                               const MisereTrainingArrays *arrays, MisereError *error) {
    uint64_t size = training->file.header.count;
    Error bad;
    if (first > size || count > size - first) {
        error_set(&bad,
                  "the file has %" PRIu64 " positions: there are no positions from %" PRIu64
                  " to %" PRIu64,
                  size, first, first + count - 1);
        return handles_fail(error, bad.text);
    }
    for (size_t done = 0, length; done < count; done += length) {
        length = count - done < CHUNK ? count - done : CHUNK;
        if (!sample_file_read(&training->file, first + done, training->chunk, length, &bad))
            return handles_fail(error, bad.text);
        for (size_t i = 0; i < length; i++)
            describe(&training->chunk[i], done + i, arrays);
    }
    return true;
}
