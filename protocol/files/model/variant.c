#include "files/model/variant.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { WORD_SIZE = 64 };

/* Names that Lichess, ICC (wild 17 and 26), FICS, PyChess and python-chess use, as simplify()
 * leaves them. */
static const struct {
    const char *name;
    const char *ruleset;
} ALIASES[] = {
    {"anti", "antichess"},       {"losingchess", "antichess"},
    {"suicidechess", "suicide"}, {"giveawaychess", "giveaway"},
    {"loserschess", "losers"},   {"wild17", "losers"},
    {"w17", "losers"},           {"wild26", "giveaway"},
    {"w26", "giveaway"},
};

static const char LICHESS_NAME[] = "Antichess", LICHESS_RULESET[] = "antichess";

/* Copies the name in lower case, without blanks, hyphens, apostrophes and the like. */
static void simplify(const char *name, char simple[WORD_SIZE]) {
    static const char APOSTROPHE[] = "\u2019"; /* as typesetters write it */
    size_t length = 0;
    for (; *name && length < WORD_SIZE - 1; name++)
        if (text_starts(name, APOSTROPHE))
            name += strlen(APOSTROPHE) - 1;
        else if (!strchr(" -'_/.", *name))
            simple[length++] = (char)tolower((unsigned char)*name);
    simple[length] = '\0';
}

static const Ruleset *find_simple(const char *simple) {
    char own[WORD_SIZE];
    for (int i = 0; i < ruleset_count(); i++) {
        simplify(ruleset_at(i)->name, own);
        if (strcmp(simple, own) == 0)
            return ruleset_at(i);
    }
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (strcmp(simple, ALIASES[i].name) == 0)
            return ruleset_find(ALIASES[i].ruleset);
    return NULL;
}

/* Where nobody castles, Chess960 differs in its start positions only. */
const Ruleset *variant_find(const char *name) {
    static const char CHESS960[] = "960";
    char simple[WORD_SIZE];
    simplify(name, simple);
    const Ruleset *rules = find_simple(simple);
    if (rules || !text_ends_ignoring_case(simple, CHESS960))
        return rules;
    simple[strlen(simple) - strlen(CHESS960)] = '\0';
    rules = find_simple(simple);
    return rules && !rules->castling ? rules : NULL;
}

const char *variant_name(const Ruleset *rules) {
    return strcmp(rules->name, LICHESS_RULESET) == 0 ? LICHESS_NAME : rules->name;
}
