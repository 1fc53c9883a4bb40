#include "files/model/termination.h"

#include <string.h>

static const struct {
    const char *name;
    const char *words;
} NAMES[TERMINATION_KINDS] = {
    [TERMINATION_BY_RULES] = {"", ""},
    [TERMINATION_MAX_TURNS] = {"tooLong", "too long"},
    [TERMINATION_ADJUDICATED_DRAW] = {"adjudicatedDraw", "adjudication"},
    [TERMINATION_TIME_FORFEIT] = {"timeExpired", "time expired"},
    [TERMINATION_ILLEGAL_MOVE] = {"illegalMove", "illegal move"},
    [TERMINATION_CRASH] = {"crash", "crash"},
    [TERMINATION_HANG] = {"hang", "hang"},
    [TERMINATION_FLOOD] = {"flood", "flood"},
    [TERMINATION_PROTOCOL_ERROR] = {"nonsense", "nonsense"},
    [TERMINATION_FALSE_CLAIM] = {"falseClaim", "false claim"},
    [TERMINATION_RESIGNATION] = {"resignation", "resignation"},
    [TERMINATION_ADJUDICATED_LOSS] = {"adjudicatedLoss", "adjudication"},
};

const char *termination_name(TerminationKind kind) {
    return NAMES[kind].name;
}

const char *termination_words(TerminationKind kind) {
    return NAMES[kind].words;
}

TerminationKind termination_find(const char *name) {
    for (int kind = TERMINATION_BY_RULES; kind < TERMINATION_KINDS; kind++)
        if (strcmp(NAMES[kind].name, name) == 0)
            return (TerminationKind)kind;
    return TERMINATION_BY_RULES;
}
