/* options: what a user of the engine may set, as one table. One thread at a time. */
#ifndef MISERE_CORE_OPTIONS_H
#define MISERE_CORE_OPTIONS_H

#include "base/error.h"
#include "rules/ruleset.h"

#include <stdint.h>
#include <stdio.h>

enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    int64_t threads;
    int64_t hash_mb;
    int64_t move_overhead_ms;
    int64_t minimum_charge_ms;
    int64_t multipv;
    int64_t skill_level;
    int64_t elo;
    bool limit_strength;
    bool ponder;
    bool show_wdl;
    bool tournament_draws;
    const Ruleset *ruleset;
    char log_file[OPTION_TEXT_SIZE]; /* "": none */
    bool own_book;
    char network_file[OPTION_TEXT_SIZE];    /* "": those built in */
    char book_file[OPTION_TEXT_SIZE];       /* "": that of the ruleset's family */
    int64_t book_seed;                      /* 0: another one each time */
    char experience_file[OPTION_TEXT_SIZE]; /* "": none */
    int64_t experience_bytes;
} Options;

/* Which option was set, for those after which there is something to do. */
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

void options_set_defaults(Options *options);

/* Writes a UCI `option` line for each. */
void options_print_uci(FILE *out);

/* Writes a CECP `feature option` line for each but those that CECP has commands for, or no use. */
void options_print_cecp(FILE *out);

/* Sets the option of that name (in any case of letters) from text. On failure says why, returns
 * false and changes nothing. `value` may be NULL: there was none, which for a text is the empty
 * one. */
bool options_set(Options *options, const char *name, const char *value, OptionId *id, Error *error);

#endif
