/* Files: PGN. Input: a byte for the ruleset of games that name none, and the file.
 *
 * What is read passes the checks of support/games.h; errors name the file and the line. */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/games.h"

enum { GAMES_MAX = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    const Ruleset *fallback = fuzz_ruleset(&input);
    char *bytes = fuzz_rest(&input, &size);
    fuzz_check_games(GAMES_PGN, bytes, size, fallback, GAMES_MAX);
    free(bytes);
    return 0;
}
