/* balance: is an opening balanced, that is, does a search find that it favours neither player? */
#ifndef MISERE_REFEREE_BALANCE_H
#define MISERE_REFEREE_BALANCE_H

#include "base/error.h"
#include "referee/config/config.h"
#include "search/search.h"

#include <stdint.h>

/* Sets *score to that of a search of `nodes` nodes, from the point of view of the player to move
 * (in mind control: the player whose turn it is). The search is single-threaded, so its score is
 * reproducible. The position must be at the start of a turn, with the game not over and no pass
 * forced. Returns false, and sets *error, if out of memory or if signals->stop is set before the
 * end of the search. Thread-safe. */
bool balance_of(const Position *pos, uint64_t nodes, const Signals *signals, Score *score,
                Error *error);

/* Is the score, in a ruleset of the family, within the rule's limit? Expected points are those of
 * the win, draw and loss model (eval/wdl.h). True if the rule has no limit. */
bool balance_is_within(const BalanceRule *rule, Family family, Score score);

#endif
