/* Files: PGN. Input: a byte for the ruleset of games that name none, and the file.
 *
 * What is read passes the checks of support/games.h; errors name the file and the line. */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    const Ruleset *fallback = fuzz_ruleset(&input);
    fuzz_check_games(GAMES_PGN, &input, fallback);
    return 0;
}
