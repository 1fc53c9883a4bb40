/* table_maker: makes Syzygy tables of endings in a folder, by the rules alone. */
#ifndef MISERE_PROVE_TABLES_TABLE_MAKER_H
#define MISERE_PROVE_TABLES_TABLE_MAKER_H

#include "base/error.h"
#include "rules/ruleset.h"

enum { TABLE_MAKER_THREADS_MAX = 64 };

typedef struct {
    const Ruleset *rules;
    const char *folder;
    char *const *names; /* the endings wanted, as "KRvK"; with those that they lead to */
    int name_count;     /* 0: all of up to four pieces */
    int threads;        /* 1 to TABLE_MAKER_THREADS_MAX */
} TableMakerOptions;

/* Makes the tables that are not in the folder yet, shows progress, and prints on standard output
 * how many there are. A thread needs about 110 MB. On failure sets *error and returns false; the
 * same call continues. */
bool table_maker_run(const TableMakerOptions *options, Error *error);

#endif
