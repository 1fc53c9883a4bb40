/* log_header: the first line of a referee's log, which identifies the tournament. It has the
 * version of the log's format, the date, the command line, a digest of the openings and, unless an
 * older referee wrote it, which programs play. Headers are immutable; thread-safe. */
#ifndef MISERE_FILES_LOG_LOG_HEADER_H
#define MISERE_FILES_LOG_LOG_HEADER_H

#include "base/error.h"
#include "rules/ruleset.h"

#include <stddef.h>
#include <stdint.h>

typedef struct LogHeader LogHeader;

/* A file that a player uses. */
typedef struct {
    char *role; /* what names it: "program", "argument 1", "option.EvalFile" */
    uint64_t hash;
} LogPlayerFile;

/* Which program a player is. */
typedef struct {
    const char *name; /* in tables */
    char *id;         /* the name that the program gives itself; NULL: unknown, or built in */
    LogPlayerFile *files;
    int file_count;
} LogPlayer;

/* The contents of the header of a new log. */
typedef struct {
    const char *date;     /* YYYY.MM.DD */
    const char *openings; /* digest of the openings */
    const char *const *arguments;
    int argument_count;
    const LogPlayer *players;
    int player_count;
    int concurrency; /* games played at once; 0: not said */
} LogHeaderFields;

/* A header of the current version. If an argument or a name is not UTF-8 or memory runs out, sets
 * *error and returns NULL. */
LogHeader *log_header_new(const LogHeaderFields *fields, Error *error);

/* Parses a header line, with or without its newline. If the line is not a header, sets *error and
 * returns NULL. */
LogHeader *log_header_parse(const char *line, size_t length, Error *error);

/* NULL is allowed. */
void log_header_free(LogHeader *header);

/* The header as a line without its newline; the caller frees it. Returns NULL if out of memory. */
char *log_header_text(const LogHeader *header);

/* Does the log have the format version that this program writes? If not, sets *error. */
bool log_header_check_version(const LogHeader *header, Error *error);

/* Texts owned by the header; NULL for a missing one. */
const char *log_header_date(const LogHeader *header);
int log_header_argument_count(const LogHeader *header);
const char *log_header_argument(const LogHeader *header, int index);

/* The number of games played at once, from 1; 1 if the header does not say it. */
int log_header_concurrency(const LogHeader *header);

/* The ruleset that the arguments name, or the default one; NULL if there is no such ruleset. */
const Ruleset *log_header_rules(const LogHeader *header);

/* Compare two headers: everything, only the arguments, or only the openings. */
bool log_headers_equal(const LogHeader *a, const LogHeader *b);
bool log_headers_have_same_arguments(const LogHeader *a, const LogHeader *b);
bool log_headers_have_same_openings(const LogHeader *a, const LogHeader *b);

/* Does the log say which programs play? */
bool log_header_has_players(const LogHeader *header);

/* Are the programs of a log the same as those of another header with the same arguments? What only
 * one of them knows of a player is not compared: a file that appeared later, the name of a program
 * that was not started. If not, sets *error, which names what differs. */
bool log_headers_check_players(const LogHeader *log, const LogHeader *now, Error *error);

#endif
