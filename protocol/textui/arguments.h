/* textui_words: the arguments of a TextUI command: which kinds there are, and how they are read.
 * Pure but for what is written through arguments; any thread. */
#ifndef MISERE_TEXTUI_ARGUMENTS_H
#define MISERE_TEXTUI_ARGUMENTS_H

#include "rules/ruleset.h"

#include <stdint.h>

typedef enum {
    WORD_NONE,
    WORD_PLAYER,
    WORD_MS,
    WORD_SECONDS,
    WORD_COUNT,
    WORD_RULESET,
    WORD_RULESET_OR_NONE, /* may be missing; then it is the default one */
    WORD_COLOUR,
    WORD_MOVE,
    WORD_FILE,
    WORD_ADD_CHIPS, /* that very word */
    WORD_NAME,      /* the rest of the line, at least a word */
} WordKind;

enum { WORDS_MAX = 5 };

/* The kinds of a command's arguments, then WORD_NONE if there is room. */
typedef WordKind WordKinds[WORDS_MAX];

/* One argument. Which members are set depends on its kind. */
typedef struct {
    bool is_computer;
    int64_t number;
    int colour; /* a Colour */
    const Ruleset *rules;
    char *text; /* as it was typed */
} Word;

/* Reads just these arguments from `text`, no fewer and no more, cutting it up in place. */
bool words_read(char *text, const WordKinds kinds, Word words[WORDS_MAX]);

/* What a help line calls an argument of that kind. */
const char *words_kind_name(WordKind kind);

#endif
