#include "console/prompt.h"

#include "base/os/stream.h"

static void await_input(void *context) {
    const Prompt *prompt = context;
    const char *text;
    while ((text = prompt->await(prompt->context))) {
        fputs(text, prompt->out);
        fflush(prompt->out);
    }
}

void prompt_start(Prompt *prompt, FILE *in, FILE *out, const LineEditorConfig *config,
                  bool may_edit) {
    *prompt = (Prompt){.out = out, .await = config->await, .context = config->context};
    prompt->awaited = stream_awaiting(in, await_input, prompt);
    lines_init(&prompt->reader, prompt->awaited ? prompt->awaited : in, config->limit);
    if (may_edit)
        prompt->editor = line_editor_new(config);
}

void prompt_free(Prompt *prompt) {
    line_editor_free(prompt->editor);
    lines_free(&prompt->reader);
    if (prompt->awaited)
        fclose(prompt->awaited);
}

LineKind prompt_read(Prompt *prompt, const char *text, char **line) {
    fflush(prompt->out);
    if (prompt->editor)
        return line_editor_read(prompt->editor, text, line);
    fputs(text, prompt->out);
    fflush(prompt->out);
    return lines_read(&prompt->reader, line);
}
