/* arguments: the referee's command line. For the main thread. */
#ifndef MISERE_REFEREE_CONFIG_ARGUMENTS_H
#define MISERE_REFEREE_CONFIG_ARGUMENTS_H

#include "cli/options.h"
#include "referee/config/config.h"

#include <limits.h>

typedef enum {
    MODE_PLAY,
    MODE_RESUME, /* continues the tournament in a folder's log */
    MODE_MERGE,  /* merges the logs of several folders */
    MODE_REPORT, /* writes a folder's results again, from its log */
    MODE_HELP,
    MODE_VERSION,
} ArgumentsMode;

enum { ARGUMENTS_FOLDERS_MAX = 4096 };

/* How to run a tournament: nothing here changes its games. Strings belong to the command line. */
typedef struct {
    ArgumentsMode mode;
    const char *out;                            /* the folder of the log and the results */
    const char *folders[ARGUMENTS_FOLDERS_MAX]; /* of --resume, --merge or --report */
    int folder_count;
    const char *after; /* a folder with games that need not be played again; or NULL */
    const char *transcript;
    int concurrency;   /* games at once */
    int shard, shards; /* plays shard number `shard`, from 0, of `shards` */
    int first;         /* plays only games numbered below this */
    bool quiet;
    bool xml;
    bool unchecked;
} Settings;

typedef struct {
    TournamentConfig config; /* complete in MODE_PLAY */
    Settings settings;
    PlayerSpec each;    /* what --each has set so far */
    const char *engine; /* the program that the word misere stands for */
    char engine_path[PATH_MAX];
    const char **tournament_args; /* the words that define the tournament, in order, as a log keeps
                                     them; the array is owned, the strings are the caller's */
    int tournament_arg_count;
} Arguments;

/* The options of the referee. */
extern const CliTable ARGUMENTS_TABLE;

/* Reads the words after the program's name, and rearranges them. On failure the error names the
 * option, and the caller must free the arguments all the same. They point to the words. */
bool arguments_read(Arguments *arguments, int count, char **words, Error *error);

/* Reads the tournament from the words in a log, after arguments_read found MODE_RESUME, MODE_REPORT
 * or MODE_MERGE. The words must outlive the arguments. */
bool arguments_parse_tournament(Arguments *arguments, int count, char **words, Error *error);

void arguments_free(Arguments *arguments);

#endif
