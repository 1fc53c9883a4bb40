#include "cecp/cecp_clock.h"

#include "base/minmax.h"
#include "base/words.h"

enum { A_YEAR_S = 366 * 24 * 3600, SESSION_MAX = 1000000, DEPTH_MAX = 1000000 };

void cecp_clock_init(CecpClock *clock) {
    *clock = (CecpClock){.moves_per_session = 40, .base_ms = 300000, .left_ms = 300000};
}

void cecp_clock_reset(CecpClock *clock) {
    clock->left_ms = clock->base_ms;
    clock->session_start = 0;
    clock->depth = 0;
}

static bool read_count(const char *word, int64_t minimum, int64_t maximum, int64_t *count) {
    int64_t read;
    if (!words_number(word, &read) || read < minimum || read > maximum)
        return false;
    *count = read;
    return true;
}

/* Reads an unsigned number, clamped to A_YEAR_S, and moves *text past it. */
static bool read_digits(const char **text, int64_t *number) {
    bool is_read = words_digits(text, number);
    *number = min64(*number, A_YEAR_S);
    return is_read;
}

/* Reads seconds, such as "2" or "0.5", as milliseconds. */
static bool read_seconds(const char *text, int64_t *ms) {
    int64_t seconds;
    if (!text || !read_digits(&text, &seconds))
        return false;
    *ms = seconds * 1000;
    if (*text == '.')
        for (int64_t unit = 100; *++text >= '0' && *text <= '9'; unit /= 10)
            *ms += unit * (*text - '0');
    return *text == '\0';
}

/* Reads MINUTES or MINUTES:SECONDS, and ignores any text after them, as the protocol demands. */
static bool read_base(const char *text, int64_t *ms) {
    int64_t minutes, seconds = 0;
    if (!text || !read_digits(&text, &minutes))
        return false;
    if (*text == ':') {
        text++;
        read_digits(&text, &seconds);
    }
    *ms = min64(minutes * 60 + seconds, A_YEAR_S) * 1000;
    return true;
}

bool cecp_clock_level(CecpClock *clock, char *rest, int turns, Error *error) {
    CecpClock new = {.depth = clock->depth, .session_start = turns};
    if (!read_count(words_next(&rest), 0, SESSION_MAX, &new.moves_per_session) ||
        !read_base(words_next(&rest), &new.base_ms) ||
        !read_seconds(words_next(&rest), &new.increment_ms) || words_next(&rest))
        return error_set(error, "expected MOVES MINUTES[:SECONDS] INCREMENT");
    new.left_ms = new.base_ms;
    *clock = new;
    return true;
}

bool cecp_clock_st(CecpClock *clock, char *rest, Error *error) {
    int64_t ms;
    if (!read_seconds(words_next(&rest), &ms))
        return error_set(error, "expected a number of seconds");
    clock->movetime_ms = max64(ms, 1);
    return true;
}

bool cecp_clock_sd(CecpClock *clock, char *rest, Error *error) {
    return read_count(words_next(&rest), 1, DEPTH_MAX, &clock->depth) ||
           error_set(error, "expected a number of half-moves");
}

bool cecp_clock_time(CecpClock *clock, char *rest, Error *error) {
    static const int64_t LIMIT = (int64_t)A_YEAR_S * 100;
    int64_t hundredths;
    if (!words_number(words_next(&rest), &hundredths))
        return error_set(error, "expected a number of hundredths of a second");
    clock->left_ms = max64(min64(hundredths, LIMIT), -LIMIT) * 10;
    return true;
}

/* The number of turns that the player to move has made since the first session began. */
static int64_t turns_made(const CecpClock *clock, int turns) {
    return max64(turns - clock->session_start, 0) / 2;
}

void cecp_clock_charge(CecpClock *clock, int64_t ms, int turns) {
    clock->left_ms += clock->increment_ms - ms;
    if (clock->moves_per_session > 0 &&
        turns_made(clock, turns + 1) % clock->moves_per_session == 0)
        clock->left_ms += clock->base_ms;
}

Limits cecp_clock_limits(const CecpClock *clock, int turns) {
    Limits limits = {.depth = (int)clock->depth};
    if (clock->movetime_ms > 0) {
        limits.time.movetime = clock->movetime_ms;
        return limits;
    }
    limits.time.has_clock = true;
    limits.time.clock = clock->left_ms;
    limits.time.increment = clock->increment_ms;
    if (clock->moves_per_session > 0)
        limits.time.moves_to_go =
            (int)(clock->moves_per_session - turns_made(clock, turns) % clock->moves_per_session);
    return limits;
}
