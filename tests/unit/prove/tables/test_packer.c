/* Packed arrays: what the packer writes, the reader of Syzygy tables reads, number by number. */
#include "unit/testing.h"

#include "base/random.h"
#include "prove/tables/packer.h"
#include "tablebase/syzygy/packed.h"

#include <string.h>

enum { SIZE = 300000 };

static uint16_t numbers[SIZE], written[SIZE];

/* Packs and reads the first numbers. Returns the size in bytes. */
static size_t check_packed(uint64_t size, bool may_be_single) {
    PackedArray array;
    PackedBytes file = {.size = 0};
    Packed packed;
    memcpy(written, numbers, size * sizeof *numbers);
    assert_true(packer_pack(&array, written, size, 3, may_be_single));
    packed_bytes_append(&file, &array.head);
    packed_bytes_append(&file, &array.index);
    packed_bytes_append(&file, &array.sizes);
    packed_bytes_align(&file, 64);
    packed_bytes_append(&file, &array.blocks);
    assert_false(file.out_of_memory);
    SyzygyReader reader = {.bytes = file.bytes, .size = file.size};
    assert_true(packed_read_head(&packed, &reader, size));
    assert_int_equal(packed.flags & 127, 3);
    if (!packed.is_single) {
        assert_true(packed_read_index(&packed, &reader) && packed_read_sizes(&packed, &reader) &&
                    packed_read_blocks(&packed, &reader));
        assert_int_equal(reader.at, file.size);
    }
    for (uint64_t i = 0; i < size; i++)
        if (numbers[i] != PACKER_ANY && packed_at(&packed, i) != numbers[i])
            fail_msg("number %d of %d: %d, not %d", (int)i, (int)size, packed_at(&packed, i),
                     numbers[i]);
    size_t bytes = file.size;
    packed_free(&packed);
    packed_array_free(&array);
    packed_bytes_free(&file);
    return bytes;
}

static void test_random_numbers(void **state) {
    uint64_t seed = 45;
    for (int i = 0; i < SIZE; i++)
        numbers[i] = (uint16_t)(random_next(&seed) % 5);
    assert_in_range(check_packed(SIZE, true), SIZE / 4, SIZE / 3); /* 2.32 bits each */
    for (uint64_t size = 1; size < 40000; size += 1 + size / 2)
        check_packed(size, true);
    for (int i = 0; i < SIZE; i++)
        numbers[i] =
            (uint16_t)(random_next(&seed) % (PACKER_NUMBER_MAX + 1)) >> random_next(&seed) % 12;
    check_packed(2000, true);
}

/* Long runs, and gaps that may be anything. */
static void test_runs(void **state) {
    uint64_t seed = 1;
    for (int i = 0; i < SIZE;) {
        uint16_t number = (uint16_t)(random_next(&seed) % 4);
        for (uint64_t left = random_next(&seed) % 3000; left > 0 && i < SIZE; left--, i++)
            numbers[i] = random_next(&seed) % 3 == 0 ? PACKER_ANY : number;
    }
    assert_in_range(check_packed(SIZE, true), 100, SIZE / 100);
}

static void test_equal_numbers(void **state) {
    for (int i = 0; i < SIZE; i++)
        numbers[i] = i % 2 ? 4 : PACKER_ANY;
    assert_int_equal(check_packed(SIZE, true), 64);
    assert_in_range(check_packed(SIZE, false), 65, 5000);
    for (int i = 0; i < SIZE; i++)
        numbers[i] = PACKER_ANY;
    check_packed(SIZE, true);
    check_packed(1, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_numbers),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_equal_numbers),
    };
    return test_run("prove_tables_packer", tests);
}
