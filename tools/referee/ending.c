#include "ending.h"

#include <string.h>

static const char *const NAMES[END_KINDS] = {
    [END_BY_RULES] = "",
    [END_TOO_LONG] = "tooLong",
    [END_TIME] = "timeExpired",
    [END_ILLEGAL_MOVE] = "illegalMove",
    [END_CRASH] = "crash",
    [END_HANG] = "hang",
    [END_FLOOD] = "flood",
    [END_NONSENSE] = "nonsense",
    [END_FALSE_CLAIM] = "falseClaim",
    [END_RESIGNATION] = "resignation",
};

const char *ending_name(EndKind kind) {
    return NAMES[kind];
}

EndKind ending_find(const char *name) {
    for (int kind = END_BY_RULES; kind < END_KINDS; kind++)
        if (strcmp(NAMES[kind], name) == 0)
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
