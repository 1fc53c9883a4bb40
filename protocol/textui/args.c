#include "textui/args.h"

#include "base/words.h"

#include <string.h>

static const char *const NAMES[] = {
    [ARG_PLAYER] = "human|computer",
    [ARG_MS] = "MS",
    [ARG_SECONDS] = "SECONDS",
    [ARG_COUNT] = "N",
    [ARG_RULESET] = "RULESET",
    [ARG_RULESET_OR_NONE] = "[RULESET]",
    [ARG_COLOUR] = "white|black",
    [ARG_MOVE] = "MOVE",
    [ARG_FILE] = "FILE",
    [ARG_ADD_CHIPS] = "AddChips",
    [ARG_NAME] = "NAME",
};

const char *args_kind_name(ArgKind kind) {
    return NAMES[kind];
}

/* Reads a whole number, written in digits only. */
static bool read_number(const char *text, int64_t *number) {
    return words_digits(&text, number) && *text == '\0';
}

/* Returns 0 for the first word, 1 for the second, -1 for any other. */
static int which(const char *text, const char *first, const char *second) {
    return strcmp(text, first) == 0 ? 0 : strcmp(text, second) == 0 ? 1 : -1;
}

static bool read_arg(ArgKind kind, char *text, CommandArg *word) {
    int choice;
    *word = (CommandArg){.text = text};
    switch (kind) {
    case ARG_PLAYER:
        choice = which(text, "human", "computer");
        word->is_computer = choice == 1;
        return choice >= 0;
    case ARG_COLOUR:
        word->colour = which(text, "white", "black");
        return word->colour >= 0;
    case ARG_MS:
    case ARG_SECONDS:
    case ARG_COUNT:
        return read_number(text, &word->number);
    case ARG_RULESET:
    case ARG_RULESET_OR_NONE:
        word->rules = ruleset_find(text);
        return word->rules != NULL;
    case ARG_ADD_CHIPS:
        return strcmp(text, NAMES[kind]) == 0;
    default:
        return true;
    }
}

bool args_read(char *text, const ArgKinds kinds, CommandArg args[ARGS_MAX]) {
    for (int i = 0; i < ARGS_MAX && kinds[i] != ARG_NONE; i++) {
        if (kinds[i] == ARG_NAME) {
            args[i] = (CommandArg){.text = text + strspn(text, " \t")};
            return *args[i].text != '\0';
        }
        char *word = words_next(&text);
        if (!word && kinds[i] == ARG_RULESET_OR_NONE)
            args[i] = (CommandArg){.rules = ruleset_default()};
        else if (!word || !read_arg(kinds[i], word, &args[i]))
            return false;
    }
    return words_next(&text) == NULL;
}
