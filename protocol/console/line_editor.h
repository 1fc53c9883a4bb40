/* line_editor: reads lines from a terminal, with editing, a history, and completion at the Tab key.
 * It is implemented with libedit; builds without libedit have no line editor. Only one thread at a
 * time may use a LineEditor. */
#ifndef MISERE_CONSOLE_LINE_EDITOR_H
#define MISERE_CONSOLE_LINE_EDITOR_H

#include "base/lines.h"
#include "console/completion.h"

typedef struct LineEditor LineEditor;

/* The width of lists of words on a terminal of 80 columns. */
enum { LIST_COLUMNS = 78 };

/* Waits until there is something to read, and returns NULL; or prints something, and returns the
 * prompt to print after it. */
typedef const char *InputAwaiter(void *context);

typedef struct {
    CompletionFinder *find; /* finds completions when the user presses Tab */
    InputAwaiter *await;    /* waits for each key */
    void *context;          /* for `find` and `await` */
    size_t limit;           /* maximum length of a line, in bytes */
    const char *history;    /* path of the file with lines of earlier sessions; NULL: none */
} LineEditorConfig;

/* For standard input and output, which must be terminals. What config points to must outlive the
 * editor. The caller frees it with line_editor_free. NULL if the build has no line editing, or if
 * the terminal cannot be used. */
LineEditor *line_editor_new(const LineEditorConfig *config);

/* Restores the terminal. NULL is allowed. */
void line_editor_free(LineEditor *editor);

/* Prints the prompt and reads a line, like lines_read(); adds it to the history unless it is blank
 * or a single letter. In a line that is too long, keys other than Enter have no more effect. */
LineKind line_editor_read(LineEditor *editor, const char *prompt, char **line);

#endif
