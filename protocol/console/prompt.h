/* prompt: lines that a person types, or that a script sends: with a line editor where the terminal
 * allows it, otherwise from the stream. Only one thread at a time may use a Prompt. */
#ifndef MISERE_CONSOLE_PROMPT_H
#define MISERE_CONSOLE_PROMPT_H

#include "base/lines.h"
#include "console/line_editor.h"

/* The members are private. */
typedef struct {
    FILE *out;
    LineReader reader;
    LineEditor *editor; /* NULL: none */
} Prompt;

/* `limit`: maximum length of a line, in bytes. The streams must outlive the prompt. With a `config`
 * the lines are edited, if possible; then `in` and `out` are standard input and output. (libedit.a
 * defines a prompt_init.) */
void prompt_start(Prompt *prompt, FILE *in, FILE *out, size_t limit,
                  const LineEditorConfig *config);

void prompt_free(Prompt *prompt);

typedef enum {
    PROMPT_LINE,
    PROMPT_BAD_LINE, /* too long, or not text */
    PROMPT_LATE,     /* nothing was typed in time */
    PROMPT_END,      /* end of input, or out of memory */
} PromptResult;

/* Prints `text` and reads a line, like lines_read(), until the deadline, by clock_now_ms();
 * INT64_MAX: without limit. Without a line editor a line that has been begun in time may end
 * later; `in` must be unbuffered. */
PromptResult prompt_read(Prompt *prompt, const char *text, int64_t deadline, char **line);

#endif
