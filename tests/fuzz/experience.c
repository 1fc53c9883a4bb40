/* Experience files. Input: a byte, and the file. If the byte is odd, the file gets a good magic,
 * version and checksum. * A good file is the same when it is written again; a bad one leaves the
 * experience as it was. After a game has been learned the file is a good one, and no larger than
 * allowed. */
#include "fuzz/support/fuzz.h"

#include "base/hash.h"
#include "experience/experience.h"

enum { HEADER_SIZE = 24, SUM_AT = 16 };

static void make_good(char *bytes, size_t size) {
    static const char BEGINNING[] = "MISEREXP\0\0\0\1";
    if (size < HEADER_SIZE)
        return;
    memcpy(bytes, BEGINNING, sizeof BEGINNING - 1);
    uint64_t sum = hash_bytes(HASH_OFFSET_BASIS, bytes, SUM_AT);
    sum = hash_bytes(sum, bytes + HEADER_SIZE, size - HEADER_SIZE);
    for (int b = 0; b < 8; b++)
        bytes[SUM_AT + b] = (char)(sum >> (56 - 8 * b));
}

/* Reads the bytes, which are what was just written. */
static void check_written(const Experience *experience, unsigned char *bytes, size_t size) {
    Experience again = {0};
    Error error;
    FUZZ_CHECK(bytes, "out of memory");
    FUZZ_CHECK(experience_read(&again, bytes, size, &error), "written, but refused: %s",
               error.text);
    FUZZ_CHECK(again.count == experience->count && again.games == experience->games,
               "what is read differs");
    FUZZ_CHECK(again.count == 0 || memcmp(again.records, experience->records,
                                          again.count * sizeof *again.records) == 0,
               "records differ");
    experience_free(&again);
    free(bytes);
}

static void check_learning(Experience *experience, int white_points) {
    static const char *const MOVES[] = {"e2e3", "d7d6", "d1h5", "b8c6"};
    Game game;
    size_t size;
    uint32_t games = experience->games;
    game_init(&game, ruleset_find("antichess"));
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        game_play_text(&game, MOVES[i], GAME_NO_CLOCK, NULL);
    FUZZ_CHECK(experience_learn(experience, &game, white_points, EXPERIENCE_BYTES_MIN),
               "out of memory");
    FUZZ_CHECK(experience->games > games || games == UINT32_MAX, "no game was counted");
    unsigned char *bytes = experience_write(experience, &size);
    FUZZ_CHECK(size <= EXPERIENCE_BYTES_MIN, "%zu bytes", size);
    check_written(experience, bytes, size);
    Score bonus = experience_bonus(experience, &game.now, WHITE);
    FUZZ_CHECK(bonus >= -EXPERIENCE_BONUS_MAX && bonus <= EXPERIENCE_BONUS_MAX, "bonus %d", bonus);
    game_free(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    uint8_t choice = fuzz_byte(&input);
    char *bytes = fuzz_rest(&input, &size);
    ExperienceRecord old = {.key = 7, .games = 1};
    Experience experience = {.count = 1, .games = 1};
    Error error;
    experience.records = malloc(sizeof old);
    FUZZ_CHECK(experience.records, "out of memory");
    experience.records[0] = old;
    if (choice % 2)
        make_good(bytes, size);
    if (experience_read(&experience, (unsigned char *)bytes, size, &error)) {
        size_t written;
        unsigned char *again = experience_write(&experience, &written);
        FUZZ_CHECK(again && written == size && memcmp(again, bytes, size) == 0,
                   "what is written differs");
        check_written(&experience, again, written);
        check_learning(&experience, choice / 2 % 3);
    } else {
        fuzz_check_error(&error, "");
        FUZZ_CHECK(experience.count == 1 && experience.games == 1 && experience.records[0].key == 7,
                   "a refused file changed the experience");
    }
    experience_free(&experience);
    free(bytes);
    return 0;
}
