/* args: the arguments of a TextUI command: which kinds there are, and how they are read.
 * Pure but for what is written through arguments; any thread. */
#ifndef MISERE_TEXTUI_ARGS_H
#define MISERE_TEXTUI_ARGS_H

#include "rules/ruleset.h"

#include <stdint.h>

typedef enum {
    ARG_NONE,
    ARG_PLAYER,
    ARG_MS,
    ARG_SECONDS,
    ARG_COUNT,
    ARG_RULESET,
    ARG_RULESET_OR_NONE, /* may be missing; then it is the default one */
    ARG_COLOUR,
    ARG_MOVE,
    ARG_FILE,
    ARG_ADD_CHIPS, /* that very word */
    ARG_NAME,      /* the rest of the line, at least a word */
} ArgKind;

enum { ARGS_MAX = 5 };

/* The kinds of a command's arguments, then ARG_NONE if there is room. */
typedef ArgKind ArgKinds[ARGS_MAX];

/* One argument. Which members are set depends on its kind. */
typedef struct {
    bool is_computer;
    int64_t number;
    int colour; /* a Colour */
    const Ruleset *rules;
    char *text; /* as it was typed */
} CommandArg;

/* Reads just these arguments from `text`, no fewer and no more, cutting it up in place. */
bool args_read(char *text, const ArgKinds kinds, CommandArg args[ARGS_MAX]);

/* What a help line calls an argument of that kind. */
const char *args_kind_name(ArgKind kind);

#endif
