#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(Error *error, const char *format, ...) {
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    for (char *c = error->text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return false;
}
