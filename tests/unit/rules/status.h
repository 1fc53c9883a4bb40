/* status: the outcome of a position in the words of the reference and the command `status`. */
#ifndef MISERE_UNIT_RULES_STATUS_H
#define MISERE_UNIT_RULES_STATUS_H

#include "rules/outcome.h"

#include <stdio.h>

static inline void write_status(const Position *pos, char *text, size_t size) {
    Outcome outcome = outcome_of(pos);
    Colour player = (Colour)pos->player;
    if (!outcome_is_over(outcome))
        snprintf(text, size, "playing %s",
                 outcome_colour_name(outcome_pass_is_forced(pos) ? other(player) : player));
    else if (outcome.drawn)
        snprintf(text, size, "drawn %s", outcome_reason_name(outcome.reason));
    else
        snprintf(text, size, "won %s %s", outcome_colour_name(outcome.winner),
                 outcome_reason_name(outcome.reason));
}

#endif
