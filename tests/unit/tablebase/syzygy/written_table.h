/* written_table: writes Syzygy tables of two pieces, for tests that need a table but have none. */
#ifndef MISERE_UNIT_WRITTEN_TABLE_H
#define MISERE_UNIT_WRITTEN_TABLE_H

#include "unit/testing.h"

#include "base/os/atomic_file.h"
#include "tablebase/syzygy/checksum.h"
#include "tablebase/syzygy/layout.h"

#include <string.h>

enum {
    WRITTEN_SIZE = 1 << 16,
    CODE_BITS = 6,
    BLOCK_BITS = 5,
    INDEX_BITS = 8,
    IN_BLOCK = (8 << BLOCK_BITS) / CODE_BITS, /* numbers */
};

typedef struct {
    unsigned char bytes[WRITTEN_SIZE];
    size_t size;
} WrittenTable;

static inline void put(WrittenTable *table, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++, number >>= 8)
        table->bytes[table->size++] = (unsigned char)number;
}

static inline void align(WrittenTable *table, size_t size) {
    while (table->size % size != 0)
        put(table, 0, 1);
}

/* The description of an array: each number from 0 to 63 is a symbol with a code of six bits. */
static inline void put_head(WrittenTable *table, int flags, uint64_t count) {
    uint64_t blocks = (count + IN_BLOCK - 1) / IN_BLOCK;
    put(table, (uint64_t)flags, 1);
    put(table, BLOCK_BITS, 1);
    put(table, INDEX_BITS, 1);
    put(table, 0, 1);
    put(table, blocks, 4);
    put(table, CODE_BITS, 1);
    put(table, CODE_BITS, 1);
    put(table, 0, 2);
    put(table, 1 << CODE_BITS, 2);
    for (uint64_t value = 0; value < 1 << CODE_BITS; value++)
        put(table, value | 0xfff000, 3);
}

static inline void put_index(WrittenTable *table, uint64_t count) {
    uint64_t span = 1 << INDEX_BITS, last = (count - 1) / IN_BLOCK;
    for (uint64_t at = span / 2; at < count + span / 2; at += span) {
        uint64_t block = at / IN_BLOCK < last ? at / IN_BLOCK : last;
        put(table, block, 4);
        put(table, at - block * IN_BLOCK, 2);
    }
}

static inline void put_sizes(WrittenTable *table, uint64_t count) {
    for (uint64_t at = 0; at < count; at += IN_BLOCK)
        put(table, (count - at < IN_BLOCK ? count - at : IN_BLOCK) - 1, 2);
}

static inline void put_blocks(WrittenTable *table, const uint8_t *values, uint64_t count) {
    align(table, 64);
    for (uint64_t at = 0; at < count; at += IN_BLOCK) {
        size_t start = table->size;
        uint64_t bits = 0;
        int held = 0;
        for (uint64_t i = at; i < at + IN_BLOCK && i < count; i++) {
            bits = bits << CODE_BITS | values[i];
            for (held += CODE_BITS; held >= 8; held -= 8)
                put(table, bits >> (held - 8), 1);
        }
        if (held > 0)
            put(table, bits << (8 - held), 1);
        while (table->size < start + (1 << BLOCK_BITS))
            put(table, 0, 1);
    }
}

/* Puts the right checksum behind the bytes. */
static inline void seal(WrittenTable *table) {
    align(table, 64);
    checksum_make(table->bytes, table->size, table->bytes + table->size);
    table->size += CHECKSUM_SIZE;
}

static inline void write_table(const WrittenTable *table, const char *path) {
    assert_true(atomic_file_write(path, (const char *)table->bytes, table->size, NULL));
}

#endif
