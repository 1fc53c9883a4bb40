/* expected_file: long texts, such as pictures, that must be exactly as a file in tests/data says.
 */
#ifndef MISERE_UNIT_EXPECTED_FILE_H
#define MISERE_UNIT_EXPECTED_FILE_H

#include "unit/testing.h"

#include <stdio.h>
#include <string.h>

/* Fails at the first line of the text that differs from the file's. If the environment has UPDATE,
 * writes the file instead; look at the difference before you commit it. */
static inline void assert_text_of_file(const char *text, const char *path) {
    bool updates = getenv("UPDATE") != NULL;
    FILE *file = fopen(path, updates ? "w" : "r");
    if (!file)
        fail_msg("%s: cannot be opened", path);
    if (updates)
        fputs(text, file);
    char *line = NULL;
    size_t size = 0;
    for (int number = 1; !updates && (getline(&line, &size, file) > 0 || *text); number++) {
        size_t length = strcspn(text, "\n");
        length += text[length] == '\n';
        if (feof(file) || strlen(line) != length || strncmp(text, line, length) != 0)
            fail_msg("%s:%d: '%s' expected, instead of '%.*s'", path, number,
                     feof(file) ? "" : line, (int)length, text);
        text += length;
    }
    free(line);
    assert_int_equal(fclose(file), 0);
}

#endif
