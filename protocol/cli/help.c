#include "cli/help.h"

#include "base/utf8.h"

#include <string.h>

/* Widths in columns; LABEL_SIZE is in bytes. help2man recognises the text for an option only if it
 * starts at column 20 or later. */
enum { WIDTH = 80, INDENT = 2, GAP = 2, HELP_AT_LEAST = 20, HELP_AT_MOST = 28, LABEL_SIZE = 128 };

/* The number of columns that `length` bytes of text take up. */
static int width_of(const char *text, size_t length) {
    int width = 0;
    for (const char *end = text + length; text < end; width++) {
        uint32_t character;
        int bytes = utf8_decode(text, &character);
        text += bytes > 0 ? bytes : 1;
    }
    return width;
}

/* Prints the text, wrapped, with each line starting at column `from`; the output must already be at
 * that column. */
static void fill(FILE *out, const char *text, int from) {
    for (int column = from; *text;) {
        size_t length = strcspn(text, " ");
        int width = width_of(text, length);
        if (column > from && column + 1 + width > WIDTH)
            column = fprintf(out, "\n%*s", from, "") - 1;
        else if (column > from)
            column += fprintf(out, " ");
        column += width;
        fwrite(text, 1, length, out);
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}

/* Writes a row's name and value: "--name VALUE", "--name[=VALUE]" or "name=VALUE". */
static void label(char text[LABEL_SIZE], CliStyle style, const CliOption *row) {
    const char *value = row->value ? row->value : "";
    bool is_joined = !*value || strncmp(value, "[=", 2) == 0;
    const char *separator = style == CLI_KEYS ? "=" : is_joined ? "" : " ";
    snprintf(text, LABEL_SIZE, "%s%s%s", row->name, separator, value);
}

/* The column where a group's help texts start: after the longest label that leaves enough room. */
static int help_column(const CliGroup *group) {
    int column = HELP_AT_LEAST;
    for (const CliOption *row = group->rows; row && row->name; row++) {
        char text[LABEL_SIZE];
        label(text, group->style, row);
        int end = INDENT + width_of(text, strlen(text)) + GAP;
        if (end > column && end <= HELP_AT_MOST)
            column = end;
    }
    return column;
}

static void print_row(FILE *out, CliStyle style, const CliOption *row, int column) {
    char text[LABEL_SIZE];
    label(text, style, row);
    int end = INDENT + width_of(text, strlen(text));
    fprintf(out, "%*s%s", INDENT, "", text);
    if (end + GAP > column) {
        fputc('\n', out);
        end = 0;
    }
    fprintf(out, "%*s", column - end, "");
    fill(out, row->help, column);
}

static void print_group(FILE *out, const CliGroup *group) {
    int column = help_column(group);
    if (group->text) {
        fputc('\n', out);
        fill(out, group->text, 0);
    }
    if (group->heading)
        fprintf(out, "\n%s:\n", group->heading);
    for (const CliOption *row = group->rows; row && row->name; row++)
        print_row(out, group->style, row, column);
    if (group->print)
        group->print(out);
}

void help_print(FILE *out, const CliTable *table) {
    for (int i = 0; table->usage[i]; i++)
        fprintf(out, "%s%s\n", i == 0 ? "Usage: " : "  or:  ", table->usage[i]);
    for (int i = 0; table->description[i]; i++) {
        fputc('\n', out);
        fill(out, table->description[i], 0);
    }
    for (int i = 0; i < table->group_count; i++)
        print_group(out, &table->groups[i]);
}
