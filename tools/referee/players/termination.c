#include "referee/players/termination.h"

#include <string.h>

typedef struct {
    const char *name;
    const char *words;
} Name;

static const Name NAMES[TERMINATION_KINDS] = {
    [TERMINATION_BY_RULES] = {"", ""},
    [TERMINATION_MAX_TURNS] = {"tooLong", "too long"},
    [TERMINATION_TIME_FORFEIT] = {"timeExpired", "time expired"},
    [TERMINATION_ILLEGAL_MOVE] = {"illegalMove", "illegal move"},
    [TERMINATION_CRASH] = {"crash", "crash"},
    [TERMINATION_HANG] = {"hang", "hang"},
    [TERMINATION_FLOOD] = {"flood", "flood"},
    [TERMINATION_PROTOCOL_ERROR] = {"nonsense", "nonsense"},
    [TERMINATION_FALSE_CLAIM] = {"falseClaim", "false claim"},
    [TERMINATION_RESIGNATION] = {"resignation", "resignation"},
};

const char *termination_name(TerminationKind kind) {
    return NAMES[kind].name;
}

const char *termination_words(TerminationKind kind) {
    return NAMES[kind].words;
}

const char *termination_pgn_result(int white_points) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    return results[white_points];
}

TerminationKind termination_find(const char *name) {
    for (int kind = TERMINATION_BY_RULES; kind < TERMINATION_KINDS; kind++)
        if (strcmp(NAMES[kind].name, name) == 0)
            return (TerminationKind)kind;
    return TERMINATION_BY_RULES;
}

TerminationKind termination_of_failure(ClientFailure failure) {
    switch (failure) {
    case CLIENT_FAILURE_HUNG:
        return TERMINATION_HANG;
    case CLIENT_FAILURE_FLOODED:
        return TERMINATION_FLOOD;
    case CLIENT_FAILURE_PROTOCOL:
        return TERMINATION_PROTOCOL_ERROR;
    default:
        return TERMINATION_CRASH;
    }
}
