#include "referee/config/help.h"

#include <string.h>

enum { LEFT = 2, MIDDLE = 32, RIGHT = 100 };

void help_row(FILE *out, const char *name, const char *values, const char *help) {
    int at = fprintf(out, "%*s%s%s%s", LEFT, "", name, values ? " " : "", values ? values : "");
    if (at >= MIDDLE) {
        fputc('\n', out);
        at = 0;
    }
    fprintf(out, "%*s", MIDDLE - 1 - at, "");
    at = MIDDLE - 1;
    while (*help) {
        int length = (int)strcspn(help, " ");
        if (at + 1 + length > RIGHT)
            at = fprintf(out, "\n%*s", MIDDLE - 1, "") - 1;
        at += fprintf(out, " %.*s", length, help);
        help += length + (help[length] == ' ');
    }
    fputc('\n', out);
}
