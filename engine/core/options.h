/* options: the engine's options and the one table that defines them. One thread at a time may use
 * an Options. */
#ifndef MISERE_CORE_OPTIONS_H
#define MISERE_CORE_OPTIONS_H

#include "base/error.h"
#include "core/transcript.h"
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
    const Ruleset *ruleset;
    char log_file[OPTION_TEXT_SIZE]; /* "": no log */
    bool own_book;
    char network_file[OPTION_TEXT_SIZE];    /* "": the built-in networks */
    char book_file[OPTION_TEXT_SIZE];       /* "": the book of the ruleset's family */
    int64_t book_seed;                      /* 0: a different seed each time */
    char experience_file[OPTION_TEXT_SIZE]; /* "": no experience */
    int64_t experience_bytes;               /* maximum size of the experience file */
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
    OPTION_LOG_FILE,
    OPTION_BOOK,
    OPTION_BOOK_SEED,
    OPTION_NETWORK,
    OPTION_EXPERIENCE_FILE,
} OptionId;

/* `files` stays as it is. If it allows no file, the options that name files do not exist. */
void options_set_defaults(Options *options);

/* Prints a UCI `option` line for each option. */
void options_print_uci(const Options *options, Transcript *out);

/* Prints a CECP `feature option` line for each option, except those for which CECP has a command of
 * its own and those that it does not need. */
void options_print_cecp(const Options *options, Transcript *out);

/* Sets the option `name` (case-insensitive) from text, and sets *id. `value` is NULL if the command
 * has none; this is valid only for buttons and for files, which become empty. On failure sets
 * *error, leaves the options unchanged, and returns false. With TUNE=1 the tunable constants then
 * have the values of these options, in all engines of the process. */
bool options_set(Options *options, const char *name, const char *value, OptionId *id, Error *error);

#endif
