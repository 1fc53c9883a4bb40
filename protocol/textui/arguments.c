#include "textui/arguments.h"

#include "base/lines.h"

#include <string.h>

static const char *const NAMES[] = {
    [WORD_PLAYER] = "human|computer",
    [WORD_MS] = "MS",
    [WORD_SECONDS] = "SECONDS",
    [WORD_COUNT] = "N",
    [WORD_RULESET] = "RULESET",
    [WORD_RULESET_OR_NONE] = "[RULESET]",
    [WORD_COLOUR] = "white|black",
    [WORD_MOVE] = "MOVE",
    [WORD_FILE] = "FILE",
    [WORD_ADD_CHIPS] = "AddChips",
    [WORD_NAME] = "NAME",
};

const char *words_kind_name(WordKind kind) {
    return NAMES[kind];
}

/* Reads a whole number: digits, nothing else. One beyond 64 bits becomes INT64_MAX. */
static bool read_number(const char *text, int64_t *number) {
    *number = 0;
    for (const char *c = text; *c; c++) {
        if (*c < '0' || *c > '9')
            return false;
        int digit = *c - '0';
        *number = *number > (INT64_MAX - digit) / 10 ? INT64_MAX : *number * 10 + digit;
    }
    return *text != '\0';
}

/* Is it the first word (0) or the second (1)? -1: neither. */
static int which(const char *text, const char *first, const char *second) {
    return strcmp(text, first) == 0 ? 0 : strcmp(text, second) == 0 ? 1 : -1;
}

static bool read_word(WordKind kind, char *text, Word *word) {
    int choice;
    *word = (Word){.text = text};
    switch (kind) {
    case WORD_PLAYER:
        choice = which(text, "human", "computer");
        word->is_computer = choice == 1;
        return choice >= 0;
    case WORD_COLOUR:
        word->colour = which(text, "white", "black");
        return word->colour >= 0;
    case WORD_MS:
    case WORD_SECONDS:
    case WORD_COUNT:
        return read_number(text, &word->number);
    case WORD_RULESET:
    case WORD_RULESET_OR_NONE:
        word->rules = ruleset_find(text);
        return word->rules != NULL;
    case WORD_ADD_CHIPS:
        return strcmp(text, NAMES[kind]) == 0;
    default:
        return true;
    }
}

bool words_read(char *text, const WordKinds kinds, Word words[WORDS_MAX]) {
    for (int i = 0; i < WORDS_MAX && kinds[i] != WORD_NONE; i++) {
        if (kinds[i] == WORD_NAME) {
            words[i] = (Word){.text = text + strspn(text, " \t")};
            return *words[i].text != '\0';
        }
        char *word = lines_next_word(&text);
        if (!word && kinds[i] == WORD_RULESET_OR_NONE)
            words[i] = (Word){.rules = ruleset_default()};
        else if (!word || !read_word(kinds[i], word, &words[i]))
            return false;
    }
    return lines_next_word(&text) == NULL;
}
