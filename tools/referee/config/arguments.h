/* arguments: the referee's command line. Main thread only. */
#ifndef MISERE_REFEREE_CONFIG_ARGUMENTS_H
#define MISERE_REFEREE_CONFIG_ARGUMENTS_H

#include "cli/option_table.h"
#include "referee/config/config.h"

#include <limits.h>

typedef enum {
    MODE_PLAY,
    MODE_RESUME, /* continues the tournament in a folder's log */
    MODE_MERGE,  /* merges the logs of several folders */
    MODE_REPORT, /* rewrites a folder's results from its log */
    MODE_HELP,
    MODE_VERSION,
} ArgumentsMode;

enum { ARGUMENTS_FOLDERS_MAX = 4096 };

/* How to run a tournament: none of these settings affects its games. Strings are borrowed from the
 * command line. */
typedef struct {
    ArgumentsMode mode;
    const char *out; /* the folder of the log and the results; NULL: the first of tournament,
                        tournament-2, ... that holds no other tournament */
    const char *folders[ARGUMENTS_FOLDERS_MAX]; /* given to --resume, --merge or --report */
    int folder_count;
    const char *after; /* a folder with games that need not be played again; may be NULL */
    const char *transcript;
    bool affinity;       /* do the programs of each game run on one processor of their own? */
    int concurrency;     /* games played at the same time; 0 with --resume: that of the log */
    int shard, shards;   /* plays only shard number `shard`, from 0, of `shards` */
    int first;           /* plays only games numbered below this */
    int rating_interval; /* games between the ratings that are printed; 0: none */
    bool quiet;
    bool coordinates; /* games.pgn has moves as e2e4, not e4 */
    bool unchecked;
    bool trust; /* runs the programs that a log names without asking */
} Settings;

typedef struct {
    TournamentConfig config; /* complete in MODE_PLAY */
    Settings settings;
    PlayerSpec each;    /* what --each has set so far */
    const char *engine; /* the program that the word misere stands for */
    char engine_path[PATH_MAX];
    bool has_seed;          /* is --seed given? */
    char out[32];           /* the folder chosen if none is given */
    char **tournament_args; /* the words that define the tournament, as a log stores them; owned */
    int tournament_arg_count;
} Arguments;

extern const CliTable ARGUMENTS_TABLE;

/* Parses and reorders words[], the command line without the program's name. The arguments point to
 * these words. On failure the error names the option. The caller frees the arguments, even after a
 * failure. */
bool arguments_read(Arguments *arguments, int count, char **words, Error *error);

/* Reads the tournament from the words in a log, after arguments_read has set the mode to
 * MODE_RESUME, MODE_REPORT or MODE_MERGE. Only options that define a tournament are allowed there,
 * so that a log cannot choose which files are written. The words must outlive the arguments. */
bool arguments_parse_tournament(Arguments *arguments, int count, char **words, Error *error);

/* The nearest number of games at once that --concurrency allows. */
int arguments_clamp_concurrency(int games);

/* Sets the seed if none is given, and adds it to the words of the log as the word number `index`
 * and the next one. */
bool arguments_set_seed(Arguments *arguments, uint64_t seed, int index, Error *error);

void arguments_free(Arguments *arguments);

#endif
