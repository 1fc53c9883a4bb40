/* Without a library for line editing the terminal's own editing has to do. */
#include "console/line_editor.h"

LineEditor *line_editor_new(const LineEditorConfig *config) {
    (void)config;
    return NULL;
}

void line_editor_free(LineEditor *editor) {
    (void)editor;
}

char *line_editor_read(LineEditor *editor, const char *prompt, int64_t deadline, bool *is_late) {
    (void)editor, (void)prompt, (void)deadline, (void)is_late;
    return NULL;
}
