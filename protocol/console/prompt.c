#include "console/prompt.h"

#include "base/os/stream.h"

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

PromptResult prompt_read(Prompt *prompt, const char *text, int64_t deadline, char **line) {
    fflush(prompt->out);
    if (prompt->editor) {
        bool is_late;
        *line = line_editor_read(prompt->editor, text, deadline, &is_late);
        return *line ? PROMPT_LINE : is_late ? PROMPT_LATE : PROMPT_END;
    }
    fputs(text, prompt->out);
    fflush(prompt->out);
    if (!stream_await_input(prompt->reader.in, deadline))
        return PROMPT_LATE;
    LineKind kind = lines_read(&prompt->reader, line);
    return kind == LINE_TEXT ? PROMPT_LINE : kind == LINE_END ? PROMPT_END : PROMPT_BAD_LINE;
}
