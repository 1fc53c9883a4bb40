#include "files/pgn_variant.h"

#include "base/text.h"

#include <string.h>

/* Other programs' names for rulesets: those of Lichess, ICC (wild 17 and 26), PyChess and
 * python-chess. */
static const struct {
    const char *name;
    const char *ruleset;
    bool is_written; /* instead of our own name */
} ALIASES[] = {
    {"Antichess", "antichess", true},      {"wild/17", "losers", false},
    {"wild 17", "losers", false},          {"wild17", "losers", false},
    {"anti chess", "antichess", false},    {"anti", "antichess", false},
    {"wild/26", "giveaway", false},        {"wild 26", "giveaway", false},
    {"wild26", "giveaway", false},         {"give away", "giveaway", false},
    {"giveaway chess", "giveaway", false}, {"give away chess", "giveaway", false},
    {"suicide chess", "suicide", false},
};

const Ruleset *pgn_variant_find(const char *name) {
    for (int i = 0; i < ruleset_count(); i++)
        if (text_equal_ignoring_case(name, ruleset_at(i)->name))
            return ruleset_at(i);
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (text_equal_ignoring_case(name, ALIASES[i].name))
            return ruleset_find(ALIASES[i].ruleset);
    return NULL;
}

const char *pgn_variant_name(const Ruleset *rules) {
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (ALIASES[i].is_written && strcmp(ALIASES[i].ruleset, rules->name) == 0)
            return ALIASES[i].name;
    return rules->name;
}
