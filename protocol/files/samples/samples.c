#include "files/samples/samples.h"

#include "base/array.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int ruleset_index(const Ruleset *rules) {
    int index = 0;
    while (ruleset_at(index) != rules)
        index++;
    return index;
}

/* The piece with this index in the order of squares. */
static uint8_t piece_at(const Sample *sample, int index) {
    return sample->pieces[index / 2] >> (index % 2 * 4) & 15;
}

Sample sample_pack(const Position *pos, Score score, int ply) {
    Sample sample = {.occupied = position_occupied(pos),
                     .score = (int16_t)score,
                     .ply = (uint16_t)ply,
                     .ruleset = (uint8_t)ruleset_index(pos->rules),
                     .side = pos->side == BLACK,
                     .player = pos->player == BLACK};
    int count = 0;
    assert(popcount(sample.occupied) <= SAMPLE_PIECES_MAX);
    for (Bitboard set = sample.occupied; set; count++)
        sample.pieces[count / 2] |= (uint8_t)(pos->board[pop_lsb(&set)] << (count % 2 * 4));
    return sample;
}

void sample_unpack(const Sample *sample, Position *pos) {
    int count = 0;
    position_clear(pos, ruleset_at(sample->ruleset));
    for (Bitboard set = sample->occupied; set; count++)
        position_put(pos, pop_lsb(&set), piece_at(sample, count));
    pos->side = sample->side;
    pos->player = sample->player;
}

bool sample_is_valid(const Sample *sample) {
    int pieces[COLOURS] = {0}, kings[COLOURS] = {0}, count = popcount(sample->occupied);
    if (sample->ruleset >= ruleset_count() || sample->points > SAMPLE_WIN ||
        count > SAMPLE_PIECES_MAX)
        return false;
    for (int i = 0; i < count; i++) {
        uint8_t piece = piece_at(sample, i);
        if (piece_type(piece) >= PIECE_TYPES)
            return false;
        pieces[piece_colour(piece)]++;
        kings[piece_colour(piece)] += piece_type(piece) == KING;
    }
    for (int i = count; i < SAMPLE_PIECES_MAX; i++)
        if (piece_at(sample, i) != 0)
            return false;
    return ruleset_at(sample->ruleset)->royal_king ? kings[WHITE] == 1 && kings[BLACK] == 1
                                                   : pieces[WHITE] > 0 && pieces[BLACK] > 0;
}

/* The sample with the files in reverse order. */
static Sample mirror(const Sample *sample) {
    uint8_t board[SQUARES] = {0};
    Sample mirrored = *sample;
    int count = 0;
    mirrored.occupied = 0;
    memset(mirrored.pieces, 0, sizeof mirrored.pieces);
    for (Bitboard set = sample->occupied; set; count++) {
        Square square = pop_lsb(&set) ^ 7;
        board[square] = piece_at(sample, count);
        mirrored.occupied |= bit(square);
    }
    count = 0;
    for (Bitboard set = mirrored.occupied; set; count++)
        mirrored.pieces[count / 2] |= (uint8_t)(board[pop_lsb(&set)] << (count % 2 * 4));
    return mirrored;
}

static uint64_t hash_as_is(const Sample *sample) {
    uint64_t words[3] = {0}, hash = sample->occupied;
    _Static_assert(sizeof words >= sizeof sample->pieces, "the words hold all pieces");
    memcpy(words, sample->pieces, sizeof sample->pieces);
    words[2] ^= (uint64_t)sample->ruleset << 32 | (uint64_t)sample->side << 40 |
                (uint64_t)sample->player << 41;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = random_seed(hash, words[i]);
    return hash;
}

uint64_t sample_hash(const Sample *sample) {
    Sample mirrored = mirror(sample);
    uint64_t hash = hash_as_is(sample), other = hash_as_is(&mirrored);
    return hash < other ? hash : other;
}

bool samples_add(Samples *samples, Sample sample) {
    Sample *larger = array_grow(samples->samples, samples->count, sizeof *larger);
    if (!larger)
        return false;
    samples->samples = larger;
    samples->samples[samples->count++] = sample;
    return true;
}

void samples_free(Samples *samples) {
    free(samples->samples);
    *samples = (Samples){0};
}
