/* changes: an input that changes a file. It has a byte of CHANGE_ bits, and then an offset (two
 * bytes, big-endian) and a value for each byte that is changed. */
#ifndef MISERE_FUZZ_CHANGES_H
#define MISERE_FUZZ_CHANGES_H

#include "fuzz/support/fuzz.h"

enum {
    CHANGE_CHECKSUM = 1, /* the target makes the checksum good after the changes */
    CHANGE_SHORTER = 2,  /* the file is a byte shorter */
    CHANGE_LONGER = 4,   /* the file is a byte longer */
    CHANGE_FROM_END = 8, /* the offsets count from the end */
};

/* Takes the rest of the input, and changes the file's bytes accordingly. */
void fuzz_change(char *bytes, size_t size, uint8_t bits, FuzzInput *input);

/* The size of the file with changes: `size`, or one more or less. */
size_t fuzz_changed_size(size_t size, uint8_t bits);

#endif
