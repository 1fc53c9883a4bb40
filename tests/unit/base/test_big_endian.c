/* Reading and writing big-endian numbers. */
#include "unit/testing.h"

#include "base/big_endian.h"

static const unsigned char BYTES[] = {0x81, 0x02, 0x83, 0x04, 0x85, 0x06, 0x87, 0x08};

static void test_read(void **state) {
    assert_true(big_endian_read(BYTES, 1) == 0x81);
    assert_true(big_endian_read(BYTES, 2) == 0x8102);
    assert_true(big_endian_read(BYTES + 1, 4) == 0x02830485);
    assert_true(big_endian_read(BYTES, 8) == 0x8102830485068708);
}

static void test_write(void **state) {
    unsigned char bytes[] = {9, 9, 9, 9, 9, 9, 9, 9};
    big_endian_write(bytes + 1, 2, 0xff8102); /* 3 bytes in 2: the upper one is dropped */
    assert_memory_equal(bytes, "\x9\x81\x02\x9", 4);
    big_endian_write(bytes, 8, 0x8102830485068708);
    assert_memory_equal(bytes, BYTES, sizeof BYTES);
    big_endian_write(bytes + 4, 4, 1);
    assert_memory_equal(bytes, "\x81\x02\x83\x04\0\0\0\x1", sizeof bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_write),
    };
    return test_run("big_endian", tests);
}
