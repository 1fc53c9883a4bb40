#include "tablebase/syzygy/packed.h"

#include <stdlib.h>

enum {
    SINGLE_VALUE = 0x80, /* a flag */
    NO_SYMBOL = 0xfff,
    NUMBERS_IN_SYMBOL_MAX = 256,
    INDEX_ENTRY = 6 /* bytes */
};

/* --- reading --- */

const unsigned char *syzygy_take(SyzygyReader *reader, uint64_t size) {
    if (size > reader->size - reader->at)
        return NULL;
    const unsigned char *taken = reader->bytes + reader->at;
    reader->at += (size_t)size;
    return taken;
}

void syzygy_align(SyzygyReader *reader, size_t size) {
    size_t aligned = (reader->at + size - 1) / size * size;
    reader->at = aligned < reader->size ? aligned : reader->size;
}

static int read16(const unsigned char *bytes) {
    return bytes[0] | bytes[1] << 8;
}

static uint32_t read32(const unsigned char *bytes) {
    return (uint32_t)read16(bytes) | (uint32_t)read16(bytes + 2) << 16;
}

/* --- symbols --- */

static int left_of(const Packed *packed, int symbol) {
    const unsigned char *bytes = packed->symbols + 3 * symbol;
    return bytes[0] | (bytes[1] & 0xf) << 8;
}

static int right_of(const Packed *packed, int symbol) {
    const unsigned char *bytes = packed->symbols + 3 * symbol;
    return bytes[1] >> 4 | bytes[2] << 4;
}

/* Finds how many numbers a symbol stands for. `state`: 0 for symbols that are not known yet, 1 for
 * those that are being looked at, 2 for known ones. Returns false if a symbol would contain itself,
 * or too many numbers. */
static bool measure(Packed *packed, uint8_t *state, int symbol, int depth) {
    int left = left_of(packed, symbol), right = right_of(packed, symbol);
    if (state[symbol] != 0)
        return state[symbol] == 2;
    state[symbol] = 1;
    packed->lengths[symbol] = 0;
    if (right != NO_SYMBOL) {
        if (left >= packed->symbol_count || right >= packed->symbol_count ||
            depth >= NUMBERS_IN_SYMBOL_MAX || !measure(packed, state, left, depth + 1) ||
            !measure(packed, state, right, depth + 1))
            return false;
        int length = packed->lengths[left] + packed->lengths[right] + 1;
        if (length >= NUMBERS_IN_SYMBOL_MAX)
            return false;
        packed->lengths[symbol] = (uint8_t)length;
    }
    state[symbol] = 2;
    return true;
}

static bool measure_all(Packed *packed) {
    size_t count = (size_t)packed->symbol_count;
    uint8_t *state = calloc(count + 1, 1);
    packed->lengths = calloc(count + 1, 1);
    bool ok = state && packed->lengths;
    for (int i = 0; ok && i < packed->symbol_count; i++)
        ok = measure(packed, state, i, 0);
    free(state);
    return ok;
}

/* Each code is as low as those of the next length allow. */
static void find_bases(Packed *packed) {
    int count = packed->longest - packed->shortest + 1;
    uint64_t base = 0;
    packed->base[count - 1] = 0;
    for (int i = count - 2; i >= 0; i--) {
        int lower = read16(packed->lowest + 2 * i), higher = read16(packed->lowest + 2 * i + 2);
        base = (base + (uint64_t)lower - (uint64_t)higher) / 2;
        packed->base[i] = base << (64 - packed->shortest - i);
    }
}

static bool read_codes(Packed *packed, SyzygyReader *reader) {
    const unsigned char *bytes = syzygy_take(reader, 2);
    if (!bytes)
        return false;
    packed->longest = bytes[0];
    packed->shortest = bytes[1];
    if (packed->shortest < 1 || packed->shortest > packed->longest ||
        packed->longest > PACKED_CODE_MAX)
        return false;
    packed->lowest = syzygy_take(reader, 2 * (uint64_t)(packed->longest - packed->shortest + 1));
    if (!packed->lowest || !(bytes = syzygy_take(reader, 2)))
        return false;
    packed->symbol_count = read16(bytes);
    packed->symbols = syzygy_take(reader, 3 * (uint64_t)packed->symbol_count);
    if (!packed->symbols || packed->symbol_count == 0)
        return false;
    find_bases(packed);
    return measure_all(packed) && (packed->symbol_count % 2 == 0 || syzygy_take(reader, 1));
}

/* --- the parts of the file --- */

bool packed_read_head(Packed *packed, SyzygyReader *reader, uint64_t size) {
    const unsigned char *bytes = syzygy_take(reader, 2);
    *packed = (Packed){.size = size};
    if (!bytes)
        return false;
    packed->flags = bytes[0];
    packed->is_single = (packed->flags & SINGLE_VALUE) != 0;
    packed->value = bytes[1];
    if (packed->is_single)
        return true;
    packed->block_bits = bytes[1];
    if (!(bytes = syzygy_take(reader, 6)))
        return false;
    packed->index_bits = bytes[0];
    packed->block_count = read32(bytes + 2);
    packed->sized_count = packed->block_count + bytes[1];
    if (packed->block_bits > 30 || packed->index_bits < 1 || packed->index_bits > 30 ||
        packed->sized_count < packed->block_count || packed->block_count == 0)
        return false;
    packed->index_count = ((size - 1) >> packed->index_bits) + 1;
    return read_codes(packed, reader);
}

bool packed_read_index(Packed *packed, SyzygyReader *reader) {
    packed->index = syzygy_take(reader, INDEX_ENTRY * packed->index_count);
    return packed->index != NULL;
}

bool packed_read_sizes(Packed *packed, SyzygyReader *reader) {
    packed->sizes = syzygy_take(reader, 2 * (uint64_t)packed->sized_count);
    return packed->sizes != NULL;
}

bool packed_read_blocks(Packed *packed, SyzygyReader *reader) {
    syzygy_align(reader, 64);
    packed->blocks = syzygy_take(reader, (uint64_t)packed->block_count << packed->block_bits);
    return packed->blocks != NULL;
}

void packed_free(Packed *packed) {
    free(packed->lengths);
    packed->lengths = NULL;
}

/* --- numbers --- */

/* The bits of a block, the highest first; zeros after its end. */
typedef struct {
    const unsigned char *at, *end;
    uint64_t bits;
    int used; /* bits that have been shifted out since the last 32 were added */
} BitReader;

static uint64_t next_32_bits(BitReader *reader) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits = bits << 8 | (reader->at < reader->end ? *reader->at++ : 0);
    return bits;
}

static void shift_out(BitReader *reader, int count) {
    reader->bits <<= count;
    reader->used += count;
    if (reader->used >= 32) {
        reader->used -= 32;
        reader->bits |= next_32_bits(reader) << reader->used;
    }
}

/* Finds the block of a number, and how many numbers of the block come before it. */
static bool find_block(const Packed *packed, uint64_t index, uint32_t *block, int64_t *offset) {
    const unsigned char *entry = packed->index + INDEX_ENTRY * (index >> packed->index_bits);
    int64_t span = (int64_t)1 << packed->index_bits, at = read32(entry);
    int64_t before = (int64_t)(index & (uint64_t)(span - 1)) - span / 2 + read16(entry + 4);
    if (at >= packed->sized_count)
        return false;
    while (before < 0) {
        if (--at < 0)
            return false;
        before += read16(packed->sizes + 2 * at) + 1;
    }
    while (before > read16(packed->sizes + 2 * at)) {
        before -= read16(packed->sizes + 2 * at) + 1;
        if (++at >= packed->sized_count)
            return false;
    }
    *block = (uint32_t)at;
    *offset = before;
    return at < packed->block_count;
}

/* Reads the next symbol. -1 if there is none with this code. */
static int next_symbol(const Packed *packed, BitReader *reader) {
    int i = 0;
    while (reader->bits < packed->base[i])
        i++;
    int length = packed->shortest + i;
    uint64_t symbol = (uint64_t)read16(packed->lowest + 2 * i) +
                      ((reader->bits - packed->base[i]) >> (64 - length));
    if (symbol >= (uint64_t)packed->symbol_count)
        return -1;
    shift_out(reader, length);
    return (int)symbol;
}

/* The number at an offset within a symbol. */
static int number_in(const Packed *packed, int symbol, int64_t offset) {
    while (packed->lengths[symbol] > 0) {
        int left = left_of(packed, symbol);
        if (offset <= packed->lengths[left]) {
            symbol = left;
        } else {
            offset -= packed->lengths[left] + 1;
            symbol = right_of(packed, symbol);
        }
    }
    return left_of(packed, symbol);
}

int packed_at(const Packed *packed, uint64_t index) {
    uint32_t block;
    int64_t offset;
    if (packed->is_single)
        return packed->value;
    if (!find_block(packed, index, &block, &offset))
        return -1;
    BitReader reader = {.at = packed->blocks + ((uint64_t)block << packed->block_bits),
                        .end =
                            packed->blocks + ((uint64_t)packed->block_count << packed->block_bits)};
    reader.bits = next_32_bits(&reader) << 32;
    reader.bits |= next_32_bits(&reader);
    for (;;) {
        int symbol = next_symbol(packed, &reader);
        if (symbol < 0)
            return -1;
        if (offset <= packed->lengths[symbol])
            return number_in(packed, symbol, offset);
        offset -= packed->lengths[symbol] + 1;
    }
}
