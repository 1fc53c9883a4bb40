#include "console/line_editor.h"

#include "base/os/stream.h"

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HISTORY_LINES = 500,
    SHORTEST_REMEMBERED = 2, /* shorter lines, such as y and n, are not worth keeping */
};

struct LineEditor {
    LineEditorConfig config;
    EditLine *edit;
    History *history;
    const char *prompt;
    char *line; /* owned */
};

static char *prompt_of(EditLine *edit) {
    LineEditor *editor;
    el_get(edit, EL_CLIENTDATA, &editor);
    return (char *)editor->prompt; /* libedit does not write to it */
}

/* --- completion --- */

static void print_words(const Completion *completion) {
    size_t width = 0;
    for (int i = 0; i < completion->count; i++)
        if (strlen(completion->words[i]) + 2 > width)
            width = strlen(completion->words[i]) + 2;
    int columns = width < LIST_COLUMNS ? (int)(LIST_COLUMNS / width) : 1;
    for (int i = 0; i < completion->count; i++)
        printf("%s%-*s", i % columns ? "" : "\n", (int)width, completion->words[i]);
    putchar('\n');
}

/* Replaces the word before the cursor by `length` bytes of `text`. */
static void replace_word(EditLine *edit, const char *word, const char *text, size_t length) {
    char *insert = malloc(length + 1);
    if (!insert)
        return;
    memcpy(insert, text, length);
    insert[length] = '\0';
    el_deletestr(edit, (int)strlen(word));
    el_insertstr(edit, insert);
    free(insert);
}

static unsigned char complete_word(EditLine *edit, const char *word, const Completion *found) {
    size_t common = completion_common_length(found);
    if (found->count == 0)
        return CC_ERROR;
    if (found->count > 1 && common <= strlen(word)) {
        print_words(found);
        return CC_REDISPLAY;
    }
    replace_word(edit, word, found->words[0], common);
    if (found->count == 1)
        el_insertstr(edit, " ");
    return CC_REFRESH;
}

static unsigned char complete(EditLine *edit, int key) {
    LineEditor *editor;
    el_get(edit, EL_CLIENTDATA, &editor);
    const LineInfo *info = el_line(edit);
    char *line = strndup(info->buffer, (size_t)(info->cursor - info->buffer));
    if (!line)
        return CC_ERROR;
    Completion found = {0};
    editor->config.find(editor->config.context, line, &found);
    unsigned char done = found.wants_file ? _el_fn_complete(edit, key)
                                          : complete_word(edit, completion_last_word(line), &found);
    completion_free(&found);
    free(line);
    return done;
}

/* --- keys --- */

/* Waits for input; whenever something has been printed, prints the new prompt and the line so far,
 * and sets the terminal up again, which may have been another program's meanwhile. */
static void await_key(EditLine *edit) {
    LineEditor *editor;
    const char *prompt;
    el_get(edit, EL_CLIENTDATA, &editor);
    while ((prompt = editor->config.await(editor->config.context))) {
        editor->prompt = prompt;
        el_set(edit, EL_PREP_TERM, 0);
        el_set(edit, EL_PREP_TERM, 1);
        el_set(edit, EL_REFRESH);
    }
}

/* Counts bytes; a character has at least one. */
static bool is_too_long(EditLine *edit) {
    LineEditor *editor;
    el_get(edit, EL_CLIENTDATA, &editor);
    const LineInfoW *info = el_wline(edit);
    return (size_t)(info->lastchar - info->buffer) > editor->config.limit;
}

/* Reads a key for libedit, whose own function can wait for nothing else. Skips the rest of a line
 * that is too long, up to Enter. */
static int read_key(EditLine *edit, wchar_t *key) {
    int got;
    do {
        await_key(edit);
        got = stream_read_character(stdin, key);
    } while (got == 1 && *key != L'\r' && *key != L'\n' && is_too_long(edit));
    return got;
}

/* --- the editor --- */

LineEditor *line_editor_new(const LineEditorConfig *config) {
    LineEditor *editor = calloc(1, sizeof *editor);
    EditLine *edit = editor ? el_init("misere", stdin, stdout, stderr) : NULL;
    if (!edit) {
        free(editor);
        return NULL;
    }
    editor->config = *config;
    editor->edit = edit;
    el_set(edit, EL_CLIENTDATA, editor);
    el_set(edit, EL_PROMPT, prompt_of);
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_ADDFN, "complete-word", "completes the word before the cursor", complete);
    el_set(edit, EL_BIND, "^I", "complete-word", NULL);
    el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(edit, EL_GETCFN, read_key);
    el_source(edit, NULL); /* the user's ~/.editrc */
    HistEvent event;
    editor->history = history_init();
    if (editor->history) {
        history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
        history(editor->history, &event, H_SETUNIQUE, 1);
        el_set(edit, EL_HIST, history, editor->history);
        if (config->history)
            history(editor->history, &event, H_LOAD, config->history);
    }
    return editor;
}

void line_editor_free(LineEditor *editor) {
    if (!editor)
        return;
    if (editor->history)
        history_end(editor->history);
    el_end(editor->edit);
    free(editor->line);
    free(editor);
}

/* Saves the whole history each time, since a lost terminal ends the program at once. */
static void remember(LineEditor *editor, const char *line) {
    HistEvent event;
    if (!editor->history || strlen(line) < SHORTEST_REMEMBERED || line[strspn(line, " \t")] == '\0')
        return;
    history(editor->history, &event, H_ENTER, line);
    if (editor->config.history)
        history(editor->history, &event, H_SAVE, editor->config.history);
}

LineKind line_editor_read(LineEditor *editor, const char *prompt, char **line) {
    int length = 0; /* remains 0 at the end of the input; becomes negative if it cannot be read */
    editor->prompt = prompt;
    el_set(editor->edit, EL_PREP_TERM, 1); /* set the terminal up before the prompt is shown */
    const char *typed = el_gets(editor->edit, &length);
    if (length <= 0)
        return LINE_END;
    size_t text_length = typed ? strcspn(typed, "\r\n") : 0;
    bool is_long = text_length > editor->config.limit;
    free(editor->line);
    editor->line = typed ? strndup(typed, is_long ? 0 : text_length) : NULL;
    if (!editor->line)
        return LINE_FAILED;
    *line = editor->line;
    if (is_long)
        return LINE_TOO_LONG;
    remember(editor, editor->line);
    return LINE_TEXT;
}
