/* parse_position: parses the UCI command `position`. Pure and thread-safe. */
#ifndef MISERE_UCI_PARSE_POSITION_H
#define MISERE_UCI_PARSE_POSITION_H

#include "rules/game.h"

/* Parses the words after `position`, which are modified, into a game that the caller frees. On
 * failure sets *error, which names the word or move, leaves nothing to free, and returns false. */
bool uci_parse_position(const Ruleset *ruleset, char *words, Game *game, Error *error);

#endif
