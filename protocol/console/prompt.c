#include "console/prompt.h"

void prompt_start(Prompt *prompt, FILE *in, FILE *out, size_t limit,
                  const LineEditorConfig *config) {
    *prompt = (Prompt){.out = out};
    lines_init(&prompt->reader, in, limit);
    if (config)
        prompt->editor = line_editor_new(config);
}

void prompt_free(Prompt *prompt) {
    line_editor_free(prompt->editor);
    lines_free(&prompt->reader);
}

LineKind prompt_read(Prompt *prompt, const char *text, char **line) {
    fflush(prompt->out);
    if (prompt->editor) {
        *line = line_editor_read(prompt->editor, text);
        return *line ? LINE_TEXT : LINE_END;
    }
    fputs(text, prompt->out);
    fflush(prompt->out);
    return lines_read(&prompt->reader, line);
}
