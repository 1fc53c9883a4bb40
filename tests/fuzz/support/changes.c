#include "fuzz/support/changes.h"

void fuzz_change(char *bytes, size_t size, uint8_t bits, FuzzInput *input) {
    while (input->size > 0) {
        size_t offset = (size_t)fuzz_byte(input) << 8;
        offset = (offset | fuzz_byte(input)) % size;
        bytes[bits & CHANGE_FROM_END ? size - 1 - offset : offset] = (char)fuzz_byte(input);
    }
}

size_t fuzz_changed_size(size_t size, uint8_t bits) {
    return size - !!(bits & CHANGE_SHORTER) + !!(bits & CHANGE_LONGER);
}
