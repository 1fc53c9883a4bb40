/* computed_tablebase: a ruleset's whole tablebase. */
#ifndef MISERE_UNIT_COMPUTED_TABLEBASE_H
#define MISERE_UNIT_COMPUTED_TABLEBASE_H

#include "unit/testing.h"

#include "tablebase/tablebase.h"

/* The caller frees it. NULL if the ruleset has none. */
static inline Tablebase *computed_tablebase(const char *ruleset) {
    Tablebase *tablebase;
    assert_true(tablebase_new(ruleset_find(ruleset), &tablebase));
    tablebase_compute(tablebase);
    assert_true(tablebase_wait(tablebase, NULL));
    return tablebase;
}

#endif
