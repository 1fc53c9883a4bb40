#include "referee/players/termination.h"

#include <string.h>

typedef struct {
    const char *name;
    const char *words;
} Name;

static const Name NAMES[END_KINDS] = {
    [END_BY_RULES] = {"", ""},
    [END_TOO_LONG] = {"tooLong", "too long"},
    [END_TIME] = {"timeExpired", "time expired"},
    [END_ILLEGAL_MOVE] = {"illegalMove", "illegal move"},
    [END_CRASH] = {"crash", "crash"},
    [END_HANG] = {"hang", "hang"},
    [END_FLOOD] = {"flood", "flood"},
    [END_NONSENSE] = {"nonsense", "nonsense"},
    [END_FALSE_CLAIM] = {"falseClaim", "false claim"},
    [END_RESIGNATION] = {"resignation", "resignation"},
};

const char *ending_name(EndKind kind) {
    return NAMES[kind].name;
}

const char *ending_words(EndKind kind) {
    return NAMES[kind].words;
}

const char *ending_result(int white_points) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    return results[white_points];
}

EndKind ending_find(const char *name) {
    for (int kind = END_BY_RULES; kind < END_KINDS; kind++)
        if (strcmp(NAMES[kind].name, name) == 0)
            return (EndKind)kind;
    return END_BY_RULES;
}

EndKind ending_of_failure(ClientFailure failure) {
    switch (failure) {
    case CLIENT_FAILURE_HUNG:
        return END_HANG;
    case CLIENT_FAILURE_FLOODED:
        return END_FLOOD;
    case CLIENT_FAILURE_NONSENSE:
        return END_NONSENSE;
    default:
        return END_CRASH;
    }
}
