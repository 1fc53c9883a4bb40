/* prompt: reads lines that a person types or a script sends: with a line editor if the terminal
 * allows it, otherwise from the stream. Only one thread at a time may use a Prompt. */
#ifndef MISERE_CONSOLE_PROMPT_H
#define MISERE_CONSOLE_PROMPT_H

#include "base/lines.h"
#include "console/line_editor.h"

/* The members are private. */
typedef struct {
    FILE *out;
    FILE *awaited; /* reads `in` and calls `await`; NULL if out of memory: `in` itself is read */
    LineReader reader;
    LineEditor *editor; /* NULL: none */
    InputAwaiter *await;
    void *context;
} Prompt;

/* With `may_edit` the lines are edited, if possible; then `in` and `out` are standard input and
 * output. The streams must outlive the prompt, which must not be moved. (libedit.a defines a
 * prompt_init.) */
void prompt_start(Prompt *prompt, FILE *in, FILE *out, const LineEditorConfig *config,
                  bool may_edit);

void prompt_free(Prompt *prompt);

/* Prints `text` and reads a line, like lines_read(). */
LineKind prompt_read(Prompt *prompt, const char *text, char **line);

#endif
