/* options: the engine's options and the one table that defines them. One thread at a time may use
 * an Options. */
#ifndef MISERE_CORE_OPTIONS_H
#define MISERE_CORE_OPTIONS_H

#include "base/error.h"
#include "rules/ruleset.h"
#include "search/tunables.h"

#include <stdint.h>

enum { OPTION_TEXT_SIZE = 1024 };

/* Which files the options may name. */
typedef struct {
    bool is_restricted;
    const char *only; /* if restricted, this file only; NULL: none. Outlives the options */
} FileAccess;

#define TUNABLE_FIELD(name, value, minimum, maximum, step) int64_t name;

typedef struct {
    FileAccess files;
    int64_t threads;
    int64_t hash_mb;
    int64_t move_overhead_ms;
    int64_t minimum_charge_ms;
    int64_t nodes_per_ms; /* 0: time is measured by the clock */
    int64_t multipv;
    int64_t skill_level;
    int64_t elo;
    bool limit_strength;
    bool ponder;
    bool show_wdl;
    bool tournament_draws;
    bool chess960;
    const Ruleset *ruleset;
    bool own_book;
    char network_file[OPTION_TEXT_SIZE];    /* "": the built-in networks */
    char book_file[OPTION_TEXT_SIZE];       /* "": the book of the ruleset's family */
    int64_t book_seed;                      /* 0: a different seed each time */
    char experience_file[OPTION_TEXT_SIZE]; /* "": no experience */
    int64_t experience_bytes;               /* maximum size of the experience file */
    char syzygy_path[OPTION_TEXT_SIZE];     /* folders of Syzygy tables; "": none */
    TUNABLE_OPTIONS(TUNABLE_FIELD)
} Options;

/* Which option was set, if it takes effect immediately; otherwise OPTION_NO_ACTION. */
typedef enum {
    OPTION_NO_ACTION,
    OPTION_THREADS,
    OPTION_HASH,
    OPTION_CLEAR_HASH,
    OPTION_RULESET,
    OPTION_TOURNAMENT_DRAWS,
    OPTION_CHESS960,
    OPTION_BOOK,
    OPTION_BOOK_SEED,
    OPTION_NETWORK,
    OPTION_EXPERIENCE_FILE,
    OPTION_EXPERIENCE_SIZE,
    OPTION_SYZYGY_PATH,
} OptionId;

typedef enum {
    OPTION_IS_NUMBER,
    OPTION_IS_FLAG,
    OPTION_IS_ACTION,  /* has no value */
    OPTION_IS_FILE,    /* the default is "", no file */
    OPTION_IS_FOLDERS, /* a list of folders; the default is "", none */
    OPTION_IS_RULESET  /* a ruleset's name */
} OptionKind;

/* An option, for a protocol that lists them. */
typedef struct {
    const char *name;
    OptionKind kind;
    int64_t default_value, minimum, maximum; /* of a number; of a flag only the default, 0 or 1 */
    bool is_unlisted;                        /* may be set, but protocols do not list it */
} Option;

/* The option at an index from 0, in the order in which they are listed; NULL after the last. */
const Option *options_at(int index);

/* The option of that name (case-insensitive); NULL if there is none. */
const Option *options_find(const char *name);

/* Does the option name a file or folders? */
static inline bool option_is_path(const Option *option) {
    return option->kind == OPTION_IS_FILE || option->kind == OPTION_IS_FOLDERS;
}

/* If no file may be named, the options that name files or folders do not exist. */
bool option_exists(const Option *option, const FileAccess *files);

/* May the option that names a file or folders have the value `path`? If not, sets *error and
 * returns false. */
bool option_check_file(const Option *option, const FileAccess *files, const char *path,
                       Error *error);

/* Sets all but `files`, which stays as it is. */
void options_set_defaults(Options *options);

/* Sets the option `name` (case-insensitive) from text, and sets *id. `value` is NULL if the command
 * has none; this is valid only for buttons and for files, which become empty. On failure sets
 * *error, leaves the options unchanged, and returns false. With TUNE=1 the tunable constants then
 * have the values of these options, in all engines of the process. */
bool options_set(Options *options, const char *name, const char *value, OptionId *id, Error *error);

#endif
