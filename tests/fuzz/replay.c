/* main() of a fuzz target built without libFuzzer: checks each file, or standard input if none is
 * named. For gcc, for debuggers, and for AFL++ (`afl-fuzz ... -- PROGRAM @@`). */
#include "fuzz/support/fuzz.h"

#include <errno.h>
#include <stdio.h>

/* Some targets have it; libFuzzer calls it once, before everything else. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

static bool replay(FILE *file) {
    uint8_t *bytes = NULL;
    size_t size = 0, capacity = 0, got;
    do {
        capacity += 1 << 16;
        bytes = realloc(bytes, capacity);
        if (!bytes)
            return false;
        got = fread(bytes + size, 1, capacity - size, file);
        size += got;
    } while (got > 0);
    bool is_read = !ferror(file);
    if (is_read)
        LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return is_read;
}

int main(int argc, char **argv) {
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    if (argc < 2 && !replay(stdin))
        return EXIT_FAILURE;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file || !replay(file)) {
            fprintf(stderr, "%s: %s\n", argv[i], strerror(errno));
            return EXIT_FAILURE;
        }
        fclose(file);
    }
    return EXIT_SUCCESS;
}
