/* This build has no line editor: the terminal's own editing has to do. */
#include "console/line_editor.h"

LineEditor *line_editor_new(const LineEditorConfig *config) {
    (void)config;
    return NULL;
}

void line_editor_free(LineEditor *editor) {
    (void)editor;
}

LineKind line_editor_read(LineEditor *editor, const char *prompt, char **line) {
    (void)editor, (void)prompt, (void)line;
    return LINE_END;
}
