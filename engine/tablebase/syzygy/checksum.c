/* The checksum is CityHashCrc128 of CityHashCrc256, in version 1.0 of CityHash (Pike and
 * Alakuijala, 2011), of which this is the part that is needed, rewritten in C. CityHash's licence:
 *
 * Copyright (c) 2011 Google, Inc.
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction,
 * including without limitation the rights to use, copy, modify, merge, publish, distribute,
 * sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
 * NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
#include "tablebase/syzygy/checksum.h"

#include <stdint.h>
#include <string.h>

enum {
    ROUND = 40, /* bytes that each round of CityHashCrc256 reads */
    ROUNDS = 6, /* of a block */
    BLOCK = ROUNDS * ROUND,
    LANES = 5,
};

static const uint64_t K0 = 0xc3a5c85c97cb3127, K1 = 0xb492b66fbe98f273, K3 = 0xc949d7c7509e6557;

static uint64_t read64(const unsigned char *bytes) {
    uint64_t number = 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

static void write64(unsigned char *bytes, uint64_t number) {
    for (int i = 0; i < 8; i++, number >>= 8)
        bytes[i] = (unsigned char)number;
}

static uint64_t rotate(uint64_t number, int count) {
    return number >> count | number << (64 - count);
}

static uint64_t shift_mix(uint64_t number) {
    return number ^ number >> 47;
}

static uint64_t mix(uint64_t low, uint64_t high) {
    const uint64_t multiplier = 0x9ddfea08eb382d69;
    uint64_t a = shift_mix((low ^ high) * multiplier);
    return shift_mix((high ^ a) * multiplier) * multiplier;
}

/* --- CRC-32C --- */

typedef uint32_t CrcTable[256];

static void make_crc_table(CrcTable table) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78U : 0);
        table[i] = crc;
    }
}

static uint64_t add_to_crc(const CrcTable table, uint64_t crc, uint64_t number) {
    uint32_t sum = (uint32_t)crc;
    for (int i = 0; i < 8; i++, number >>= 8)
        sum = sum >> 8 ^ table[(sum ^ number) & 0xff];
    return sum;
}

/* --- CityHashCrc256 --- */

typedef struct {
    const uint32_t *table;
    uint64_t sums[LANES], last; /* a to e, and t */
    uint64_t crcs[LANES];       /* f to j */
} CityState;

static void add_round(CityState *state, const unsigned char *bytes, uint64_t multiplier, int z) {
    static const int SHIFTS[LANES] = {41, 27, 41, 33, 25};
    uint64_t first = state->sums[0];
    for (int i = 0; i < LANES; i++) {
        uint64_t from = i < LANES - 1 ? state->sums[i + 1] : state->last;
        state->sums[i] = rotate(from, SHIFTS[i] ^ z) * multiplier + read64(bytes + 8 * i);
        state->crcs[i] = add_to_crc(state->table, state->crcs[i], state->sums[i]);
    }
    state->last = first;
}

static void finish(CityState *state, uint64_t result[4]) {
    uint64_t a = state->sums[0], b = state->sums[1], c = state->sums[2], d = state->sums[3];
    uint64_t e = state->sums[4], f = state->crcs[0], g = state->crcs[1], h = state->crcs[2];
    uint64_t i = state->crcs[3], j = state->crcs[4];
    j += i << 32;
    a = mix(a, j);
    h += g << 32;
    b += h;
    c = mix(c, f) + i;
    d = mix(d, e + result[0]);
    j += e;
    i += mix(h, state->last);
    e = mix(a, d) + j;
    f = mix(b, c) + a;
    g = mix(j, i) + c;
    result[0] = e + f + g + h;
    a = shift_mix((a + g) * K0) * K0 + b;
    result[1] += a + result[0];
    a = shift_mix(a * K0) * K0 + c;
    result[2] = a + result[1];
    a = shift_mix((a + e) * K0) * K0;
    result[3] = a + result[2];
}

/* Hashes at least BLOCK bytes. */
static void hash256(const unsigned char *bytes, size_t size, uint32_t seed, uint64_t result[4]) {
    CrcTable table;
    make_crc_table(table);
    CityState state = {.table = table};
    state.sums[0] = read64(bytes + 56) + K0;
    state.sums[1] = read64(bytes + 96) + K0;
    state.sums[2] = result[0] = mix(state.sums[1], size);
    state.sums[3] = result[1] = read64(bytes + 120) * K0 + size;
    state.sums[4] = read64(bytes + 184) + seed;
    state.crcs[0] = seed;
    state.last = state.sums[2] + state.sums[3];
    for (; size >= BLOCK; size -= BLOCK)
        for (int i = 0; i < ROUNDS; i++, bytes += ROUND)
            add_round(&state, bytes, i % 2 == 0 ? 1 : K0, i % 2 == 0);
    for (; size >= ROUND; size -= ROUND, bytes += ROUND)
        add_round(&state, bytes, K0, 0);
    if (size > 0)
        add_round(&state, bytes + size - ROUND, K0, 0);
    finish(&state, result);
}

/* --- the checksum --- */

/* CityHash128 of 32 bytes. */
static void hash32(const unsigned char bytes[32], uint64_t result[2]) {
    uint64_t a = read64(bytes) ^ K3, b = read64(bytes + 8);
    uint64_t first = read64(bytes + 16), last = read64(bytes + 24);
    a = shift_mix(a * K1) * K1;
    uint64_t c = b * K1 + (mix(first, rotate(last + 16, 16)) ^ last);
    uint64_t d = shift_mix(a + first);
    a = mix(a, c);
    b = mix(d, b);
    result[0] = a ^ b;
    result[1] = mix(b, a);
}

void checksum_make(const unsigned char *bytes, size_t size, unsigned char checksum[CHECKSUM_SIZE]) {
    unsigned char padded[BLOCK] = {0}, parts[32];
    uint64_t hash[4], result[2];
    if (size < BLOCK) {
        memcpy(padded, bytes, size);
        hash256(padded, BLOCK, ~(uint32_t)size, hash);
    } else {
        hash256(bytes, size, 0, hash);
    }
    for (int i = 0; i < 4; i++)
        write64(parts + 8 * i, hash[i]);
    hash32(parts, result);
    write64(checksum, result[0]);
    write64(checksum + 8, result[1]);
}
