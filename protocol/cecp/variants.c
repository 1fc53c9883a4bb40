#include "cecp/variants.h"

#include "base/text.h"

#define NORMAL "normal"

static const char *const KNOWN_TO_GUIS[] = {NORMAL, "losers", "giveaway", "suicide"};

static bool is_playable(const Ruleset *ruleset) {
    return ruleset->halfmoves_per_turn == 1;
}

const Ruleset *cecp_variants_find(const char *name) {
    bool is_normal = text_equal_ignoring_case(name, NORMAL);
    const Ruleset *ruleset = is_normal ? ruleset_default() : ruleset_find(name);
    return ruleset && is_playable(ruleset) ? ruleset : NULL;
}

void cecp_variants_print(Transcript *out) {
    transcript_print(out, "%s", NORMAL);
    for (int i = 0; i < ruleset_count(); i++)
        if (is_playable(ruleset_at(i)))
            transcript_print(out, ",%s", ruleset_at(i)->name);
}

static bool is_known_to_guis(const char *name) {
    for (size_t i = 0; i < sizeof KNOWN_TO_GUIS / sizeof *KNOWN_TO_GUIS; i++)
        if (text_equal_ignoring_case(name, KNOWN_TO_GUIS[i]))
            return true;
    return false;
}

/* The parent variant says which rules XBoard applies: `giveaway` if kings are not royal, else
 * `lion`, because XBoard allows passes in it. The letters stand for XBoard's piece images, in
 * XBoard's order; the anti-king has the eleventh image. The anti-king's moves are in Betza
 * notation: it moves like a king (K), to empty squares (m) and onto friendly pieces (d). */
void cecp_variants_print_setup(Transcript *out, const char *name) {
    if (is_known_to_guis(name))
        return;
    const Ruleset *ruleset = cecp_variants_find(name);
    const char *letters =
        ruleset->antiking ? "PNBRQ.....AKpnbrq.....ak" : "PNBRQ......Kpnbrq......k";
    transcript_print(out, "setup (%s) 8x8+0_%s %s\n", letters,
                     ruleset->royal_king ? "lion" : "giveaway", ruleset->start_fen);
    if (ruleset->antiking)
        transcript_print(out, "piece A& mKdK\n");
}
