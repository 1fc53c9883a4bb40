/* completion: the words that could complete the last word of a line. Only one thread at a time may
 * use a Completion. */
#ifndef MISERE_CONSOLE_COMPLETION_H
#define MISERE_CONSOLE_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    bool wants_file; /* the word is the name of a file; then the words below do not matter */
    char **words;    /* the words that begin with the line's last word, ignoring case; owned */
    int count;
} Completion;

/* Finds what could complete the last word of `line`, which is empty after a blank. The completion
 * is empty at first. */
typedef void CompletionFinder(void *context, const char *line, Completion *completion);

/* The last word of a line: what follows the last blank. */
const char *completion_last_word(const char *line);

/* Adds `word` if it begins with `begin`, ignoring case. If out of memory, does nothing. */
void completion_offer(Completion *completion, const char *begin, const char *word);

/* The number of first bytes that all the words have in common; 0 if there are none. */
size_t completion_common_length(const Completion *completion);

void completion_free(Completion *completion);

#endif
