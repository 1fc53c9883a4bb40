/* arguments: what the command line asks for. Used by the main thread. */
#ifndef MISERE_REFEREE_CONFIG_ARGUMENTS_H
#define MISERE_REFEREE_CONFIG_ARGUMENTS_H

#include "referee/config/config.h"

#include <limits.h>
#include <stdio.h>

typedef enum {
    MODE_PLAY,
    MODE_RESUME, /* what to play is in the folder's log */
    MODE_MERGE,  /* several folders' logs become one */
    MODE_REPORT, /* makes a folder's results from its log */
    MODE_HELP,
    MODE_VERSION,
} ArgumentsMode;

enum { ARGUMENTS_FOLDERS_MAX = 4096 };

/* How to play, which makes no difference to what is played. Texts are the command line's. */
typedef struct {
    ArgumentsMode mode;
    const char *out;                            /* the folder of log and results */
    const char *folders[ARGUMENTS_FOLDERS_MAX]; /* to merge */
    int folder_count;
    const char *after; /* a folder whose games need not be played again; or NULL */
    const char *transcript;
    int concurrency;
    int shard, shards; /* from 0 */
    int first;         /* only games numbered below this */
    bool quiet;
    bool xml;
    bool unchecked;
} Settings;

typedef struct {
    TournamentConfig config; /* settled, in MODE_PLAY */
    Settings settings;
    PlayerSpec each;    /* what --each said */
    const char *engine; /* ours */
    char engine_path[PATH_MAX];
    const char **tournament_args; /* the arguments that define the tournament, in order; they are
                                     the caller's */
    int tournament_arg_count;
} Arguments;

/* Reads the words after the program's name. The caller frees the arguments, also after a failure,
 * which says what is wrong with which word. The words must outlive them. */
bool arguments_read(Arguments *arguments, int count, char **words, Error *error);

/* Makes the tournament from the arguments of a log, after arguments_read found MODE_RESUME or
 * MODE_REPORT or MODE_MERGE. The words must outlive the arguments. */
bool arguments_parse_tournament(Arguments *arguments, int count, char **words, Error *error);

void arguments_free(Arguments *arguments);

/* Everything that can be said, for people. */
void arguments_print_help(FILE *out);

#endif
