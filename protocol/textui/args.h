/* args: the kinds of arguments that TextUI commands have, and how they are read. Pure and
 * thread-safe. */
#ifndef MISERE_TEXTUI_ARGS_H
#define MISERE_TEXTUI_ARGS_H

#include "rules/ruleset.h"

#include <stdint.h>

typedef enum {
    ARG_NONE,
    ARG_PLAYER,
    ARG_MS,      /* a whole number; INT64_MAX if beyond 64 bits */
    ARG_SECONDS, /* as ARG_MS */
    ARG_COUNT,   /* as ARG_MS */
    ARG_RULESET,
    ARG_RULESET_OR_NONE, /* the default ruleset if missing */
    ARG_COLOUR,
    ARG_MOVE,
    ARG_FILE,
    ARG_ADD_CHIPS, /* the word AddChips */
    ARG_NAME,      /* the rest of the line, not empty */
} ArgKind;

enum { ARGS_MAX = 5 };

/* The kinds of a command's arguments; ARG_NONE after the last. */
typedef ArgKind ArgKinds[ARGS_MAX];

/* One argument. Its kind says which members are set. */
typedef struct {
    bool is_computer;
    int64_t number;
    int colour; /* a Colour, or negative in an argument that was refused */
    const Ruleset *rules;
    char *text; /* as typed; it points into the line */
} CommandArg;

/* Reads the arguments in `text`, which is cut into words in place. Returns false if an argument is
 * missing or is not of its kind, or if there are too many. */
bool args_read(char *text, const ArgKinds kinds, CommandArg args[ARGS_MAX]);

/* How help lines show an argument of this kind. */
const char *args_kind_name(ArgKind kind);

#endif
