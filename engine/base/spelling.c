#include "base/spelling.h"

#include "base/text.h"

#include <stdbool.h>
#include <string.h>

enum { LENGTH_MAX = 40, DISTANCE_MAX = 2 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The optimal string alignment distance of two texts of at most LENGTH_MAX bytes. */
static size_t distance_of(const char *a, const char *b) {
    size_t rows[LENGTH_MAX + 1][LENGTH_MAX + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    for (size_t i = 0; i <= a_length; i++)
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                rows[i][j] = i + j;
                continue;
            }
            bool is_same = text_lower(a[i - 1]) == text_lower(b[j - 1]);
            rows[i][j] =
                least(least(rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + !is_same);
            if (i > 1 && j > 1 && text_lower(a[i - 1]) == text_lower(b[j - 2]) &&
                text_lower(a[i - 2]) == text_lower(b[j - 1]))
                rows[i][j] = least(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    return rows[a_length][b_length];
}

void spelling_offer(Spelling *spelling, const char *name) {
    const char *word = spelling->word;
    size_t length = strlen(word), distance;
    if (length > LENGTH_MAX || strlen(name) > LENGTH_MAX)
        return;
    distance = distance_of(word, name);
    if (distance > least(length / 3, DISTANCE_MAX)) {
        bool begins = length >= 2 && text_starts_ignoring_case(name, word);
        if (!begins && (length < 4 || !text_find_ignoring_case(name, word)))
            return;
        distance = DISTANCE_MAX + (begins ? 0 : 1);
    }
    if (!spelling->name || distance < spelling->distance) {
        spelling->name = name;
        spelling->distance = distance;
    }
}
