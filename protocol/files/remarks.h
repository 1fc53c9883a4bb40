/* remarks: what must be said about the games of a file: how their rulesets are known, what was
 * ignored, and results that contradict the rules or each other. Each is said once a file. One
 * thread at a time may use a Remarks. */
#ifndef MISERE_FILES_REMARKS_H
#define MISERE_FILES_REMARKS_H

#include "files/model/stored_game.h"

typedef struct {
    char *text;
    long line;  /* of the first game or thing that it is about */
    long count; /* of games, or of the things skipped */
    bool counts_things;
} Remark;

/* A zeroed Remarks is empty. */
typedef struct {
    Remark *remarks;
    int count;
} Remarks;

/* Adds what must be said about a game. Without memory a remark is lost. */
void remarks_add_game(Remarks *remarks, const StoredGame *stored);

/* Calls `say` for each remark with "PATH:LINE: TEXT"; with "TEXT" if `path` is NULL. The
 * path "-" is called standard input. */
void remarks_print(const Remarks *remarks, const char *path,
                   void (*say)(void *context, const char *text), void *context);

void remarks_free(Remarks *remarks);

#endif
