#include "train/samples.h"

#include "base/os/regular_file.h"

#include <stdlib.h>
#include <string.h>

static int ruleset_index(const Ruleset *rules) {
    int index = 0;
    while (ruleset_at(index) != rules)
        index++;
    return index;
}

Sample sample_pack(const Position *pos, Score score) {
    Sample sample = {.score = (int16_t)score,
                     .ruleset = (uint8_t)ruleset_index(pos->rules),
                     .side = pos->side,
                     .player = pos->player};
    for (Square square = 0; square < SQUARES; square += 2)
        sample.board[square / 2] = (uint8_t)(pos->board[square] | pos->board[square + 1] << 4);
    return sample;
}

void sample_unpack(const Sample *sample, Position *pos) {
    position_clear(pos, ruleset_at(sample->ruleset));
    for (Square square = 0; square < SQUARES; square++) {
        uint8_t piece = sample->board[square / 2] >> (square % 2 * 4) & 15;
        if (piece != NO_PIECE)
            position_put(pos, square, piece);
    }
    pos->side = sample->side;
    pos->player = sample->player;
}

bool samples_add(Samples *samples, Sample sample) {
    if (samples->count == samples->capacity) {
        size_t capacity = samples->capacity ? 2 * samples->capacity : 4096;
        Sample *larger = realloc(samples->samples, capacity * sizeof(Sample));
        if (!larger)
            return false;
        samples->samples = larger;
        samples->capacity = capacity;
    }
    samples->samples[samples->count++] = sample;
    return true;
}

/* Is the sample a position that a network can evaluate? */
static bool is_valid(const Sample *sample) {
    int kings[COLOURS] = {0};
    if (sample->ruleset >= ruleset_count() || sample->side > BLACK || sample->player > BLACK ||
        sample->points > 2)
        return false;
    for (Square square = 0; square < SQUARES; square++) {
        uint8_t piece = sample->board[square / 2] >> (square % 2 * 4) & 15;
        if (piece != NO_PIECE && piece_type(piece) >= PIECE_TYPES)
            return false;
        if (piece != NO_PIECE && piece_type(piece) == KING)
            kings[piece_colour(piece)]++;
    }
    return kings[WHITE] == 1 && kings[BLACK] == 1;
}

bool samples_read(Samples *samples, const char *path, Error *error) {
    size_t size;
    FILE *file = regular_file_open(path, &size, error);
    if (!file)
        return false;
    bool good = size % sizeof(Sample) == 0 || error_set(error, "the last record is truncated");
    for (size_t number = 1; good && number <= size / sizeof(Sample); number++) {
        Sample sample;
        if (fread(&sample, sizeof sample, 1, file) != 1)
            good = error_set(error, "record %zu cannot be read", number);
        else if (!is_valid(&sample))
            good = error_set(error, "record %zu is not a valid position", number);
        else if (!samples_add(samples, sample))
            good = error_set(error, "record %zu: out of memory", number);
    }
    fclose(file);
    return good;
}

bool samples_are_of_one_family(const Samples *samples) {
    for (size_t i = 1; i < samples->count; i++)
        if (ruleset_at(samples->samples[i].ruleset)->family !=
            ruleset_at(samples->samples[0].ruleset)->family)
            return false;
    return true;
}

void samples_free(Samples *samples) {
    free(samples->samples);
    *samples = (Samples){0};
}
