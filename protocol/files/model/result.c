#include "files/model/result.h"

#include <string.h>

enum { RESULTS = 3 };

/* Indexed by White's points, in half points. */
static const char *const TEXTS[RESULTS] = {"0-1", "1/2-1/2", "1-0"};

const char *result_text(int white_points) {
    return TEXTS[white_points];
}

int result_white_points(const char *text) {
    for (int points = 0; points < RESULTS; points++)
        if (strcmp(text, TEXTS[points]) == 0)
            return points;
    return RESULT_UNDECIDED;
}
