/* Games as JSON. Input: the text.
 *
 * What is read, written and read again is the same; errors are one line. */
#include "files/gamefile.h"
#include "files/json/game_from_json.h"
#include "files/json/game_to_json.h"
#include "fuzz/support/fuzz.h"

#include <stdio.h>

static char *write_json(const StoredGame *stored) {
    char *text;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    bool written = game_to_json(out, stored, &error);
    fclose(out);
    FUZZ_CHECK(written, "cannot be written: %s", error.text);
    return text;
}

static void check_text(const char *text) {
    StoredGame stored, again;
    Error error = {.text = ""};
    if (!game_from_json(text, &stored, &error)) {
        fuzz_check_error(&error, "");
        return;
    }
    char *first = write_json(&stored);
    stored_game_free(&stored);
    FUZZ_CHECK(game_from_json(first, &again, &error), "%s in %s", error.text, first);
    char *second = write_json(&again);
    stored_game_free(&again);
    fuzz_check_equal("written", second, first);
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool is_ready;
    FuzzInput input = {data, size};
    is_ready = is_ready || gamefile_init();
    char *text = fuzz_rest(&input, &size);
    check_text(text);
    free(text);
    return 0;
}
