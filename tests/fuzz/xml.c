/* The course's XML files. Input: the file.
 *
 * What is read passes the checks of support/games.h; errors name the file and the line. */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    fuzz_check_games(GAMES_XML, &input, NULL);
    return 0;
}
