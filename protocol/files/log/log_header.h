/* log_header: the first line of a referee's log, which says what tournament it is of: the format's
 * version, the date, the command line and a digest of the openings. Constant once it exists; any
 * thread. */
#ifndef MISERE_FILES_LOG_LOG_HEADER_H
#define MISERE_FILES_LOG_LOG_HEADER_H

#include "base/error.h"
#include "rules/ruleset.h"

#include <stddef.h>

typedef struct LogHeader LogHeader;

/* What the header of a new log says. */
typedef struct {
    const char *date;     /* YYYY.MM.DD */
    const char *openings; /* digest */
    const char *const *arguments;
    int argument_count;
} LogHeaderFields;

/* A header of the current version. NULL, with the reason, if an argument is not UTF-8 or memory is
 * out. */
LogHeader *log_header_new(const LogHeaderFields *fields, Error *error);

/* Reads a header from its line, which may or may not include the newline. NULL, with the reason, if
 * it is not one. */
LogHeader *log_header_parse(const char *line, size_t length, Error *error);

/* NULL is allowed. */
void log_header_free(LogHeader *header);

/* The header as a line without its newline; the caller frees it. NULL if out of memory. */
char *log_header_text(const LogHeader *header);

/* Is the log of the version that this program writes? */
bool log_header_check_version(const LogHeader *header, Error *error);

/* The texts live as long as the header; NULL where it has none. */
const char *log_header_date(const LogHeader *header);
int log_header_argument_count(const LogHeader *header);
const char *log_header_argument(const LogHeader *header, int index);

/* The ruleset that the arguments name, or the default one; NULL if there is no such ruleset. */
const Ruleset *log_header_rules(const LogHeader *header);

/* Do two headers agree in everything, in their arguments, in their openings? */
bool log_headers_equal(const LogHeader *a, const LogHeader *b);
bool log_headers_have_same_arguments(const LogHeader *a, const LogHeader *b);
bool log_headers_have_same_openings(const LogHeader *a, const LogHeader *b);

#endif
